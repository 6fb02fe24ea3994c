public import Documents

/// A message of the server to a client; Protocol.md says when each is sent.
package enum ServerMessage<Kind: WireDocument>: Hashable, Sendable {
    case welcome(Welcome)
    case snapshot(Kind, proof: PositionProof)
    /// Events without gaps; the first has the `seq` given.
    case events(first: Seq, proof: PositionProof, [Kind.Change])
    /// Events as they are in the log, for whoever asked for them; the first has the `seq` given,
    /// and the log ends with `top`.
    case history(first: Seq, [Kind.Change], top: Seq)
    /// All ops up to `number` have been dealt with; what they led to is in the log up to `seq`.
    case ack(number: OpNumber, seq: Seq)
    case reject(number: OpNumber, Refusal)
    /// Ops are missing before the one sent; go on with `expected`.
    case gap(expected: OpNumber)
    case presence(Presence)
    case moved(url: String)
    case draining(milliseconds: Int64)
    case pong(time: Int64, now: WallTime)
    case error(ErrorNotice)
}

/// The answer to `hello`.
public struct Welcome: Hashable, Sendable {
    /// The part that the session may take.
    public enum Admission: Hashable, Sendable {
        case member(MemberNumber)
        case spectator
        /// The lobby doesn't exist yet; the first op has to create it.
        case creator
        /// No longer a member: what is left in the journal goes into quarantine.
        case outsider
    }

    public var admission: Admission
    public var person: PersonID
    public var lobby: LobbyID
    /// Proof of membership for later; nil for spectators.
    public var ticket: Identifier128?
    public var epoch: Epoch
    /// The last `seq` of the log.
    public var top: Seq
    /// The number of the last op of the replica's journal that has been dealt with. `fingerprint`
    /// is that of its bytes.
    public var lastNumber: OpNumber
    public var fingerprint: UInt32
    /// Ops of the replica that were refused, beyond those that the client has heard of.
    public var refused: [RefusedOp]
    public var now: WallTime
    /// The time for which the client may be silent before the server asks; after `pongMilliseconds`
    /// more it hangs up.
    public var pingMilliseconds: Int64
    public var pongMilliseconds: Int64
    /// For how many days after its last change the server keeps a lobby; nil: as long as it can.
    public var keptDays: Int64?

    public init(
        admission: Admission, person: PersonID, lobby: LobbyID,
        ticket: Identifier128?, epoch: Epoch, top: Seq, lastNumber: OpNumber,
        fingerprint: UInt32, refused: [RefusedOp] = [], now: WallTime, pingMilliseconds: Int64,
        pongMilliseconds: Int64, keptDays: Int64? = nil
    ) {
        self.admission = admission
        self.person = person
        self.lobby = lobby
        self.ticket = ticket
        self.epoch = epoch
        self.top = top
        self.lastNumber = lastNumber
        self.fingerprint = fingerprint
        self.refused = refused
        self.now = now
        self.pingMilliseconds = pingMilliseconds
        self.pongMilliseconds = pongMilliseconds
        self.keptDays = keptDays
    }
}

/// The people who are there right now.
public struct Presence: Hashable, Sendable {
    public var members: [MemberNumber]
    public var spectatorCount: Int
    /// The time after which the role of a host who is away passes on; nil if that isn't so.
    public var hostPassesInMilliseconds: Int64?
    /// The people who ask the host to be let in.
    public var knocks: [Knock]

    public init(
        members: [MemberNumber], spectatorCount: Int, hostPassesInMilliseconds: Int64? = nil,
        knocks: [Knock] = []
    ) {
        self.members = members
        self.spectatorCount = spectatorCount
        self.hostPassesInMilliseconds = hostPassesInMilliseconds
        self.knocks = knocks
    }
}

/// Someone who asks the host to be let in.
public struct Knock: Hashable, Sendable {
    public var person: PersonID
    public var name: String

    public init(person: PersonID, name: String) {
        self.person = person
        self.name = name
    }
}

/// A `SessionError` or `Refusal` as it travels. A client knows it by number or name, and may show
/// the sentence as it is.
public struct ErrorNotice: Hashable, Sendable {
    public var number: UInt16
    public var name: String
    public var sentence: String
    public var mayRetry: Bool
    /// The time after which to try again; nil if that isn't known.
    public var retryMilliseconds: Int64?

    public init(
        number: UInt16, name: String, sentence: String, mayRetry: Bool,
        retryMilliseconds: Int64? = nil
    ) {
        self.number = number
        self.name = name
        self.sentence = sentence
        self.mayRetry = mayRetry
        self.retryMilliseconds = retryMilliseconds
    }

    public init(_ error: SessionError, retryMilliseconds: Int64? = nil) {
        self.init(
            number: error.rawValue, name: error.name, sentence: error.sentence,
            mayRetry: error.mayRetry, retryMilliseconds: retryMilliseconds)
    }

    public init(_ refusal: Refusal) {
        self.init(
            number: refusal.rawValue, name: refusal.name, sentence: refusal.sentence,
            mayRetry: refusal == .unknownLobby)
    }
}
