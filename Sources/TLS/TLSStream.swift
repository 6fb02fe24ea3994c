import COpenSSL

/// The security of one connection: turns what came into what was said, and what is to be said into
/// what is to be sent. It knows no socket; the bytes go through a `TLSGlue`. Used by one thread at
/// a time, and by several one after the other.
@safe package final class TLSStream: @unchecked Sendable {
    /// Messages with which a peer may trouble us once the handshake is over: keys may be changed
    /// now and then (RFC 8446 section 4.6.3), but each time costs us more than the peer.
    package static let messagesMax = 32
    /// Bytes that a record may bring more than was said.
    private static let recordOverheadBytesMax = 64

    /// OpenSSL's `SSL`.
    let connection: OpaquePointer
    private let bio: OpaquePointer
    private var messagesLeft = messagesMax
    /// The handshake is over.
    package private(set) var isReady = false
    /// Nothing more can be said.
    package private(set) var isEnded = false
    /// Bytes that were sealed and are not sent yet. They can't be taken back: the peer would notice
    /// that a record is missing.
    private var unsent: [UInt8] = []
    private var unsentStart = 0

    /// The server's end of a connection.
    package convenience init(server context: TLSContext) throws(TLSError) {
        try self.init(context)
        unsafe SSL_set_accept_state(connection)
    }

    /// The client's end of a connection to a server that proves to have this name or IP address.
    package convenience init(
        client context: TLSContext, to name: String
    ) throws(TLSError) {
        try self.init(context)
        unsafe SSL_set_connect_state(connection)
        // An address is no name to be told (RFC 6066 section 3).
        let isAddress = unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), name) == 1
        OpenSSLErrors.clear()
        guard !isAddress else { return }
        guard unsafe copenssl_set_server_name(connection, name) == 1,
            unsafe SSL_set1_host(connection, name) == 1
        else { throw .refused(OpenSSLErrors.take()) }
    }

    private init(_ context: TLSContext) throws(TLSError) {
        OpenSSLErrors.clear()
        guard let connection = unsafe SSL_new(context.pointer) else {
            throw .refused(OpenSSLErrors.take())
        }
        guard let bio = unsafe BIO_new(TLSGlue.method) else {
            unsafe SSL_free(connection)
            throw .refused(OpenSSLErrors.take())
        }
        unsafe SSL_set_bio(connection, bio, bio)
        unsafe self.connection = connection
        unsafe self.bio = bio
    }

    deinit { unsafe SSL_free(connection) }

    /// Whether the connection goes on with the keys of an earlier one.
    package var isResumed: Bool { unsafe SSL_session_reused(connection) == 1 }
    /// Whether it is TLS 1.3, and not 1.2.
    package var isVersion13: Bool { unsafe SSL_version(connection) == TLS1_3_VERSION }

    /// Reads what has come. What was said, and whatever is to be sent for it, is in the glue then.
    ///
    /// - Parameter bytes: as they came, at most `TLSGlue.incomingBytesMax`; none begins a client's
    ///   handshake.
    package func receive(_ bytes: Span<UInt8>, through glue: TLSGlue) -> TLSArrival {
        precondition(bytes.count <= TLSGlue.incomingBytesMax)
        use(glue)
        defer { unsafe messagesLeft = glue.ends.pointee.messagesLeft }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe glue.ends.pointee.incoming = bytes.baseAddress
            unsafe glue.ends.pointee.incomingCount = bytes.count
            defer { unsafe glue.ends.pointee.incomingCount = 0 }
            var arrival = TLSArrival()
            if !isReady { arrival.end = shakeHands() }
            if isReady, arrival.end == nil { unsafe read(into: glue.ends.pointee.said, &arrival) }
            return arrival
        }
    }

    private func use(_ glue: TLSGlue) {
        OpenSSLErrors.clear()
        unsafe glue.ends.pointee.messagesLeft = messagesLeft
        unsafe BIO_set_data(bio, glue.ends)
        if isReady { unsafe SSL_ctrl(connection, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, glue.ends) }
    }

    private func shakeHands() -> TLSArrival.End? {
        let answer = unsafe SSL_do_handshake(connection)
        guard answer != 1 else {
            isReady = true
            countMessages()
            return nil
        }
        return end(answer)
    }

    private func read(into said: UnsafeMutableRawPointer, _ arrival: inout TLSArrival) {
        while arrival.count < TLSGlue.saidBytesMax {
            var count = 0
            let answer = unsafe SSL_read_ex(
                connection, said + arrival.count, TLSGlue.saidBytesMax - arrival.count, &count)
            guard answer == 1 else {
                arrival.end = end(answer)
                return
            }
            arrival.count += count
        }
    }

    /// The end that OpenSSL's answer means; nil if it only waits for more.
    private func end(_ answer: Int32) -> TLSArrival.End? {
        let code = unsafe SSL_get_error(connection, answer)
        if code == SSL_ERROR_WANT_READ { return nil }
        isEnded = code != SSL_ERROR_ZERO_RETURN
        guard isEnded else { return .peer }
        let verdict = unsafe SSL_get_verify_result(connection)
        let reason = OpenSSLErrors.take()
        guard verdict != Int(X509_V_OK), let text = unsafe X509_verify_cert_error_string(verdict)
        else { return .failed(reason) }
        return .untrusted(unsafe String(cString: text))
    }

    /// From now on the glue counts the messages that a peer sends besides what it says.
    private func countMessages() {
        unsafe SSL_set_msg_callback(connection) { isSent, _, kind, _, _, _, ends in
            guard isSent == 0, kind == SSL3_RT_HANDSHAKE else { return }
            unsafe ends?.assumingMemoryBound(to: TLSGlue.Ends.self).pointee.messagesLeft -= 1
        }
        _ = unsafe SSL_ctrl(
            connection, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, BIO_get_data(bio))
    }
}

