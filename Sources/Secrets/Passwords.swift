import CSodium
import Documents
import Glibc

/// Makes and verifies the hashes of passwords. Each takes as long as its cost says, and as much
/// memory: nothing for a loop; see `HashingPool`.
package struct Passwords: Sendable {
    /// There is no memory for it, so that nobody knows whether a password is right.
    package struct Unavailable: Error, Equatable {}

    package let cost: HashingCost
    /// The hash of a password that nobody knows, at the same cost.
    private let nobodys: String

    package init(cost: HashingCost) throws(Unavailable) {
        // Chooses what this processor is fast with.
        guard sodium_init() >= 0 else { throw Unavailable() }
        self.cost = cost
        var random = [UInt8](repeating: 0, count: 32)
        unsafe randombytes_buf(&random, random.count)
        nobodys = try Self.hash(Base64URL.text(random), cost)
    }

    /// A new hash, with its salt and its cost in it: `$argon2id$v=19$m=32768,t=3,p=1$…`.
    package func hash(_ password: String) throws(Unavailable) -> String {
        try Self.hash(password, cost)
    }

    /// Whether a password is the one of a hash.
    ///
    /// - Parameter hash: nil for an account that there isn't, or that has no password: the answer
    ///   is no, after the same time.
    package func verify(
        _ password: String, by hash: String?
    ) throws(Unavailable) -> Bool {
        errno = 0
        let status = unsafe crypto_pwhash_str_verify(
            hash ?? nobodys, password, UInt64(password.utf8.count))
        // Only a wrong password sets it so.
        guard status == 0 || errno == EINVAL else { throw Unavailable() }
        return status == 0 && hash != nil
    }

    /// Whether a hash was made at another cost: the next right password is hashed anew.
    package func isOutdated(_ hash: String) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(hash, cost.passes, cost.memoryBytes) != 0
    }

    private static func hash(
        _ password: String, _ cost: HashingCost
    ) throws(Unavailable) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = unsafe crypto_pwhash_str_alg(
            &text, password, UInt64(password.utf8.count), cost.passes, cost.memoryBytes,
            crypto_pwhash_ALG_ARGON2ID13)
        guard status == 0 else { throw Unavailable() }
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
