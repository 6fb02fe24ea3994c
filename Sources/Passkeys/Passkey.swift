/// What is kept of a credential.
package struct Passkey: Equatable, Sendable {
    /// The authenticator's name for it.
    package var credential: [UInt8]
    /// The public key: SubjectPublicKeyInfo as DER.
    package var key: [UInt8]
    package var algorithm: PasskeyAlgorithm
    /// How often it has signed, as it says itself; those that are synchronised say 0 for ever.
    package var counter: UInt32
    /// Whether it may be on several devices.
    package var isBackupEligible: Bool

    package init(
        credential: [UInt8], key: [UInt8], algorithm: PasskeyAlgorithm, counter: UInt32,
        isBackupEligible: Bool
    ) {
        self.credential = credential
        self.key = key
        self.algorithm = algorithm
        self.counter = counter
        self.isBackupEligible = isBackupEligible
    }
}

extension AuthenticatorData {
    /// What both ceremonies demand (WebAuthn Level 3 sections 7.1 and 7.2).
    func check(for party: RelyingParty) throws(PasskeyFault) {
        guard relyingPartyHash == party.hash else { throw .relyingParty }
        guard flags.contains(.userPresent) else { throw .userPresence }
        guard flags.contains(.userVerified) else { throw .userVerification }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw .backupState
        }
    }
}
