import Documents
import Testing

/// The examples that NIST gives for FIPS 180-4. Where libsodium is at hand, the two are compared.
struct SHA256Tests {
    @Test(
        "Known messages have their hashes",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb924"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039"
            ),
        ])
    func known(message: String, half: String) {
        #expect(SHA256.half(of: Array(message.utf8)).description == half)
    }
}
