/// The value of a `Host` field: a host and perhaps a port (RFC 3986 section 3.2).
enum HTTPAuthority {
    /// Whether `text` is a name, an IPv4 address or a bracketed IPv6 address, not empty, and
    /// after a colon, if there is one, a port of at most five digits.
    static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let host = hostEnd(bytes), host > 0 else { return false }
        guard host < bytes.count else { return true }
        let port = bytes[(host + 1)...]
        return bytes[host] == 0x3A && port.count <= 5 && port.allSatisfy(\.isDigit)
    }

    /// Where the host ends; nil if it holds what no host does.
    private static func hostEnd(_ bytes: [UInt8]) -> Int? {
        if bytes.first == 0x5B {
            guard let close = bytes.firstIndex(of: 0x5D), close > 1 else { return nil }
            return bytes[1..<close].allSatisfy(isAddressByte) ? close + 1 : nil
        }
        let end = bytes.firstIndex(of: 0x3A) ?? bytes.count
        return bytes[..<end].allSatisfy(isNameByte) ? end : nil
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
