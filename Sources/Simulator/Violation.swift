/// What a run is watched for: each property that the design promises, and what follows from them.
package enum Check: String, Sendable, CaseIterable {
    /// Nothing is shown or acknowledged that a crash would take back.
    case durableBeforeVisible = "durable before visible"
    case acknowledgedLost = "nothing acknowledged is lost"
    /// Idempotence: an op that comes again has no effect.
    case doubled = "no op counts twice"
    case order = "each journal's order"
    case unseenOverwrite = "nothing unseen is overwritten"
    case commutes = "the order of arrival doesn't show"
    case rules = "events follow the rules"
    case monotonicReads = "clients never go back"
    case readYourWrites = "one's own entries show"
    /// Convergence of those who follow the events.
    case replicasDiffer = "all see the same"
    /// Convergence of those who get a snapshot, and those who follow the events.
    case snapshotDiffers = "snapshots equal the log"
    case presence = "presence is right"
    case queueStuck = "queues drain"
    case accounted = "every entry is accounted for"
    case leak = "nothing is left behind"
    case protocolKept = "both sides keep the protocol"
    case versionOne = "clients of version 1 understand the server"
    case storeRefused = "batches fit the log"
    case bounds = "everything has a bound"
    case journal = "journals can be read again"
    case revoked = "who was signed out writes nothing"
    case erasedNames = "who was erased isn't named"
}

package struct Violation: Error, Sendable {
    package var check: Check
    package var text: String
    /// Virtual milliseconds.
    package var time: UInt64
}

/// What a run did.
package struct Statistics: Sendable {
    package var steps = 0
    package var messages = 0
    package var events = 0
    package var edits = 0
    package var lobbyMilliseconds: UInt64 = 0
    /// By kind.
    package var faults: [String: Int] = [:]
    /// Things that happened in consequence, by kind.
    package var consequences: [String: Int] = [:]

    mutating func count(fault: String) { faults[fault, default: 0] += 1 }
    mutating func count(_ consequence: String) { consequences[consequence, default: 0] += 1 }

    package mutating func add(_ other: Statistics) {
        steps += other.steps
        messages += other.messages
        events += other.events
        edits += other.edits
        lobbyMilliseconds += other.lobbyMilliseconds
        faults.merge(other.faults, uniquingKeysWith: +)
        consequences.merge(other.consequences, uniquingKeysWith: +)
    }
}
