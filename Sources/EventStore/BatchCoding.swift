import Lobby

/// A batch as bytes, for a row of `batches`. Integers are big-endian; whatever varies in length
/// has its count before it. `seq` and hash of the records follow from where the batch begins.
enum BatchCoding {
    fileprivate static let replicaByteCount = 44
    /// Without code, records and replicas.
    private static let fixedByteCount = 52

    static func byteCount(_ batch: LobbyBatch) -> Int {
        var count = fixedByteCount + batch.replicas.count * replicaByteCount
        if let code = batch.code { count += code.description.utf8.count }
        for record in batch.records { count += 8 + record.body.count + record.texts.count }
        return count
    }

    static func append(_ batch: LobbyBatch, to bytes: inout [UInt8]) {
        let lobby = batch.lobby.value
        bytes.appendBytes(
            of: (
                lobby.high.bigEndian, lobby.low.bigEndian, batch.epoch.value.bigEndian,
                batch.previousSeq.bigEndian, batch.previousHash.bigEndian
            ))
        if let code = batch.code?.description {
            bytes.appendBytes(of: UInt32(code.utf8.count).bigEndian)
            bytes += code.utf8
        } else {
            bytes.appendBytes(of: UInt32(0))
        }
        bytes.appendBytes(of: UInt32(batch.records.count).bigEndian)
        for record in batch.records {
            bytes.appendCounted(record.body)
            bytes.appendCounted(record.texts)
        }
        bytes.appendBytes(of: UInt32(batch.replicas.count).bigEndian)
        for row in batch.replicas {
            let (replica, person) = (row.replica.value, row.person.value)
            bytes.appendBytes(
                of: (
                    replica.high.bigEndian, replica.low.bigEndian, person.high.bigEndian,
                    person.low.bigEndian, row.lastNumber.bigEndian, row.fingerprint.bigEndian
                ))
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

    /// Where a batch begins and ends, without what is in it. Nil unless the bytes in `place` are
    /// exactly one.
    static func outline(_ bytes: [UInt8], in place: Range<Int>) -> BatchOutline? {
        var reader = ByteReader(bytes, in: place)
        let outline = reader.outline()
        return reader.isAtEnd ? outline : nil
    }
}

extension ByteReader {
    fileprivate mutating func batch(behind merged: inout LobbyBatch?) -> Bool {
        guard let lobby = identifier(), let epoch = integer(UInt64.self),
            let previousSeq = integer(UInt64.self), let previousHash = integer(UInt64.self),
            let codePlace = counted()
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
        guard readRecords(into: &batch), readReplicas(into: &batch) else { return false }
        merged = batch
        return true
    }

    /// Takes a code that is none, too.
    mutating func outline() -> BatchOutline? {
        guard let lobby = identifier(), take(8) != nil, let previousSeq = integer(UInt64.self),
            let previousHash = integer(UInt64.self), let code = counted(),
            let recordCount = integer(UInt32.self)
        else { return nil }
        var end = LogEnd(
            seq: previousSeq, hash: previousHash, code: code.isEmpty ? nil : text(code))
        for _ in 0..<recordCount {
            guard let body = counted(), counted() != nil else { return nil }
            end.seq &+= 1
            end.hash = RollingHash.extend(end.hash, with: bytes[body])
        }
        guard let replicaCount = integer(UInt32.self),
            take(Int(replicaCount) * BatchCoding.replicaByteCount) != nil
        else { return nil }
        return BatchOutline(
            lobby: LobbyID(lobby), previousSeq: previousSeq, previousHash: previousHash,
            hasRecords: recordCount > 0, end: end)
    }

    private mutating func readRecords(into batch: inout LobbyBatch) -> Bool {
        guard let count = integer(UInt32.self) else { return false }
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
        guard let count = integer(UInt32.self) else { return false }
        for _ in 0..<count {
            guard let replica = identifier(), let person = identifier(),
                let lastNumber = integer(UInt64.self), let fingerprint = integer(UInt32.self)
            else { return false }
            batch.replicas.replace(
                by: ReplicaRow(
                    replica: ReplicaID(replica), person: PersonID(person),
                    lastNumber: lastNumber, fingerprint: fingerprint))
        }
        return true
    }

    private func text(_ place: Range<Int>) -> String {
        String(decoding: bytes[place], as: UTF8.self)
    }
}
