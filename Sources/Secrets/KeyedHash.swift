import CSodium
package import Club
import Documents

/// Hashes that nobody makes who doesn't have the server's secret (BLAKE2b with a key, 128 bits).
enum KeyedHash {
    /// - Parameters:
    ///   - use: what the hash is for; no two uses begin with the same bytes.
    ///   - secret: of 16 to 64 bytes.
    static func hash(_ message: [UInt8], for use: String, secret: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        let message = Array(use.utf8) + [0] + message
        let status = unsafe crypto_generichash(
            &digest, digest.count, message, UInt64(message.count), secret, secret.count)
        precondition(status == 0, "the secret has a length that the hash takes")
        return digest
    }
}

/// Bytes that are secret.
package enum SecretBytes {
    /// Compares without telling by its duration where the two differ.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}

extension RecoveryCode {
    /// What is kept of a code of an account's: with the database alone nobody finds the code.
    package func hash(of account: AccountID, secret: [UInt8]) -> RecoveryHash {
        let hash = KeyedHash.hash(
            account.value.bytes + Array(signs.utf8), for: "recovery", secret: secret)
        return RecoveryHash(Identifier128(bytes: hash)!)
    }
}
