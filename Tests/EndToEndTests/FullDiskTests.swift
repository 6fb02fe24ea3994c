import Documents
import Foundation
import Scoring
import SyncClient
import Testing
import Wire

@Suite(
    "A full disk",
    .enabled(if: SmallDisk.isAvailable, "needs root, to mount a small file system"))
struct FullDiskTests {
    /// Asks until the answer is as expected; false if it isn't for a minute.
    private static func state(
        at path: String = "/readyz", of server: TestServer, is expected: String
    ) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            let client = try RawClient(port: server.port)
            client.send(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            if answer.hasPrefix("HTTP/1.1 \(expected.prefix(3)) "),
                answer.hasSuffix("{\"state\":\"\(expected.dropFirst(4))\"}\n")
            {
                return true
            }
        }
        return false
    }

    @Test(
        "The server says so, still shows the game, loses nothing it has, and takes the rest later")
    func fullDisk() async throws {
        let disk = try SmallDisk()
        let server = try TestServer(folder: disk.folder)
        let group = try await Group(at: server)
        let (anna, ben) = (group["Anna"], group["Ben"])
        let columns = [try await anna.player("Anna"), try await anna.player("Ben")]
        for hole in 1...5 { try await anna.game.score(columns[0], hole: hole, throws: 3) }
        try await anna.isInSync()
        try await ben.catchesUp(with: anna)
        #expect(try await onOwnThread { try Self.state(of: server, is: "200 ok") })

        disk.fill()
        #expect(try await onOwnThread { try Self.state(of: server, is: "503 full") })
        for hole in 6...8 { try await anna.game.score(columns[0], hole: hole, throws: 3) }
        try await ben.game.score(columns[1], hole: 1, throws: 4)
        #expect(try await onOwnThread { try Self.state(of: server, is: "503 full") })
        let told = try await anna.waits(for: "being told") { $0.notice?.name == "storage_full" }
        #expect(told.problem == "The server's disk is full. Your entries stay here.")
        #expect(told.pendingCount == 3)

        // A spectator, and a player who opens the app again, are served: they only look.
        let spectator = try Phone("Eve", at: server)
        try await spectator.watch(code: group.code)
        let seen = try await spectator.waits(for: "the game") { $0.lobby != nil }
        #expect(seen.line("Anna")?.total == 15)
        ben.kill()
        try await ben.reopen()
        try await ben.waits(for: "a session") { $0.connection == .live }

        disk.free()
        for phone in [anna, ben, spectator] {
            await phone.game.wake()
            try await phone.waits(for: "everything") {
                $0.connection == .live && $0.pendingCount == 0 && $0.line("Anna")?.total == 24
                    && $0.line("Ben")?.total == 4
            }
        }
        #expect(try await onOwnThread { try Self.state(of: server, is: "200 ok") })
        #expect(try group.checkLog().count("cell") == 9)
    }

    @Test("It is known to be full before anybody has tried to save something, and to be free again")
    func knownBeforehand() async throws {
        try await onOwnThread {
            let disk = try SmallDisk()
            let server = try TestServer(folder: disk.folder)
            #expect(try Self.state(of: server, is: "200 ok"))
            disk.fill()
            #expect(try Self.state(of: server, is: "503 full"))
            #expect(try Self.state(at: "/healthz", of: server, is: "200 ok"))
            disk.free()
            #expect(try Self.state(of: server, is: "200 ok"))
        }
    }

    @Test("What was acknowledged survives a kill on a full disk")
    func killedWhileFull() async throws {
        try await onOwnThread {
            let disk = try SmallDisk()
            let server = try TestServer(folder: disk.folder)
            let host = try RawPlayer.host(server)
            var acknowledged: OpNumber = host.number
            disk.fill()
            do {
                while true {
                    try host.score(Int64.random(in: 1...9), hole: 1)
                    acknowledged = host.number
                }
            } catch let end as RawPlayer.Ended {
                #expect(end.notice.map(\.name) ?? "storage_full" == "storage_full")
            }
            server.crash()
            disk.free()
            let log = try server.checkLog(of: host.code)
            #expect(log.events.last?.n == acknowledged)
            try server.start()
            try host.reconnect()
            guard case .welcome(let welcome) = try host.enter(host.membership, name: "Anna") else {
                Issue.record("not let in")
                return
            }
            #expect(welcome.lastNumber == acknowledged)
        }
    }

    @Test(
        "A server that is started on a full disk says what is wrong, and starts once there is room")
    func startedWhileFull() async throws {
        try await onOwnThread {
            let disk = try SmallDisk()
            let server = try TestServer(folder: disk.folder)
            let host = try RawPlayer.host(server)
            server.stop()
            disk.fill()
            let failure = try #require(throws: TestServer.StartFailure.self) {
                try server.start()
            }
            #expect(failure.status == 1)
            #expect(failure.errors.contains("The disk is full"), "\(failure.errors)")
            disk.free()
            try server.start()
            #expect(try server.checkLog(of: host.code).seq == 2)
        }
    }
}
