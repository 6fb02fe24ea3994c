import CLinux
import Foundation
import Glibc
import Lobby
import TestSupport
import WebSocket
import Wire

/// A TCP connection to a server that sends whatever bytes it is told to. Its calls wait; use it on
/// a thread of its own (`onOwnThread`).
final class RawClient {
    /// The server neither said anything nor hung up.
    struct Silence: Error { var after: String }

    /// The server hung up without having answered the handshake.
    struct HungUp: Error {}

    /// The server sent a message of a kind that there isn't.
    struct UnknownMessage: Error { var bytes: [UInt8] }

    enum Heard {
        case message(ServerMessage<Lobby>)
        /// The connection has ended; nil: without a close frame, or with one that has no code.
        case closed(UInt16?)
    }

    /// Long enough for the slowest of the server's own limits.
    static let patienceMilliseconds: Int32 = 180_000

    private let descriptor: Int32
    private var webSocket = WebSocketConnection(
        role: .client, limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax),
        maskSeed: 1)
    /// Bytes that came and haven't been read as frames.
    private var unread: [UInt8] = []
    private var lastSaid = ""

    /// - Parameter receiveBytes: the size of the system's receive buffer, if not the default.
    init(port: UInt16, receiveBytes: Int32? = nil) throws {
        descriptor = try Loopback.connect(to: port, receiveBytes: receiveBytes)
        // A server that reads no further mustn't hold the test up.
        var wait = timeval(tv_sec: Int(Self.patienceMilliseconds / 1_000), tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: whether all was taken; if not, the server has hung up.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        lastSaid = "\(bytes.count) bytes: \(String(decoding: bytes.prefix(200), as: UTF8.self))"
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { part in
                unsafe Glibc.send(
                    descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Ends our stream; the server's can still be read.
    func endInput() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives the next bytes; empty once the connection has ended, in peace or not.
    func receive() throws -> [UInt8] {
        var request = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard unsafe poll(&request, 1, Self.patienceMilliseconds) > 0 else {
            throw Silence(after: lastSaid)
        }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer[..<max(0, count)])
    }

    /// Receives everything up to the end of the connection.
    func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }
}

/// WebSocket over the connection.
extension RawClient {
    static let request = WebSocketHandshake.request(
        host: "folf.example", path: "/sync", key: Array(0..<16),
        subprotocol: WireLimits.subprotocol)

    static func upgraded(_ port: UInt16, receiveBytes: Int32? = nil) throws -> RawClient {
        let client = try RawClient(port: port, receiveBytes: receiveBytes)
        client.send(request)
        var parser = HTTPResponseParser(
            key: Array(0..<16), subprotocol: WireLimits.subprotocol)
        while true {
            let bytes = try client.receive()
            var cursor = 0
            switch parser.receive(bytes.span, cursor: &cursor) {
            case .needMore where !bytes.isEmpty: continue
            case .accepted:
                client.unread = Array(bytes[cursor...])
                return client
            case .needMore: throw HungUp()
            case .failed: throw Silence(after: "the handshake")
            }
        }
    }

    /// Sends a message as a frame of its own.
    @discardableResult
    func say(_ message: [UInt8]) -> Bool {
        send(WebSocketFrame.clientText(message, mask: 0x5EED_5EED))
    }

    @discardableResult
    func say(_ message: String) -> Bool { say(Array(message.utf8)) }

    /// Receives the next message, or the end.
    func next() throws -> Heard {
        while true {
            var cursor = 0
            let event = webSocket.receive(unread.span, cursor: &cursor)
            unread.removeFirst(cursor)
            switch event {
            case .text(let bytes)?:
                guard let message = try ServerMessage<Lobby>.decode(bytes) else {
                    throw UnknownMessage(bytes: bytes)
                }
                return .message(message)
            case .closed(let code, _)?: return .closed(code?.rawValue)
            case .failed(let code)?: return .closed(code.rawValue)
            case .binary?, .pong?: continue
            case nil: break
            }
            let bytes = try receive()
            if bytes.isEmpty { return .closed(nil) }
            unread += bytes
        }
    }

    /// Everything up to the end: the messages and the close code.
    func rest() throws -> (messages: [ServerMessage<Lobby>], closeCode: UInt16?) {
        var messages: [ServerMessage<Lobby>] = []
        while true {
            switch try next() {
            case .message(let message): messages.append(message)
            case .closed(let code): return (messages, code)
            }
        }
    }
}
