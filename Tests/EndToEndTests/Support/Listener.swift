import Foundation
import Glibc
import TestSupport
import Testing

/// A listener on the web, in another process: it prints the body of each POST as a line, after it
/// has answered the first few with an error.
final class Listener {
    private static let script = """
        import http.server, os, sys, threading
        # Whoever waits for a message in vain is told so by the end.
        threading.Timer(300, os._exit, [1]).start()
        class Handler(http.server.BaseHTTPRequestHandler):
            left = int(sys.argv[1])
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                Handler.left -= 1
                self.send_response(int(sys.argv[2]) if Handler.left >= 0 else 204)
                if Handler.left >= 0: self.send_header("Location", self.path)
                self.end_headers()
                if Handler.left < 0: print(body, flush=True)
            def do_GET(self):
                # /N/STATUS leads to /N-1/STATUS, and /0/STATUS answers with that status.
                left, status = self.path.split("/")[1:3]
                self.send_response(302 if left != "0" else int(status))
                if left != "0": self.send_header("Location", f"/{int(left) - 1}/{status}")
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private let child: Child
    let root: String
    var url: String { root + "/hook?secret=s3cret" }

    /// - Parameter status: of the first few answers.
    init(failures: Int = 0, status: Int = 503) throws {
        child = try Child("/usr/bin/python3", ["-c", Self.script, "\(failures)", "\(status)"])
        root = "http://127.0.0.1:\(child.readLine() ?? "")"
    }

    deinit { child.kill(SIGKILL) }

    func next() throws -> [String: Any] {
        let line = try #require(child.readLine())
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
    }
}
