import Lobby

/// The checksum that each row carries: FNV-1a over its table, key and content, so that a row
/// that was flipped, swapped or moved is found when it is read. Finds accidents, not attackers.
struct RowChecksum {
    /// A sign of the table, so that no row passes for one of another table.
    enum Table: UInt8 {
        case meta = 1
        case lobbies, events, texts, replicas, batches
    }

    private var hash: UInt64

    init(_ table: Table) {
        hash = RollingHash.extend(RollingHash.empty, with: CollectionOfOne(table.rawValue))
    }

    /// The form in which it is stored.
    var value: SQLiteValue { .unsigned(hash) }

    func matches(_ stored: UInt64) -> Bool { hash == stored }

    mutating func add(_ value: UInt64) {
        hash = unsafe withUnsafeBytes(of: value.littleEndian) { bytes in
            unsafe RollingHash.extend(hash, with: bytes)
        }
    }

    mutating func add(_ value: Identifier128) {
        add(value.high)
        add(value.low)
    }

    /// Adds the count too, so that bytes can't move between neighbours.
    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        hash = RollingHash.extend(hash, with: bytes)
    }
}

extension RowChecksum {
    static func head(_ head: HeadRow) -> Self {
        var sum = Self(.lobbies)
        sum.add(head.lobby.value)
        sum.add(head.epoch.value)
        sum.add(head.seq)
        sum.add(head.hash)
        sum.add(Array((head.code ?? "").utf8))
        return sum
    }

    static func event(_ lobby: LobbyID, _ record: LogRecord) -> Self {
        var sum = Self(.events)
        sum.add(lobby.value)
        sum.add(record.seq)
        sum.add(record.body)
        sum.add(record.hash)
        return sum
    }

    static func text(_ lobby: LobbyID, _ seq: Seq, _ body: [UInt8]) -> Self {
        var sum = Self(.texts)
        sum.add(lobby.value)
        sum.add(seq)
        sum.add(body)
        return sum
    }

    static func replica(_ lobby: LobbyID, _ row: ReplicaRow) -> Self {
        var sum = Self(.replicas)
        sum.add(lobby.value)
        sum.add(row.replica.value)
        sum.add(row.person.value)
        sum.add(row.lastNumber)
        sum.add(UInt64(row.fingerprint))
        return sum
    }

    static func batch(_ id: Int64, _ lobby: LobbyID, _ body: [UInt8]) -> Self {
        var sum = Self(.batches)
        sum.add(UInt64(bitPattern: id))
        sum.add(lobby.value)
        sum.add(body)
        return sum
    }

    static func meta(_ key: String, _ value: [UInt8]) -> Self {
        var sum = Self(.meta)
        sum.add(Array(key.utf8))
        sum.add(value)
        return sum
    }
}
