import CLinux
import Glibc
import SyncClient
import Threads

/// The line between a connection's users, which wait asynchronously, and its thread.
final class SocketLine: Sendable {
    private struct State: Sendable {
        var outgoing: [[UInt8]] = []
        var closeCode: UInt16?
        var incoming: [[UInt8]] = []
        var incomingBytes = 0
        var receiver: CheckedContinuation<Result<[UInt8], TransportError>, Never>?
        var end: TransportError?
    }

    struct Wishes {
        var texts: [[UInt8]]
        var closeCode: UInt16?
        var mayRead: Bool
    }

    private let state = Lock(State())
    /// An eventfd(2) that wakes the thread.
    let waker: Int32

    init() throws(TransportError) {
        waker = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard waker >= 0 else { throw .failed("The system is out of file descriptors.") }
    }

    deinit { _ = Glibc.close(waker) }

    private func wake() {
        var one: UInt64 = 1
        _ = unsafe write(waker, &one, 8)
    }

    func send(_ text: [UInt8]) throws(TransportError) {
        let end = state.withLock { state in
            if state.end == nil { state.outgoing.append(text) }
            return state.end
        }
        if let end { throw end }
        wake()
    }

    func close(code: UInt16) {
        state.withLock { $0.closeCode = $0.closeCode ?? code }
        wake()
    }

    /// The next message; called for one at a time.
    func receive() async throws(TransportError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            let ready: Result<[UInt8], TransportError>? = state.withLock { state in
                if !state.incoming.isEmpty {
                    let text = state.incoming.removeFirst()
                    state.incomingBytes -= text.count
                    return .success(text)
                }
                if let end = state.end { return .failure(end) }
                state.receiver = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        // Reading may have stopped because nobody took what had come.
        wake()
        return try result.get()
    }

    /// Takes what the thread is to do.
    func takeWishes() -> Wishes {
        var count: UInt64 = 0
        _ = unsafe read(waker, &count, 8)
        return state.withLock { state in
            defer { state.outgoing = [] }
            return Wishes(
                texts: state.outgoing, closeCode: state.closeCode,
                mayRead: state.incomingBytes < SocketLimits.waitingBytesMax)
        }
    }

    func deliver(_ text: [UInt8]) {
        let receiver = state.withLock { state in
            guard let receiver = state.receiver else {
                state.incoming.append(text)
                state.incomingBytes += text.count
                return nil as CheckedContinuation<Result<[UInt8], TransportError>, Never>?
            }
            state.receiver = nil
            return receiver
        }
        receiver?.resume(returning: .success(text))
    }

    func end(_ error: TransportError) {
        let receiver = state.withLock { state in
            state.end = state.end ?? error
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?.resume(returning: .failure(error))
    }
}
