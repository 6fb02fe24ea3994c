/// What a lobby's log is made of: the seam between the pure server, which decides what is
/// written, and the store, which writes it.

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

/// The dedupe row of a replica: how far its journal has been processed.
public struct ReplicaRow: Equatable, Sendable {
    public var replica: ReplicaID
    public var person: PersonID
    public var lastNumber: OpNumber
    /// `Fingerprint32` of the bytes of op `lastNumber`; tells a copied journal from the original.
    public var fingerprint: UInt32

    public init(
        replica: ReplicaID, person: PersonID, lastNumber: OpNumber, fingerprint: UInt32
    ) {
        self.replica = replica
        self.person = person
        self.lastNumber = lastNumber
        self.fingerprint = fingerprint
    }
}

/// What one turn of the loop adds to one lobby. Committed whole or not at all.
public struct LobbyBatch: Equatable, Sendable {
    public var lobby: LobbyID
    public var epoch: Epoch
    /// The `seq` that the log must end with before this batch; 0 creates the lobby.
    public var previousSeq: Seq
    /// The rolling hash after `previousSeq`.
    public var previousHash: UInt64
    /// The code that finds the lobby from now on; nil once the game is locked.
    public var code: JoinCode?
    public var records: [LogRecord]
    /// Rows to insert or replace.
    public var replicas: [ReplicaRow]

    public init(
        lobby: LobbyID, epoch: Epoch, previousSeq: Seq, previousHash: UInt64,
        code: JoinCode?, records: [LogRecord] = [], replicas: [ReplicaRow] = []
    ) {
        self.lobby = lobby
        self.epoch = epoch
        self.previousSeq = previousSeq
        self.previousHash = previousHash
        self.code = code
        self.records = records
        self.replicas = replicas
    }

    public var isEmpty: Bool { records.isEmpty && replicas.isEmpty }
}

/// A lobby as the store gives it back: everything that `LobbyBatch`es put in, in order of `seq`.
public struct StoredLobby: Equatable, Sendable {
    public var lobby: LobbyID
    public var epoch: Epoch
    public var code: JoinCode?
    public var records: [LogRecord]
    public var replicas: [ReplicaRow]

    public init(
        lobby: LobbyID, epoch: Epoch, code: JoinCode?, records: [LogRecord],
        replicas: [ReplicaRow]
    ) {
        self.lobby = lobby
        self.epoch = epoch
        self.code = code
        self.records = records
        self.replicas = replicas
    }
}

/// FNV-1a over 64 bits (Fowler, Noll, Vo; offset basis and prime of the 64-bit variant).
/// Finds accidents, not attackers.
public enum RollingHash {
    /// The hash of an empty log.
    public static let empty: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of a log that ended with `hash` and goes on with `body`.
    public static func extend(_ hash: UInt64, with body: some Swift.Sequence<UInt8>) -> UInt64 {
        var hash = hash
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// The part of a rolling hash that clients keep beside their `seq`.
    public static func short(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

/// FNV-1a over 32 bits, of an op's bytes.
public enum Fingerprint32 {
    public static func of(_ bytes: some Swift.Sequence<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }
}
