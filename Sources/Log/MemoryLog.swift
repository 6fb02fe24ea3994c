package import Documents

/// A log that is as durable as memory: the contract of `EventLog` in its simplest form. It is a
/// value; a copy of it goes on by itself.
package struct MemoryLog: EventLog, Sendable {
    package var lobbies: [LobbyID: StoredLobby]
    /// The persons who have joined each lobby, in that order.
    package private(set) var seats: [LobbyID: [PersonID]] = [:]
    /// The lobbies that were erased.
    private var erased: Set<LobbyID> = []
    /// Codes that were given out and are in no lobby yet.
    private var reserved: Set<JoinCode> = []
    private var random: any RandomNumberGenerator & Sendable

    /// Random codes tried for each one asked for, before giving fewer.
    private static let triesPerCodeMax = 64

    package init(
        _ lobbies: [LobbyID: StoredLobby] = [:],
        random: any RandomNumberGenerator & Sendable
    ) {
        self.lobbies = lobbies
        self.random = random
    }

    package mutating func ask(_ request: LogRequest) {
        switch request {
        case .commit(let batches, now: _, let completion): completion(commit(batches))
        case .load(let lobby, let completion): completion(load(lobby))
        case .readHistory(let lobby, let seq, let eventsMax, let completion):
            completion(readHistory(of: lobby, after: seq, eventsMax: eventsMax))
        case .find(let code, let completion): completion(find(code))
        case .reserveCodes(let count, let length, let completion):
            completion(reserveCodes(count, length: length))
        }
    }

    /// The end of a lobby's log within a commit.
    private struct End {
        var seq: Seq
        var hash: UInt64
        var code: JoinCode?
    }

    /// Writes all batches or none.
    package mutating func commit(_ batches: [LobbyBatch]) -> CommitOutcome {
        var ends: [LobbyID: End] = [:]
        for batch in batches {
            if let failure = failure(of: batch, behind: ends) { return .failed(failure) }
            let (seq, hash) = batch.end
            ends[batch.lobby] = End(seq: seq, hash: hash, code: batch.code)
        }
        for batch in batches {
            lobbies[batch.lobby, default: StoredLobby(before: batch)].take(batch)
            if let code = batch.code { reserved.remove(code) }
            for person in batch.joined { seat(person, in: batch.lobby) }
        }
        return .committed
    }

    private mutating func seat(_ person: PersonID, in lobby: LobbyID) {
        let isSeated = seats[lobby]?.contains(person) ?? false
        if !isSeated { seats[lobby, default: []].append(person) }
    }

    /// The reason why a batch can't be written behind others of its commit; nil if it can.
    private func failure(of batch: LobbyBatch, behind ends: [LobbyID: End]) -> CommitFailure? {
        guard batch.isConsistent else { return .malformed(batch.lobby) }
        let end = ends[batch.lobby] ?? lobbies[batch.lobby].map(Self.end(of:))
        let isNew = batch.previousSeq == 0
        guard isNew == (end == nil), end?.seq ?? 0 == batch.previousSeq,
            end?.hash ?? RollingHash.empty == batch.previousHash
        else { return .conflict(batch.lobby) }
        guard let code = batch.code, code != end?.code else { return nil }
        let isTakenBefore = ends.contains { $0.key != batch.lobby && $0.value.code == code }
        let isTaken = lobbies.values.contains { $0.code == code && ends[$0.lobby] == nil }
        return isTakenBefore || isTaken ? .codeTaken(batch.lobby, code) : nil
    }

    private static func end(of lobby: StoredLobby) -> End {
        End(
            seq: lobby.records.last?.seq ?? 0,
            hash: lobby.records.last?.hash ?? RollingHash.empty, code: lobby.code)
    }

    package func load(_ lobby: LobbyID) -> LoadOutcome {
        lobbies[lobby].map(LoadOutcome.lobby) ?? (erased.contains(lobby) ? .erased : .absent)
    }

    /// Removes a lobby for good, as when it was deleted long enough ago.
    package mutating func erase(_ lobby: LobbyID) {
        lobbies[lobby] = nil
        seats[lobby] = nil
        erased.insert(lobby)
    }

    package func readHistory(
        of lobby: LobbyID, after seq: Seq, eventsMax: Int
    ) -> HistoryOutcome {
        guard let records = lobbies[lobby]?.records else { return .absent }
        return .events(
            Array(records.drop { $0.seq <= seq }.prefix(eventsMax)), top: records.last?.seq ?? 0)
    }

    package func find(_ code: JoinCode) -> FindOutcome {
        lobbies.values.first { $0.code == code }.map { .lobby($0.lobby) } ?? .absent
    }

    /// Frees the reserved codes, as when the process is gone to which they were given.
    package mutating func forgetReservations() { reserved = [] }

    package mutating func reserveCodes(_ count: Int, length: Int) -> [JoinCode] {
        var codes: [JoinCode] = []
        var triesLeft = count * Self.triesPerCodeMax
        while codes.count < count, triesLeft > 0 {
            triesLeft -= 1
            let code = JoinCode(length: length, using: &random)
            guard find(code) == .absent, reserved.insert(code).inserted else { continue }
            codes.append(code)
        }
        return codes
    }
}

extension LobbyBatch {
    /// The end of the lobby's log with this batch.
    package var end: (seq: Seq, hash: UInt64) {
        records.last.map { ($0.seq, $0.hash) } ?? (previousSeq, previousHash)
    }

    /// Whether `seq` and rolling hash follow from event to event, and a new lobby has an event.
    package var isConsistent: Bool {
        if previousSeq == 0, records.isEmpty || previousHash != RollingHash.empty { return false }
        var (seq, hash) = (previousSeq, previousHash)
        for record in records {
            let (next, isTooLarge) = seq.addingReportingOverflow(1)
            hash = RollingHash.extend(hash, with: record.body)
            guard !isTooLarge, record.seq == next, record.hash == hash else { return false }
            seq = next
        }
        return true
    }
}

extension StoredLobby {
    /// A lobby without any records, for its first batch.
    fileprivate init(before batch: LobbyBatch) {
        self.init(
            lobby: batch.lobby, epoch: batch.epoch, code: nil, records: [], replicas: [])
    }

    /// Adds a batch that continues the lobby.
    fileprivate mutating func take(_ batch: LobbyBatch) {
        (epoch, code, deletedAt) = (batch.epoch, batch.code, batch.deletedAt)
        records += batch.records
        for row in batch.replicas {
            let place = replicas.firstIndex { $0.replica.value >= row.replica.value }
            if let place, replicas[place].replica == row.replica {
                replicas[place] = row
            } else {
                replicas.insert(row, at: place ?? replicas.endIndex)
            }
        }
    }
}
