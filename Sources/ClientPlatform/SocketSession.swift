import Glibc
import SyncClient
import SystemCalls
import WebSocket
import Wire

/// One WebSocket connection on its thread: opens it, then carries messages until it ends.
struct SocketSession: ~Copyable {
    private let socket: Socket
    private var webSocket: WebSocketConnection
    private var generator = SystemRandomNumberGenerator()
    private var buffer = [UInt8](repeating: 0, count: SocketLimits.readBytes)
    /// Frames that the system hasn't taken yet.
    private var output: [UInt8] = []
    /// The part of `buffer` that came in one piece with the answer to the handshake.
    private var unread: Range<Int>?
    private var peerCloseCode: UInt16?
    private var closeDeadline: Int64?

    private init(_ socket: consuming Socket) {
        self.socket = socket
        webSocket = WebSocketConnection(
            role: .client,
            limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax),
            maskSeed: generator.next())
    }

    static func open(to address: ServerAddress) throws(TransportError) -> SocketSession {
        let deadline = monotonicMilliseconds() + SocketLimits.openMillisecondsMax
        var socket = try Socket(to: address, deadline: deadline)
        if address.isSecure { try socket.secure(host: address.host, deadline: deadline) }
        var session = SocketSession(socket)
        try session.shakeHands(address, deadline: deadline)
        return session
    }

    private mutating func shakeHands(
        _ address: ServerAddress, deadline: Int64
    ) throws(TransportError) {
        let key = (0..<WebSocketHandshake.keyBytes).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        output = WebSocketHandshake.request(
            host: address.authority, path: address.path, key: key,
            subprotocol: WireLimits.subprotocol)
        while hasOutput {
            try socket.wait(for: POLLOUT, deadline: deadline)
            try flush()
        }
        var parser = HTTPResponseParser(key: key, subprotocol: WireLimits.subprotocol)
        while true {
            try socket.wait(for: POLLIN, deadline: deadline)
            guard let count = try socket.receive(into: &buffer) else { continue }
            guard count > 0 else { throw .failed("\(address.authority) hung up.") }
            if try readAnswer(count, &parser, address) { return }
        }
    }

    /// - Returns: whether the connection is open.
    private mutating func readAnswer(
        _ count: Int, _ parser: inout HTTPResponseParser, _ address: ServerAddress
    ) throws(TransportError) -> Bool {
        var cursor = 0
        let answer = buffer[..<count]
        switch parser.receive(answer.span, cursor: &cursor) {
        case .needMore: return false
        case .accepted:
            unread = cursor..<count
            return true
        case .failed(.status(let status)):
            throw .failed("\(address.authority) refuses the connection (HTTP status \(status)).")
        case .failed:
            throw .failed("\(address.authority) doesn't speak the language of this program.")
        }
    }

    /// Carries messages until the connection ends, and says why it did.
    mutating func carry(_ line: SocketLine) -> TransportError {
        do throws(TransportError) {
            if let unread { read(unread, for: line) }
            while true { try turn(line) }
        } catch {
            return error
        }
    }

    private mutating func turn(_ line: SocketLine) throws(TransportError) {
        let wishes = line.takeWishes()
        for text in wishes.texts {
            let mask = UInt32.random(in: 0 ... .max, using: &generator)
            output += WebSocketFrame.clientText(text, mask: mask)
        }
        if let code = wishes.closeCode, closeDeadline == nil { close(code) }
        output += webSocket.takeOutput()
        try flush()
        if webSocket.isFinished, !hasOutput { throw .closed(code: peerCloseCode) }
        try waitForWork(line, mayRead: wishes.mayRead)
    }

    private mutating func close(_ code: UInt16) {
        let code = CloseCode(rawValue: code)
        webSocket.close(code.isSendable ? code : .normal)
        closeDeadline = monotonicMilliseconds() + SocketLimits.closeMillisecondsMax
    }

    private mutating func waitForWork(
        _ line: SocketLine, mayRead: Bool
    ) throws(TransportError) {
        let events = (mayRead ? POLLIN : 0) | (hasOutput ? POLLOUT : 0)
        var requests = [
            pollfd(fd: socket.number, events: Int16(events), revents: 0),
            pollfd(fd: line.waker, events: Int16(POLLIN), revents: 0),
        ]
        let hasHappened: Bool
        do throws(SystemError) {
            hasHappened = try waitForEvents(&requests, deadline: closeDeadline)
        } catch {
            throw socket.failure(error)
        }
        guard hasHappened else { throw .closed(code: peerCloseCode) }
        guard requests[0].revents & ~Int16(POLLOUT) != 0 else { return }
        guard let count = try socket.receive(into: &buffer) else { return }
        guard count > 0 else { throw .closed(code: peerCloseCode) }
        read(0..<count, for: line)
    }

    private mutating func flush() throws(TransportError) {
        guard hasOutput else { return }
        output.removeFirst(try socket.send(output))
    }

    /// Whether something waits for room in the system.
    private var hasOutput: Bool { !output.isEmpty || socket.hasUnsent }

    /// Reads frames from this part of the buffer, and hands messages to the line.
    private mutating func read(_ range: Range<Int>, for line: SocketLine) {
        var cursor = 0
        let bytes = buffer[range]
        while cursor < bytes.count {
            switch webSocket.receive(bytes.span, cursor: &cursor) {
            case .text(let text): line.deliver(text)
            case .closed(let code, _): peerCloseCode = code?.rawValue
            case .binary, .pong, .failed, nil: break
            }
        }
    }
}
