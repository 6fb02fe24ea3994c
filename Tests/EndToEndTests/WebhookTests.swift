import Foundation
import Glibc
import TestSupport
import Testing

private let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

@Suite("Whoever looks after the server is told of trouble", .enabled(if: hasCurl, "needs curl"))
struct WebhookTests {
    @Test(
        "A disk that is nearly full is told to the webhook, also where that fails at first",
        .enabled(if: SmallDisk.isAvailable, "needs root, to mount a small file system"))
    func webhook() async throws {
        try await onOwnThread {
            let listener = try Listener(failures: 1)
            let disk = try SmallDisk()
            let server = try TestServer(["--webhook", listener.url], folder: disk.folder)
            disk.fill()
            let message = try listener.next()
            #expect(message["trouble"] as? String == "disk")
            #expect(message["state"] as? String == "raised")
            #expect((message["text"] as? String)?.contains("of the disk are free") == true)
            let errors = server.errorText
            #expect(errors.contains(" error trouble trouble=disk "))
            #expect(errors.contains(" error webhook_failed") && !errors.contains("s3cret"))
        }
    }

    @Test("folfd watch says whether a server is ready, and how often it was")
    func once() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let folder = try TemporaryFolder()
            let state = folder.url.appendingPathComponent("state").path
            let arguments = [
                "watch", "http://127.0.0.1:\(server.port)", "--once", "--watch-state", state,
            ]
            let good = try Child("folfd", arguments).wait()
            #expect(good.status == 0)
            #expect(good.text == "ready; available 100.000 % in 1 of the last 30 days\n")
            server.crash()
            let bad = try Child("folfd", arguments).wait()
            #expect(bad.status == 1)
            #expect(bad.text == "NOT READY; available 50.000 % in 1 of the last 30 days\n")
        }
    }

    @Test(
        "folfd watch judges the answer that redirects lead to, and follows five of them",
        arguments: [
            ("0/200", true), ("5/200", true), ("6/200", false), ("1/503", false), ("0/304", false),
        ])
    func redirects(path: String, isGood: Bool) async throws {
        try await onOwnThread {
            let listener = try Listener()
            let watch = try Child("folfd", ["watch", "\(listener.root)/\(path)", "--once"]).wait()
            #expect(watch.status == (isGood ? 0 : 1), "\(watch.text)")
        }
    }

    @Test("A webhook that leads elsewhere hasn't taken the message: it is told again")
    func redirectedWebhook() async throws {
        try await onOwnThread {
            let listener = try Listener(failures: 1, status: 307)
            let watch = try Child(
                "folfd",
                [
                    "watch", "\(listener.root)/0/503", "--watch-every", "1",
                    "--webhook", listener.url,
                ])
            defer { watch.kill(SIGTERM) }
            #expect(try listener.next()["trouble"] as? String == "unreachable")
            #expect(watch.errorText.contains(" error webhook_failed"))
        }
    }

    @Test("folfd watch goes on though nobody reads its log, and says that its command fails")
    func closedLog() async throws {
        try await onOwnThread {
            let listener = try Listener()
            let options = "watch \(listener.root)/0/503 --watch-every 1 --webhook \(listener.url)"
            let folder = try TemporaryFolder()
            let log = folder.url.appendingPathComponent("log").path
            let program = Programs.url("folfd").path
            // A pipe whose reader is gone before anything is written.
            let deaf = try Child(
                "/usr/bin/python3",
                [
                    "-c",
                    "import os, signal, sys; r, w = os.pipe(); os.close(r); "
                        + "os.dup2(w, 2); "
                        + "signal.signal(signal.SIGPIPE, signal.SIG_DFL); "
                        + "os.execv(sys.argv[1], sys.argv[1:])",
                    program,
                ] + options.split(separator: " ").map(String.init))
            defer { deaf.kill(SIGTERM) }
            #expect(try listener.next()["trouble"] as? String == "unreachable")
            #expect(deaf.isRunning)
            let loud = try Child(
                "/bin/sh",
                ["-c", "exec \(program) \(options) --watch-run 'cat >/dev/null; exit 3' 2>\(log)"])
            defer { loud.kill(SIGTERM) }
            try wait(for: "the command's failure") {
                let text = try? String(contentsOfFile: log, encoding: .utf8)
                return text?.contains(" error watch_run_failed reason=\"it ends with 3\"")
                    == true
            }
        }
    }

    @Test("folfd watch tells when a server has gone, to the webhook and to a command")
    func gone() async throws {
        try await onOwnThread {
            let listener = try Listener()
            let folder = try TemporaryFolder()
            let told = folder.url.appendingPathComponent("told").path
            let server = try TestServer()
            let watch = try Child(
                "folfd",
                [
                    "watch", "http://127.0.0.1:\(server.port)/", "--watch-every", "1",
                    "--webhook", listener.url, "--watch-run", "cat > \(told)",
                ])
            defer { watch.kill(SIGTERM) }
            server.crash()
            let message = try listener.next()
            #expect(message["trouble"] as? String == "unreachable")
            #expect(message["server"] as? String == "http://127.0.0.1:\(server.port)/")
            let text = try String(contentsOfFile: told, encoding: .utf8)
            #expect(text.contains("\"trouble\":\"unreachable\",\"state\":\"raised\""))
            #expect(watch.errorText.contains(" error trouble trouble=unreachable "))
        }
    }

    @Test(
        "An address that is none is refused",
        arguments: [
            ["--webhook", "example.org"], ["watch", "ftp://a"], ["--webhook", "http://a b"],
        ])
    func refusedAddresses(arguments: [String]) throws {
        let output = try Child("folfd", arguments).wait()
        #expect(output.status == 2 && output.errors.contains("address on the web"))
    }
}
