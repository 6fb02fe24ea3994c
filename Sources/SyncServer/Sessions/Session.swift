import Club
import Documents
import Structures
import WebSocket
import Wire

/// A client that has said who it is but has no seat yet.
struct Greeting: Sendable {
    var hello: Hello
    /// The person that it says it is; from its lobby's door on, the one that it is there.
    var person: PersonID
    /// The account that its key is linked to.
    var account: AccountID?
    /// Whether the lobby was found by its code.
    var cameByCode = false

    init(_ hello: Hello) {
        self.hello = hello
        person = hello.credentials.person
    }
}

/// The name of a journal: the person's, and the replica's.
struct JournalName: Hashable, Sendable {
    var person: PersonID
    var replica: ReplicaID
}

/// The place of a session in its lobby, and what it is there.
struct Seat: Sendable {
    var lobby: SlotID
    var person: PersonID
    var replica: ReplicaID
    var admission: Welcome.Admission
    /// The number of an outsider's last op; once it is dealt with, the session ends.
    var numberAnnounced: OpNumber
    /// The number of the last op dealt with of a journal that leaves no row in the lobby: a
    /// spectator's, or that of a creator whose lobby doesn't exist yet.
    var numberWithoutRow: OpNumber
    /// Whether the store has been asked for events of the past, and hasn't answered.
    var awaitsHistory = false
    /// The place where the session stands among the lobby's subscribers, watchers or outsiders.
    var place: Int
    /// The version of the last presence that the session was told; see `Announcement`.
    var presenceVersion: UInt32 = 0

    var journal: JournalName { JournalName(person: person, replica: replica) }
    var member: MemberNumber? {
        guard case .member(let number) = admission else { return nil }
        return number
    }
}

/// The data of a session until it has a seat.
struct Arrival: Sendable {
    var greeting: Greeting?
    /// The time by which it has to have its seat.
    var deadline: UInt64
}

/// A connection, from the first byte of WebSocket to the last. Most are seated and idle: data that
/// these have no use for stands in boxes.
struct Session: Sendable {
    enum Phase: Sendable {
        /// The first message must be `hello`.
        case greeting
        /// `hello` is being looked into: a code looked up, a lobby read from the store.
        case entering
        case seated
        /// A conformance test's: messages go back as they came.
        case echoing
    }

    let network: ClientNetwork
    /// The way to the seat; empty once it is seated.
    var arrival: Boxed<Arrival>
    /// The WebSocket; empty while it is at rest, when it is as good as a new one.
    var socket = Boxed<WebSocketConnection>()
    var seat: Seat?
    var phase: Phase
    /// Whether it was asked for a sign of life and hasn't answered.
    var isPinged = false
    /// Whether an op message has been received and not yet been answered.
    var isOpMessageInFlight = false
    // The bucket ends with four bytes less than its stride: what is small lies there.
    var ops: TokenBucket
    /// Pieces of `ServerConfiguration.receivedPieceBytes` that have come and aren't forgiven yet.
    private var receivedPieces: UInt16 = 0
    var lastReceived: UInt64
    /// The time until which a slow line may be busy with what the client missed.
    var busyUntil: UInt64 = 0

    init(
        network: ClientNetwork, phase: Phase, arrival: Boxed<Arrival>, ops: TokenBucket,
        now: UInt64
    ) {
        self.network = network
        self.phase = phase
        self.arrival = arrival
        self.ops = ops
        lastReceived = now
    }

    /// A session that stands where there is none.
    static let vacant = Session(
        network: ClientNetwork(high: 0, low: 0), phase: .greeting, arrival: Boxed(),
        ops: TokenBucket(
            TokenRate(capacity: 1, refill: 1, intervalMilliseconds: 1), now: 0), now: 0)

    /// The client's `hello`, until it has a seat; nil if there is none any more.
    var greeting: Greeting? {
        get { arrival.isEmpty ? nil : arrival.value.greeting }
        set { if !arrival.isEmpty { arrival.value.greeting = newValue } }
    }

    /// Counts bytes that have come. One piece is forgiven each millisecond, and each time that
    /// something comes costs one at least: frames may be as small as a peer likes.
    ///
    /// - Returns: whether that is no more than a peer may send.
    mutating func count(_ bytes: Int, now: UInt64) -> Bool {
        let forgiven = UInt16(clamping: now - min(now, lastReceived))
        lastReceived = now
        receivedPieces -= min(receivedPieces, forgiven)
        let pieces = bytes / ServerConfiguration.receivedPieceBytes + 1
        receivedPieces = UInt16(clamping: Int(receivedPieces) + pieces)
        return receivedPieces <= ServerConfiguration.receivedPiecesMax || phase == .echoing
    }

    /// Reads on as `WebSocketConnection.receive` does; `output` takes what the WebSocket itself has
    /// to say: pongs and close frames.
    mutating func receive(
        _ bytes: Span<UInt8>, cursor: inout Int
    ) -> (event: WebSocketEvent?, output: [UInt8]) {
        var current = socket.take() ?? newSocket
        let event = current.receive(bytes, cursor: &cursor)
        let output = current.takeOutput()
        if !current.isAtRest { socket = Boxed(current) }
        return (event, output)
    }

    private var newSocket: WebSocketConnection {
        let isEchoing = phase == .echoing
        return WebSocketConnection(
            role: .server,
            limits: WebSocketLimits(
                messageBytesMax: isEchoing
                    ? ServerPaths.echoMessageBytesMax : WireLimits.clientMessageBytesMax))
    }

    /// The close frame that ends the session.
    func closeFrame(_ code: CloseCode, reason: String) -> [UInt8] {
        var socket = newSocket
        socket.close(code, reason: reason)
        return socket.output
    }
}

/// A connection on its way from the server that accepted it to the one that owns its lobby: that of
/// another shard, or of another kind.
package struct Handover: Sendable {
    package let shard: Int
    let network: ClientNetwork
    let socket: Boxed<WebSocketConnection>
    let greeting: Boxed<Greeting>
    /// Bytes that came behind `hello`.
    var unread: [UInt8] = []

    var kind: DocumentKind { greeting.value.hello.kind }
}
