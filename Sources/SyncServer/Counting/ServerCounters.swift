import Documents
package import Metrics
import Wire

/// Counts of what a server has done since it began: plain numbers of one loop, which whoever wants
/// to know them adds up.
package struct ServerCounters: Sendable {
    /// Ops that came after a `hello`, in messages that could be read.
    package internal(set) var opsReceived: UInt64 = 0
    /// Ops among them that led to an event,
    package internal(set) var opsCarriedOut: UInt64 = 0
    /// that were refused,
    package internal(set) var opsRefused: UInt64 = 0
    /// and that had been dealt with before. The others have to be sent again.
    package internal(set) var opsRepeated: UInt64 = 0
    /// Events that were handed to the log, also those of the server's own making.
    package internal(set) var events: UInt64 = 0
    /// Messages about a lobby, one for each connection that gets them.
    package internal(set) var deliveries: UInt64 = 0
    /// Microseconds from the turn that has read an op message to the one that sends its answer.
    package private(set) var edits = Histogram(.seconds)
    package private(set) var snapshots = Tally<SnapshotReason>()
    /// Errors and refusals that clients were told, by their numbers.
    private var refusals: [UInt16: UInt64] = [:]

    package init() {}

    package var opsPutOff: UInt64 {
        opsReceived &- opsCarriedOut &- opsRefused &- opsRepeated
    }

    mutating func countRefusal(_ number: UInt16) { refusals[number, default: 0] &+= 1 }

    mutating func countEdit(microseconds: UInt64) { edits.record(microseconds) }

    mutating func countSnapshots(_ reason: SnapshotReason, _ number: Int = 1) {
        snapshots.count(reason, UInt64(number))
    }

    mutating func add(_ other: ServerCounters) {
        opsReceived &+= other.opsReceived
        opsCarriedOut &+= other.opsCarriedOut
        opsRefused &+= other.opsRefused
        opsRepeated &+= other.opsRepeated
        events &+= other.events
        deliveries &+= other.deliveries
        edits += other.edits
        snapshots += other.snapshots
        refusals.merge(other.refusals, uniquingKeysWith: &+)
    }

    /// How often each refusal was told, by its name; also those that never were.
    package var refusalsByName: [(name: String, count: UInt64)] {
        SessionError.allCases.map { ($0.name, refusals[$0.rawValue, default: 0]) }
            + Refusal.allCases.map { ($0.name, refusals[$0.rawValue, default: 0]) }
    }
}

/// Why somebody was sent a whole lobby instead of what has changed.
package enum SnapshotReason: Int, MetricLabel {
    /// They were here for the first time.
    case newcomer
    /// They have missed so much, or what memory no longer has.
    case gap
    case slowReader
    case newEpoch

    package var label: String {
        switch self {
        case .newcomer: "newcomer"
        case .gap: "gap"
        case .slowReader: "slow_reader"
        case .newEpoch: "new_epoch"
        }
    }
}
