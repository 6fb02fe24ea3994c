import EventStore
import Log
import Reactor
import SyncServer
import Threads

/// Answers whether a commit would succeed now, by trying. However many ask, the store is asked once
/// a second at most, and who comes meanwhile gets that answer.
final class ReadinessDesk: Sendable {
    typealias Answer = @Sendable (Readiness) -> Void

    /// The time for which an answer stands for those that follow.
    static let validMilliseconds: UInt64 = 1_000
    /// The time after which a store that hasn't answered counts as one that can't.
    static let patienceMilliseconds: UInt64 = 5_000

    private struct State {
        var last: (at: UInt64, readiness: Readiness)?
        var askedAt: UInt64?
        var waiting: [Answer] = []
    }

    private enum Step {
        case answer(Readiness)
        case ask
        case wait
    }

    private let check: @Sendable (@escaping @Sendable (CommitFailure?) -> Void) -> Void
    private let clock: @Sendable () -> UInt64
    private let state = Lock(State())

    convenience init(_ store: EventStore) {
        self.init(check: store.check, clock: MonotonicClock.milliseconds)
    }

    /// - Parameters:
    ///   - check: finds out whether a commit can be made; nil if it can.
    ///   - clock: monotonic milliseconds.
    init(
        check: @escaping @Sendable (@escaping @Sendable (CommitFailure?) -> Void) -> Void,
        clock: @escaping @Sendable () -> UInt64
    ) {
        self.check = check
        self.clock = clock
    }

    /// `answer` may be called before this returns, or later on another thread.
    func ask(_ answer: @escaping Answer) {
        let now = clock()
        let step: Step = state.withLock { state in
            if let last = state.last, now < last.at + Self.validMilliseconds {
                return .answer(last.readiness)
            }
            if let askedAt = state.askedAt, now >= askedAt + Self.patienceMilliseconds {
                return .answer(.readOnly)
            }
            state.waiting.append(answer)
            guard state.askedAt == nil else { return .wait }
            state.askedAt = now
            return .ask
        }
        switch step {
        case .answer(let readiness): answer(readiness)
        case .ask: check { [self] failure in tell(Readiness(failure)) }
        case .wait: break
        }
    }

    private func tell(_ readiness: Readiness) {
        let now = clock()
        let waiting = state.withLock { state in
            state.last = (now, readiness)
            state.askedAt = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for answer in waiting { answer(readiness) }
    }
}

extension Readiness {
    /// What a commit that changes nothing says of those that would.
    init(_ failure: CommitFailure?) {
        self =
            switch failure {
            case nil: .ready
            case .full: .full
            case .conflict, .codeTaken, .malformed, .inputOutput, .unavailable: .readOnly
            }
    }
}
