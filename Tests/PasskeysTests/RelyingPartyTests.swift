import Testing

@testable import Passkeys

@Suite("Whom passkeys are for")
struct RelyingPartyTests {
    @Test("is a domain, with the pages at it and below it, by https")
    func domain() throws {
        let origins = [
            "https://folf.example", "https://folf.example:8443", "https://a.b.folf.example",
        ]
        let party = try #require(RelyingParty(id: "folf.example", origins: origins))
        #expect(party.origins == origins && party.id == "folf.example")
    }

    @Test(
        "Pages elsewhere are passed over: none is left",
        arguments: [
            "http://folf.example", "https://notfolf.example", "https://folf.example.evil.example",
            "https://example", "https://folf.example/", "https://folf.example:", "https://",
            "https://folf.example:99999", "https://anna@folf.example", "https://.folf.example",
            "HTTPS://folf.example", "https://FOLF.example", "folf.example", "", "null",
            "https://folf.example.", "wss://folf.example", "http://localhost",
        ])
    func elsewhere(origin: String) {
        #expect(RelyingParty(id: "folf.example", origins: [origin]) == nil)
    }

    @Test(
        "No address is one, and no other text",
        arguments: [
            "192.0.2.1", "1.2.3.4", "0x7f.1", "127.1", "2130706433", "::1", "[::1]", "a.0x7f",
            "", ".", "folf.example.", "FOLF.example", "-folf.example", "folf-.example",
            "folf..example", "folf_.example", "þorp.example", "folf.example:80",
            String(repeating: "a", count: 64) + ".example",
        ])
    func addresses(id: String) {
        #expect(RelyingParty(id: id, origins: ["https://\(id)"]) == nil)
    }

    @Test("This machine may do without https")
    func localhost() throws {
        let origins = ["http://localhost:8080", "https://localhost", "http://folf.localhost:1"]
        #expect(RelyingParty(id: "localhost", origins: origins)?.origins == origins)
        #expect(RelyingParty(id: "localhost", origins: ["http://127.0.0.1:8080"]) == nil)
        #expect(RelyingParty(id: "localhost", origins: ["http://localhost.example"]) == nil)
    }
}
