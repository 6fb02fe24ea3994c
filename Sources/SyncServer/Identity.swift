import CSodium
package import Lobby
package import Wire

/// Who a client is, and what proves it. Hashes come from libsodium.
package enum Identity {
    /// The person that a token makes its holder: the first 128 bits of its SHA-256. So the server
    /// keeps nothing that could be stolen, and knows a person again whom it had forgotten.
    package static func person(of token: Token) -> PersonID {
        var message: [UInt8] = []
        message.reserveCapacity(32)
        token.high.append(to: &message)
        token.low.append(to: &message)
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
        return PersonID(identifier(digest))
    }

    /// Proof of membership: a keyed hash (BLAKE2b, 128 bits) of lobby and person. It outlives the
    /// membership's own record, should the server be restored from an older copy.
    package static func ticket(
        for person: PersonID, in lobby: LobbyID, secret: [UInt8]
    ) -> Identifier128 {
        var message: [UInt8] = []
        message.reserveCapacity(38)
        message.append(contentsOf: "ticket".utf8)
        lobby.value.append(to: &message)
        person.value.append(to: &message)
        var digest = [UInt8](repeating: 0, count: 16)
        let status = unsafe crypto_generichash(
            &digest, digest.count, message, UInt64(message.count), secret, secret.count)
        precondition(status == 0, "the secret has a length that the hash takes")
        return identifier(digest)
    }

    /// Compares without revealing by its duration where two secrets differ.
    static func isEqual(_ left: Identifier128, _ right: Identifier128) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    private static func identifier(_ digest: [UInt8]) -> Identifier128 {
        guard let identifier = Identifier128(bytes: digest.prefix(16)) else {
            preconditionFailure("a digest has at least 16 bytes")
        }
        return identifier
    }
}
