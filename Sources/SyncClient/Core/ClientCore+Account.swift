import Documents
import Wire

/// Who the device is: by its token alone, or as a person of an account.
///
/// A journal outlives the token that it was begun with. When a device is signed out its token is
/// good for nothing any more; what is in the journals stays, and goes on with the next token as
/// soon as the device is signed in to an account that owns the journal's person. If that happens
/// while the server is still asked about the old one, its answer is about that alone.
extension ClientCore {
    /// Goes on by what the device was given when it signed in, unless the journal is of a person
    /// who isn't the account's. A session that lasts goes on as it is.
    ///
    /// - Returns: whether the account owns the journal's person.
    @discardableResult
    package mutating func signIn(to account: AccountCredentials, now: ClientTime) -> Bool {
        self.account = account
        guard let credentials = account.credentials(as: self.credentials.person) else {
            return false
        }
        act(by: credentials)
        if isShutOut { start(now: now) }
        return true
    }

    /// Notes as whom this device acts from now on.
    mutating func act(by credentials: Credentials) {
        guard credentials != self.credentials else { return }
        identity.credentials = credentials
        note(.hello(identity), isDurable: true)
    }

    /// The credentials for acting as the person who the server says one is.
    func credentials(as person: PersonID) -> Credentials {
        guard person != credentials.person else { return credentials }
        return account?.credentials(as: person)
            ?? Credentials(person: person, token: credentials.token)
    }

    /// Whether the server has said that this device isn't who it says it is.
    private var isShutOut: Bool {
        switch phase {
        case .stopped(.signedOut): true
        case .stopped(.refused(let notice)): notice.number == SessionError.badToken.rawValue
        default: false
        }
    }
}
