/// What a browser sends of a new credential (WebAuthn Level 3 section 7.1).
package struct Registration: Sendable {
    /// Bytes at most; the longest attestations hold a few certificates.
    package static let attestationBytesMax = 32 * 1024

    private let clientData: [UInt8]
    private let attestation: [UInt8]

    package init(clientData: [UInt8], attestation: [UInt8]) {
        self.clientData = clientData
        self.attestation = attestation
    }

    /// - Parameters:
    ///   - challenge: which the caller has issued, and has taken away by now.
    ///   - isKey: whether a key, as DER, is one that signatures can be verified with.
    package func verify(
        for party: RelyingParty, challenge: String, isKey: ([UInt8]) -> Bool
    ) throws(PasskeyFault) -> Passkey {
        try ClientData(clientData).check(.create, for: party, challenge: challenge)
        let data = try AuthenticatorData(try signedData())
        try data.check(for: party)
        guard let credential = data.newCredential else { throw .noCredential }
        let key = try CredentialKey(credential.key)
        guard isKey(key.info) else { throw .keyRefused }
        return Passkey(
            credential: credential.id, key: key.info, algorithm: key.algorithm,
            counter: data.counter, isBackupEligible: data.flags.contains(.backupEligible))
    }

    /// The authenticator's data. We ask for no attestation and trust none, so a statement is read
    /// over whatever its format is: some send one all the same.
    private func signedData() throws(PasskeyFault) -> [UInt8] {
        guard attestation.count <= Self.attestationBytesMax else { throw .tooLong }
        let value = try CBORValue(attestation)
        guard value["fmt"]?.isText == true, value["attStmt"]?.isMap == true,
            let data = value["authData"]?.bytes
        else { throw .attestation }
        return data
    }
}
