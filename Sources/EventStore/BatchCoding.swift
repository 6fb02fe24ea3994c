import Lobby

/// A batch as bytes, for a row of `batches`. Integers are big-endian; whatever varies in length
/// has its count before it. `seq` and hash of the records follow from where the batch begins.
enum BatchCoding {
    static func encode(_ batch: LobbyBatch) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128 + batch.records.count * 128 + batch.replicas.count * 44)
        append(batch.lobby.value, to: &bytes)
        append(batch.epoch.value, to: &bytes)
        append(batch.previousSeq, to: &bytes)
        append(batch.previousHash, to: &bytes)
        append(Array((batch.code?.description ?? "").utf8), to: &bytes)
        append(UInt32(batch.records.count), to: &bytes)
        for record in batch.records {
            append(record.body, to: &bytes)
            append(record.texts, to: &bytes)
        }
        append(UInt32(batch.replicas.count), to: &bytes)
        for row in batch.replicas {
            append(row.replica.value, to: &bytes)
            append(row.person.value, to: &bytes)
            append(row.lastNumber, to: &bytes)
            append(row.fingerprint, to: &bytes)
        }
        return bytes
    }

    /// Nil unless `bytes` are exactly one batch.
    static func decode(_ bytes: [UInt8]) -> LobbyBatch? {
        var reader = BatchReader(bytes)
        let batch = reader.batch()
        return reader.isAtEnd ? batch : nil
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private static func append(_ value: Identifier128, to bytes: inout [UInt8]) {
        append(value.high, to: &bytes)
        append(value.low, to: &bytes)
    }

    private static func append(_ value: [UInt8], to bytes: inout [UInt8]) {
        append(UInt32(value.count), to: &bytes)
        bytes += value
    }
}

/// Takes a batch apart. Nothing in it is believed: what ends too early is nil.
private struct BatchReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func batch() -> LobbyBatch? {
        guard let lobby = identifier(), let epoch = integer(UInt64.self),
            let previousSeq = integer(UInt64.self), let previousHash = integer(UInt64.self),
            let codeBytes = counted()
        else { return nil }
        let code = JoinCode(String(decoding: codeBytes, as: UTF8.self))
        guard codeBytes.isEmpty || code != nil else { return nil }
        var batch = LobbyBatch(
            lobby: LobbyID(lobby), epoch: Epoch(epoch), previousSeq: previousSeq,
            previousHash: previousHash, code: code)
        guard readRecords(into: &batch), readReplicas(into: &batch) else { return nil }
        return batch
    }

    private mutating func readRecords(into batch: inout LobbyBatch) -> Bool {
        guard let count = integer(UInt32.self) else { return false }
        var seq = batch.previousSeq
        var hash = batch.previousHash
        for _ in 0..<count {
            guard let body = counted(), let texts = counted() else { return false }
            seq &+= 1
            hash = RollingHash.extend(hash, with: body)
            batch.records.append(LogRecord(seq: seq, body: body, texts: texts, hash: hash))
        }
        return true
    }

    private mutating func readReplicas(into batch: inout LobbyBatch) -> Bool {
        guard let count = integer(UInt32.self) else { return false }
        for _ in 0..<count {
            guard let replica = identifier(), let person = identifier(),
                let lastNumber = integer(UInt64.self), let fingerprint = integer(UInt32.self)
            else { return false }
            batch.replicas.append(
                ReplicaRow(
                    replica: ReplicaID(replica), person: PersonID(person),
                    lastNumber: lastNumber, fingerprint: fingerprint))
        }
        return true
    }

    private mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        guard let taken = take(Value.bitWidth / 8) else { return nil }
        return taken.reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    private mutating func identifier() -> Identifier128? {
        take(16).flatMap { Identifier128(bytes: $0) }
    }

    private mutating func counted() -> [UInt8]? {
        integer(UInt32.self).flatMap { take(Int($0)) }.map { Array($0) }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }
}
