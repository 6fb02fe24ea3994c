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
        if let wait = guardian.withLock({ $0.begin(network, now: now) }) {
            return answer(.tooManyAttempts(retryMilliseconds: wait))
        }
        store.find(code) { [self] outcome in
            if outcome != .absent { guardian.withLock { $0.acquit(network) } }
            switch outcome {
            case .lobby(let lobby): answer(.lobby(lobby))
            case .absent: answer(.unknown)
            case .unavailable: answer(.unavailable)
            }
        }
    }
}
