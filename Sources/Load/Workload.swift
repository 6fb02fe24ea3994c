/// The kind of load that is put on the server.
package enum Workload: String, CaseIterable, Sendable {
    case rate
    case saturate
    case inFlight = "in-flight"
    case spectators
    case slow
    case idle
    case join
    case resume
    case replay
    case start

    var summary: String {
        switch self {
        case .rate: "edits come at a steady pace, whatever the server does"
        case .saturate: "each lobby keeps --in-flight messages of --ops edits under way"
        case .inFlight: "--in-flight edits under way in all; the next when one has reached everyone"
        case .spectators: "as rate, in one lobby that --spectators watch"
        case .slow: "as rate; --slow phones stop reading, and then go on"
        case .idle: "memory for each lobby, member and spectator that does nothing"
        case .join: "all but the hosts connect and join at once"
        case .resume: "all but the hosts come back at once, --missed edits behind; see --restart"
        case .replay: "every phone hands over a queue of 72 edits at once"
        case .start: "until a server with --events in its database listens, and welcomes"
        }
    }

    /// Whether it is made of edits, so that it can be run beside others.
    var isOfEdits: Bool {
        switch self {
        case .rate, .saturate, .inFlight, .spectators, .slow: true
        case .idle, .join, .resume, .replay, .start: false
        }
    }

    /// The sizes without options.
    var sizes: WorkloadSizes {
        switch self {
        case .rate, .join, .replay: WorkloadSizes()
        case .saturate: WorkloadSizes(inFlight: 4, ops: 4)
        case .inFlight: WorkloadSizes(inFlight: 1)
        case .spectators: WorkloadSizes(lobbies: 1, spectators: 5_000, rate: 20)
        case .slow: WorkloadSizes(lobbies: 10, slow: 10, rate: 4_000)
        case .idle: WorkloadSizes(lobbies: 1_000, spectators: 4_000)
        case .resume: WorkloadSizes(missed: 20)
        case .start: WorkloadSizes(lobbies: 1_000, members: 1, events: 1_000_000)
        }
    }
}

/// The sizes of a workload.
package struct WorkloadSizes: Equatable, Sendable {
    package var lobbies = 250
    /// Members of each lobby, the host included.
    package var members = 4
    /// Spectators of all lobbies together, spread evenly.
    package var spectators = 0
    /// Members who don't read for a while, one in each of the first lobbies.
    package var slow = 0
    /// Edits a second, over all lobbies and members in turn.
    package var rate = 1_000
    /// Saturate: messages of each lobby; in-flight: edits of all.
    package var inFlight = 1
    /// Edits in a message of `saturate`.
    package var ops = 1
    /// Edits that those who come back haven't seen.
    package var missed = 0
    /// Lobbies besides, of `members` each, that edit at `rate` while others come back.
    package var live = 0
    /// Edits in the database of a server that starts.
    package var events = 0
    /// Lobbies besides in the server's memory, where nobody is any more.
    package var residents = 0
    /// Lobbies of the other server; nil: as many.
    package var otherLobbies: Int?

    /// Phones that edit.
    var memberCount: Int { lobbies * members }
    var phoneCount: Int { memberCount + spectators + live * members }
}
