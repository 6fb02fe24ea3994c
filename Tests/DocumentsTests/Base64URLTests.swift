import Documents
import TestSupport
import Testing

@Suite("Bytes as text in addresses")
struct Base64URLTests {
    static let cases = [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]

    @Test("Base64url is that of RFC 4648, without padding", arguments: cases)
    func vectors(plain: String, text: String) {
        #expect(Base64URL.text(Array(plain.utf8)) == text)
        #expect(Base64URL.bytes(text) == Array(plain.utf8))
    }

    @Test("Whatever bytes are written are read back")
    func roundTrip() {
        var random = SeededGenerator(seed: 8)
        #expect(Base64URL.text([0xFB, 0xFF]) == "-_8")
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64URL.text(bytes)
            #expect(Base64URL.bytes(text) == bytes)
            #expect(text.isEmpty || Base64URL.isText(text))
        }
    }

    @Test(
        "Only what would be written is read",
        arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm8+", "Zm8/", "Zm 8", "Zm8\n", "Zm8é", "AAAAA"])
    func refused(text: String) { #expect(Base64URL.bytes(text) == nil) }
}
