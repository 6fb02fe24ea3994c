import Documents
import Log

/// A row of the table `batches`: batches of one transaction, as many as fit on a page.
///
///     lobbies: lobby 16 │ length 4 │ checksum 8 ║ lobby 16 │ length 4 │ checksum 8 ║ …
///     body:    first batch ║ second batch ║ …
///
/// The column `lobbies` has an entry for each batch in the body, and the row's checksum is over the
/// entries: damage to a batch costs neither the others nor the knowledge of whose it was. Of a row
/// with one batch, `lobbies` is the lobby's id alone, and the row's checksum is over it and the
/// body.
struct BatchRow {
    private static let idByteCount = 16
    private static let entryByteCount = 28
    /// A row has about so many times as many bytes as its entries; decides only how much is
    /// allocated.
    private static let entriesShare = 8

    let id: Int64
    private(set) var lobbies: [UInt8] = []
    private(set) var body: [UInt8] = []
    /// The number of batches in the row.
    private(set) var count = 0
    /// The time at which the last batch was committed.
    private(set) var touched = WallTime(milliseconds: 0)

    init(id: Int64, byteCount: Int) {
        self.id = id
        lobbies.reserveCapacity(byteCount / Self.entriesShare)
        body.reserveCapacity(byteCount)
    }

    /// The size of the row with another batch, of `byteCount` bytes.
    func byteCount(withBatchOf byteCount: Int) -> Int {
        lobbies.count + Self.entryByteCount + body.count + byteCount
    }

    /// Adds a batch of `byteCount` bytes, and returns where it lies in the body.
    mutating func append(
        _ batch: LobbyBatch, byteCount: Int, touched: WallTime
    ) -> Range<Int> {
        let place = body.count..<body.count + byteCount
        BatchCoding.append(batch, byteCount: byteCount, to: &body)
        batch.lobby.value.append(to: &lobbies)
        lobbies.appendBytes(of: UInt32(place.count).bigEndian)
        lobbies.appendBytes(of: RowChecksum.words(of: body, in: place).bigEndian)
        count += 1
        self.touched = touched
        return place
    }

    /// Takes the last batch out again.
    mutating func removeLast(at place: Range<Int>) {
        body.removeLast(place.count)
        lobbies.removeLast(Self.entryByteCount)
        count -= 1
    }

    /// To be called before the row is written, once. Returns its checksum.
    mutating func finish() -> RowChecksum {
        guard count == 1, let only = LobbyID(firstIn: lobbies) else {
            return .batches(id, lobbies)
        }
        lobbies.removeLast(Self.entryByteCount - Self.idByteCount)
        return .batch(id, only, body)
    }

    /// Gives back the memory reserved for further batches: thousands of rows wait to be sorted.
    mutating func trim() {
        lobbies = unsafe lobbies.withUnsafeBytes { unsafe [UInt8]($0) }
        body = unsafe body.withUnsafeBytes { unsafe [UInt8]($0) }
    }
}

extension BatchRow {
    /// A batch of a row that was read.
    struct Part {
        var lobby: LobbyID
        var place: Range<Int>
        /// Nil unless it is as it was written.
        var outline: BatchOutline?
    }

    /// A row as it was read.
    init(_ row: SQLiteRow) {
        id = row.integer(0)
        lobbies = row.blob(1)
        body = row.blob(2)
        touched = WallTime(milliseconds: row.integer(4))
        count = max(1, lobbies.count / Self.entryByteCount)
    }

    /// The batches of a row that was read; nil if the row itself isn't as it was written.
    func parts(_ checksum: UInt64) -> [Part]? {
        if lobbies.count == Self.idByteCount, let lobby = LobbyID(firstIn: lobbies) {
            guard RowChecksum.batch(id, lobby, body).matches(checksum) else { return nil }
            let outline = BatchCoding.outline(body, in: body.indices)
            return [Part(lobby: lobby, place: body.indices, outline: outline)]
        }
        let isSound = RowChecksum.batches(id, lobbies).matches(checksum)
        return isSound ? soundEntries() : nil
    }

    /// The lobbies whose batches are in it, as `lobbies` has them.
    var named: [LobbyID] {
        let rest = lobbies.count == Self.idByteCount ? 0 : Self.entryByteCount - Self.idByteCount
        var named: [LobbyID] = []
        var entries = ByteReader(lobbies)
        while let lobby = entries.identifier() {
            named.append(LobbyID(lobby))
            if entries.take(rest) == nil { break }
        }
        return named
    }

    private func soundEntries() -> [Part] {
        var entries = ByteReader(lobbies)
        var bodies = ByteReader(body)
        var parts: [Part] = []
        while let lobby = entries.identifier(), let place = entries.integer(UInt32.self),
            let checksum = entries.integer(UInt64.self)
        {
            var part = Part(lobby: LobbyID(lobby), place: 0..<0, outline: nil)
            if let place = bodies.take(Int(place)) {
                part.place = place
                if RowChecksum.words(of: body, in: place) == checksum {
                    part.outline = BatchCoding.outline(body, in: place)
                }
            }
            parts.append(part)
        }
        return parts
    }

    /// The lobbies whose batches may be in a row that is damaged. Each id stands in it twice, so
    /// that damage to one of them doesn't hide from whom something is missing.
    var suspects: [LobbyID] {
        var lobbies = named
        var bodies = ByteReader(body)
        while !bodies.isAtEnd, let outline = bodies.outline() {
            if !lobbies.contains(outline.lobby) { lobbies.append(outline.lobby) }
        }
        return lobbies
    }
}

extension LobbyID {
    fileprivate init?(firstIn bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let value = reader.identifier() else { return nil }
        self.init(value)
    }
}
