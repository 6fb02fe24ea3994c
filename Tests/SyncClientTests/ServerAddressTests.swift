import SyncClient
import Testing

struct ServerAddressTests {
    @Test(
        "An address is read with what may be left out",
        arguments: [
            ("ws://localhost:8080", "localhost:8080", "/sync", false),
            ("ws://localhost/", "localhost", "/sync", false),
            ("wss://folf.example/a/b?c", "folf.example", "/a/b?c", true),
            ("wss://folf.example:443", "folf.example", "/sync", true),
            ("ws://127.0.0.1:443", "127.0.0.1:443", "/sync", false),
            ("ws://[::1]:9", "[::1]:9", "/sync", false),
            ("https://folf.example/", "folf.example", "/sync", true),
            ("https://Folf.Example/A", "folf.example", "/A", true),
            ("http://folf.example:8080", "folf.example:8080", "/sync", false),
        ])
    func good(text: String, authority: String, path: String, isSecure: Bool) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.authority == authority)
        #expect(address.path == path)
        #expect(address.isSecure == isSecure)
        #expect(ServerAddress(address.description) == address)
    }

    @Test(
        "Anything else isn't an address",
        arguments: [
            "", "localhost", "ftp://a", "http:a", "ws://", "ws://:80", "ws://a:0", "ws://a:65536",
            "ws://a:+1",
            "ws://a:", "ws://a b", "ws://a/ b", "ws://a/\r\nX: y", "ws://user@a", "ws://[::1",
            "ws://[]",
            "ws://[a]", "ws://å", "ws://a/#x", "ws://" + String(repeating: "a", count: 300),
        ])
    func bad(text: String) { #expect(ServerAddress(text) == nil) }
}
