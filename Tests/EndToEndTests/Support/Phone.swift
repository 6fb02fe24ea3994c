import ClientPlatform
import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

/// A player's phone: the Swift client over real sockets, with its journal in a file, and a line
/// to the server that can lose its signal.
final class Phone: @unchecked Sendable {
    struct WaitedInVain: Error {}

    let name: String
    let server: TestServer
    private let store: TemporaryFolder
    private let folder: GameFolder
    private let owner: Credentials?
    private(set) var line: Line
    private var journal: FileJournal?
    private var opened: FolfGame?

    /// - Parameter owner: who the phone belongs to, if that person has another one.
    init(_ name: String, at server: TestServer, owner: Credentials? = nil) throws {
        self.name = name
        self.server = server
        self.owner = owner
        store = try TemporaryFolder()
        folder = try GameFolder(path: store.path)
        line = try Line(to: server.port)
    }

    /// A phone with what is stored on another one; both have been killed or never open the same
    /// game on the same server.
    convenience init(copyOf other: Phone, at server: TestServer) throws {
        try self.init(other.name, at: server, owner: other.owner)
        try FileManager.default.removeItem(at: store.url)
        try FileManager.default.copyItem(at: other.store.url, to: store.url)
    }

    /// The open game; there must be one.
    var game: FolfGame { opened! }

    var journalPath: String { "\(store.path)/games/game/replica-1.journal" }

    private var address: ServerAddress { ServerAddress("ws://127.0.0.1:\(line.port)")! }

    private func device() throws -> Device {
        var generator = SystemRandomNumberGenerator()
        return Device(
            transport: SocketTransport(), clock: SystemClock(), generator: generator,
            appName: "tests", credentials: try owner ?? folder.credentials(using: &generator))
    }

    private func newJournal() throws -> FileJournal {
        let journal = try folder.newJournal(name: "game")
        self.journal = journal
        return journal
    }

    // MARK: Ways into a game

    func host(
        course: String? = nil, holes: [Hole] = Phone.nineHoles, allowsLateJoin: Bool = false,
        isOffline: Bool = false
    ) async throws {
        opened = try await FolfGame.host(
            course: course, holes: holes, name: name, allowsLateJoin: allowsLateJoin,
            at: address, device: try device(), journal: try newJournal(), isOffline: isOffline)
    }

    /// Nine holes of par 3.
    static let nineHoles = (1...9).map { Hole(label: "\($0)", par: 3) }

    func join(_ entry: Entry) async throws {
        opened = try await FolfGame.join(
            entry, name: name, at: address, device: try device(), journal: try newJournal())
    }

    /// - Parameter code: as typed.
    func join(code: String) async throws { try await join(.code(JoinCode(code))) }

    func watch(code: String) async throws {
        opened = try await FolfGame.watch(
            .code(JoinCode(code)), at: address, device: try device(), journal: try newJournal())
    }

    // MARK: What happens to phones

    func loseSignal() { line.loseSignal() }

    /// Ends the loss of signal. The system tells the app, which tries at once.
    func regainSignal() async {
        line.regainSignal()
        await game.wake()
    }

    /// Ends the app: nothing more goes out, nothing more is written, nobody is told.
    func kill() {
        line.loseSignal()
        journal?.close()
        journal = nil
        opened = nil
    }

    /// Opens the app again, with what the journal holds.
    @discardableResult
    func reopen(isOffline: Bool = false) async throws -> JournalReport {
        line = try Line(to: server.port)
        guard let journal = try folder.journal(1, of: "game") else { throw WaitedInVain() }
        self.journal = journal
        let (game, report) = try await FolfGame.reopen(
            journal, at: address, device: try device(), isOffline: isOffline)
        opened = game
        return report
    }

    // MARK: Looking

    /// Waits until the game looks as expected; a failed test shows how it looked last.
    @discardableResult
    func waits(
        for expectation: String, sourceLocation: SourceLocation = #_sourceLocation,
        until isMet: @escaping @Sendable (GameView) -> Bool
    ) async throws -> GameView {
        let game = game
        let found = await withTaskGroup(of: GameView?.self) { group in
            group.addTask {
                for await view in await game.updates() where isMet(view) { return view }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(180))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let found { return found }
        let view = await game.view
        Issue.record(
            "\(name) waited in vain for \(expectation); last seen: \(view.summary)",
            sourceLocation: sourceLocation)
        throw WaitedInVain()
    }

    /// Waits for a session in which everything entered has been dealt with.
    @discardableResult
    func isInSync(sourceLocation: SourceLocation = #_sourceLocation) async throws -> GameView {
        try await waits(for: "being in sync", sourceLocation: sourceLocation) {
            $0.connection == .live && $0.pendingCount == 0 && $0.lobby != nil
                && $0.presence != nil
        }
    }

    /// Waits until everything that `other` knows and has entered is known here.
    @discardableResult
    func catchesUp(
        with other: Phone, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> GameView {
        let position = try await other.waits(
            for: "an answer", sourceLocation: sourceLocation
        ) { $0.pendingCount == 0 }.confirmed
        return try await waits(
            for: "what \(other.name) knows", sourceLocation: sourceLocation
        ) {
            $0.pendingCount == 0 && $0.confirmed.epoch == position.epoch
                && $0.confirmed.seq >= position.seq
        }
    }

    /// The column of this name.
    func player(_ name: String) async throws -> PlayerID {
        try #require(await game.view.line(name)).player
    }

    /// The number of messages of a type that the server has sent over this line.
    func heard(_ type: String) -> Int {
        line.heard.components(separatedBy: #"{"type":"\#(type)""#).count - 1
    }
}

extension GameView {
    /// The player's line on the card; nil if there is no such player.
    func line(_ name: String) -> Scorecard.Line? { card?.lines.first { $0.name == name } }

    func line(_ player: PlayerID) -> Scorecard.Line? {
        card?.lines.first { $0.player == player }
    }

    /// Throws on a hole: 1, 2, 3…; nil if not scored or no such player.
    func score(_ name: String, _ hole: Int) -> Int64? { line(name)?.throws[hole - 1] }

    /// The names on the card, in order.
    var names: [String] { card?.lines.map(\.name) ?? [] }

    /// The names of the members who have a connection.
    var here: Set<String> {
        Set((presence?.members ?? []).compactMap { lobby?.name(of: $0) })
    }

    var summary: String {
        let lines = card?.lines.map { line in
            line.name + " " + line.throws.map { $0.map(String.init) ?? "-" }.joined(separator: " ")
        }
        return """
            \(connection), seq \(confirmed.seq) of \(confirmed.epoch), \(pendingCount) pending, \
            stage \(lobby.map { "\($0.stage)" } ?? "none"), here \(here.sorted()), \
            card \(lines ?? []), \(disputes.count) disputes, \(late.count) late, \
            refused \(refused.map(\.refusal)), problem \(problem ?? "none")
            """
    }
}
