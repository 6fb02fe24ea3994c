public import Documents

/// One event as it is stored.
public struct LogRecord: Equatable, Sendable {
    public var seq: Seq
    /// The event without any text a person typed.
    public var body: [UInt8]
    /// The texts that the body refers to, kept apart so that they can be erased; often empty.
    public var texts: [UInt8]
    /// The rolling hash of the log up to and including this record.
    public var hash: UInt64

    public init(seq: Seq, body: [UInt8], texts: [UInt8], hash: UInt64) {
        self.seq = seq
        self.body = body
        self.texts = texts
        self.hash = hash
    }
}

/// The mark of how far a replica's journal has been processed, so that no op counts twice.
public struct ReplicaRow: Equatable, Sendable {
    public var replica: ReplicaID
    public var person: PersonID
    public var lastNumber: OpNumber
    /// The `Fingerprint32` of the bytes of op `lastNumber`; tells a copied journal from the
    /// original.
    public var fingerprint: UInt32
    /// The last ops that were refused, in order: the answer may have been lost on its way.
    public var refused: [RefusedOp]

    public init(
        replica: ReplicaID, person: PersonID, lastNumber: OpNumber, fingerprint: UInt32,
        refused: [RefusedOp] = []
    ) {
        self.replica = replica
        self.person = person
        self.lastNumber = lastNumber
        self.fingerprint = fingerprint
        self.refused = refused
    }
}

/// An addition of one turn of the loop to one lobby, committed whole or not at all.
public struct LobbyBatch: Equatable, Sendable {
    public var lobby: LobbyID
    public var epoch: Epoch
    /// The `seq` that the log must end with before this batch; 0 creates the lobby.
    public var previousSeq: Seq
    /// The rolling hash after `previousSeq`.
    public var previousHash: UInt64
    /// The code that finds the lobby from now on; nil if none does, as in a game that is locked.
    public var code: JoinCode?
    /// The time at which the lobby was deleted; nil unless it is. All else of it stays, until it is
    /// erased.
    public var deletedAt: WallTime?
    public var records: [LogRecord]
    /// The rows to insert or replace.
    public var replicas: [ReplicaRow]
    /// The persons who have joined, from now on with a seat in the lobby.
    public var joined: [PersonID]

    public init(
        lobby: LobbyID, epoch: Epoch, previousSeq: Seq, previousHash: UInt64,
        code: JoinCode?, deletedAt: WallTime? = nil, records: [LogRecord] = [],
        replicas: [ReplicaRow] = [], joined: [PersonID] = []
    ) {
        self.lobby = lobby
        self.epoch = epoch
        self.previousSeq = previousSeq
        self.previousHash = previousHash
        self.code = code
        self.deletedAt = deletedAt
        self.records = records
        self.replicas = replicas
        self.joined = joined
    }
}

/// A lobby as the store gives it back: everything that `LobbyBatch`es put in, in order of `seq`.
public struct StoredLobby: Equatable, Sendable {
    public var lobby: LobbyID
    public var epoch: Epoch
    public var code: JoinCode?
    /// The time at which the lobby was deleted; nil unless it is.
    public var deletedAt: WallTime?
    public var records: [LogRecord]
    public var replicas: [ReplicaRow]

    public init(
        lobby: LobbyID, epoch: Epoch, code: JoinCode?, deletedAt: WallTime? = nil,
        records: [LogRecord], replicas: [ReplicaRow]
    ) {
        self.lobby = lobby
        self.epoch = epoch
        self.code = code
        self.deletedAt = deletedAt
        self.records = records
        self.replicas = replicas
    }
}
