public import Documents
public import Wire

/// What a device has been given that is signed in to an account.
public struct AccountCredentials: Hashable, Sendable {
    public var account: Identifier128
    /// The device's own token, which was linked to the account.
    public var token: Token
    /// The passes of this token, by the account's persons.
    public var passes: [PersonID: Identifier128]

    public init(account: Identifier128, token: Token, passes: [PersonID: Identifier128]) {
        self.account = account
        self.token = token
        self.passes = passes
    }

    /// The credentials for acting as a person; nil for one who isn't the account's.
    public func credentials(as person: PersonID) -> Credentials? {
        passes[person].map {
            Credentials(person: person, token: token, pass: Pass(account: account, proof: $0))
        }
    }
}
