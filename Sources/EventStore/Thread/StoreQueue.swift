import Log
import Threads

/// The requests that wait for the store thread. Any thread adds some; the store's takes all of them
/// at once, and sleeps while there are none. So the longer a transaction takes, the more requests
/// share the next one.
final class StoreQueue: Sendable {
    private struct State {
        var waiting: [WaitingRequest] = []
        var isAsleep = false
        var isClosed = false
    }

    private let state = Lock(State())
    private let alarm = CountingSemaphore()

    /// False, and nothing added, once the queue is closed.
    ///
    /// - Parameter askedAt: see `WaitingRequest`.
    func add(_ request: StoreRequest, at askedAt: UInt64) -> Bool {
        change { state in
            guard !state.isClosed else { return false }
            state.waiting.append(WaitingRequest(request: request, askedAt: askedAt))
            return true
        }
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Refuses further requests; those that wait are still taken.
    func close() {
        change { state in state.isClosed = true }
    }

    /// Takes the requests that wait, oldest first, until they have `rowsMax` rows, but at least
    /// one. Sleeps while there is none. Nil when the queue is closed and empty.
    func take(rowsMax: Int) -> [WaitingRequest]? {
        while true {
            let taken: [WaitingRequest]?? = state.withLock { state in
                if !state.waiting.isEmpty { return Self.split(&state.waiting, rowsMax: rowsMax) }
                if state.isClosed { return .some(nil) }
                state.isAsleep = true
                return nil
            }
            if let taken { return taken }
            alarm.wait()
        }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, wake) = state.withLock { state in
            let result = body(&state)
            defer { state.isAsleep = false }
            return (result, state.isAsleep)
        }
        if wake { alarm.signal() }
        return result
    }

    private static func split(
        _ waiting: inout [WaitingRequest], rowsMax: Int
    ) -> [WaitingRequest] {
        var rows = 0
        let end = waiting.firstIndex { request in
            rows += request.request.rowCount
            return rows > rowsMax
        }
        let count = max(1, end ?? waiting.count)
        defer { waiting.removeFirst(count) }
        return Array(waiting[..<count])
    }
}

extension StoreRequest {
    /// The number of rows that it takes to carry out the request.
    fileprivate var rowCount: Int {
        switch self {
        case .log(.commit(let batches, now: _, _)): batches.reduce(0) { $0 + $1.rowCount }
        case .change: StoreLimits.rowsOfChange
        case .log, .check, .expire, .eraseNames: 0
        }
    }
}
