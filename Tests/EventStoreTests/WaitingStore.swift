import Documents
import Foundation
import Log
import Threads

@testable import EventStore

/// An `EventStore` whose caller waits for each answer, on a thread that may wait.
struct WaitingStore {
    let store: EventStore

    init(folder: String, limits: StoreLimits = StoreLimits()) throws(StoreError) {
        store = try EventStore(folder: folder, limits: limits)
    }

    func commit(_ batches: [LobbyBatch]) -> CommitOutcome {
        answer { store.commit(batches, now: WallTime(milliseconds: 1_000), completion: $0) }
    }

    /// Commits the requests in one transaction.
    func commitTogether(_ requests: [[LobbyBatch]]) -> [CommitOutcome] {
        let gate = CountingSemaphore()
        let isHeld = CountingSemaphore()
        store.find(JoinCode("222222")!) { _ in
            isHeld.signal()
            gate.wait()
        }
        isHeld.wait()
        let answers = Collector<CommitOutcome>()
        let done = CountingSemaphore()
        for request in requests {
            store.commit(request, now: WallTime(milliseconds: 1_000)) { outcome in
                answers.add(outcome)
                done.signal()
            }
        }
        gate.signal()
        for _ in requests { done.wait() }
        return answers.all
    }

    func load(_ lobby: LobbyID) -> LoadOutcome { answer { store.load(lobby, completion: $0) } }

    func find(_ code: JoinCode) -> FindOutcome { answer { store.find(code, completion: $0) } }

    func reserveCodes(_ count: Int) -> [JoinCode] {
        answer { store.reserveCodes(count, completion: $0) }
    }

    func close() { store.close() }

    private func answer<Value: Sendable>(
        _ ask: (@escaping @Sendable (Value) -> Void) -> Void
    ) -> Value {
        let answers = Collector<Value>()
        let done = CountingSemaphore()
        ask { value in
            answers.add(value)
            done.signal()
        }
        done.wait()
        return answers.all[0]
    }
}

/// Runs `body` on a thread of its own, where waiting keeps no other test from running.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
