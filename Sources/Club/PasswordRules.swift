/// Why a password isn't taken, for whoever has chosen it.
package enum PasswordFault: Error, Equatable, Sendable {
    case tooShort(signsMin: Int)
    case tooLong
    /// One of the first that people try.
    case common
    /// Neighbours on a keyboard, in the alphabet, or among the digits.
    case sequence
    /// A number, such as a year, a date or a telephone's.
    case number
    /// The same again and again.
    case repetition
    /// Made of the handle, the name or the server's name.
    case personal
}

/// What a password has to be: long, and none that people try first. No sort of sign is asked for.
package struct PasswordRules: Sendable {
    package static let signsMinDefault = 10
    /// What the page recommends (NIST SP 800-63B-4 section 3.1.1.2).
    package static let signsRecommended = 15
    package static let signsMins = 8...64
    package static let bytesMax = 256
    /// Parts that a password has at least, where whatever can be guessed is one.
    static let partsMin = 5

    private let signsMin: Int
    private let serverName: String

    /// - Parameter serverName: such as "folf.example"; empty if it has none.
    package init(signsMin: Int = signsMinDefault, serverName: String) {
        self.signsMin = signsMin
        self.serverName = serverName
    }

    /// - Parameter name: the one on cards.
    package func check(
        _ password: String, handle: Handle, name: String
    ) throws(PasswordFault) {
        guard password.utf8.count <= Self.bytesMax else { throw .tooLong }
        guard password.unicodeScalars.count >= signsMin else {
            throw .tooShort(signsMin: signsMin)
        }
        let parts = PasswordParts(password, words: PasswordParts.commonWords)
        guard parts.count >= Self.partsMin else { throw parts.fault }
        let own = [handle.text, name, serverName].flatMap(PasswordParts.words)
        let withOwn = PasswordParts(password, words: PasswordParts.commonWords + own)
        guard withOwn.count >= Self.partsMin else { throw .personal }
    }
}
