import Foundation
import Glibc
import Structures
import TestSupport
import Testing

@testable import folfd

@Suite("A service manager is told how the server is")
struct ServiceTests {
    @Test(
        "It is told that the server is ready, reloads, is ready again and stops",
        arguments: [false, true])
    func tells(isAbstract: Bool) async throws {
        try await onOwnThread {
            let manager = try NotifySocket(isAbstract: isAbstract)
            let server = try TestServer(environment: ["NOTIFY_SOCKET": manager.address])
            #expect(try manager.next() == ["READY=1", "STATUS=serving"])
            kill(server.identifier, SIGHUP)
            let reloading = try manager.next()
            #expect(reloading.first == "RELOADING=1")
            #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
            #expect(try manager.next() == ["READY=1", "STATUS=serving"])
            let output = server.stop()
            #expect(output?.status == 0)
            #expect(try manager.next() == ["STOPPING=1", "STATUS=draining"])
        }
    }

    @Test("The watchdog is fed while all loops turn, though nobody is there")
    func feedsWatchdog() async throws {
        try await onOwnThread {
            let manager = try NotifySocket()
            let server = try TestServer(
                ["--loops", "3"],
                environment: ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"])
            for _ in 0..<10 { _ = try manager.messages(until: "WATCHDOG=1") }
            #expect(server.stop()?.status == 0)
        }
    }

    @Test(
        "The watchdog isn't fed while a loop or the store hangs, and is again afterwards",
        .enabled(if: Faults.library != nil, "needs clang, to compile Tests/Preload/faults.c"),
        .enabled(if: !Faults.isSanitized, "a sanitizer watches the same calls"),
        arguments: [Faults.Number.acceptsHang, .syncsHang])
    func starvesWatchdog(hanging: Faults.Number) async throws {
        try await onOwnThread {
            let manager = try NotifySocket()
            let faults = try Faults()
            let server = try TestServer(
                ["--loops", "1"],
                environment: faults.environment.merging(
                    ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "1000000"]) { $1 })
            let host = try RawPlayer.host(server)
            _ = try manager.messages(until: "WATCHDOG=1")
            faults[hanging] = 1
            let visitor = try RawClient(port: server.port)
            if hanging == .syncsHang { host.beginScoring() }
            for _ in 0..<180_000 where faults[.hangs] == 0 { usleep(1_000) }
            #expect(faults[.hangs] == 1)
            // It may have been slow before, and told that it was well again.
            manager.passOver()
            _ = try manager.messages(until: "STATUS=")
            for _ in 0..<5 {
                let message = try manager.next()
                let part = hanging == .acceptsHang ? "loop 0" : "the store"
                #expect(message == ["STATUS=\(part) hangs: the watchdog isn't fed"])
            }
            faults[hanging] = 0
            _ = try manager.messages(until: "WATCHDOG=1")
            _ = (visitor, host)
            #expect(server.errorText.contains("hangs"))
        }
    }

    @Test("A part that doesn't answer starves the watchdog, whoever else answers")
    func starves() {
        let heartbeat = Heartbeat()
        var complaints: [[Heartbeat.Part]] = []
        var fed = 0
        func tick(answering parts: [Heartbeat.Part]) {
            let watchdog = Watchdog(
                heartbeat: heartbeat, parts: [.loop(0), .loop(1), .store],
                ask: { for part in parts { heartbeat.beat(part) } }, feed: { fed += 1 },
                complain: { complaints.append($0) })
            watchdog.tick()
        }
        tick(answering: [.loop(0), .loop(1), .store])
        tick(answering: [.loop(0), .store])
        #expect(fed == 2)
        tick(answering: [.loop(0), .loop(1), .store])
        tick(answering: [.loop(0), .loop(1), .store])
        #expect(fed == 2)
        #expect(complaints == [[.loop(1)], [.loop(1)]])
        heartbeat.beat(.loop(1))
        tick(answering: [])
        #expect(fed == 3)
    }

    @Test(
        "What the manager says wrongly is refused with a sentence",
        arguments: [
            (["NOTIFY_SOCKET": "somewhere"], "NOTIFY_SOCKET"),
            (["WATCHDOG_USEC": "soon"], "WATCHDOG_USEC"), (["WATCHDOG_USEC": "0"], "WATCHDOG_USEC"),
        ])
    func refuses(variables: [String: String], name: String) throws {
        let folder = try TemporaryFolder()
        let output = try Child(
            "folfd", ["--listen", "127.0.0.1:0", "--data", folder.path], environment: variables
        ).wait()
        #expect(output.status == 2)
        #expect(output.errors.contains("\(name) is a"), "\(output.errors)")
    }

    @Test("A watchdog of another process isn't fed")
    func ignoresOthersWatchdog() throws {
        let variables = ["WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "7"]
        let manager = try ServiceManager(process: 8) { variables[$0] }
        #expect(manager.watchdogMilliseconds == nil)
        let own = try ServiceManager(process: 7) { variables[$0] }
        #expect(own.watchdogMilliseconds == 5_000)
    }
}

@Suite("Sockets that a service manager holds")
struct HeldSocketTests {
    private func held(_ variables: [String: String]) throws -> HeldSockets {
        try HeldSockets(process: 8) { variables[$0] }
    }

    @Test("A held socket is listened on, and its address is told")
    func listens() async throws {
        try await onOwnThread {
            let socket = try HeldSocket()
            let server = try TestServer(held: socket)
            #expect(server.port == socket.port)
            let client = try RawClient(port: socket.port)
            client.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("A held socket that is no listening one is refused with a sentence")
    func refusesOther() throws {
        let folder = try TemporaryFolder()
        let output = try Child(
            "/bin/sh",
            [
                "-c", "export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$0\" --data \"$1\" 3</dev/null",
                Programs.url("folfd").path, folder.path,
            ]
        ).wait()
        #expect(output.status == 2)
        #expect(output.errors.contains("doesn't listen"), "\(output.errors)")
    }

    @Test("Sockets for another process aren't taken")
    func ignoresOthers() throws {
        var sockets = try held(["LISTEN_PID": "7", "LISTEN_FDS": "x"])
        #expect(try sockets.take(.front) == nil)
        try sockets.requireNoneLeft()
    }

    @Test(
        "What doesn't fit is refused with a sentence",
        arguments: [
            (["LISTEN_PID": "me"], "LISTEN_PID is a process id"),
            (["LISTEN_PID": "8"], "LISTEN_FDS is a number"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "0"], "LISTEN_FDS is a number"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "4000000000"], "LISTEN_FDS is a number"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "2"], "two sockets named public"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "folfd.socket"], "doors"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": ""], "doors"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "control"], "doors"),
            (["LISTEN_PID": "8", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "public"], "1 names for 2"),
        ])
    func refuses(variables: [String: String], sentence: String) throws {
        let error = try #require(throws: OptionError.self) { try held(variables) }
        #expect(error.reason.contains(sentence), "\(error.reason)")
    }

    @Test("A socket for a door that isn't open is refused")
    func refusesClosedDoor() throws {
        let sockets = try held([
            "LISTEN_PID": "8", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "metrics:redirect",
        ])
        let error = try #require(throws: OptionError.self) { try sockets.requireNoneLeft() }
        #expect(error.reason.contains("metrics"), "\(error.reason)")
    }
}
