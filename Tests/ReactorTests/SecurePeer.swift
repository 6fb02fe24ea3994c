import COpenSSL
import Connections
import Reactor
import TestSupport

@testable import TLS

/// The other end of a secured connection.
final class SecurePeer {
    let raw: TestPeer
    private let secure: SecureEnd
    /// Bytes of `raw` that were read.
    private var taken = 0

    /// Everything that was said.
    var bytes: [UInt8] { secure.said }
    var end: TLSArrival.End? { secure.end }
    var isReady: Bool { secure.tls.isReady }
    var isResumed: Bool { secure.tls.isResumed }

    init(
        port: UInt16, trusting context: TLSContext, name: String = "localhost",
        receiveBytes: Int32? = nil, session: Session? = nil
    ) throws {
        raw = TestPeer(port: port, receiveBytes: receiveBytes)
        let tls = try TLSStream(client: context, to: name)
        if let session { unsafe SSL_set_session(tls.connection, session.pointer) }
        secure = SecureEnd(tls, isClient: true)
        flush()
    }

    /// Says something once the handshake is over.
    func send(_ bytes: [UInt8]) {
        secure.say(bytes)
        flush()
    }

    /// Changes the keys of what it says from now on, with the next words.
    func changeKeys() {
        unsafe SSL_key_update(secure.tls.connection, SSL_KEY_UPDATE_NOT_REQUESTED)
        unsafe SSL_do_handshake(secure.tls.connection)
        secure.collect()
        flush()
    }

    /// What the server has given it to come back with.
    var session: Session? {
        unsafe SSL_get1_session(secure.tls.connection).map { unsafe Session(pointer: $0) }
    }

    @safe final class Session {
        let pointer: OpaquePointer
        init(pointer: OpaquePointer) { unsafe self.pointer = pointer }
        deinit { unsafe SSL_SESSION_free(pointer) }
    }

    /// Says that nothing more will be said.
    func finish() {
        secure.finish()
        flush()
    }

    /// Reads what is there.
    func read(atMost limit: Int = .max) {
        raw.read(atMost: limit)
        let next = Array(raw.bytes[taken...])
        taken = raw.bytes.count
        secure.receive(next)
        flush()
    }

    private func flush() {
        while !secure.sent.isEmpty {
            let count = raw.send(secure.sent)
            guard count > 0 else { return }
            secure.sent.removeFirst(count)
        }
    }
}

extension Harness {
    /// A loop whose front door is secured.
    static func secured(
        admission: Admission = Admission(), limits: OutboxLimits = OutboxLimits()
    ) throws -> Harness {
        try Harness(admission: admission, limits: limits, credentials: TestCredentials.server())
    }

    /// Connects a peer and brings the handshake to its end.
    mutating func connectSecurely(
        trusting context: TLSContext? = nil, receiveBytes: Int32? = nil,
        session: SecurePeer.Session? = nil
    ) throws -> (SecurePeer, ConnectionID) {
        let known = opened.count
        let context = try context ?? TestCredentials.client()
        let peer = try SecurePeer(
            port: listener.port, trusting: context, receiveBytes: receiveBytes,
            session: session)
        try turn {
            peer.read()
            return peer.isReady && $0.opened.count > known
        }
        return (peer, opened[known])
    }
}

enum TestCredentials {
    private static let identity = Result { try TestAuthority.shared.get().identity("server") }

    static func context() throws -> TLSContext {
        let identity = try identity.get()
        return try TLSContext(
            serving: TLSIdentity(certificates: identity.certificate, key: identity.key))
    }

    static func server() throws -> TLSCredentials { TLSCredentials(try context()) }

    static func client() throws -> TLSContext {
        try TLSContext(trusting: TestAuthority.shared.get().certificate)
    }
}
