import Lobby

/// Which rows of the table `batches` are not among their lobbies' rows yet. Only where a batch
/// lies is kept in memory; it is read, and checked, again when it is needed.
struct UnsortedBatches {
    /// The rows of one lobby.
    struct Tail {
        /// In the order in which they were committed; never empty.
        var ids: [Int64]
        /// Where the lobby's log ends with them.
        var end: LogEnd
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
    mutating func add(_ batch: BatchOutline, id: Int64) {
        noteRow(id)
        tails[batch.lobby, default: Tail(ids: [], end: batch.end)].add(id, batch.end)
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

extension UnsortedBatches.Tail {
    fileprivate mutating func add(_ id: Int64, _ end: LogEnd) {
        ids.append(id)
        self.end = end
    }
}
