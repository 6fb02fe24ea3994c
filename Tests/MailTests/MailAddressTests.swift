import Testing

@testable import Mail

@Suite("An address for mail")
struct MailAddressTests {
    @Test(
        "is two parts of plain signs",
        arguments: [
            "anna@folf.example", "anna.b+folf@x.is", "o'hara@x-y.example", "a@b", "A_1=2@X.IS",
            "{x}|~@127.example",
        ])
    func good(text: String) throws {
        #expect(try #require(MailAddress(text)).description == text)
    }

    @Test(
        "says nothing to a mail server, nor begins a line of a head",
        arguments: [
            "a@b\r\nRCPT TO:<eve@evil.example>", "a@b\r\nBcc: eve@evil.example", "a@b\n",
            "\r\na@b", "a\u{0}@b", "a@b\u{0}", "a b@c", "a@b c", "<a@b>", "a@b>", "a@b,c@d",
            "a@b;c@d", "\"a\"@b", "\"a\r\nb\"@c", "a(x)@b", "a\\@b", "a:b@c", "a@[127.0.0.1]",
            "a\u{7F}@b", "a\t@b",
        ])
    func injections(text: String) { #expect(MailAddress(text) == nil) }

    @Test(
        "of anything else is none",
        arguments: [
            "", "@", "a", "a@", "@b", "a@b@c", ".a@b", "a.@b", "a..b@c", "a@.b", "a@b.",
            "a@b..c", "a@-b", "a@b-", "a@b_c", "þóra@x.is", "a@þ.is",
            String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 64),
            "a@" + Array(repeating: "bcdefg", count: 40).joined(separator: "."),
        ])
    func refused(text: String) { #expect(MailAddress(text) == nil) }
}
