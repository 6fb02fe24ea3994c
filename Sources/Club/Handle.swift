/// The name by which an account is found: unique, in small letters without accents, so that two
/// that look alike to a person at the other end of a table are one.
package struct Handle: Hashable, Sendable, Comparable {
    /// Why a text is no handle.
    package enum Fault: Error, Equatable, Sendable {
        case length
        /// Something else than a-z, 0-9, dot, underscore and hyphen.
        case sign
        case noLetterFirst
        /// A word by which people take one for somebody who speaks for the server.
        case reserved
    }

    package static let lengths = 3...20

    package let text: String

    /// Reads what somebody has typed; capital letters count as small ones.
    package init(_ typed: some StringProtocol) throws(Fault) {
        let signs = typed.utf8.map { Self.isCapital($0) ? $0 | 0x20 : $0 }
        try Self.check(signs)
        text = String(decoding: signs, as: UTF8.self)
        guard !isReserved else { throw .reserved }
    }

    /// Reads what was stored, maybe before a word was reserved; nil if it is none.
    package init?(stored: String) {
        guard (try? Self.check(Array(stored.utf8))) != nil else { return nil }
        text = stored
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    private static func check(_ signs: [UInt8]) throws(Fault) {
        guard lengths.contains(signs.count) else { throw .length }
        guard signs.allSatisfy(isAllowed) else { throw .sign }
        guard isLetter(signs[0]) else { throw .noLetterFirst }
    }

    private static func isCapital(_ sign: UInt8) -> Bool { (0x41...0x5A).contains(sign) }
    static func isLetter(_ sign: UInt8) -> Bool { (0x61...0x7A).contains(sign) }
    static func isSeparator(_ sign: UInt8) -> Bool { ".-_".utf8.contains(sign) }

    static func isAllowed(_ sign: UInt8) -> Bool {
        isLetter(sign) || (0x30...0x39).contains(sign) || isSeparator(sign)
    }
}

extension Handle {
    private static let reserved: Set = [
        "abuse", "admin", "administrator", "anonymous", "api", "deleted", "everyone", "folf",
        "folfd", "folfsync", "guest", "help", "host", "hostmaster", "info", "mail", "moderator",
        "nobody", "null", "official", "operator", "owner", "postmaster", "privacy", "root",
        "security", "server", "staff", "support", "system", "undefined", "webmaster",
    ]

    /// Whether it is a reserved word, with separators or without.
    private var isReserved: Bool {
        let letters = text.utf8.filter { !Self.isSeparator($0) }
        return Self.reserved.contains(String(decoding: letters, as: UTF8.self))
    }
}
