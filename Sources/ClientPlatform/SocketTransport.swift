public import SyncClient
import SystemCalls
import Threads
import WebSocket

/// WebSocket connections over TCP, each on a thread of its own; secured by TLS for `wss://`.
public struct SocketTransport: Transport {
    public init() {}

    public func connect(
        to address: ServerAddress
    ) async throws(TransportError) -> any TransportConnection {
        let connection = SocketConnection(line: try SocketLine())
        let result = await withCheckedContinuation { continuation in
            connection.start(to: address) { continuation.resume(returning: $0) }
        }
        if let failure = result { throw failure }
        return connection
    }
}

/// A connection that is closed once nobody holds it. Its thread ends with the connection.
private final class SocketConnection: TransportConnection {
    private let line: SocketLine

    init(line: SocketLine) { self.line = line }

    deinit { line.close(code: CloseCode.goingAway.rawValue) }

    /// Opens the connection on a new thread, which goes on to carry its messages.
    ///
    /// - Parameter report: called once, with nil when it is open.
    func start(to address: ServerAddress, report: @escaping @Sendable (TransportError?) -> Void) {
        let line = line
        do throws(SystemError) {
            let thread = try WorkerThread(named: "socket") {
                do throws(TransportError) {
                    var session = try SocketSession.open(to: address)
                    report(nil)
                    line.end(session.carry(line))
                } catch {
                    report(error)
                }
            }
            thread.detach()
        } catch {
            report(.failed("The system has no thread to give."))
        }
    }

    func send(_ text: [UInt8]) async throws(TransportError) { try line.send(text) }

    func receive() async throws(TransportError) -> [UInt8] { try await line.receive() }

    func close(code: UInt16) async { line.close(code: code) }
}
