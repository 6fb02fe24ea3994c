import COpenSSL

/// A private key of OpenSSL's that signs as authenticators do, and its public key as COSE (RFC 9052
/// section 7).
@safe package final class SigningKey: @unchecked Sendable {
    package enum Algorithm: CaseIterable, Sendable {
        case es256
        case edDSA
        case rs256
    }

    package struct NotMade: Error {}

    package let algorithm: Algorithm
    private let pointer: OpaquePointer

    /// - Parameter bits: of a key of RSA.
    package init(_ algorithm: Algorithm, bits: Int32 = 2_048) throws {
        self.algorithm = algorithm
        let name =
            switch algorithm {
            case .es256: "EC"
            case .edDSA: "ED25519"
            case .rs256: "RSA"
            }
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        unsafe EVP_PKEY_keygen_init(context)
        switch algorithm {
        case .es256: unsafe EVP_PKEY_CTX_set_group_name(context, "P-256")
        case .rs256: unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
        case .edDSA: break
        }
        guard unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key else {
            throw NotMade()
        }
        unsafe pointer = key
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The public key as COSE.
    package var cose: [UInt8] {
        switch algorithm {
        case .es256: Self.elliptic(x: number("qx", 32), y: number("qy", 32))
        case .edDSA: Self.edwards(x: rawPublicKey)
        case .rs256: Self.rsa(modulus: number("n"), exponent: number("e"))
        }
    }

    package static func elliptic(x: [UInt8], y: [UInt8]) -> [UInt8] {
        cose([(1, 2), (3, -7), (-1, 1)], [(-2, x), (-3, y)])
    }

    package static func edwards(x: [UInt8]) -> [UInt8] {
        cose([(1, 1), (3, -8), (-1, 6)], [(-2, x)])
    }

    package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        cose([(1, 3), (3, -257)], [(-1, modulus), (-2, exponent)])
    }

    private static func cose(_ numbers: [(Int, Int)], _ parts: [(Int, [UInt8])]) -> [UInt8] {
        CBOR.map(
            numbers.map { (CBOR.integer($0), CBOR.integer($1)) }
                + parts.map { (CBOR.integer($0), CBOR.bytes($1)) })
    }

    /// The public key as SubjectPublicKeyInfo, written by OpenSSL.
    package var info: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_PUBKEY(pointer, &start)
        defer { unsafe CRYPTO_free(start, #file, 0) }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    package func sign(_ message: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        let digest = unsafe algorithm == .edDSA ? nil : EVP_sha256()
        var signature = [UInt8](repeating: 0, count: 1_024)
        var count = signature.count
        unsafe EVP_DigestSignInit(context, nil, digest, nil, pointer)
        guard unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { return [] }
        return Array(signature.prefix(count))
    }

    package static func sha256(_ message: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        _ = unsafe SHA256(message, message.count, &hash)
        return hash
    }

    private var rawPublicKey: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &count)
        return bytes
    }

    /// A number of the key, the greatest byte first.
    private func number(_ name: String, _ count: Int? = nil) -> [UInt8] {
        var number: OpaquePointer?
        unsafe EVP_PKEY_get_bn_param(pointer, name, &number)
        defer { unsafe BN_free(number) }
        let count = unsafe count ?? Int(BN_num_bits(number) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe BN_bn2binpad(number, &bytes, Int32(count))
        return bytes
    }
}
