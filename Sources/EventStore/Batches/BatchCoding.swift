import Documents
import Log

/// A batch as bytes, as it stands in a row of the table `batches`:
///
///     lobby 16 │ epoch 8 │ previous seq 8 │ previous hash 8 │ code, counted
///     deleted at 8, if it is
///     count of records 4 │ of each: body, counted │ texts, counted
///     count of replicas 4 │ of each: replica 16 │ person 16 │ last number 8 │ fingerprint 4
///                                    │ refusals, counted, if any replica has some
///     count of persons who joined 4 │ of each: person 16, if any has
///
/// Integers are big-endian; what is counted has its number of bytes before it, in four bytes. `seq`
/// and hash of each record follow from where the batch begins. If a replica has refusals, the
/// highest bit of the count of replicas is set; if the lobby is deleted, that of the code's bytes;
/// if somebody has joined, that of the count of records.
enum BatchCoding {
    fileprivate static let replicaByteCount = 44
    /// The bit in the count of replicas that says that refusals stand behind each of them.
    fileprivate static let bringsRefusals: UInt32 = 1 << 31
    /// The bit in the count of the code's bytes that says that the time of deletion stands behind.
    fileprivate static let isDeleted: UInt32 = 1 << 31
    /// The bit in the count of records that says that persons stand at the end.
    fileprivate static let bringsJoined: UInt32 = 1 << 31
    fileprivate static let personByteCount = 16
    /// The bytes of a batch without code, records and replicas.
    private static let fixedByteCount = 52

    static func byteCount(_ batch: LobbyBatch) -> Int {
        var count = fixedByteCount + batch.replicas.count * replicaByteCount
        if let code = batch.code { count += code.description.utf8.count }
        if batch.deletedAt != nil { count += 8 }
        if !batch.joined.isEmpty { count += 4 + batch.joined.count * personByteCount }
        for record in batch.records { count += 8 + record.body.count + record.texts.count }
        guard batch.hasRefusals else { return count }
        for row in batch.replicas { count += 4 + RefusalCoding.byteCount(row.refused) }
        return count
    }

    /// Writes a batch that has `byteCount` bytes.
    static func append(_ batch: LobbyBatch, byteCount: Int, to bytes: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) { buffer in
            var writer = unsafe ByteWriter(buffer)
            writer.add(batch)
            precondition(writer.isAtEnd)
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(buffer))
        }
    }

    /// Nil unless the bytes in `place` are exactly one batch.
    static func decode(_ bytes: [UInt8], in place: Range<Int>) -> LobbyBatch? {
        var batch: LobbyBatch?
        return decode(bytes, in: place, behind: &batch) ? batch : nil
    }

    /// Makes the batch in `place` part of `batch`, which it follows directly, or puts it there if
    /// there is none. False unless the bytes are exactly one batch: then `batch` is spoilt.
    static func decode(
        _ bytes: [UInt8], in place: Range<Int>, behind batch: inout LobbyBatch?
    ) -> Bool {
        var reader = ByteReader(bytes, in: place)
        return reader.batch(behind: &batch) && reader.isAtEnd
    }

    /// The end of the log that the batch in `place` is made for, with the batch's own epoch and
    /// code.
    static func beginning(_ bytes: [UInt8], in place: Range<Int>) -> HeadRow? {
        var reader = ByteReader(bytes, in: place)
        return reader.beginning()
    }

    /// Adds the rows that come of the batch in `place` to `rows`, which it follows directly. False
    /// unless the bytes are exactly one batch: then `rows` is spoilt.
    static func decode(
        _ bytes: [UInt8], in place: Range<Int>, to rows: inout LobbyRows
    ) -> Bool {
        var reader = ByteReader(bytes, in: place)
        return reader.batch(to: &rows) && reader.isAtEnd
    }

    /// Reads where the batch in `place` begins and ends in its log, but no record. Nil unless the
    /// bytes are exactly one batch.
    static func outline(_ bytes: [UInt8], in place: Range<Int>) -> BatchOutline? {
        var reader = ByteReader(bytes, in: place)
        let outline = reader.outline()
        return reader.isAtEnd ? outline : nil
    }
}

