import Foundation
import Glibc
import Scoring
import TestSupport
import Testing

@Suite("folf as a program")
struct PlayerProgramTests {
    private let home: TemporaryFolder
    private let server: TestServer

    init() throws {
        home = try TemporaryFolder()
        server = try TestServer()
    }

    private func start(_ arguments: [String]) throws -> Child {
        try Child(
            "folf", arguments,
            environment: [
                "FOLF_HOME": home.path, "FOLF_SERVER": "ws://127.0.0.1:\(server.port)",
            ])
    }

    private func run(_ arguments: [String]) throws -> Child.Output { try start(arguments).wait() }

    /// Hosts a game that has begun, and returns its code.
    private func host() throws -> String {
        let text = try run(["host", "--name", "Anna", "--holes", "18"]).text
        let code = try #require(text.split(whereSeparator: \.isWhitespace).dropFirst().first)
        #expect(try run(["start", String(code)]).status == 0)
        return String(code)
    }

    private func journals() throws -> [String] {
        let games = home.path + "/games"
        return try FileManager.default.subpathsOfDirectory(atPath: games)
            .filter { $0.hasSuffix(".journal") }.map { games + "/" + $0 }
    }

    @Test("Processes that meet the server for the first time together don't spoil the identity")
    func firstContactAtOnce() async throws {
        try await onOwnThread {
            let children = try (1...6).map { try start(["host", "--name", "Player \($0)"]) }
            for child in children {
                let output = child.wait()
                #expect(output.status == 0, "\(output.errors)")
            }
            #expect(try run(["sync"]).status == 0)
            let games = try run(["games"])
            #expect(games.status == 0, "\(games.errors)")
            #expect(games.text.split(separator: "\n").count == 6)
        }
    }

    @Test("A journal that can't be read is named, and doesn't keep the others back")
    func damagedJournal() async throws {
        try await onOwnThread {
            let code = try host()
            let first = try #require(try journals().first)
            let second = first.replacingOccurrences(of: "replica-1", with: "replica-2")
            try FileManager.default.moveItem(atPath: first, toPath: second)
            try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: first))
            #expect(try run(["score", code, "Anna", "1", "4", "--offline"]).status == 3)
            let sync = try run(["sync"])
            #expect(sync.text == "\(code): up to date.\n")
            #expect(sync.errors.contains("the journal \(first) can't be read"))
            #expect(sync.status == 1)
        }
    }

    @Test("A process that is killed at any moment loses nothing it has said is saved")
    func killed() async throws {
        try await onOwnThread {
            let code = try host()
            var saved: Set<Int> = []
            for hole in 1...18 {
                let child = try start(["score", code, "Anna", "\(hole)", "\(hole)", "--offline"])
                usleep(UInt32.random(in: 0...60_000))
                child.kill(SIGKILL)
                if child.wait().text.contains("Saved on this device") { saved.insert(hole) }
            }
            #expect(try run(["sync"]).status == 0)
            let log = try server.checkLog(of: code)
            let scores = try #require(log.line("Anna")).throws
            for hole in saved { #expect(scores[hole - 1] == Int64(hole)) }
        }
    }
}
