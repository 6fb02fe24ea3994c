import CSodium
package import Documents
package import Wire

/// The key that makes and checks the proofs which travel with places in logs. It comes from the
/// secret of the data folder, so a server that was restored from an older copy knows what it told
/// before.
package struct PositionSeal: Sendable {
    private let key: (UInt64, UInt64)

    package init(secret: [UInt8]) {
        var key: (UInt64, UInt64) = (0, 0)
        let purpose = Array("position".utf8)
        let status = unsafe withUnsafeMutableBytes(of: &key) { key in
            precondition(key.count == crypto_shorthash_KEYBYTES)
            return unsafe crypto_generichash(
                key.baseAddress!, key.count, purpose, UInt64(purpose.count), secret, secret.count)
        }
        precondition(status == 0, "the secret has a length that the hash takes")
        self.key = key
    }

    /// - Parameter hash: the rolling hash of the log up to `seq`.
    package func proof(
        of seq: Seq, _ hash: UInt64, in lobby: LobbyID, _ epoch: Epoch
    ) -> PositionProof {
        let hash = RollingHash.short(hash)
        return PositionProof(hash: hash, seal: seal(seq, hash, lobby, epoch))
    }

    /// Whether a client was told in this lobby that it stands there.
    package func isProved(_ position: LogPosition, in lobby: LobbyID) -> Bool {
        let proof = position.proof
        return seal(position.seq, proof.hash, lobby, position.epoch) ^ proof.seal == 0
    }

    /// The seal of a place, by SipHash-2-4: 64 bits that nobody can guess often enough over a
    /// network.
    private func seal(_ seq: Seq, _ hash: UInt32, _ lobby: LobbyID, _ epoch: Epoch) -> UInt64 {
        let message = (
            lobby.value.high.littleEndian, lobby.value.low.littleEndian, epoch.value.littleEndian,
            seq.littleEndian, UInt64(hash).littleEndian
        )
        var seal: UInt64 = 0
        unsafe withUnsafeBytes(of: message) { message in
            unsafe withUnsafeBytes(of: key) { key in
                unsafe withUnsafeMutableBytes(of: &seal) { seal in
                    precondition(seal.count == crypto_shorthash_BYTES)
                    _ = unsafe crypto_shorthash(
                        seal.baseAddress!, message.baseAddress!, UInt64(message.count),
                        key.baseAddress!)
                }
            }
        }
        return UInt64(littleEndian: seal)
    }
}
