import EventStore
import Lobby
import Reactor
import SyncServer
import Threads

/// Looks codes up for all loops, and keeps people from guessing them.
final class CodeDesk: Sendable {
    private let store: EventStore
    private let guardian: Lock<JoinGuard>

    init(_ store: EventStore) {
        self.store = store
        guardian = Lock(JoinGuard(now: MonotonicClock.milliseconds()))
    }

    /// `answer` may be called before this returns, or later on the store's thread.
    func find(
        _ code: JoinCode, from network: ClientNetwork,
        answer: @escaping @Sendable (FindAnswer) -> Void
    ) {
        let now = MonotonicClock.milliseconds()
        let attempt: JoinGuard.Attempt
        switch guardian.withLock({ $0.begin(network, now: now) }) {
        case .wait(let wait): return answer(.tooManyAttempts(retryMilliseconds: wait))
        case .mayTry(let begun): attempt = begun
        }
        store.find(code) { [self] outcome in
            if outcome != .absent { guardian.withLock { $0.acquit(attempt) } }
            switch outcome {
            case .lobby(let lobby): answer(.lobby(lobby))
            case .absent: answer(.unknown)
            case .unavailable: answer(.unavailable)
            }
        }
    }
}
