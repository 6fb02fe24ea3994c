import COpenSSL

/// What a server shows and proves: its certificate, those of the authorities that vouch for it, and
/// the private key.
@safe package final class TLSIdentity: @unchecked Sendable {
    /// Certificates in a file at most.
    package static let certificatesMax = 10

    /// The server's own certificate, then those of authorities.
    let certificates: [OpaquePointer]
    let key: OpaquePointer
    /// The time in which the certificate is valid, in seconds since 1970.
    package let validSeconds: ClosedRange<Int64>

    /// Reads certificate and key in the PEM format (RFC 7468).
    ///
    /// - Parameters:
    ///   - certificates: the server's own first, then those of authorities without the last, as
    ///     certbot's `fullchain.pem` has them.
    ///   - key: without a password.
    package init(certificates: [UInt8], key: [UInt8]) throws(TLSError) {
        let chain = try unsafe Self.certificates(in: certificates)
        do throws(TLSError) {
            unsafe self.key = try Self.key(in: key, of: chain)
        } catch {
            unsafe Self.free(chain)
            throw error
        }
        unsafe self.certificates = chain
        validSeconds = unsafe Self.validSeconds(of: chain[0])
    }

    deinit {
        unsafe EVP_PKEY_free(key)
        unsafe Self.free(certificates)
    }

    /// Whether the certificate is for this name or IP address (RFC 6125).
    package func isFor(_ name: String) -> Bool {
        unsafe X509_check_host(certificates[0], name, name.utf8.count, 0, nil) == 1
            || X509_check_ip_asc(certificates[0], name, 0) == 1
    }

    /// Whether an authority vouches for it that this machine trusts, and so browsers do.
    package var isPublic: Bool {
        guard let store = unsafe X509_STORE_new(), let check = unsafe X509_STORE_CTX_new(),
            let others = unsafe OPENSSL_sk_new_null()
        else { return false }
        defer {
            OpenSSLErrors.clear()
            unsafe X509_STORE_CTX_free(check)
            unsafe X509_STORE_free(store)
            unsafe OPENSSL_sk_free(others)
        }
        for place in unsafe certificates.indices.dropFirst() {
            _ = unsafe OPENSSL_sk_push(others, UnsafeRawPointer(certificates[place]))
        }
        guard unsafe X509_STORE_set_default_paths(store) == 1,
            unsafe X509_STORE_CTX_init(check, store, certificates[0], others) == 1
        else { return false }
        return unsafe X509_verify_cert(check) == 1
    }
}

extension TLSIdentity {
    static func free(_ certificates: [OpaquePointer]) {
        for place in unsafe certificates.indices { unsafe X509_free(certificates[place]) }
    }

    /// Lends a `BIO` that reads `bytes`.
    static func reading<Result>(
        _ bytes: [UInt8], _ body: (OpaquePointer?) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBytes { pointer in
            let input = unsafe copenssl_memory(pointer.baseAddress, Int32(clamping: pointer.count))
            defer { unsafe BIO_free(input) }
            return unsafe body(input)
        }
    }

    static func certificates(in pem: [UInt8]) throws(TLSError) -> [OpaquePointer] {
        OpenSSLErrors.clear()
        let found = unsafe reading(pem) { input in
            var found: [OpaquePointer] = unsafe []
            while unsafe found.count < certificatesMax,
                let certificate = unsafe copenssl_read_certificate(input)
            {
                unsafe found.append(certificate)
            }
            return unsafe found
        }
        let error = ERR_peek_last_error()
        let isWhole = error == 0 || copenssl_is_end_of_pem(error) == 1
        OpenSSLErrors.clear()
        guard isWhole else {
            unsafe free(found)
            throw .damagedCertificate(unsafe found.count + 1)
        }
        guard unsafe !found.isEmpty else { throw .noCertificate }
        return unsafe found
    }

    private static func key(
        in pem: [UInt8], of chain: [OpaquePointer]
    ) throws(TLSError) -> OpaquePointer {
        let found = unsafe reading(pem) { unsafe copenssl_read_key($0) }
        OpenSSLErrors.clear()
        guard let key = unsafe found else {
            throw isLocked(pem) ? .lockedKey : .noKey
        }
        let owner = unsafe chain.firstIndex { unsafe X509_check_private_key($0, key) == 1 }
        OpenSSLErrors.clear()
        guard owner == 0 else {
            unsafe EVP_PKEY_free(key)
            throw owner == nil ? .keyOfAnother : .reversed
        }
        return unsafe key
    }

    /// Whether a key's file says that a password is needed, in the new way or the old one.
    private static func isLocked(_ pem: [UInt8]) -> Bool {
        let text = String(decoding: pem.prefix(256), as: UTF8.self)
        return text.contains("ENCRYPTED")
    }

    private static func validSeconds(of certificate: OpaquePointer) -> ClosedRange<Int64> {
        let begin = unsafe copenssl_time(X509_get0_notBefore(certificate))
        let end = unsafe copenssl_time(X509_get0_notAfter(certificate))
        return begin...max(begin, end)
    }
}
