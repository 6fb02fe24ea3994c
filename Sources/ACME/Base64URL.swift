/// Bytes as text that may stand in addresses, without padding (RFC 4648 section 5).
enum Base64URL {
    private static let signs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for place in start..<start + 3 {
                bits = bits << 8 | (place < group.endIndex ? UInt32(group[place]) : 0)
            }
            for sign in 0...group.count {
                text.append(signs[Int(bits >> UInt32(18 - 6 * sign) & 0x3F)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text has no other signs than such texts have, and at least one.
    static func isText(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { signs.contains($0) }
    }
}
