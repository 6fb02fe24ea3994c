import ClientPlatform
import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

/// The Python client as a program: takes a command, answers with a line of JSON.
final class ForeignPlayer: @unchecked Sendable {
    struct Answer: Decodable {
        struct Line: Decodable, Equatable {
            var name: String
            var `throws`: [Int64?]
            var total: Int64
            var overPar: Int64
        }
        struct Dispute: Decodable {
            struct Claim: Decodable, Equatable {
                var value: Int64?
                var by: String
            }
            var siblings: [Claim]
        }

        var did: String
        var error: String?
        var players: [Line]?
        var disputes: [Dispute]?
    }

    private let child: Child

    init(python: String, server: TestServer, code: String, name: String) throws {
        let program = Foreign.folder.appendingPathComponent("folf_client.py").path
        child = try Child(
            python,
            [
                "-B", program, "play", "--server", "ws://127.0.0.1:\(server.port)/sync",
                "--code", code, "--name", name, "--script", "-",
            ])
    }

    deinit { child.kill(SIGKILL) }

    @discardableResult
    func tell(_ command: String) async throws -> Answer {
        child.write(command)
        let answer = try await self.answer()
        #expect(answer.error == nil, "\(command): \(answer.error ?? "")")
        return answer
    }

    /// Reads the next line; waits on a thread of its own, so that Swift's tasks go on.
    func answer() async throws -> Answer {
        let line = await withCheckedContinuation {
            (answered: CheckedContinuation<String?, Never>) in
            Thread.detachNewThread { [child] in answered.resume(returning: child.readLine()) }
        }
        let text = try #require(line, "\(child.errorText)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: Data(text.utf8))
    }
}

extension FolfGame {
    /// The first view, from now on, of which `condition` holds.
    fileprivate func firstView(where condition: (GameView) -> Bool) async throws -> GameView {
        for await view in updates() where condition(view) { return view }
        throw CancellationError()
    }

    /// The `seq` of all that is here once the server has dealt with everything entered.
    fileprivate func settledSeq() async throws -> Seq {
        try await firstView { $0.connection == .live && $0.pendingCount == 0 }.confirmed.seq
    }
}

@Suite(
    "Clients in two languages", .timeLimit(.minutes(2)),
    .enabled(if: Foreign.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct MixedGameTests {
    let server: TestServer
    let python: String

    init() throws {
        server = try TestServer()
        python = try #require(Foreign.python)
    }

    private func host(_ name: String) async throws -> FolfGame {
        var generator = SystemRandomNumberGenerator()
        let device = Device(
            transport: SocketTransport(), clock: SystemClock(), generator: generator,
            appName: "mixed 1.0", credentials: .new(using: &generator))
        return try await FolfGame.host(
            course: "Söderåsen", holes: (1...9).map { Hole(label: "\($0)", par: 3) }, name: name,
            at: try #require(ServerAddress("ws://127.0.0.1:\(server.port)")), device: device,
            journal: MemoryJournal())
    }

    private func expectSameCard(_ anna: FolfGame, _ eva: ForeignPlayer) async throws {
        let card = try #require(await anna.view.card)
        let lines = card.lines.map {
            ForeignPlayer.Answer.Line(
                name: $0.name, throws: $0.throws, total: $0.total, overPar: $0.overPar)
        }
        #expect(try await eva.tell("card").players == lines)
    }

    @Test("A Swift host and a Python player keep one card, through a dead spot and a dispute")
    func keepsOneCard() async throws {
        let anna = try await host("Anna")
        let code = try #require(try await anna.firstView { $0.code != nil }.code)
        let eva = try ForeignPlayer(
            python: python, server: server, code: code.description.lowercased(), name: "Eva")
        #expect(try await eva.answer().did == "join")
        let joined = try await anna.firstView { $0.lobby?.members.count == 2 }
        let columns = try #require(joined.lobby).columns.map(\.id)

        // With signal, each enters a score of the other's.
        try await anna.startGame()
        try await eva.tell("wait seq \(anna.settledSeq())")
        try await eva.tell("score Anna 1 4")
        try await anna.score(columns[1], hole: 1, throws: 2)
        try await eva.tell("wait sent")
        try await eva.tell("wait seq \(anna.settledSeq())")
        _ = try await anna.firstView { $0.card?.lines.map(\.total) == [4, 2] }
        try await expectSameCard(anna, eva)

        // Without, both enter Anna's second hole.
        await anna.goOffline()
        try await eva.tell("drop")
        try await anna.score(columns[0], hole: 2, throws: 3)
        try await eva.tell("score Anna 2 5")
        try await eva.tell("score Eva 2 6")
        try await eva.tell("score Eva 2 -")
        try await eva.tell("resume")
        try await eva.tell("wait sent")
        await anna.connect()
        let disputed = try await anna.firstView { $0.pendingCount == 0 && !$0.disputes.isEmpty }
        try await eva.tell("wait seq \(anna.settledSeq())")
        #expect(disputed.disputes.map { $0.claims.map(\.name) } == [["Anna", "Eva"]])
        let disputes = try #require(try await eva.tell("card").disputes)
        #expect(
            disputes.map(\.siblings) == [[.init(value: 3, by: "Anna"), .init(value: 5, by: "Eva")]])
        try await expectSameCard(anna, eva)

        // The host confirms what is shown.
        try await anna.confirm(columns[0], hole: 2)
        try await eva.tell("wait seq \(anna.settledSeq())")
        #expect(try await eva.tell("card").disputes?.isEmpty == true)
        #expect(await anna.view.disputes.isEmpty)
        try await expectSameCard(anna, eva)
        try await eva.tell("quit")
        await anna.close()
    }
}
