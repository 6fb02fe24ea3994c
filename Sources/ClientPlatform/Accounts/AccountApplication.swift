package import Wire

/// A way to show that an account is one's own.
package enum AccountProof: Hashable, Sendable {
    case password(String)
    case recoveryCode(String)
}

/// What is asked of somebody who makes an account.
package struct AccountApplication: Sendable {
    package enum Age: Int64, Sendable {
        /// 13 or older.
        case ofAge = 0
        case guardianAgrees = 1
    }

    package var handle: String
    package var name: String
    package var age: Age
    package var password: String
    /// The operator's, where one is asked for.
    package var code: String?
    /// The other tokens that this device has.
    package var tokens: [Token]
    /// What the device is called in the list of devices.
    package var label: String

    package init(
        handle: String, name: String, age: Age, password: String, code: String?, tokens: [Token],
        label: String
    ) {
        self.handle = handle
        self.name = name
        self.age = age
        self.password = password
        self.code = code
        self.tokens = tokens
        self.label = label
    }
}

/// What a server says of itself.
package struct AccountTerms: Hashable, Sendable {
    package enum SignUp: String, Sendable { case open, code, closed }

    package var signUp: SignUp
    package var passwordSignsMin: Int64
}
