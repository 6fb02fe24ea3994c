import Foundation
import Glibc
import SyncClient
import TestSupport
import Testing

/// The drill: the disk with the data folder dies, and what was copied elsewhere takes its place.
@Suite("The server's disk dies, and its backup takes the place")
struct BackupTests {
    private let copies: TemporaryFolder
    private let server: TestServer

    init() throws {
        copies = try TemporaryFolder()
        server = try TestServer(["--loops", "2", "--backup-folder", copies.path])
    }

    /// Waits until there is a sound copy.
    private func isCopied() async throws { try await Self.waits(for: "backup_made", of: server) }

    /// Waits until a server has logged an event. Gives up after minutes.
    private static func waits(for event: String, of server: TestServer) async throws {
        for _ in 0..<18_000 {
            if server.errorText.contains(" \(event) ") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("no \(event): \(server.errorText)")
    }

    private func restore(_ arguments: [String] = []) throws {
        let output = try server.run(["restore", copies.path] + arguments)
        try #require(output.status == 0, "\(output)")
        #expect(!output.text.contains("follow nothing"), "\(output.text)")
    }

    @Test("Under load: phones bring back what the last moment cost, and every entry counts once")
    func drill() async throws {
        try await isCopied()
        var games: [ScoredGame] = []
        for (place, names) in [["Anna", "Ben", "Cleo"], ["Dora", "Emil"]].enumerated() {
            games.append(try await ScoredGame(names, at: server, seed: UInt64(place + 40)))
        }
        for game in games { try await game.goesOn(by: 60) }
        server.crash()
        try FileManager.default.removeItem(atPath: server.data)
        try restore()
        try server.start()
        for game in games { await game.wake() }
        for game in games { try await game.goesOn(by: 20) }
        for game in games { try await game.end() }
        #expect(try server.run(["verify"]).status == 0)
    }

    @Test("After a clean stop the backup has every event, though no phone comes back")
    func complete() async throws {
        try await isCopied()
        let group = try await Group(at: server)
        for hole in 1...9 {
            let column = try await group.host.player("Ben")
            try await group.host.game.score(column, hole: hole, throws: Int64(hole))
        }
        try await group.agree()
        let before = try group.checkLog()
        for phone in group.phones { phone.loseSignal() }
        #expect(server.stop()?.status == 0)
        let refused = try server.run(["restore", copies.path])
        #expect(refused.status == 1 && refused.errors.contains("--replace"), "\(refused)")
        try restore(["--replace"])
        let after = try group.checkLog()
        #expect(after.seq == before.seq)
        #expect(after.line("Ben")?.throws == (1...9).map { $0 })
    }

    @Test(
        "A backup disk that is full is told, and holds nobody up",
        .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
    func fullDisk() async throws {
        let disk = try SmallDisk()
        let server = try TestServer(["--backup-folder", disk.path])
        try await Self.waits(for: "backup_made", of: server)
        disk.fill()
        try await onOwnThread {
            let host = try RawPlayer.host(server)
            // More than fits on the page that the file ends in.
            for count in 1...90 as ClosedRange<Int64> {
                #expect(try host.score(count, hole: UInt8(1 + count % 9)) == nil)
            }
        }
        try await Self.waits(for: "backup_incomplete", of: server)
        try await onOwnThread {
            let host = try RawPlayer.host(server)
            #expect(try host.score(3, hole: 1) == nil)
        }
        #expect(server.stop()?.status == 0)
        #expect(try server.run(["verify"]).status == 0)
    }

    @Test("A restore that is killed at any moment leaves the old games, or asks to be repeated")
    func killedRestore() async throws {
        try await isCopied()
        let group = try await Group(at: server)
        let column = try await group.host.player("Ben")
        try await group.host.game.score(column, hole: 1, throws: 4)
        try await group.agree()
        for phone in group.phones { phone.loseSignal() }
        #expect(server.stop()?.status == 0)
        let arguments = ["restore", copies.path, "--replace", "--data", server.data]
        let clock = ContinuousClock()
        let duration = try clock.measure { try restore(["--replace"]) }
        var random = SeededGenerator(seed: 3)
        var (kills, tries) = (0, 0)
        while kills < 20, tries < 400 {
            tries += 1
            let child = try Child("folfd", arguments)
            let moment = duration * Double.random(in: 0...1.2, using: &random)
            try await Task.sleep(for: moment)
            child.kill(SIGKILL)
            kills += child.wait().status == 128 + SIGKILL ? 1 : 0
            guard !FileManager.default.fileExists(atPath: server.data + "/restoring") else {
                let refused = try Child(
                    "folfd", ["--listen", "127.0.0.1:0", "--data", server.data])
                #expect(refused.wait().errors.contains("repeat it"))
                continue
            }
            #expect(try group.checkLog().line("Ben")?.throws.first == 4)
        }
        #expect(kills == 20)
        try restore(["--replace"])
        #expect(try group.checkLog().line("Ben")?.throws.first == 4)
    }

    @Test("Whoever watches the server sees when the last copy was begun, and what waits")
    func metrics() async throws {
        try await isCopied()
        #expect(server.stop()?.status == 0)
        // At the second start there is a copy, whatever becomes of the next.
        let text = try await onOwnThread { [copies] in
            try MetricsTests.metrics(["--backup-folder", copies.path])
        }
        for name in ["success_timestamp_seconds 1", "complete ", "batches_waiting "] {
            #expect(text.contains("\nfolf_backup_\(name)"), "\(name)")
        }
    }

    @Test("A backup folder that another server has is refused by name of that one")
    func sharedFolder() throws {
        let folder = try TemporaryFolder()
        let output = try Child(
            "folfd",
            ["--listen", "127.0.0.1:0", "--data", folder.path, "--backup-folder", copies.path]
        ).wait()
        #expect(output.status == 1)
        #expect(output.errors.contains("\(server.identifier)"), "\(output.errors)")
    }
}
