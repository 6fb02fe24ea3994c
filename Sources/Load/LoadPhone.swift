import Documents

/// The person who holds a phone.
struct Owner {
    /// The person's secret, as it travels.
    let token: String
    let person: PersonID

    init() {
        let (high, low) = (Identifier128.drawn(), Identifier128.drawn())
        token = high.description + low.description
        person = PersonID(SHA256.half(of: high.bytes + low.bytes))
    }
}

extension Identifier128 {
    static func drawn() -> Identifier128 {
        Identifier128(
            high: SystemRandomNumberGenerator.number(), low: SystemRandomNumberGenerator.number())
    }
}

/// One connection of the load, and what its owner knows.
struct LoadPhone {
    enum Role { case host, member, spectator }

    /// The stages of a connection, in their order.
    enum Stage { case away, connecting, upgrading, greeting, catchingUp, following }

    let game: Int
    /// The phone's place among the game's; the host's is 0.
    let place: Int
    let role: Role
    /// Whether it reads nothing while edits are measured.
    let isSlow: Bool
    /// Whether it edits while the others come back.
    let isLive: Bool

    var descriptor: Int32 = -1
    var stage = Stage.away
    /// Bytes received of a message that isn't whole yet.
    var rest: [UInt8] = []
    /// Bytes that the kernel hasn't taken yet.
    var unsent: [UInt8] = []
    /// The time at which the attempt to connect began, in monotonic nanoseconds.
    var calledAt: UInt64 = 0
    /// The time at which it said hello, likewise.
    var greetedAt: UInt64 = 0

    /// Its journal's id.
    let replica: String
    let owner: Owner
    /// The ticket as the server gave it; empty before the first contact.
    var ticket = ""
    /// Its number as a member, and its column on the card.
    var number = 0
    var column: UInt32 = 1

    var seq = 0
    var proof = ScannedProof()
    /// The `seq` that it has to reach to be there.
    var top = 0

    /// Ops that were sent, and those that were acknowledged.
    var sent = 0
    var acknowledged = 0
    /// Ops before the first edit: what a host needs to make the game.
    var opsBeforeEdits = 0
    /// Edits of this phone whose event was seen.
    var edited = 0
    var isInFlight = false
    /// The times at which edits came up that wait to be sent.
    var due = WaitingLine()
    /// The times at which edits came up that were sent, but whose event wasn't seen.
    var underway = WaitingLine()
    var budget = Budget()

    /// Whether nothing of its own is missing.
    var isQuiet: Bool { due.isEmpty && underway.isEmpty && !isInFlight }
}

/// The ops that the server takes from one connection (Protocol.md section 21), with a margin.
struct Budget {
    private static let perSecond = 195.0
    private static let atOnce = 1_900.0

    private var stock = atOnce
    private var updatedAt: UInt64 = 0

    mutating func take(_ count: Int, now: UInt64) -> Bool {
        let seconds = Double(now - min(updatedAt, now)) / 1e9
        stock = min(Self.atOnce, stock + seconds * Self.perSecond)
        updatedAt = now
        guard stock >= Double(count) else { return false }
        stock -= Double(count)
        return true
    }
}

/// One lobby, as seen from all its phones together.
struct LoadGame {
    let lobby: String
    /// The nonce that makes the lobby's id the host's.
    let nonce: String
    let invitation: String
    let watch: String
    /// Indices of its phones: the members, the host first, then the spectators.
    var phones: [Int] = []
    var memberCount = 0
    var epoch = ""
    /// The time, by seq, at which the edit came up that led to the event; 0 for other events.
    var editedAt: [UInt64] = [0]
    /// The phone of each member, by the member's number.
    var phoneOfNumber: [Int] = []
    /// The place of the member whose turn it is to edit.
    var nextWriter = 0
    /// Phones that are there and read.
    var present = 0
    /// Deliveries of edits that were sent, still to come.
    var outstanding = 0
    /// The last messages, to know them again when the next phone gets them.
    var recent: [RecentMessage] = []
    var recentPlace = 0

    /// The seq of the last event that any phone saw.
    var top: Int { editedAt.count - 1 }
}

/// An `events` message that one phone got and others will get too.
struct RecentMessage {
    var payload: [UInt8]
    var head: EventsHead
    var count: Int
}
