import Documents
import Foundation
import Lobby
import SyncClient
import TestSupport
import Testing
import Wire

@Suite("A damaged database")
struct DamagedDatabaseTests {
    private static func file(of server: TestServer) -> URL {
        URL(fileURLWithPath: server.data).appendingPathComponent("folf.sqlite")
    }

    /// Changes the database in its place; the server must have stopped.
    private static func change(
        _ server: TestServer, _ change: (inout [UInt8]) throws -> Void
    ) throws {
        var bytes = [UInt8](try Data(contentsOf: file(of: server)))
        try change(&bytes)
        let handle = try FileHandle(forUpdating: file(of: server))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    @Test("The lobby whose rows are damaged says so, is named, and the others play on")
    func damagedLobby() async throws {
        let server = try TestServer()
        let anna = try await Group(["Anna"], guests: ["Guest of Anna"], at: server).host
        let ben = try await Group(["Ben"], guests: ["Guest of Ben"], at: server).host
        var columns: [PlayerID] = []
        for phone in [anna, ben] {
            let column = try await phone.player(phone.name)
            try await phone.game.score(column, hole: 1, throws: 3)
            try await phone.isInSync()
            columns.append(column)
        }
        server.stop()
        try Self.change(server) { bytes in
            let name = Data("Guest of Anna".utf8)
            let place = try #require(Data(bytes).firstRange(of: name))
            bytes[place.lowerBound] ^= 1
        }
        try server.start()

        for phone in [anna, ben] { await phone.game.wake() }
        let view = try await anna.waits(for: "being told") {
            if case .stopped = $0.connection { true } else { false }
        }
        #expect(view.connection == .stopped(.refused(ErrorNotice(.lobbyDamaged))))
        #expect(view.problem == "The server's copy of this game is damaged.")
        #expect(view.score("Anna", 1) == 3)
        try await ben.game.score(columns[1], hole: 2, throws: 4)
        try await ben.isInSync()

        let lobby = try #require(view.lobbyID).value.description
        #expect(server.errorText.contains(lobby), "\(server.errorText)")
        let report = try server.run(["verify"])
        #expect(report.status == 1)
        #expect(report.text.contains("lobby \(lobby): event 2: "), "\(report.text)")
        #expect(report.text.hasSuffix("DAMAGED\n"), "\(report.text)")
        let export = try server.run(["export", lobby])
        #expect(export.status == 1)
        #expect(export.errors.contains(lobby), "\(export.errors)")
        let other = try #require(await ben.game.view.code).description
        #expect(try server.run(["export", other]).status == 0)
    }

    @Test(
        "A file that is no database is refused with a clear message, and left as it is",
        arguments: [100, 512, 100_000])
    func garbage(count: Int) async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let data = folder.url.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let file = data.appendingPathComponent("folf.sqlite")
            var random = SeededGenerator(seed: 1)
            let garbage = Data(random.bytes(count...count))
            try garbage.write(to: file)
            let failure = try #require(throws: TestServer.StartFailure.self) {
                try TestServer(folder: folder)
            }
            #expect(failure.status == 1)
            let verify = try Child("folfd", ["verify", "--data", data.path]).wait()
            #expect(verify.status == 1)
            for errors in [failure.errors, verify.errors] {
                #expect(errors.contains("\(file.path): file is not a database"), "\(errors)")
            }
            #expect(try Data(contentsOf: file) == garbage)
        }
    }

    /// Two games on a stopped server.
    private static func twoGames() throws -> (server: TestServer, hosts: [RawPlayer]) {
        let server = try TestServer()
        let hosts = try (0..<2).map { _ in
            let host = try RawPlayer.host(server)
            for hole in 1...9 { try host.score(Int64(hole), hole: UInt8(hole)) }
            try host.perform(.addPlayer(PlayerID(7), name: "Grandpa"))
            return host
        }
        server.stop()
        return (server, hosts)
    }

    /// The error that the damaged server answers `host` with, or "changed"; nil if the game is as
    /// it was.
    private static func trouble(of host: RawPlayer) throws -> String? {
        let before = try #require(host.lobby)
        try host.reconnect()
        switch try host.enter(host.membership, name: "Anna") {
        case .refused(let notice, _): return notice.name
        case .welcome:
            var after = try #require(host.lobby)
            after.epoch = before.epoch
            return after == before ? nil : "changed"
        }
    }

    @Test(
        "A flipped byte anywhere changes no game silently",
        arguments: 1...4 as ClosedRange<UInt64>)
    func flippedBytes(seed: UInt64) async throws {
        try await onOwnThread {
            var random = SeededGenerator(seed: seed)
            let (server, hosts) = try Self.twoGames()
            let sound = [UInt8](try Data(contentsOf: Self.file(of: server)))
            for _ in 0..<15 {
                let place = Int.random(in: sound.indices, using: &random)
                let flip = UInt8.random(in: 1...255, using: &random)
                try Self.change(server) {
                    $0 = sound
                    $0[place] ^= flip
                }
                for name in ["folf.sqlite-wal", "folf.sqlite-shm"] {
                    try? FileManager.default.removeItem(atPath: "\(server.data)/\(name)")
                }
                do {
                    try server.start()
                } catch let failure as TestServer.StartFailure {
                    #expect(failure.status == 1)
                    #expect(failure.errors.contains("folf.sqlite"), "\(failure.errors)")
                    continue
                }
                let troubles = try hosts.map { try Self.trouble(of: $0) }
                server.crash()
                for trouble in troubles.compactMap({ $0 }) {
                    #expect(
                        ["lobby_damaged", "storage"].contains(trouble), "byte \(place) ^ \(flip)")
                    #expect(try server.run(["verify"]).status == 1, "byte \(place) ^ \(flip)")
                }
            }
        }
    }

    @Test("A file that ends early is never taken for a whole one", arguments: [1, 2, 3])
    func cutFile(quarters: Int) async throws {
        try await onOwnThread {
            let (server, hosts) = try Self.twoGames()
            try Self.change(server) { $0.removeLast($0.count - $0.count / 4 * quarters) }
            #expect(try server.run(["verify"]).status == 1)
            do {
                try server.start()
            } catch let failure as TestServer.StartFailure {
                #expect(failure.errors.contains("damaged"), "\(failure.errors)")
                return
            }
            let troubles = try hosts.map { try Self.trouble(of: $0) }
            #expect(troubles.allSatisfy { $0 == nil || $0 == "lobby_damaged" }, "\(troubles)")
        }
    }
}
