import Log
package import Metrics

/// What became of a commit; see `CommitOutcome`.
package enum CommitResult: Int, MetricLabel {
    case committed
    case conflict
    case codeTaken
    case malformed
    case full
    case inputOutput
    case unavailable

    package var label: String {
        switch self {
        case .committed: "committed"
        case .conflict: "conflict"
        case .codeTaken: "code_taken"
        case .malformed: "malformed"
        case .full: "full"
        case .inputOutput: "input_output"
        case .unavailable: "unavailable"
        }
    }

    init(_ outcome: CommitOutcome) {
        self =
            switch outcome {
            case .committed: .committed
            case .failed(.conflict): .conflict
            case .failed(.codeTaken): .codeTaken
            case .failed(.malformed): .malformed
            case .failed(.full): .full
            case .failed(.inputOutput): .inputOutput
            case .failed(.unavailable): .unavailable
            }
    }
}

/// Counts of what the store has done since it was opened.
package struct StoreCounters: Sendable {
    package private(set) var commits = Tally<CommitResult>()
    /// Microseconds from a request to commit until it is on the disk, or has failed.
    package private(set) var microseconds = Histogram(.seconds)
    /// Events of each commit.
    package private(set) var events = Histogram(.counts)

    package init() {}

    mutating func count(_ outcome: CommitOutcome, events: Int, microseconds: UInt64) {
        commits.count(CommitResult(outcome))
        self.microseconds.record(microseconds)
        self.events.record(UInt64(events))
    }
}

/// What can be known of a store from outside its thread.
package struct StoreFigures: Sendable {
    package let counters: StoreCounters
    /// Requests that nobody has begun with.
    package let waitingCount: Int
    package let writeAheadBytes: UInt64
    package let databaseBytes: UInt64
    /// Bytes of the disk that the folder lies on, in all and free for us; nil if it can't be asked.
    package let disk: (bytes: UInt64, freeBytes: UInt64)?
}
