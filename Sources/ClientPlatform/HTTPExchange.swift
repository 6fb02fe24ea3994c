import Glibc
import HTTP
import SyncClient

/// One request and its response, on a connection that has nothing else to carry.
struct HTTPExchange: ~Copyable {
    private let socket: Socket
    private let limits: HTTPClientLimits
    /// The time at which it is given up, in monotonic milliseconds.
    private let end: Int64

    init(with server: ServerAddress, _ limits: HTTPClientLimits) throws(TransportError) {
        let deadline = monotonicMilliseconds() + limits.openMillisecondsMax
        var socket = try Socket(to: server, deadline: deadline)
        if server.isSecure { try socket.secure(host: server.host, deadline: deadline) }
        self.socket = socket
        self.limits = limits
        end = monotonicMilliseconds() + limits.exchangeMillisecondsMax
    }

    /// The time by which something has to go on.
    private var deadline: Int64 {
        min(end, monotonicMilliseconds() + limits.silenceMillisecondsMax)
    }

    func send(_ bytes: [UInt8]) throws(TransportError) {
        var rest = bytes
        while !rest.isEmpty || socket.hasUnsent {
            try socket.wait(for: POLLOUT, deadline: deadline)
            rest.removeFirst(try socket.send(rest))
        }
    }

    func receive() throws(HTTPClientError) -> HTTPReceivedResponse {
        var reader = HTTPResponseReader(bodyBytesMax: limits.bodyBytesMax, limits: limits.head)
        var buffer = [UInt8](repeating: 0, count: SocketLimits.readBytes)
        while true {
            let count = try receive(into: &buffer)
            do throws(HTTPResponseFault) {
                let response = try reader.receive(buffer.span.extracting(first: count))
                if let response { return response }
            } catch {
                throw .unusable(sentence(error))
            }
        }
    }

    /// - Returns: how many bytes have come, at least one.
    private func receive(into buffer: inout [UInt8]) throws(HTTPClientError) -> Int {
        do throws(TransportError) {
            while true {
                try socket.wait(for: POLLIN, deadline: deadline)
                guard let count = try socket.receive(into: &buffer) else { continue }
                guard count > 0 else { break }
                return count
            }
        } catch {
            throw .lost(error.sentence)
        }
        throw .lost("\(socket.name) hung up before it had answered.")
    }

    private func sentence(_ fault: HTTPResponseFault) -> String {
        switch fault {
        case .malformed: "\(socket.name) doesn't answer as a web server does."
        case .headTooLarge, .bodyTooLarge: "\(socket.name) answers with more than can be read."
        case .unannouncedLength: "\(socket.name) doesn't say how long its answer is."
        }
    }
}
