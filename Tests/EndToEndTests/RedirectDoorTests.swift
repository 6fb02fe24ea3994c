import Foundation
import TestSupport
import Testing

@Suite("The redirect of folfd")
struct RedirectDoorTests {
    @Test("A door for redirects leads to the front door and answers certbot's challenges")
    func redirect() throws {
        let webroot = try TemporaryFolder()
        let challenges = webroot.url.appendingPathComponent(".well-known/acme-challenge")
        try FileManager.default.createDirectory(at: challenges, withIntermediateDirectories: true)
        try Data("proof".utf8).write(to: challenges.appendingPathComponent("token"))
        try Data("secret".utf8).write(to: webroot.url.appendingPathComponent("secret"))
        let server = try TestServer([
            "--redirect", "127.0.0.1:0", "--acme-webroot", webroot.path,
            "--name", "Folf.Example",
        ])
        let port = try #require(TestServer.port(in: server.readLine() ?? ""))
        func ask(_ path: String) throws -> String {
            let client = try RawClient(port: port)
            client.send(Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return String(decoding: try client.readToEnd(), as: UTF8.self)
        }
        #expect(
            try ask("/j/K7MPQX").contains(
                "\r\nLocation: http://folf.example:\(server.port)/j/K7MPQX\r\n"))
        #expect(try ask("/.well-known/acme-challenge/token").hasSuffix("\r\n\r\nproof"))
        for path in ["..", "%2e%2e%2f%2e%2e%2fsecret", "absent"] {
            #expect(
                try ask("/.well-known/acme-challenge/\(path)").hasPrefix("HTTP/1.1 404 "), "\(path)"
            )
        }
    }

    @Test("A port for redirects that is taken is named")
    func takenPort() throws {
        let first = try TestServer()
        let folder = try TemporaryFolder()
        let second = try Child(
            "folfd",
            [
                "--listen", "127.0.0.1:0", "--data", folder.path, "--redirect",
                "127.0.0.1:\(first.port)",
            ]
        ).wait()
        #expect(second.status == 1)
        #expect(second.errors.contains("127.0.0.1:\(first.port) is in use"), "\(second.errors)")
    }
}
