package import Documents

/// A claim that was taken back. It ends the passes that the account's devices have for the person,
/// and those that the person's own key has got from the account: what was released stays so.
package struct Release: Hashable, Sendable {
    /// Both in one, as it is kept: the first 128 bits of the SHA-256 of account and person.
    package let id: Identifier128

    package init(of person: PersonID, by account: AccountID) {
        id = SHA256.half(of: account.value.bytes + person.value.bytes)
    }
}
