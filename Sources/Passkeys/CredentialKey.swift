/// A credential's public key (RFC 9052 section 7), as what OpenSSL reads: SubjectPublicKeyInfo (RFC
/// 5280 section 4.1) as DER. That a point is on its curve isn't seen here.
struct CredentialKey {
    static let modulusBits = 2_048...4_096
    static let exponentBytesMax = 4

    let algorithm: PasskeyAlgorithm
    let info: [UInt8]

    init(_ value: CBORValue) throws(PasskeyFault) {
        switch value[3] {
        case -7:
            algorithm = .es256
            info = try Self.ellipticInfo(value)
        case -8:
            algorithm = .edDSA
            info = try Self.edwardsInfo(value)
        case -257:
            algorithm = .rs256
            info = try Self.rsaInfo(value)
        default: throw .algorithm
        }
    }

    /// RFC 9053 section 7.1.1, RFC 5480. A compressed point isn't allowed (WebAuthn section 5.8.5).
    private static func ellipticInfo(_ value: CBORValue) throws(PasskeyFault) -> [UInt8] {
        guard value[1] == 2, value[-1] == 1, let x = value[-2]?.bytes, x.count == 32,
            let y = value[-3]?.bytes, y.count == 32
        else { throw .key }
        let idECPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let prime256v1: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        return DER.info(
            DER.element(.object, idECPublicKey) + DER.element(.object, prime256v1),
            key: [0x04] + x + y)
    }

    /// RFC 9053 section 7.2, RFC 8410.
    private static func edwardsInfo(_ value: CBORValue) throws(PasskeyFault) -> [UInt8] {
        guard value[1] == 1, value[-1] == 6, let x = value[-2]?.bytes, x.count == 32 else {
            throw .key
        }
        return DER.info(DER.element(.object, [0x2B, 0x65, 0x70]), key: x)
    }

    /// RFC 8230 section 4, RFC 3279 section 2.3.1.
    private static func rsaInfo(_ value: CBORValue) throws(PasskeyFault) -> [UInt8] {
        guard value[1] == 3, let modulus = value[-1]?.bytes?.drop(while: { $0 == 0 }),
            let exponent = value[-2]?.bytes?.drop(while: { $0 == 0 }),
            let first = modulus.first, let last = exponent.last,
            modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount),
            exponent.count <= exponentBytesMax, last & 1 == 1, !exponent.elementsEqual([1])
        else { throw .key }
        let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        return DER.info(
            DER.element(.object, rsaEncryption) + DER.element(.null, []),
            key: DER.element(.sequence, DER.number(modulus) + DER.number(exponent)))
    }
}

/// Writes what little of DER (X.690) a public key needs.
private enum DER {
    enum Tag: UInt8 {
        case integer = 0x02
        case bits = 0x03
        case null = 0x05
        case object = 0x06
        case sequence = 0x30
    }

    static func info(_ algorithm: [UInt8], key: [UInt8]) -> [UInt8] {
        element(.sequence, element(.sequence, algorithm) + element(.bits, [0] + key))
    }

    /// A number without zeros in front; one of them says that it isn't negative.
    static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        element(.integer, ((bytes.first ?? 0) < 0x80 ? [] : [0]) + bytes)
    }

    static func element(_ tag: Tag, _ content: [UInt8]) -> [UInt8] {
        var count = content.count
        guard count >= 0x80 else { return [tag.rawValue, UInt8(count)] + content }
        var length: [UInt8] = []
        while count > 0 {
            length.insert(UInt8(truncatingIfNeeded: count), at: 0)
            count >>= 8
        }
        return [tag.rawValue, 0x80 | UInt8(length.count)] + length + content
    }
}
