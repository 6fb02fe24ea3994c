import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@Suite("folfd as a program")
struct ServerProgramTests {
    @Test("A second server on the same data folder is refused by name of the first")
    func refusesSecondInstance() throws {
        let first = try TestServer()
        let second = try Child("folfd", ["--listen", "127.0.0.1:0", "--data", first.data]).wait()
        #expect(second.status == 1)
        #expect(second.errors.contains("\(first.identifier)"), "\(second.errors)")
        #expect(second.errors.contains("in use"), "\(second.errors)")
    }

    @Test("A port that is taken is said to be, and the exit code is 1")
    func refusesTakenPort() throws {
        let first = try TestServer()
        let folder = try TemporaryFolder()
        let second = try Child(
            "folfd", ["--listen", "127.0.0.1:\(first.port)", "--data", folder.path]
        ).wait()
        #expect(second.status == 1)
        #expect(second.errors.contains("127.0.0.1:\(first.port) is in use"), "\(second.errors)")
    }

    @Test("A name in place of the address is said to be, and the exit code is 1")
    func refusesName() throws {
        let folder = try TemporaryFolder()
        let child = try Child("folfd", ["--listen", "localhost:0", "--data", folder.path])
        let output = child.wait()
        #expect(output.status == 1)
        #expect(output.errors.contains("localhost is not an IP address"), "\(output.errors)")
    }

    @Test("A game can be created the moment the server is there")
    func createsAtOnce() async throws {
        try await onOwnThread {
            for _ in 0..<10 {
                let host = try RawPlayer.host(try TestServer(["--loops", "2"]))
                #expect(!host.code.isEmpty)
            }
        }
    }

    @Test("SIGTERM and Ctrl-C stop it cleanly", arguments: [SIGTERM, SIGINT])
    func stopsCleanly(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let child = try Child("folfd", ["--listen", "127.0.0.1:0", "--data", folder.path])
        _ = child.readLine()
        child.kill(signal)
        let output = child.wait()
        #expect(output.status == 0)
        #expect(output.errors.contains("stopped"), "\(output.errors)")
    }

    @Test(
        "A wrong option is named, with exit code 2",
        arguments: [
            ["--port", "1"], ["--listen", "nowhere"], ["--loops", "0"], ["--data"],
            ["--log-level", "loud"], ["--log-format", "xml"], ["--trusted-proxy", "10.0.0.1/8"],
        ])
    func refusesWrongOptions(arguments: [String]) throws {
        let output = try Child("folfd", arguments).wait()
        #expect(output.status == 2)
        #expect(output.errors.contains(arguments[0]), "\(output.errors)")
    }

    @Test("An environment variable sets an option, and a flag overrules it")
    func readsEnvironment() throws {
        let folder = try TemporaryFolder()
        let elsewhere = folder.url.appendingPathComponent("elsewhere").path
        let here = folder.url.appendingPathComponent("here").path
        let environment = ["FOLFD_LISTEN": "127.0.0.1:0", "FOLFD_DATA": elsewhere]
        let first = try Child("folfd", [], environment: environment)
        #expect(first.readLine()?.contains("data in \(elsewhere)") == true)
        let second = try Child("folfd", ["--data=\(here)"], environment: environment)
        #expect(second.readLine()?.contains("data in \(here)") == true)
        for child in [first, second] {
            child.kill(SIGTERM)
            child.wait()
        }
    }

    @Test("An empty environment variable is none")
    func ignoresEmptyVariables() throws {
        let folder = try TemporaryFolder()
        let environment = ["FOLFD_LISTEN": "", "FOLFD_LOOPS": ""]
        let child = try Child(
            "folfd", ["--listen", "127.0.0.1:0", "--data", folder.path], environment: environment)
        #expect(child.readLine()?.contains("folfd listens") == true)
        child.kill(SIGTERM)
        #expect(child.wait().status == 0)
    }

    @Test(
        "A host that can't be listened on is named with the reason",
        arguments: [
            ("localhost", "localhost is not an IP address"),
            ("192.0.2.1", "192.0.2.1 is not an address of this machine"),
        ])
    func refusesHost(host: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let output = try Child("folfd", ["--listen", "\(host):0", "--data", folder.path]).wait()
        #expect(output.status == 1)
        #expect(output.errors.contains(reason), "\(output.errors)")
    }

    @Test("With its data folder deleted it acknowledges nothing more, and says so")
    func dataFolderDeleted() async throws {
        try await onOwnThread {
            let server = try TestServer(["--loops", "1"])
            let host = try RawPlayer.host(server)
            try host.score(3, hole: 1)
            try FileManager.default.removeItem(atPath: server.data)
            let end = try #require(throws: RawPlayer.Ended.self) { try host.score(4, hole: 1) }
            #expect(end.notice?.name == "storage")
            #expect(server.errorText.contains("was moved, replaced or deleted"))
        }
    }

    @Test("The help names every option and command")
    func helps() throws {
        let output = try Child("folfd", ["--help"]).wait()
        #expect(output.status == 0)
        for word in ["--listen", "--data", "--loops", "--log-level", "verify", "export", "backup"] {
            #expect(output.text.contains(word), "\(word)")
        }
    }

    @Test("An empty data folder is sound")
    func verifiesEmptyFolder() throws {
        let server = try TestServer()
        let output = try server.run(["verify"])
        #expect(output.status == 0)
        #expect(output.text.contains("sound"), "\(output.text)")
    }
}
