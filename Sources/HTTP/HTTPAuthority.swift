/// The value of a `Host` field: a host and perhaps a port (RFC 3986 section 3.2).
package enum HTTPAuthority {
    private static let portDigitsMax = 5

    /// Whether `text` is a name, an IPv4 address or a bracketed IPv6 address, not empty, and
    /// after a colon, if there is one, a port of at most five digits.
    package static func isValid(_ text: Span<UInt8>) -> Bool {
        guard let host = hostEnd(text), host > 0 else { return false }
        guard host < text.count else { return true }
        guard text[host] == 0x3A, text.count - host - 1 <= portDigitsMax else { return false }
        return all(of: text, in: host + 1..<text.count, \.isDigit)
    }

    /// The place where the host ends; nil if it holds what no host does.
    private static func hostEnd(_ text: Span<UInt8>) -> Int? {
        var end = 0
        if text.count > 0, text[0] == 0x5B {
            while end < text.count, text[end] != 0x5D { end += 1 }
            guard end < text.count, end > 1 else { return nil }
            return all(of: text, in: 1..<end, isAddressByte) ? end + 1 : nil
        }
        while end < text.count, text[end] != 0x3A { end += 1 }
        return all(of: text, in: 0..<end, isNameByte) ? end : nil
    }

    private static func all(
        of text: Span<UInt8>, in range: Range<Int>, _ isAllowed: (UInt8) -> Bool
    ) -> Bool {
        for place in range where !isAllowed(text[place]) { return false }
        return true
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
        default: false
        }
    }

    /// Unreserved characters. The grammar would allow more, but no host on a network has it.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
