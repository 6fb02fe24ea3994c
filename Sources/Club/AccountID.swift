package import Documents

/// An account's id: 128 random bits that the client draws which signs up.
package struct AccountID: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }
}
