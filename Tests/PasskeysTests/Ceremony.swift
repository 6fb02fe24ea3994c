import TLS
import TestSupport
import Testing

@testable import Passkeys

/// A relying party, an account, and what both ceremonies need besides.
enum Ceremony {
    static let party = RelyingParty(
        id: "folf.example", origins: ["https://folf.example", "https://play.folf.example"])!
    static let challenge = "8J2Xi_CdlYjwnZWX-J2Vp_CdlazwnZWx8J2VqvCdlbE"
    static let account: [UInt8] = Array(101...116)

    static func isKey(_ info: [UInt8]) -> Bool { (try? PublicKey(info: info)) != nil }

    static func isSigned(_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool {
        (try? PublicKey(info: key))?.verifies(signature, of: message) ?? false
    }

    static func register(
        _ creation: SoftAuthenticator.Creation, challenge: String = challenge
    ) throws(PasskeyFault) -> Passkey {
        try Registration(clientData: creation.clientData, attestation: creation.attestation)
            .verify(for: party, challenge: challenge, isKey: isKey)
    }

    static func signIn(
        _ use: SoftAuthenticator.Use, by passkey: Passkey, challenge: String = challenge,
        userHandle: [UInt8]? = account
    ) throws(PasskeyFault) -> UInt32 {
        try Assertion(
            clientData: use.clientData, authenticatorData: use.authenticatorData,
            signature: use.signature, userHandle: userHandle
        ).verify(
            by: passkey, of: account, for: party, challenge: challenge, isSigned: isSigned)
    }
}

extension SoftAuthenticator {
    static func make(
        _ algorithm: SigningKey.Algorithm = .es256, _ change: (inout SoftAuthenticator) -> Void
    ) throws -> SoftAuthenticator {
        var authenticator = try SoftAuthenticator(algorithm)
        change(&authenticator)
        return authenticator
    }

    /// This one, changed.
    func with(_ change: (inout SoftAuthenticator) -> Void) -> SoftAuthenticator {
        var other = self
        change(&other)
        return other
    }
}
