package import Documents

/// What a token is known by: the first 128 bits of its SHA-256. The token itself stays on its
/// device.
package struct DeviceKey: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }

    /// The person that the token's holder is without any account.
    package var person: PersonID { PersonID(value) }

    /// The key of a token of 32 bytes.
    package init(token: [UInt8]) { value = SHA256.half(of: token) }
}
