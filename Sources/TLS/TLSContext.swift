import COpenSSL
import Threads

/// The settings by which connections are secured, and what they show or trust (`SSL_CTX`). Made
/// once, then shared by all threads.
///
/// TLS 1.2 and 1.3 with keys for one connection only; nothing is negotiated anew, compressed, or
/// sent before the handshake is over.
@safe package final class TLSContext: @unchecked Sendable {
    /// Mozilla's "intermediate" (Server Side TLS, version 5.7) without its keys of finite fields.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
    private static let groups = "X25519:P-256:P-384"
    /// Bytes of a record: what a slow line brings soon enough to be read.
    static let recordBytesMax = 4 * 1024
    /// Bytes of the protocol's name, with their count (RFC 7301 section 3.1).
    private static let application = [8] + Array("http/1.1".utf8)

    let pointer: OpaquePointer

    /// A server's.
    ///
    /// Sessions are kept by the clients, as tickets. Their key is the context's own: whoever makes
    /// a new context each day makes tickets worthless after a day.
    package init(serving identity: TLSIdentity) throws(TLSError) {
        unsafe pointer = try Self.make(TLS_server_method())
        unsafe copenssl_choose_ciphers(pointer)
        unsafe copenssl_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        unsafe Self.application.withUnsafeBytes { name in
            _ = unsafe SSL_CTX_set_session_id_context(
                pointer, name.baseAddress, UInt32(name.count))
        }
        unsafe SSL_CTX_set_alpn_select_cb(
            pointer,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                unsafe TLSContext.choose(chosen, chosenCount, offered, Int(offeredCount))
            }, nil)
        try use(identity)
    }

    /// A client's.
    ///
    /// - Parameter authorities: in the PEM format; nil: those that this machine trusts, or that
    ///   `SSL_CERT_FILE` and `SSL_CERT_DIR` name (SSL_CTX_set_default_verify_paths(3)).
    package init(trusting authorities: [UInt8]? = nil) throws(TLSError) {
        unsafe pointer = try Self.make(TLS_client_method())
        unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        let isSet = unsafe Self.application.withUnsafeBytes { name in
            unsafe SSL_CTX_set_alpn_protos(
                pointer, name.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt32(name.count)) == 0
        }
        guard isSet, unsafe SSL_CTX_set_default_verify_paths(pointer) == 1 else {
            throw .refused(OpenSSLErrors.take())
        }
        if let authorities { try trustOnly(authorities) }
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// The version of the library, such as "OpenSSL 3.0.19 27 Jan 2026".
    package static var libraryVersion: String {
        unsafe String(cString: OpenSSL_version(OPENSSL_VERSION))
    }

    private static func make(_ method: OpaquePointer?) throws(TLSError) -> OpaquePointer {
        OpenSSLErrors.clear()
        guard let context = unsafe SSL_CTX_new(method) else {
            throw .refused(OpenSSLErrors.take())
        }
        unsafe copenssl_set_options(context)
        // Buffers are given back between records; a write may take part, from wherever it lies.
        unsafe copenssl_set_mode(
            context,
            Int(SSL_MODE_RELEASE_BUFFERS) | Int(SSL_MODE_ENABLE_PARTIAL_WRITE)
                | Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER))
        guard unsafe copenssl_set_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            unsafe SSL_CTX_set_cipher_list(context, ciphers) == 1,
            unsafe copenssl_set_groups(context, groups) == 1
        else {
            unsafe SSL_CTX_free(context)
            throw .refused(OpenSSLErrors.take())
        }
        return unsafe context
    }

    private func trustOnly(_ authorities: [UInt8]) throws(TLSError) {
        let certificates = try unsafe TLSIdentity.certificates(in: authorities)
        defer { unsafe TLSIdentity.free(certificates) }
        guard let store = unsafe X509_STORE_new() else { throw .refused(OpenSSLErrors.take()) }
        for place in unsafe certificates.indices {
            unsafe X509_STORE_add_cert(store, certificates[place])
        }
        unsafe SSL_CTX_set_cert_store(pointer, store)
    }

    private func use(_ identity: TLSIdentity) throws(TLSError) {
        let isTaken =
            unsafe SSL_CTX_use_certificate(pointer, identity.certificates[0]) == 1
            && SSL_CTX_use_PrivateKey(pointer, identity.key) == 1
            && identity.certificates.dropFirst().allSatisfy { unsafe addToChain($0) }
        guard isTaken else { throw .refused(OpenSSLErrors.take()) }
    }

    private func addToChain(_ certificate: OpaquePointer) -> Bool {
        unsafe X509_up_ref(certificate)
        guard unsafe copenssl_add_chain_certificate(pointer, certificate) == 1 else {
            unsafe X509_free(certificate)
            return false
        }
        return true
    }

    /// Chooses the protocol that connections carry; whoever offers only others is refused.
    private static func choose(
        _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ chosenCount: UnsafeMutablePointer<UInt8>?,
        _ offered: UnsafePointer<UInt8>?, _ offeredCount: Int
    ) -> Int32 {
        guard let offered = unsafe offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let names = unsafe UnsafeBufferPointer(start: offered, count: offeredCount)
        var place = 0
        while place < offeredCount {
            let end = unsafe place + 1 + Int(names[place])
            guard end <= offeredCount else { break }
            if unsafe names[place..<end].elementsEqual(application) {
                unsafe chosen?.pointee = offered + place + 1
                unsafe chosenCount?.pointee = names[place]
                return SSL_TLSEXT_ERR_OK
            }
            place = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}

/// The context that a server's new connections get; another takes its place when the certificate
/// is a new one. Connections keep the one that they began with.
package final class TLSCredentials: Sendable {
    private let context: Lock<TLSContext>

    package init(_ context: TLSContext) { self.context = Lock(context) }

    package var current: TLSContext { context.withLock { $0 } }

    package func replace(by context: TLSContext) { self.context.withLock { $0 = context } }
}
