import Foundation
import TestSupport
import Testing

@Suite("What the page for programs says to type")
struct ExampleTests {
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&"),
    ]

    /// The page's examples as the real server tells them, one after the other.
    private func examples(at address: String, of server: TestServer) throws -> String {
        let client = try RawClient(port: server.port)
        client.send(
            Array("GET \(address) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
        let page = String(decoding: try client.readToEnd(), as: UTF8.self)
        let blocks = page.matches(of: /<pre><code>([^<]+)<\/code><\/pre>/).map { String($0.1) }
        #expect(blocks.count == 4)
        var text = blocks.joined(separator: "\n")
        for (entity, sign) in Self.entities { text = text.replacing(entity, with: sign) }
        let own = "server=http://127.0.0.1:\(server.port)"
        #expect(text.contains("server=https://folf.example\n"))
        return text.replacing("server=https://folf.example", with: own)
    }

    @Test(
        "is done by the real server, from the first sign-up to the card",
        arguments: ["/api", "/forritaskil"])
    func examples(address: String) async throws {
        try await onOwnThread {
            let server = try TestServer()
            let folder = try TemporaryFolder()
            let script = "cd '\(folder.url.path)'\n" + (try examples(at: address, of: server))
            let output = try Child("/bin/sh", ["-euc", script]).wait()
            #expect(output.status == 0, "\(output.text)\(output.errors)")
            for part in [
                "\"recovery_codes\":[", "\r\nETag: \"", "\"handle\":\"anna\"",
                "\"course\":\"Klambratún\"", "\"items\":[{\"lobby\":\"",
            ] {
                #expect(output.text.contains(part), "\(part) isn't in \(output.text)")
            }
        }
    }
}
