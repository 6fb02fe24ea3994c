/// An address that mail goes to (RFC 5321 section 4.1.2), without quotes and comments: signs of
/// ASCII that mean nothing else anywhere on the way. So nobody's address says a word to a mail
/// server, or begins another line of a head.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    package static let bytesMax = 254
    private static let localBytesMax = 64

    /// As it was typed.
    package let description: String
    /// Where it leads.
    package let domain: String

    /// Nil if it is none.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.bytesMax, parts.count == 2,
            parts[0].count <= Self.localBytesMax, Self.isLocal(parts[0]),
            Self.isDomain(parts[1])
        else { return nil }
        description = text
        domain = String(decoding: parts[1], as: UTF8.self)
    }

    /// Words of signs that need no quotes, with dots between (RFC 5322 section 3.2.3).
    private static func isLocal(_ bytes: Substring.UTF8View) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { word in
                !word.isEmpty
                    && word.allSatisfy {
                        isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
                    }
            }
    }

    /// RFC 1035 section 2.3.1.
    private static func isDomain(_ bytes: Substring.UTF8View) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { label in
                (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                    && label.allSatisfy { isAlphanumeric($0) || $0 == 0x2D }
            }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
