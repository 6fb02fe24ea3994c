import CSodium

/// Names for contents: 128 bits of SHA-256, as hexadecimal digits.
struct Digest {
    private var message: [UInt8] = []

    /// Parts can't run into one another: each is preceded by its length.
    mutating func add(_ part: [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: part.count >> shift))
        }
        message += part
    }

    var text: String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
        return digest.prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
