import Foundation
import Glibc
import SyncClient
import TestSupport
import Testing
import Wire

@Suite("The operator's commands")
struct ControlTests {
    @Test("They tell how the server is, and of its games no name and no code")
    func looks() async throws {
        try await onOwnThread {
            let server = try TestServer(["--loops", "2"])
            let host = try RawPlayer.host(server)
            try host.score(3, hole: 1)
            let status = try server.run(["status"])
            #expect(status.status == 0 && status.text.hasPrefix("folfd 0.1: ok\n"))
            #expect(status.text.contains(" 1 lobbies in memory\n"))
            let json = try JSONSerialization.jsonObject(
                with: Data(try server.run(["status", "--json"]).text.utf8))
            let figures = try #require(json as? [String: Any])
            #expect(figures["state"] as? String == "ok" && figures["members"] as? Int == 1)
            let lobbies = try server.run(["lobbies"]).text
            let line = try #require(lobbies.split(separator: "\n").last)
            let id = String(line.prefix { $0 != " " })
            #expect(line.contains("playing 1"))
            let lobby = try server.run(["lobby", id]).text
            #expect(lobby.contains("member") && lobby.contains("cell"))
            for text in [status.text, lobbies, lobby] {
                #expect(!text.contains("Anna") && !text.contains(host.code))
            }
        }
    }

    @Test("They lock a game and end its connections; what can't be done is said, with exit code 1")
    func acts() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            let lobbies = try server.run(["lobbies"]).text
            let id = String(try #require(lobbies.split(separator: "\n").last).prefix(32))
            #expect(try server.run(["lock", id]).text == "done\n")
            let again = try server.run(["lock", id])
            #expect(again.status == 1 && again.errors.contains("as the game stands"))
            #expect(try server.run(["close", id]).status == 0)
            #expect(try server.run(["kick", id, "9"]).errors.contains("no such member"))
            #expect(try server.run(["close", "00"]).status == 1)
            #expect(try server.run(["close", "/status"]).status == 2)
            #expect(!host.code.isEmpty)
        }
    }

    @Test("A game that nobody has open, as after a restart, is deleted and brought back by its id")
    func deletesUnopened() async throws {
        try await onOwnThread {
            let server = try TestServer()
            _ = try RawPlayer.host(server)
            let lobbies = try server.run(["lobbies"]).text
            let id = String(try #require(lobbies.split(separator: "\n").last).prefix(32))
            #expect(server.stop()?.status == 0)
            try server.start()
            #expect(try !server.run(["lobbies"]).text.contains(id))
            #expect(try server.run(["delete", id]).text == "done\n")
            #expect(try server.run(["lobby", id]).text.contains("(deleted)"))
            #expect(try server.run(["undelete", id]).text == "done\n")
            #expect(try !server.run(["lobby", id]).text.contains("(deleted)"))
            let unknown = try server.run(["delete", String(repeating: "7", count: 32)])
            #expect(unknown.status == 1 && unknown.errors.contains("no such lobby"))
        }
    }

    @Test("The status tells how old the last good backup is, once there is one")
    func backup() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let copies = folder.url.appendingPathComponent("copies").path
            let server = try TestServer(["--backup-folder", copies])
            let deadline = Date(timeIntervalSinceNow: 60)
            var text = ""
            while !text.contains(" seconds since the last good backup\n"), Date() < deadline {
                text = try server.run(["status"]).text
            }
            #expect(text.contains(" seconds since the last good backup\n"))
            let bare = try TestServer()
            #expect(!(try bare.run(["status"])).text.contains("backup"))
        }
    }

    @Test("What the operator says is shown to those who play")
    func says() async throws {
        let group = try await Group(at: TestServer())
        let anna = group["Anna"]
        let server = group.server
        let said = try await onOwnThread { try server.run(["say", "Wir machen um 9 zu: \"bye\""]) }
        #expect(said.text == "done\n")
        let view = try await anna.waits(for: "being told") { $0.notice?.name == "announcement" }
        #expect(view.problem == "Wir machen um 9 zu: \"bye\"")
        let columns = try await anna.player("Anna")
        try await anna.game.score(columns, hole: 1, throws: 3)
        try await anna.isInSync()
        let refused = try await onOwnThread { try server.run(["say", "a\nb"]) }
        #expect(refused.status == 1 && refused.errors.contains("on one line"))
    }

    @Test(
        "Who may not ask the server is told that, and not that there is none",
        .enabled(if: geteuid() == 0, "only root becomes somebody else"))
    func notAllowed() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let command = [
                "setpriv", "--reuid=65534", "--clear-groups", Programs.url("folfd").path,
            ]
            let output = try Child(
                "/usr/bin/env", command + ["status", "--data", server.data],
                environment: ["FOLFD_SETTINGS": ""]
            ).wait()
            #expect(output.status == 1)
            #expect(output.errors.contains("only its owner and root may ask"), "\(output.errors)")
        }
    }

    @Test("The socket is for its owner only, replaces one that was left, and goes with the server")
    func socket() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let path = server.data + "/control"
            var status = stat()
            #expect(unsafe lstat(path, &status) == 0)
            #expect(status.st_mode & S_IFMT == S_IFSOCK && status.st_mode & 0o777 == 0o600)
            server.crash()
            #expect(unsafe lstat(path, &status) == 0)
            let silent = try server.run(["status"])
            #expect(silent.status == 1 && silent.errors.contains("no server runs"))
            try server.start()
            #expect(try server.run(["status"]).status == 0)
            server.stop()
            #expect(unsafe lstat(path, &status) != 0)
        }
    }

    @Test("A data folder whose path is longer than an address of a socket has one too")
    func longPath() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let name = String(repeating: "long", count: 40)
            let data = folder.url.appendingPathComponent(name).path
            let child = try Child("folfd", ["--listen", "127.0.0.1:0", "--data", data])
            _ = child.readLine()
            #expect(try Child("folfd", ["status", "--data", data]).wait().status == 0)
            child.kill(SIGTERM)
            child.wait()
        }
    }
}
