import CSodium
package import Club
package import Documents

/// The proofs of who a client is.
package enum Identity {
    /// The proof of membership: a keyed hash (BLAKE2b, 128 bits) of lobby and person. It outlives
    /// the membership's own record, should the server be restored from an older copy.
    package static func ticket(
        for person: PersonID, in lobby: LobbyID, secret: [UInt8]
    ) -> Identifier128 {
        var message: [UInt8] = []
        message.reserveCapacity(38)
        message.append(contentsOf: "ticket".utf8)
        lobby.value.append(to: &message)
        person.value.append(to: &message)
        return hash(of: message, secret)
    }

    /// The proof that a device may act as a person of an account: a keyed hash like the ticket. It
    /// outlives the record of the link between device and account.
    package static func pass(
        for key: DeviceKey, of account: AccountID, as person: PersonID, secret: [UInt8]
    ) -> Identifier128 {
        var message: [UInt8] = []
        message.reserveCapacity(54)
        message.append(contentsOf: "speaks".utf8)
        key.value.append(to: &message)
        account.value.append(to: &message)
        person.value.append(to: &message)
        return hash(of: message, secret)
    }

    /// The proof that a member has offered some columns of games.
    package static func seal(ofColumns columns: [UInt8], secret: [UInt8]) -> Identifier128 {
        hash(of: Array("column".utf8) + columns, secret)
    }

    private static func hash(of message: [UInt8], _ secret: [UInt8]) -> Identifier128 {
        var digest: (UInt64, UInt64) = (0, 0)
        let status = unsafe withUnsafeMutableBytes(of: &digest) { digest in
            unsafe crypto_generichash(
                digest.baseAddress!, digest.count, message, UInt64(message.count), secret,
                secret.count)
        }
        precondition(status == 0, "the secret has a length that the hash takes")
        return Identifier128(
            high: UInt64(bigEndian: digest.0), low: UInt64(bigEndian: digest.1))
    }

    /// Compares without revealing by its duration where two secrets differ.
    package static func isEqual(_ left: Identifier128, _ right: Identifier128) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }
}
