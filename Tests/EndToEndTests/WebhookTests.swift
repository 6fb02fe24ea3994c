import Foundation
import Glibc
import TestSupport
import Testing

/// A listener on the web, in another process: it prints the body of each POST as a line, after it
/// has answered the first few with an error.
private final class Listener {
    private static let script = """
        import http.server, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            left = int(sys.argv[1])
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                Handler.left -= 1
                self.send_response(503 if Handler.left >= 0 else 204)
                self.end_headers()
                if Handler.left < 0: print(body, flush=True)
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private let child: Child
    let url: String

    init(failures: Int = 0) throws {
        child = try Child("/usr/bin/python3", ["-c", Self.script, "\(failures)"])
        url = "http://127.0.0.1:\(child.readLine() ?? "")/hook?secret=s3cret"
    }

    deinit { child.kill(SIGKILL) }

    func next() throws -> [String: Any] {
        let line = try #require(child.readLine())
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
    }
}

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
