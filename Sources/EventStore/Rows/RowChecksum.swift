import Documents
import Log

/// The checksum that each row carries: FNV-1a over its table, key and content, so that a row
/// that was flipped, swapped or moved is found when it is read. Finds accidents, not attackers.
struct RowChecksum {
    /// A sign of the table, so that no row passes for one of another table.
    enum Table: UInt8 {
        case meta = 1
        case lobbies, events, texts, replicas, batches
        case accounts, persons, devices, keys, passkeys, recoveryCodes
        case friends, friendRequests, friendLinks, blocks, invitations, suggestions
        case erasedPersons, seats, columnClaims
        case courses, layouts, layoutVersions
        case results, resultKeys, projected, resultStamps
        case sharedCourses, courseRoles, courseChanges, courseComments, courseMatches
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

    /// A checksum of many bytes, eight at a time. Each step is one to one, and the upper half is
    /// folded into the lower one, so that no bit stays at the top where it would be lost.
    static func words(of bytes: [UInt8], in place: Range<Int>) -> UInt64 {
        precondition(place.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes { bytes in
            var hash = RollingHash.empty ^ UInt64(place.count)
            var start = place.lowerBound
            while start < place.upperBound {
                var word: UInt64 = 0
                if place.upperBound - start >= 8 {
                    unsafe word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                } else {
                    for index in start..<place.upperBound {
                        unsafe word = word << 8 | UInt64(bytes[index])
                    }
                }
                hash = (hash ^ UInt64(littleEndian: word)) &* 0x0000_0100_0000_01B3
                hash ^= hash >> 32
                start += 8
            }
            return hash
        }
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
        if let time = head.deletedAt { sum.add(UInt64(bitPattern: time.milliseconds)) }
        return sum
    }

    static func events(_ lobby: LobbyID, _ row: EventRow) -> Self {
        var sum = Self(.events)
        sum.add(lobby.value)
        sum.add(row.seq)
        guard row.count != 1 else {
            sum.add(row.body)
            sum.add(row.hash)
            return sum
        }
        sum.add(row.hash)
        sum.add(UInt64(bitPattern: row.count))
        sum.add(words(of: row.body, in: row.body.indices))
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
        if !row.refused.isEmpty { sum.add(RefusalCoding.encode(row.refused)) }
        return sum
    }

    static func batch(_ id: Int64, _ lobby: LobbyID, _ body: [UInt8]) -> Self {
        var sum = Self(.batches)
        sum.add(UInt64(bitPattern: id))
        sum.add(lobby.value)
        sum.add(body)
        return sum
    }

    /// The checksum of a row with several batches.
    static func batches(_ id: Int64, _ entries: [UInt8]) -> Self {
        var sum = Self(.batches)
        sum.add(UInt64(bitPattern: id))
        sum.add(words(of: entries, in: entries.indices))
        return sum
    }

    /// The checksum of a row whose content is `values`, in the order of the table's columns.
    static func row(_ table: Table, _ values: [SQLiteValue]) -> Self {
        var sum = Self(table)
        for value in values {
            switch value {
            case .null: sum.add(0)
            case .integer(let integer):
                sum.add(1)
                sum.add(UInt64(bitPattern: integer))
            case .text(let text):
                sum.add(2)
                sum.add(Array(text.utf8))
            case .blob(let bytes):
                sum.add(3)
                sum.add(bytes)
            case .identifier(let id):
                sum.add(4)
                sum.add(id)
            }
        }
        return sum
    }

    static func meta(_ key: String, _ value: [UInt8]) -> Self {
        var sum = Self(.meta)
        sum.add(Array(key.utf8))
        sum.add(value)
        return sum
    }
}
