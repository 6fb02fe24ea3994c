public import Documents

/// A secret of 256 bits that proves who a person is, shown as 64 hexadecimal digits.
public struct Token: Hashable, Sendable, LosslessStringConvertible {
    public var high: Identifier128
    public var low: Identifier128

    public init(high: Identifier128, low: Identifier128) {
        self.high = high
        self.low = low
    }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        self.init(digits: digits.span)
    }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    init?(digits: Span<UInt8>) {
        guard digits.count == 64, let high = Identifier128(digits: digits.extracting(first: 32)),
            let low = Identifier128(digits: digits.extracting(last: 32))
        else { return nil }
        self.init(high: high, low: low)
    }

    /// A token for all that can't be read as one.
    static let nobodys = Token(
        high: Identifier128(high: 0, low: 0), low: Identifier128(high: 0, low: 0))

    public var description: String { high.description + low.description }

    /// The person that a token makes its holder. So the server keeps nothing that could be stolen,
    /// and knows a person again whom it had forgotten.
    public var person: PersonID { PersonID(SHA256.half(of: high.bytes + low.bytes)) }
}

/// The server's word that whoever has a token may act as a person of an account. It is good for
/// that token and that person alone.
public struct Pass: Hashable, Sendable {
    public var account: Identifier128
    public var proof: Identifier128

    public init(account: Identifier128, proof: Identifier128) {
        self.account = account
        self.proof = proof
    }
}

/// A person's id, and the proof.
public struct Credentials: Hashable, Sendable {
    public var person: PersonID
    public var token: Token
    /// The account by which the token may act as that person; nil for a token's own person.
    public var pass: Pass?

    public init(person: PersonID, token: Token, pass: Pass? = nil) {
        self.person = person
        self.token = token
        self.pass = pass
    }

    public init(token: Token) { self.init(person: token.person, token: token) }
}
