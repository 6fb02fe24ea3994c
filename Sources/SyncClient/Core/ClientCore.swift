package import Documents
package import Wire

/// The client of one lobby, without socket, disk, clock or random source.
///
/// It knows a prefix of the server's log, as a document, and its own ops; nothing else is true. It
/// shows that document with the ops that aren't in it yet decided on top, by the same rules as on
/// the server. An op is written to the journal before it is sent, and sent again until the server
/// has said that it is dealt with, so neither a dead battery nor a dead server loses it, and none
/// counts twice.
///
///     server ──▸ confirmed document ──┐
///                                     ├── decide, apply ──▸ shown document
///     person ──▸ journal ──▸ own ops ─┘
///                               └──▸ server
///
/// A shell feeds it what happened (`connected`, `received`, `tick`…), then takes `effects` and
/// carries them out in order. Nothing that a server sends can make it trap: a message that doesn't
/// fit ends the connection, and the next one starts from what is known for sure.
package struct ClientCore<Kind: ClientDocument>: Sendable {
    /// The way in for the next connection; `position` and `number` are filled in then.
    package internal(set) var identity: Hello
    /// The account that the device is signed in to.
    package var account: AccountCredentials?
    var outbox = Outbox<Kind>()
    var follower = LogFollower<Kind>()
    var clock = ServerClock()
    /// The confirmed document with the own ops on top.
    var optimistic: Kind?
    var phase = ClientPhase.offline
    var session = ClientSession()
    var backoff = Backoff()
    var presence: Presence?
    var hostPassesAtMilliseconds: UInt64?
    /// The time before which no attempt to connect is made; 0 if there is no such wish of the
    /// server.
    var notBeforeMilliseconds: UInt64 = 0
    var redirect: String?
    var lastNotice: ErrorNotice?
    /// Whether a connection was tried after a kick or leaving, to hand over what is left; there is
    /// one.
    var hasFlushed = false
    /// Whether the server didn't know the lobby, which this device's journal can create again.
    var createsAgain = false
    var journalBytes = 0
    var journalBytesLimit = ClientLimits.journalGrowthBytesMax
    var notedClockOffset: Int64 = 0
    var generator: any RandomNumberGenerator & Sendable
    private(set) var pendingEffects: [ClientEffect] = []

    /// Begins a new journal. Its first line is among the effects.
    ///
    /// - Parameter identity: how to get in; `position` and `number` are ignored.
    package init(_ identity: Hello, generator: any RandomNumberGenerator & Sendable) {
        var identity = identity
        identity.kind = Kind.kind
        self.init(restoring: identity, generator: generator)
        note(.hello(identity), isDurable: true)
    }

    init(restoring identity: Hello, generator: any RandomNumberGenerator & Sendable) {
        self.identity = identity
        self.generator = generator
    }

    /// Takes the effects that have come up, oldest first.
    package mutating func takeEffects() -> [ClientEffect] {
        let effects = pendingEffects
        pendingEffects = []
        return effects
    }

    mutating func emit(_ effect: ClientEffect) {
        if effect == .changed, pendingEffects.last == .changed { return }
        pendingEffects.append(effect)
    }

    mutating func note(_ line: JournalLine, isDurable: Bool = false) {
        let bytes = JournalCoding.encode(line)
        journalBytes += bytes.count
        emit(.journal(bytes, isDurable: isDurable))
    }
}

extension ClientCore {
    /// The lobby's id; nil while one that was joined by code hasn't been found yet.
    package var lobbyID: LobbyID? {
        switch identity.entry {
        case .create(let id), .invitation(let id, _), .watch(let id, _), .member(let id, _): id
        case .code: follower.document?.id
        }
    }

    /// The state of the device's connection with the server.
    package var connectionState: ConnectionState {
        switch phase {
        case .offline: .offline
        case .connecting, .greeting: .connecting
        case .live: .live
        case .waiting(let until): .waiting(untilMilliseconds: until)
        case .stopped(let reason): .stopped(reason)
        }
    }

    /// The number of own ops that the server hasn't dealt with.
    package var pendingCount: Int { outbox.pendingCount }

    /// Whether there is a connection, and nothing is missing of what the server had at the
    /// beginning of the session.
    package var isUpToDate: Bool {
        phase == .live && follower.isAt(session.epoch, atLeast: session.top)
    }

    package var credentials: Credentials { identity.credentials }
    package var replica: ReplicaID { identity.replica }

    /// Whether this device only watches.
    package var isSpectator: Bool { identity.part == .spectator }

    /// Whether the document can be seen, but its host hasn't let this device in yet, be there a
    /// connection or not.
    package var isKnocking: Bool { hasKnocked && !isMember }

    /// Whether it came to knock, as far as the journal says, and sees the document.
    var hasKnocked: Bool {
        identity.part == .player && identity.knocks && follower.document != nil
    }

    /// Whether the document has this device's person as a member. It is asked itself, as the line
    /// of the journal that says so may be damaged.
    var isMember: Bool { follower.document?.isMember(author.person) == true }

    /// The server's time, as far as is known.
    package func serverTime(_ now: ClientTime) -> WallTime { clock.now(now) }

    /// The author of this device's ops.
    var author: Author {
        Author(person: credentials.person, replica: identity.replica.tag)
    }

    /// Computes the optimistic view anew.
    mutating func predict() {
        optimistic = follower.document
        for entry in outbox.unconfirmed { predict(entry) }
    }

    /// Decides one op on top of the optimistic view. One that is refused changes nothing.
    mutating func predict(_ entry: Outbox<Kind>.Entry) {
        guard let op = entry.op, outbox.refused[entry.number] == nil,
            let event = try? decide(op)
        else { return }
        if optimistic != nil {
            optimistic?.apply(event)
        } else if let lobbyID {
            optimistic = Kind(id: lobbyID, epoch: .none, first: event.change)
        }
    }

    func decide(_ op: Kind.Op) throws(Refusal) -> Kind.Event {
        guard let optimistic else {
            guard let lobbyID else { throw .noLobby }
            return try Kind.create(lobbyID, op, by: author, received: op.at, code: nil)
        }
        return try optimistic.decision(on: op, by: author, received: op.at)
    }
}

enum ClientPhase: Hashable, Sendable {
    case offline
    case connecting
    /// `hello` was sent, `welcome` is awaited.
    case greeting
    case live
    case waiting(untilMilliseconds: UInt64)
    case stopped(StopReason)
}

/// The data that count for one connection only.
struct ClientSession: Hashable, Sendable {
    /// As whom `hello` was said.
    var credentials: Credentials?
    var lobby: LobbyID?
    var ticket: Identifier128?
    var epoch = Epoch.none
    /// The end of the log at `welcome`.
    var top: Seq = 0
    var admission: Welcome.Admission?
    /// The time at which `hello` was sent; then those of `welcome` and of the last message;
    /// monotonic.
    var greetedMilliseconds: UInt64 = 0
    var welcomedMilliseconds: UInt64?
    var heardMilliseconds: UInt64 = 0
    /// The time by which an answer must come.
    var answerDueMilliseconds: UInt64?
    /// The time at which to send again after a storage error.
    var resumeAtMilliseconds: UInt64?
    /// The time at which to leave a server that is about to restart.
    var drainsAtMilliseconds: UInt64?
}