extension TLSStream {
    /// Seals the beginning of what is to be said, as far as the glue has room for it.
    ///
    /// - Returns: how many bytes of it are in the glue, sealed.
    package func seal(_ bytes: Span<UInt8>, into glue: TLSGlue) -> Int {
        use(glue)
        var sealed = 0
        while sealed < bytes.count, !isEnded {
            let room = glue.outgoingRoom - Self.recordOverheadBytesMax
            let count = min(bytes.count - sealed, TLSContext.recordBytesMax, room)
            guard count > 0 else { break }
            var written = 0
            let answer = unsafe bytes.extracting(sealed..<sealed + count).withUnsafeBytes {
                unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &written)
            }
            isEnded = answer != 1
            sealed += written
        }
        return sealed
    }

    /// Says that nothing more will be said (RFC 8446 section 6.1); the first time.
    package func end(through glue: TLSGlue) {
        guard !isEnded else { return }
        use(glue)
        isEnded = true
        unsafe SSL_shutdown(connection)
    }

    /// Whether something is sealed and not sent.
    package var hasUnsent: Bool { unsentStart < unsent.count }
    /// Bytes that are sealed and not sent.
    package var unsentBytes: Int { unsent.count - unsentStart }

    /// Keeps sealed bytes that couldn't be sent.
    package func keep(_ bytes: Span<UInt8>) {
        unsent.reserveCapacity(unsent.count + bytes.count)
        for place in bytes.indices { unsent.append(bytes[place]) }
    }

    /// Gives what is sealed and not sent to `body`, which returns how much of it is sent now.
    package func sendUnsent(_ body: (Span<UInt8>) -> Int) {
        unsentStart += body(unsent.span.extracting(droppingFirst: unsentStart))
        if unsentStart == unsent.count {
            unsent = []
            unsentStart = 0
        }
    }
}

/// What some bytes have brought.
package struct TLSArrival: Sendable {
    package enum End: Equatable, Sendable {
        /// The peer will say nothing more.
        case peer
        /// The peer doesn't prove to be whom we asked for, in OpenSSL's words.
        case untrusted(String)
        /// The peer doesn't keep to the protocol, or nothing can be agreed on, in OpenSSL's words.
        case failed(String)
    }

    /// Bytes that were said.
    package internal(set) var count = 0
    /// Why nothing more will come; nil while more may.
    package internal(set) var end: End?
}
