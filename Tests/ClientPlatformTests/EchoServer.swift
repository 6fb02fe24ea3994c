import Glibc
import HTTP
import Synchronization
import TestSupport
import WebSocket

/// A WebSocket server on the loopback address that serves one connection after another. It sends
/// every text back, and obeys a few: see `obey`.
final class EchoServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let isOver = Mutex(false)

    /// - Parameter greeting: sent in one piece with the answer to the handshake.
    init(greeting: [String] = [], status: String? = nil) throws {
        (listener, port) = try Loopback.listen()
        let loop = Loop(listener: listener, greeting: greeting, status: status)
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(loop).toOpaque()
        unsafe pthread_create(
            &thread, nil,
            { context in
                unsafe Unmanaged<Loop>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context)
        pthread_detach(thread)
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private final class Loop {
        let listener: Int32
        let greeting: [String]
        let status: String?

        init(listener: Int32, greeting: [String], status: String?) {
            self.listener = listener
            self.greeting = greeting
            self.status = status
        }

        func run() {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                serve(connection)
                close(connection)
            }
            close(listener)
        }

        private func receive(_ connection: Int32) -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : nil
        }

        private func send(_ bytes: [UInt8], _ connection: Int32) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        private func serve(_ connection: Int32) {
            var parser = HTTPRequestParser()
            var request: HTTPRequest?
            while request == nil, let bytes = receive(connection) {
                var cursor = 0
                if case .request(let found) = parser.receive(bytes.span, cursor: &cursor) {
                    request = found
                }
            }
            guard let request else { return }
            if let status {
                return send(
                    Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8), connection)
            }
            let answer = WebSocketHandshake.accept(request, subprotocol: "folf.sync.v1") { _, _ in
                false
            }
            guard case .accepted(let response) = answer else { return }
            let frames = greeting.flatMap { WebSocketFrame.server(text: Array($0.utf8)) }
            send(response + frames, connection)
            echo(connection)
        }

        private func echo(_ connection: Int32) {
            var webSocket = WebSocketConnection(
                role: .server, limits: WebSocketLimits(messageBytesMax: 1 << 24))
            while !webSocket.isFinished, let bytes = receive(connection) {
                var cursor = 0
                while cursor < bytes.count {
                    switch webSocket.receive(bytes.span, cursor: &cursor) {
                    case .text(let text): obey(text, &webSocket, connection)
                    default: break
                    }
                }
                send(webSocket.takeOutput(), connection)
            }
        }

        private func obey(
            _ text: [UInt8], _ webSocket: inout WebSocketConnection, _ connection: Int32
        ) {
            switch String(decoding: text, as: UTF8.self) {
            case "kick me": webSocket.close(CloseCode(rawValue: 4503))
            case "vanish": shutdown(connection, Int32(SHUT_RDWR))
            case "ping me":
                send(WebSocketFrame.ping([1, 2]), connection)
                send(WebSocketFrame.server(text: text), connection)
            default: send(WebSocketFrame.server(text: text), connection)
            }
        }
    }
}
