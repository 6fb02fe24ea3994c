import COpenSSL

/// A private key of the curve P-256, and what can be done with it besides securing connections.
@safe package final class PrivateKey: @unchecked Sendable {
    /// Bytes of a coordinate, and of each half of a signature.
    private static let numberBytes = 32

    private let pointer: OpaquePointer

    /// A new one.
    package init() throws(TLSError) {
        OpenSSLErrors.clear()
        guard let key = unsafe copenssl_make_key() else { throw .refused(OpenSSLErrors.take()) }
        unsafe pointer = key
    }

    /// Reads one in the PEM format.
    package init(pem: [UInt8]) throws(TLSError) {
        let found = unsafe TLSIdentity.reading(pem) { unsafe copenssl_read_key($0) }
        OpenSSLErrors.clear()
        guard let key = unsafe found else { throw .noKey }
        unsafe pointer = key
        guard number(OSSL_PKEY_PARAM_EC_PUB_X).count == Self.numberBytes else { throw .noKey }
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The key itself in the PEM format (RFC 5958), without a password.
    package var pem: [UInt8] {
        unsafe Self.written { unsafe copenssl_write_key($0, pointer) == 1 }
    }

    /// The coordinates of the public point, 32 bytes each.
    package var x: [UInt8] { number(OSSL_PKEY_PARAM_EC_PUB_X) }
    package var y: [UInt8] { number(OSSL_PKEY_PARAM_EC_PUB_Y) }

    /// Signs the SHA-256 of a message: R and S, 32 bytes each (RFC 7518 section 3.4).
    package func sign(_ message: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 2 * Self.numberBytes + 16)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { return [] }
        return unsafe signature.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            let pair = unsafe d2i_ECDSA_SIG(nil, &place, count)
            defer { unsafe ECDSA_SIG_free(pair) }
            return unsafe Self.bytes(ECDSA_SIG_get0_r(pair)) + Self.bytes(ECDSA_SIG_get0_s(pair))
        }
    }

    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else {
            OpenSSLErrors.clear()
            return []
        }
        defer { unsafe BN_free(number) }
        return unsafe Self.bytes(number)
    }

    /// A number of 256 bits, the greatest first; none if it is a longer one.
    private static func bytes(_ number: OpaquePointer?) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: numberBytes)
        let count = unsafe BN_bn2binpad(number, &bytes, Int32(numberBytes))
        return count == numberBytes ? bytes : []
    }

    /// What OpenSSL writes; nothing if it fails.
    private static func written(_ write: (OpaquePointer?) -> Bool) -> [UInt8] {
        let output = unsafe copenssl_growing_memory()
        defer { unsafe BIO_free(output) }
        guard unsafe write(output) else {
            OpenSSLErrors.clear()
            return []
        }
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe copenssl_written(output, &start)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension PrivateKey {
    /// A request for a certificate of this key for one name (RFC 2986), as DER.
    package func signingRequest(for name: String) throws(TLSError) -> [UInt8] {
        OpenSSLErrors.clear()
        let request = unsafe X509_REQ_new()
        let subject = unsafe Self.subject(name)
        defer {
            unsafe X509_REQ_free(request)
            unsafe X509_EXTENSION_free(subject)
        }
        guard unsafe X509_REQ_set_pubkey(request, pointer) == 1,
            unsafe copenssl_add_request_extension(request, subject) == 1,
            unsafe X509_REQ_sign(request, pointer, EVP_sha256()) > 0
        else { throw .refused(OpenSSLErrors.take()) }
        return unsafe Self.written { unsafe i2d_X509_REQ_bio($0, request) == 1 }
    }

    /// A certificate for one name that nobody but we vouch for, in the PEM format.
    package func selfSignedCertificate(
        for name: String, days: Int
    ) throws(TLSError) -> [UInt8] {
        OpenSSLErrors.clear()
        let serial = Int(UInt32.random(in: 1 ... .max))
        let certificate = unsafe X509_new()
        let subject = unsafe Self.subject(name)
        defer {
            unsafe X509_free(certificate)
            unsafe X509_EXTENSION_free(subject)
        }
        guard unsafe X509_set_version(certificate, 2) == 1,
            unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial) == 1,
            unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), 0) != nil,
            unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), days * 86_400) != nil,
            unsafe X509_set_pubkey(certificate, pointer) == 1,
            unsafe X509_add_ext(certificate, subject, -1) == 1,
            unsafe X509_sign(certificate, pointer, EVP_sha256()) > 0
        else { throw .refused(OpenSSLErrors.take()) }
        return unsafe Self.written { unsafe PEM_write_bio_X509($0, certificate) == 1 }
    }

    /// The name that a certificate is for (RFC 5280 section 4.2.1.6). Where there is no other name
    /// it is critical.
    private static func subject(_ name: String) -> OpaquePointer? {
        unsafe X509V3_EXT_conf_nid(
            nil, nil, NID_subject_alt_name, "critical,DNS:" + name)
    }
}
