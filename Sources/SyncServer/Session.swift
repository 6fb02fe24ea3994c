import Lobby
import Structures
import WebSocket
import Wire

/// A client that has said who it is but has no seat yet.
struct Greeting: Sendable {
    var hello: Hello
    var person: PersonID
    /// Made for a device that came without one; `welcome` brings it.
    var issuedToken: Token?
    /// The lobby was found by its code.
    var cameByCode: Bool
}

/// Whose journal, and which.
struct JournalName: Hashable, Sendable {
    var person: PersonID
    var replica: ReplicaID
}

/// What a session is in its lobby.
struct Seat: Sendable {
    var lobby: SlotID
    var person: PersonID
    var replica: ReplicaID
    var admission: Welcome.Admission
    /// An outsider's last op; once it is dealt with, the session ends.
    var numberAnnounced: OpNumber
    /// How far a journal has come that leaves no row in the lobby: a spectator's, or that of a
    /// creator whose lobby doesn't exist yet.
    var numberWithoutRow: OpNumber
    /// An op message has been received and not yet been answered.
    var isOpMessageInFlight = false
    /// Where the session stands among the lobby's subscribers or outsiders.
    var place: Int
    /// What the session was last told of who is here; see `Announcement`.
    var presenceVersion: UInt32 = 0

    var journal: JournalName { JournalName(person: person, replica: replica) }
    var member: MemberNumber? {
        guard case .member(let number) = admission else { return nil }
        return number
    }
}

/// One connection, from the first byte of HTTP to the last of WebSocket.
struct Session: Sendable {
    enum Phase: Sendable {
        /// Reading the HTTP request.
        case requesting
        /// Upgraded; the first message must be `hello`.
        case greeting
        /// `hello` is being looked into: a code looked up, a lobby read from the store.
        case entering
        case seated
        /// A conformance test's: messages go back as they came.
        case echoing
    }

    let network: ClientNetwork
    var phase: Phase
    var request = HTTPRequestParser()
    var socket: WebSocketConnection
    var greeting: Greeting?
    var seat: Seat?
    var ops: TokenBucket
    /// When silence is looked at next.
    var deadline: UInt64
    var lastReceived: UInt64
    /// Until when a slow line may be busy with what the client missed.
    var busyUntil: UInt64 = 0
    var isPinged = false

    init(network: ClientNetwork, phase: Phase, ops: TokenBucket, deadline: UInt64, now: UInt64) {
        self.network = network
        self.phase = phase
        self.ops = ops
        self.deadline = deadline
        lastReceived = now
        socket = WebSocketConnection(
            role: .server,
            limits: WebSocketLimits(messageBytesMax: WireLimits.clientMessageBytesMax))
    }
}

/// A connection on its way from the shard that accepted it to the one that owns its lobby.
package struct Handover: Sendable {
    package let shard: Int
    let network: ClientNetwork
    let socket: WebSocketConnection
    let greeting: Greeting
    /// Bytes that came behind `hello`.
    var unread: [UInt8] = []
}
