import Club
package import Documents
package import Passkeys

/// What an operator has decided about accounts.
package struct ClubSettings: Sendable {
    package enum SignUp: Hashable, Sendable {
        case open
        /// Whoever knows this may.
        case withCode(String)
        case closed
    }

    package var signUp = SignUp.open
    /// Signs that a password has at least.
    package var passwordSignsMin = PasswordRules.signsMinDefault
    /// The site that passkeys are for; nil if there are none.
    package var relyingParty: RelyingParty?
    /// The server's name, which no password may be made of; nil if it has none.
    package var serverName: String?
    /// The address of the server in letters, such as "https://folf.example"; nil if no letters can
    /// be sent.
    package var letterAddress: String?
    package var newsAddress: String?
    package var donationsAddress: String?
    /// Nil: courses are drawn without a map behind them.
    package var tiles: MapTiles?
    /// When the server was put back to an older copy; nil if it never was.
    package var restoredAt: WallTime?

    package init() {}

    var passwordRules: PasswordRules {
        PasswordRules(signsMin: passwordSignsMin, serverName: serverName ?? "")
    }
}
