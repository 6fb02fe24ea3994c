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
        let code = batch.code?.description ?? ""
        append(UInt32(code.utf8.count), to: &bytes)
        bytes += code.utf8
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

    /// Nil unless `bytes` are exactly one batch. A code that is `known` needn't be parsed again.
    static func decode(_ bytes: [UInt8], known code: JoinCode? = nil) -> LobbyBatch? {
        var reader = BatchReader(bytes)
        let batch = reader.batch(known: code)
        return reader.isAtEnd ? batch : nil
    }

    /// Where a batch begins and ends, without what is in it. Nil unless `bytes` are exactly one.
    static func outline(_ bytes: [UInt8]) -> BatchOutline? {
        var reader = BatchReader(bytes)
        let outline = reader.outline()
        return reader.isAtEnd ? outline : nil
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
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
    private static let replicaBytes = 44

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func batch(known: JoinCode?) -> LobbyBatch? {
        guard let lobby = identifier(), let epoch = integer(UInt64.self),
            let previousSeq = integer(UInt64.self), let previousHash = integer(UInt64.self),
            let codeText = counted().map(text)
        else { return nil }
        let code = codeText == known?.description ? known : JoinCode(codeText)
        guard codeText.isEmpty || code != nil else { return nil }
        var batch = LobbyBatch(
            lobby: LobbyID(lobby), epoch: Epoch(epoch), previousSeq: previousSeq,
            previousHash: previousHash, code: code)
        guard readRecords(into: &batch), readReplicas(into: &batch) else { return nil }
        return batch
    }

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
            take(Int(replicaCount) * Self.replicaBytes) != nil
        else { return nil }
        return BatchOutline(
            lobby: LobbyID(lobby), previousSeq: previousSeq, previousHash: previousHash,
            hasRecords: recordCount > 0, end: end)
    }

    private mutating func readRecords(into batch: inout LobbyBatch) -> Bool {
        guard let count = integer(UInt32.self) else { return false }
        var seq = batch.previousSeq
        var hash = batch.previousHash
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
            batch.replicas.append(
                ReplicaRow(
                    replica: ReplicaID(replica), person: PersonID(person),
                    lastNumber: lastNumber, fingerprint: fingerprint))
        }
        return true
    }

    private func text(_ place: Range<Int>) -> String {
        String(decoding: bytes[place], as: UTF8.self)
    }

    private mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        guard let taken = take(Value.bitWidth / 8) else { return nil }
        var value: Value = 0
        for index in taken { value = value << 8 | Value(truncatingIfNeeded: bytes[index]) }
        return value
    }

    private mutating func identifier() -> Identifier128? {
        guard let high = integer(UInt64.self), let low = integer(UInt64.self) else { return nil }
        return Identifier128(high: high, low: low)
    }

    private mutating func counted() -> Range<Int>? {
        integer(UInt32.self).flatMap { take(Int($0)) }
    }

    /// The places of the next `count` bytes.
    private mutating func take(_ count: Int) -> Range<Int>? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return place..<place + count
    }
}
