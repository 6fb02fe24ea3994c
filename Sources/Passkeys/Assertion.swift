import Documents

/// What a browser sends of a credential that is used (WebAuthn Level 3 section 7.2).
package struct Assertion: Sendable {
    /// Bytes at most; a signature by RSA with 4,096 bits has 512.
    package static let authenticatorDataBytesMax = 4 * 1024
    package static let signatureBytesMax = 1_024

    private let clientData: [UInt8]
    private let authenticatorData: [UInt8]
    private let signature: [UInt8]
    private let userHandle: [UInt8]?

    package init(
        clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
    ) {
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// - Parameters:
    ///   - passkey: the one with the credential that the browser names.
    ///   - account: the id of its owner. The authenticator says it too, because nobody has said who
    ///     wants to get in.
    ///   - challenge: which the caller has issued, and has taken away by now.
    ///   - isSigned: whether a signature of a message is by a key, which comes as DER.
    /// - Returns: the counter to keep.
    package func verify(
        by passkey: Passkey, of account: [UInt8], for party: RelyingParty, challenge: String,
        isSigned: (_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool
    ) throws(PasskeyFault) -> UInt32 {
        guard authenticatorData.count <= Self.authenticatorDataBytesMax,
            signature.count <= Self.signatureBytesMax
        else { throw .tooLong }
        guard userHandle == account else { throw .userHandle }
        try ClientData(clientData).check(.get, for: party, challenge: challenge)
        let data = try AuthenticatorData(authenticatorData)
        try data.check(for: party)
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else {
            throw .backupEligibility
        }
        let message = authenticatorData + SHA256.whole(of: clientData)
        guard isSigned(passkey.key, message, signature) else { throw .signature }
        guard data.counter > passkey.counter || (data.counter == 0 && passkey.counter == 0) else {
            throw .counter
        }
        return data.counter
    }
}
