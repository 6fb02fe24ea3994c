import COpenSSL

/// What lies between OpenSSL and whoever carries its bytes: a `BIO` without memory of its own
/// (BIO_meth_new(3)). It reads from bytes that have just come, which the caller lends for one call,
/// and writes into a buffer that is sent and used again. What was said has a buffer here too.
///
/// One of these serves all connections of a thread, and a connection that rests has no buffers: a
/// `BIO` with memory costs each of them 2 KB, and OpenSSL's own buffers 33 KB.
@safe package final class TLSGlue {
    /// What the callbacks see.
    @unsafe struct Ends {
        var incoming: UnsafeRawPointer?
        var incomingCount = 0
        let outgoing: UnsafeMutableRawPointer
        var outgoingCount = 0
        let said: UnsafeMutableRawPointer
        /// Messages of the handshake's kind that may still come once it is over.
        var messagesLeft = 0
    }

    /// Bytes that may be read at a time.
    package static let incomingBytesMax = 64 * 1024
    /// Room for what one turn seals, or for the longest flight of a handshake.
    static let outgoingBytesMax = 96 * 1024
    /// Room for what those bytes say, and for a record that had begun before.
    static let saidBytesMax = incomingBytesMax + 17 * 1024
    let ends: UnsafeMutablePointer<Ends>

    package init() {
        unsafe ends = .allocate(capacity: 1)
        unsafe ends.initialize(
            to: Ends(
                outgoing: .allocate(byteCount: Self.outgoingBytesMax, alignment: 16),
                said: .allocate(byteCount: Self.saidBytesMax, alignment: 16)))
    }

    deinit {
        unsafe ends.pointee.outgoing.deallocate()
        unsafe ends.pointee.said.deallocate()
        unsafe ends.deallocate()
    }

    /// Whether there are bytes to be sent.
    package var hasOutgoing: Bool { unsafe ends.pointee.outgoingCount > 0 }

    /// Gives the bytes that are to be sent to `body`, and forgets them.
    package func takeOutgoing(_ body: (Span<UInt8>) -> Void) {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: ends.pointee.outgoing, count: ends.pointee.outgoingCount)
        unsafe ends.pointee.outgoingCount = 0
        unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }

    /// Gives the first bytes of what was said last to `body`.
    package func withSaid(_ count: Int, _ body: (Span<UInt8>) -> Void) {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: ends.pointee.said, count: min(count, Self.saidBytesMax))
        unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }

    /// Bytes that it has room for.
    var outgoingRoom: Int { unsafe Self.outgoingBytesMax - ends.pointee.outgoingCount }
}

extension TLSGlue {
    /// The kind of `BIO` that all connections have; made once and never freed.
    nonisolated(unsafe) static let method: OpaquePointer = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard let method = unsafe BIO_meth_new(kind, "folf") else {
            fatalError("no memory for OpenSSL")
        }
        unsafe BIO_meth_set_read(method) { bio, target, count in
            unsafe TLSGlue.read(bio, target, count)
        }
        unsafe BIO_meth_set_write(method) { bio, source, count in
            unsafe TLSGlue.write(bio, source, count)
        }
        unsafe BIO_meth_set_ctrl(method) { _, command, _, _ in
            // Flushing succeeds, since nothing is kept; no other command is known.
            command == BIO_CTRL_FLUSH ? 1 : 0
        }
        unsafe BIO_meth_set_create(method) { bio in
            unsafe BIO_set_init(bio, 1)
            return 1
        }
        return unsafe method
    }()

    private static func ends(of bio: OpaquePointer?) -> UnsafeMutablePointer<Ends>? {
        unsafe BIO_get_data(bio)?.assumingMemoryBound(to: Ends.self)
    }

    /// The answer to OpenSSL is the number of bytes, or -1: with a mark to try again where nothing
    /// is there, and without where there will be nothing more.
    private static func read(
        _ bio: OpaquePointer?, _ target: UnsafeMutablePointer<CChar>?, _ count: Int32
    ) -> Int32 {
        unsafe copenssl_clear_retry(bio)
        guard let ends = unsafe ends(of: bio), let target = unsafe target, count > 0 else {
            return -1
        }
        guard let incoming = unsafe ends.pointee.incoming, unsafe ends.pointee.incomingCount > 0
        else {
            unsafe copenssl_retry_read(bio)
            return -1
        }
        // Whoever changes keys all the time is read no further.
        guard unsafe ends.pointee.messagesLeft >= 0 else { return -1 }
        let taken = unsafe min(Int(count), ends.pointee.incomingCount)
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: incoming, byteCount: taken)
        unsafe ends.pointee.incoming = incoming + taken
        unsafe ends.pointee.incomingCount -= taken
        return Int32(truncatingIfNeeded: taken)
    }

    private static func write(
        _ bio: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ count: Int32
    ) -> Int32 {
        unsafe copenssl_clear_retry(bio)
        guard let ends = unsafe ends(of: bio), let source = unsafe source, count > 0 else {
            return -1
        }
        let taken = unsafe min(Int(count), outgoingBytesMax - ends.pointee.outgoingCount)
        guard taken > 0 else {
            unsafe copenssl_retry_write(bio)
            return -1
        }
        unsafe (ends.pointee.outgoing + ends.pointee.outgoingCount)
            .copyMemory(from: source, byteCount: taken)
        unsafe ends.pointee.outgoingCount += taken
        return Int32(truncatingIfNeeded: taken)
    }
}
