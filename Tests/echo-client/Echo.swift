import Glibc
import TestSupport
import WebSocket

/// One WebSocket connection to a server on the loopback address, in the client's role. It sends
/// every message back as it came, until the connection ends.
struct Echo: ~Copyable {
    struct Broken: Error { var reason: String }

    /// The conformance tests send larger messages than any server of ours.
    static let messageBytesMax = 16 * 1024 * 1024
    /// A bound against hanging only.
    static let patienceMilliseconds: Int32 = 180_000

    private let descriptor: Int32
    private var webSocket: WebSocketConnection
    private var generator = SystemRandomNumberGenerator()
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    /// The text messages that came.
    private(set) var texts: [[UInt8]] = []

    static func open(port: UInt16, path: String) throws -> Echo {
        var echo = Echo(try Loopback.connect(to: port))
        try echo.shakeHands(host: "127.0.0.1:\(port)", path: path)
        return echo
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        webSocket = WebSocketConnection(
            role: .client, limits: WebSocketLimits(messageBytesMax: Self.messageBytesMax),
            maskSeed: generator.next())
    }

    deinit { close(descriptor) }

    private mutating func shakeHands(host: String, path: String) throws {
        let key = (0..<WebSocketHandshake.keyBytes).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        try send(
            WebSocketHandshake.request(host: host, path: path, key: key, subprotocol: nil))
        var parser = HTTPResponseParser(key: key, subprotocol: nil)
        while true {
            let count = try receive()
            guard count > 0 else { throw Broken(reason: "the server hung up on the handshake") }
            var cursor = 0
            let answer = buffer[..<count]
            switch parser.receive(answer.span, cursor: &cursor) {
            case .needMore: continue
            case .accepted: return try read(cursor..<count)
            case .failed(let error): throw Broken(reason: "the handshake: \(error)")
            }
        }
    }

    /// Sends back what comes, until both close frames have passed and the server has hung up.
    mutating func run() throws {
        while !webSocket.isFinished, case let count = try receive(), count > 0 {
            try read(0..<count)
        }
        // The server closes first (RFC 6455 section 7.1.1).
        shutdown(descriptor, Int32(SHUT_WR))
        while try receive() > 0 {}
    }

    private mutating func read(_ range: Range<Int>) throws {
        var cursor = 0
        let bytes = buffer[range]
        while cursor < bytes.count {
            let event = webSocket.receive(bytes.span, cursor: &cursor)
            let mask = UInt32.random(in: 0 ... .max, using: &generator)
            // Pongs to the pings before the message go out before its echo.
            try send(webSocket.takeOutput())
            switch event {
            case .text(let text):
                texts.append(text)
                try send(WebSocketFrame.clientText(text, mask: mask))
            case .binary(let bytes): try send(WebSocketFrame.clientBinary(bytes, mask: mask))
            case .closed, .failed, .pong, nil: break
            }
        }
    }

    /// Sends bytes, as long as the server takes them: after it has hung up the rest is of no
    /// interest to it.
    private func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { part in
                unsafe Glibc.send(
                    descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Fills the buffer from its start; 0 at the end of the connection, in peace or not.
    private mutating func receive() throws -> Int {
        var request = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        let ready = unsafe poll(&request, 1, Self.patienceMilliseconds)
        guard ready > 0 else { throw Broken(reason: "the server says nothing and stays") }
        let number = descriptor
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe recv(number, $0.baseAddress, $0.count, 0)
        }
        return max(count, 0)
    }
}