extension ByteWriter {
    fileprivate mutating func add(_ batch: LobbyBatch) {
        add(batch.lobby.value)
        add(batch.epoch.value)
        add(batch.previousSeq)
        add(batch.previousHash)
        addDoor(batch)
        add(UInt32(batch.records.count) | (batch.joined.isEmpty ? 0 : BatchCoding.bringsJoined))
        for record in batch.records {
            addCounted(record.body)
            addCounted(record.texts)
        }
        let bringsRefusals = batch.hasRefusals
        add(UInt32(batch.replicas.count) | (bringsRefusals ? BatchCoding.bringsRefusals : 0))
        for row in batch.replicas {
            add(row.replica.value)
            add(row.person.value)
            add(row.lastNumber)
            add(row.fingerprint)
            if bringsRefusals { addCounted(RefusalCoding.encode(row.refused)) }
        }
        guard !batch.joined.isEmpty else { return }
        add(UInt32(batch.joined.count))
        for person in batch.joined { add(person.value) }
    }
}

extension ByteWriter {
    private mutating func addDoor(_ batch: LobbyBatch) {
        let code = batch.code?.description ?? ""
        add(UInt32(code.utf8.count) | (batch.deletedAt == nil ? 0 : BatchCoding.isDeleted))
        add(bytes: code.utf8)
        if let time = batch.deletedAt { add(UInt64(bitPattern: time.milliseconds)) }
    }
}

extension ByteReader {
    /// Reads where the code lies, and the time of deletion.
    private mutating func door() -> (code: Range<Int>, deletedAt: WallTime?)? {
        guard let count = integer(UInt32.self),
            let code = take(Int(count & ~BatchCoding.isDeleted))
        else { return nil }
        guard count & BatchCoding.isDeleted != 0 else { return (code, nil) }
        guard let time = integer(Int64.self) else { return nil }
        return (code, WallTime(milliseconds: time))
    }

    fileprivate mutating func batch(behind merged: inout LobbyBatch?) -> Bool {
        guard let lobby = identifier(), let epoch = integer(UInt64.self),
            let previousSeq = integer(UInt64.self), let previousHash = integer(UInt64.self),
            let (codePlace, deletedAt) = door()
        else { return false }
        var code: JoinCode?
        if !codePlace.isEmpty {
            let typed = text(codePlace)
            // One that is known needn't be parsed again.
            code = merged?.code?.description == typed ? merged?.code : JoinCode(typed)
            guard code != nil else { return false }
        }
        var batch =
            merged.take()
            ?? LobbyBatch(
                lobby: LobbyID(lobby), epoch: Epoch(epoch), previousSeq: previousSeq,
                previousHash: previousHash, code: code)
        guard batch.lobby == LobbyID(lobby), batch.end == (previousSeq, previousHash) else {
            return false
        }
        batch.epoch = Epoch(epoch)
        batch.code = code
        batch.deletedAt = deletedAt
        guard let (recordCount, bringsJoined) = recordCount(),
            readRecords(recordCount, into: &batch), readReplicas(into: &batch),
            !bringsJoined || readJoined(into: &batch)
        else { return false }
        merged = batch
        return true
    }

    fileprivate mutating func beginning() -> HeadRow? {
        guard let lobby = identifier(), let epoch = integer(UInt64.self),
            let seq = integer(UInt64.self), let hash = integer(UInt64.self),
            let (code, deletedAt) = door()
        else { return nil }
        return HeadRow(
            lobby: LobbyID(lobby), epoch: Epoch(epoch), seq: seq, hash: hash,
            code: code.isEmpty ? nil : text(code), deletedAt: deletedAt)
    }

    fileprivate mutating func batch(to rows: inout LobbyRows) -> Bool {
        guard let beginning = beginning(), rows.follow(beginning),
            let (recordCount, bringsJoined) = recordCount()
        else { return false }
        for _ in 0..<recordCount {
            let start = place
            guard let body = counted(), let texts = counted() else { return false }
            rows.append(bytes[start..<body.upperBound], texts: bytes[texts])
        }
        guard let (count, bringsRefusals) = replicaCount() else { return false }
        for _ in 0..<count {
            guard let row = replica(bringsRefusals) else { return false }
            rows.replace(by: row)
        }
        // Seats were taken with the commit.
        return !bringsJoined || skipJoined()
    }

