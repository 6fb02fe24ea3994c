import Documents

/// What an authenticator says and signs (WebAuthn Level 3 section 6.1).
struct AuthenticatorData {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// Somebody was there.
        static let userPresent = Flags(rawValue: 0x01)
        /// Who has shown who they are.
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    /// A credential that was made just now (section 6.5.1).
    struct NewCredential {
        let id: [UInt8]
        let key: CBORValue
    }

    static let credentialBytes = 1...1_023
    private static let headBytes = 37
    /// The bytes that say what kind of authenticator it is.
    private static let modelBytes = 16

    /// The SHA-256 of the relying party's id.
    let relyingPartyHash: [UInt8]
    let flags: Flags
    let counter: UInt32
    let newCredential: NewCredential?

    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= Self.headBytes else { throw .authenticatorData }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = UInt32(bigEndianBytes: bytes[33..<37])
        var rest = bytes[Self.headBytes...]
        newCredential = flags.contains(.hasCredential) ? try Self.credential(&rest) : nil
        if flags.contains(.hasExtensions) {
            // Nothing was asked for; what an authenticator says all the same is read over.
            guard try Self.value(&rest).isMap else { throw .authenticatorData }
        }
        guard rest.isEmpty else { throw .authenticatorData }
    }

    private static func credential(
        _ rest: inout ArraySlice<UInt8>
    ) throws(PasskeyFault) -> NewCredential {
        let head = rest.prefix(modelBytes + 2)
        rest = rest.dropFirst(head.count)
        guard head.count == modelBytes + 2 else { throw .authenticatorData }
        let count = Int(UInt16(bigEndianBytes: head.suffix(2)))
        guard credentialBytes.contains(count) else { throw .credentialLength }
        let id = rest.prefix(count)
        rest = rest.dropFirst(id.count)
        guard id.count == count else { throw .authenticatorData }
        return NewCredential(id: Array(id), key: try value(&rest))
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) throws(PasskeyFault) -> CBORValue {
        var reader = CBORReader(rest)
        let value = try reader.value()
        rest = reader.rest
        return value
    }
}
