import CSodium
import Documents
import TestSupport
import Testing

struct HashTests {
    @Test("The hash written here is libsodium's, whatever the length")
    func sha256() {
        var generator = SeededGenerator(seed: 1)
        for length in 0..<200 {
            let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
            #expect(SHA256.half(of: message) == Identifier128(bytes: digest.prefix(16)))
        }
    }
}
