/// Percent-encoding (RFC 3986 section 2.1), decoded once and strictly.
enum PercentCoding {
    /// The decoded text; nil unless each "%" has two hexadecimal digits behind it, and the result
    /// is UTF-8.
    static func decode(_ text: Substring) -> String? {
        guard text.utf8.contains(0x25) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalDigit,
                let low = rest.popFirst()?.hexadecimalDigit
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
