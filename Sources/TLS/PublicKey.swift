import COpenSSL

/// A public key of somebody else's, and what it has signed: ECDSA on the curve P-256, EdDSA on
/// Ed25519, or RSA by PKCS #1 v1.5; all but EdDSA of the SHA-256.
@safe package final class PublicKey: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let isEdwards: Bool

    /// Reads one. A point that isn't on P-256 is refused; of Ed25519 OpenSSL takes any 32 bytes,
    /// and those that are no point have never signed anything.
    ///
    /// - Parameter info: SubjectPublicKeyInfo (RFC 5280 section 4.1) as DER.
    package init(info: [UInt8]) throws(TLSError) {
        OpenSSLErrors.clear()
        guard let key = unsafe Self.key(in: info) else { throw .refused(OpenSSLErrors.take()) }
        isEdwards = unsafe EVP_PKEY_is_a(key, "ED25519") == 1
        let isKnown =
            unsafe isEdwards || EVP_PKEY_is_a(key, "RSA") == 1 || Self.isOnP256(key)
        OpenSSLErrors.clear()
        guard isKnown else {
            unsafe EVP_PKEY_free(key)
            throw .noKey
        }
        unsafe pointer = key
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Whether a signature of a message is by this key. One by ECDSA is DER (RFC 3279 section
    /// 2.2.3).
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let context = unsafe EVP_MD_CTX_new()
        defer {
            unsafe EVP_MD_CTX_free(context)
            OpenSSLErrors.clear()
        }
        let digest = unsafe isEdwards ? nil : EVP_sha256()
        return unsafe EVP_DigestVerifyInit(context, nil, digest, nil, pointer) == 1
            && EVP_DigestVerify(
                context, signature, signature.count, message, message.count) == 1
    }

    /// Nil unless all the bytes are one key.
    private static func key(in info: [UInt8]) -> OpaquePointer? {
        unsafe info.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            let key = unsafe d2i_PUBKEY(nil, &place, bytes.count)
            guard let end = unsafe bytes.baseAddress?.advanced(by: bytes.count),
                unsafe place == end
            else {
                unsafe EVP_PKEY_free(key)
                return nil
            }
            return unsafe key
        }
    }

    private static func isOnP256(_ key: OpaquePointer) -> Bool {
        var name = [CChar](repeating: 0, count: 32)
        var count = 0
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else {
            return false
        }
        return name.prefix(count).elementsEqual("prime256v1".utf8.map(CChar.init(bitPattern:)))
    }
}
