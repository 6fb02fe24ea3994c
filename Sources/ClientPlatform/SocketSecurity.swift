import Glibc
import SyncClient
import TLS

/// What secures a socket: TLS, with a server that proves who it is by a certificate of an authority
/// that this machine trusts.
final class SocketSecurity {
    private static let context = Result { () throws(TLSError) in try TLSContext() }

    let tls: TLSStream
    let glue = TLSGlue()
    /// The server has said its last word.
    var isOver = false

    /// - Parameter host: the server's name or address.
    init(host: String) throws(TransportError) {
        do throws(TLSError) {
            tls = try TLSStream(client: try Self.context.get(), to: host)
        } catch {
            throw .failed("A secure connection can't be had on this machine: \(error).")
        }
    }

    /// The error for a connection that can't go on.
    static func error(_ end: TLSArrival.End, _ host: String) -> TransportError {
        switch end {
        case .peer: .failed("\(host) hung up.")
        case .untrusted(let reason):
            .failed("\(host) can't prove that it is \(host): \(reason).")
        case .failed(let reason):
            .failed("There is no secure connection with \(host): \(reason).")
        }
    }
}

extension Socket {
    /// Secures the connection, before anything was said on it.
    ///
    /// - Parameter deadline: monotonic milliseconds.
    mutating func secure(host: String, deadline: Int64) throws(TransportError) {
        let security = try SocketSecurity(host: host)
        self.security = security
        var buffer = [UInt8](repeating: 0, count: SocketLimits.sealedReadBytes)
        var count = 0
        while true {
            let arrival = security.tls.receive(
                buffer.span.extracting(first: count), through: security.glue)
            try sendSealed(security)
            if let end = arrival.end { throw SocketSecurity.error(end, host) }
            guard !security.tls.isReady else { return }
            count = try wait(toFill: &buffer, deadline: deadline)
            guard count > 0 else { throw SocketSecurity.error(.peer, host) }
        }
    }

    private func wait(
        toFill buffer: inout [UInt8], deadline: Int64
    ) throws(TransportError) -> Int {
        while true {
            try wait(for: POLLIN, deadline: deadline)
            if let count = try receiveRaw(into: &buffer) { return count }
        }
    }

    /// Whether bytes are sealed and wait for room.
    var hasUnsent: Bool { security?.tls.hasUnsent ?? false }

    func send(_ bytes: [UInt8], _ security: SocketSecurity) throws(TransportError) -> Int {
        try sendSealed(security)
        guard !security.tls.hasUnsent else { return 0 }
        let count = security.tls.seal(bytes.span, into: security.glue)
        guard count > 0 || bytes.isEmpty else {
            throw SocketSecurity.error(.failed("it has ended"), name)
        }
        try sendSealed(security)
        return count
    }

    /// Sends as much as there is room for.
    private func sendSealed(_ security: SocketSecurity) throws(TransportError) {
        security.glue.takeOutgoing { security.tls.keep($0) }
        while security.tls.hasUnsent {
            var outcome = Result<Int, TransportError>.success(0)
            security.tls.sendUnsent { bytes in
                outcome = Result { () throws(TransportError) in try sendRaw(bytes) }
                return (try? outcome.get()) ?? 0
            }
            guard try outcome.get() > 0 else { return }
        }
    }

    func receive(
        into buffer: inout [UInt8], _ security: SocketSecurity
    ) throws(TransportError) -> Int? {
        guard !security.isOver else { return 0 }
        var sealed = [UInt8](repeating: 0, count: SocketLimits.sealedReadBytes)
        guard let count = try receiveRaw(into: &sealed) else { return nil }
        guard count > 0 else { return 0 }
        let arrival = security.tls.receive(
            sealed.span.extracting(first: count), through: security.glue)
        security.glue.withSaid(arrival.count) { said in
            for place in said.indices { buffer[place] = said[place] }
        }
        try sendSealed(security)
        switch arrival.end {
        case .peer: security.isOver = true
        case let end?: throw SocketSecurity.error(end, name)
        case nil: break
        }
        return arrival.count > 0 || security.isOver ? arrival.count : nil
    }
}
