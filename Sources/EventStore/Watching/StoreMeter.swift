import Glibc
import Log
import SystemCalls
import Threads

/// Counts what the store's thread does, for whoever looks; each holds the other up for the moment
/// of a copy.
final class StoreMeter: Sendable {
    private let counters = Lock(StoreCounters())

    var value: StoreCounters { counters.withLock { $0 } }

    /// Monotonic microseconds.
    static func now() -> UInt64 { UInt64(clamping: microseconds(on: CLOCK_MONOTONIC)) }

    /// Counts commits, which are all dealt with now.
    func count(_ commits: [CommitRequest], _ outcomes: ArraySlice<CommitOutcome>) {
        let now = Self.now()
        counters.withLock { counters in
            for (commit, outcome) in zip(commits, outcomes) {
                counters.count(
                    outcome, events: commit.batches.reduce(0) { $0 + $1.records.count },
                    microseconds: now - min(now, commit.askedAt))
            }
        }
    }
}
