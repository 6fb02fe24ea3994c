import Lobby

/// The batches of the table `batches` that are not among their lobbies' rows yet, in memory.
struct UnsortedBatches {
    /// Of one lobby, in the order in which they were committed; never empty.
    struct Tail {
        var batches: [LobbyBatch]
        var touched: WallTime

        /// All of them as one.
        var merged: LobbyBatch {
            var merged = batches[0]
            for batch in batches.dropFirst() { merged.append(batch) }
            return merged
        }
    }

    private(set) var tails: [LobbyID: Tail] = [:]
    /// Lobbies that a damaged row may belong to, with what is wrong.
    private(set) var findings: [LobbyID: StoreFinding] = [:]
    /// No row in the table has an id before this one.
    private(set) var firstID: Int64 = 1
    /// The next row's id.
    private(set) var nextID: Int64 = 1
    /// Rows in the table, those included that are sorted already.
    private(set) var rowCount = 0

    /// Notes a row that was just written or read.
    mutating func add(_ batch: LobbyBatch, id: Int64, touched: WallTime) {
        noteRow(id)
        if tails[batch.lobby]?.batches.append(batch) == nil {
            tails[batch.lobby] = Tail(batches: [batch], touched: touched)
        } else {
            tails[batch.lobby]?.touched = touched
        }
    }

    /// Notes a row that says nothing new.
    mutating func noteRow(_ id: Int64) {
        if rowCount == 0 { firstID = id }
        nextID = id + 1
        rowCount += 1
    }

    mutating func add(_ finding: StoreFinding, of lobby: LobbyID) {
        if findings[lobby] == nil { findings[lobby] = finding }
    }

    /// The lobby's batches are among its rows now.
    mutating func forget(_ lobby: LobbyID) {
        tails[lobby] = nil
    }

    /// Rows were deleted, so that none is left up to `id`, but damaged ones.
    mutating func forgetRows(_ count: Int, through id: Int64) {
        rowCount -= count
        firstID = max(firstID, id + 1)
    }
}

extension LobbyBatch {
    /// Where the lobby's log ends with this batch.
    var end: (seq: Seq, hash: UInt64) {
        records.last.map { ($0.seq, $0.hash) } ?? (previousSeq, previousHash)
    }

    /// Adds what follows directly.
    mutating func append(_ next: LobbyBatch) {
        epoch = next.epoch
        code = next.code
        records += next.records
        replicas.replace(by: next.replicas)
    }
}

extension [ReplicaRow] {
    /// Puts rows in, each in the place of an older one of its replica.
    mutating func replace(by rows: [ReplicaRow]) {
        for row in rows {
            if let place = firstIndex(where: { $0.replica == row.replica }) {
                self[place] = row
            } else {
                append(row)
            }
        }
    }
}
