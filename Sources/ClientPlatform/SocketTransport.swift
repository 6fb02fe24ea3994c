public import SyncClient
import SystemCalls
import Threads
import WebSocket

/// WebSocket connections over TCP, each on a thread of its own. For `ws://` addresses only.
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

private final class SocketConnection: TransportConnection {
    private struct State: Sendable {
        var thread: WorkerThread?
        var isOver = false
    }

    private let line: SocketLine
    private let state = Lock(State())

    init(line: SocketLine) { self.line = line }

    deinit { line.close(code: CloseCode.goingAway.rawValue) }

    /// Opens the connection on a new thread, which goes on to carry its messages.
    ///
    /// - Parameter report: called once, with nil when it is open.
    func start(to address: ServerAddress, report: @escaping @Sendable (TransportError?) -> Void) {
        let line = line
        let thread: WorkerThread
        do throws(SystemError) {
            thread = try WorkerThread { [weak self] in
                do throws(TransportError) {
                    var session = try SocketSession.open(to: address)
                    report(nil)
                    line.end(session.carry(line))
                } catch {
                    report(error)
                }
                self?.finish()
            }
        } catch {
            return report(.failed("The system has no thread to give."))
        }
        keep(thread)
    }

    private func keep(_ thread: WorkerThread) {
        let isOver = state.withLock { state in
            state.thread = thread
            return state.isOver
        }
        if isOver { thread.join() }
    }

    /// Lets go of the thread, on the thread itself.
    private func finish() {
        let thread = state.withLock { state in
            state.isOver = true
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    func send(_ text: [UInt8]) async throws(TransportError) { try line.send(text) }

    func receive() async throws(TransportError) -> [UInt8] { try await line.receive() }

    func close(code: UInt16) async { line.close(code: code) }
}
