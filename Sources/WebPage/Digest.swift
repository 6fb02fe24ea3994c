import CSodium

/// Names for contents: 128 bits of SHA-256, as hexadecimal digits.
struct Digest {
    private var message: [UInt8] = []

    /// Adds a part, with its length before it so that parts can't run into one another.
    mutating func add(_ part: [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: part.count >> shift))
        }
        message += part
    }

    var text: String {
        Self.sha256(message).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The name of an element's content in a policy (CSP 3 section 2.3.1).
    static func policyHash(of content: [UInt8]) -> String {
        let digest = sha256(content)
        let variant = sodium_base64_VARIANT_ORIGINAL
        var text = [CChar](
            repeating: 0, count: sodium_base64_encoded_len(digest.count, variant))
        _ = unsafe sodium_bin2base64(&text, text.count, digest, digest.count, variant)
        let signs = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "'sha256-\(String(decoding: signs, as: UTF8.self))'"
    }

    private static func sha256(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
        return digest
    }
}