    /// Reads the outline of the next batch, even if its code is none.
    mutating func outline() -> BatchOutline? {
        guard let lobby = identifier(), take(8) != nil, let previousSeq = integer(UInt64.self),
            let previousHash = integer(UInt64.self), let (code, _) = door(),
            let (recordCount, bringsJoined) = recordCount()
        else { return nil }
        var end = LogEnd(
            seq: previousSeq, hash: previousHash, code: code.isEmpty ? nil : text(code))
        for _ in 0..<recordCount {
            guard let body = counted(), counted() != nil else { return nil }
            end.seq &+= 1
            end.hash = RollingHash.extend(end.hash, with: bytes[body])
        }
        guard let (count, bringsRefusals) = replicaCount() else { return nil }
        if bringsRefusals {
            for _ in 0..<count {
                guard take(BatchCoding.replicaByteCount) != nil, counted() != nil else {
                    return nil
                }
            }
        } else {
            guard take(count * BatchCoding.replicaByteCount) != nil else { return nil }
        }
        guard !bringsJoined || skipJoined() else { return nil }
        return BatchOutline(
            lobby: LobbyID(lobby), previousSeq: previousSeq, previousHash: previousHash,
            hasRecords: recordCount > 0, end: end)
    }

    /// Reads how many records follow, and whether persons stand at the end.
    private mutating func recordCount() -> (count: Int, bringsJoined: Bool)? {
        guard let count = integer(UInt32.self) else { return nil }
        let mark = BatchCoding.bringsJoined
        return (Int(count & ~mark), count & mark != 0)
    }

    private mutating func readRecords(_ count: Int, into batch: inout LobbyBatch) -> Bool {
        var (seq, hash) = batch.end
        for _ in 0..<count {
            guard let body = counted(), let texts = counted() else { return false }
            seq &+= 1
            hash = RollingHash.extend(hash, with: bytes[body])
            batch.records.append(
                LogRecord(
                    seq: seq, body: Array(bytes[body]), texts: Array(bytes[texts]), hash: hash))
        }
        return true
    }

    private mutating func readReplicas(into batch: inout LobbyBatch) -> Bool {
        guard let (count, bringsRefusals) = replicaCount() else { return false }
        for _ in 0..<count {
            guard let row = replica(bringsRefusals) else { return false }
            batch.replicas.replace(by: row)
        }
        return true
    }

    private mutating func readJoined(into batch: inout LobbyBatch) -> Bool {
        guard let count = integer(UInt32.self) else { return false }
        for _ in 0..<count {
            guard let person = identifier() else { return false }
            batch.joined.append(PersonID(person))
        }
        return true
    }

    private mutating func skipJoined() -> Bool {
        guard let count = integer(UInt32.self) else { return false }
        return take(Int(count) * BatchCoding.personByteCount) != nil
    }

    /// Reads how many replicas follow, and whether refusals stand behind each.
    private mutating func replicaCount() -> (count: Int, bringsRefusals: Bool)? {
        guard let count = integer(UInt32.self) else { return nil }
        let mark = BatchCoding.bringsRefusals
        return (Int(count & ~mark), count & mark != 0)
    }

    private mutating func replica(_ bringsRefusals: Bool) -> ReplicaRow? {
        guard let replica = identifier(), let person = identifier(),
            let lastNumber = integer(UInt64.self), let fingerprint = integer(UInt32.self)
        else { return nil }
        var row = ReplicaRow(
            replica: ReplicaID(replica), person: PersonID(person), lastNumber: lastNumber,
            fingerprint: fingerprint)
        guard bringsRefusals else { return row }
        guard let place = counted(), let refused = RefusalCoding.decode(Array(bytes[place])) else {
            return nil
        }
        row.refused = refused
        return row
    }

    private func text(_ place: Range<Int>) -> String {
        String(decoding: bytes[place], as: UTF8.self)
    }
}

extension LobbyBatch {
    fileprivate var hasRefusals: Bool { replicas.contains { !$0.refused.isEmpty } }
}
