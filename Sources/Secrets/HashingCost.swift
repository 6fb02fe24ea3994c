/// What it costs to find out whether one password is the right one: for the server at each sign-in,
/// and for whoever has stolen the database at each guess. One lane of Argon2id (RFC 9106).
package struct HashingCost: Equatable, Sendable {
    package let memoryBytes: Int
    package let passes: UInt64

    private init(mebibytes: Int, passes: UInt64) {
        memoryBytes = mebibytes << 20
        self.passes = passes
    }

    /// 44 ms of one core.
    package static let usual = HashingCost(mebibytes: 32, passes: 3)
    /// The least that OWASP's Password Storage Cheat Sheet allows.
    package static let least = HashingCost(mebibytes: 19, passes: 2)
}
