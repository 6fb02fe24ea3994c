package import Club
package import Documents

/// A device that was signed in to an account once, as it shows by what it was given when it signed
/// out. Strangers who try passwords use up what strangers may try; it has tries of its own.
package struct KnownDevice: Hashable, Sendable {
    package static let proofBytes = 32

    /// Tells it from the others of its account.
    package let nonce: Identifier128

    /// A new one.
    package init(nonce: Identifier128) { self.nonce = nonce }

    /// What it shows: the nonce, and a keyed hash of it and of the account.
    package func proof(of account: AccountID, secret: [UInt8]) -> [UInt8] {
        let hash = KeyedHash.hash(
            nonce.bytes + account.value.bytes, for: "known", secret: secret)
        return nonce.bytes + hash
    }

    /// Reads what somebody shows; nil if the server hasn't given it to a device of this account.
    package init?(proof: [UInt8], of account: AccountID, secret: [UInt8]) {
        guard let nonce = Identifier128(bytes: proof.prefix(16)) else { return nil }
        self.init(nonce: nonce)
        guard SecretBytes.areEqual(proof, self.proof(of: account, secret: secret)) else {
            return nil
        }
    }
}
