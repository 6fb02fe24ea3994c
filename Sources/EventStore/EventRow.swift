import Lobby

/// A row of `events`: some events of a lobby, one behind the other. Of one event the body is the
/// event's; of more, each has its length before it. The hashes of those in between follow from
/// the bodies.
struct EventRow {
    /// Of the first event.
    var seq: Seq
    var count: Int64
    var body: [UInt8]
    /// The rolling hash up to and including the last event.
    var hash: UInt64

    /// The first of `records`, as many as `bytesMax` allow, but one at least.
    init(_ records: ArraySlice<LogRecord>, bytesMax: Int) {
        precondition(!records.isEmpty)
        let first = records[records.startIndex]
        seq = first.seq
        count = 1
        hash = first.hash
        var byteCount = 4 + first.body.count
        for record in records.dropFirst() {
            byteCount += 4 + record.body.count
            if byteCount > bytesMax { break }
            count += 1
            hash = record.hash
        }
        guard count > 1 else {
            body = first.body
            return
        }
        body = []
        body.reserveCapacity(byteCount)
        for record in records.prefix(Int(count)) { body.appendCounted(record.body) }
    }

    /// A row as it was read.
    init(seq: Seq, count: Int64, body: [UInt8], hash: UInt64) {
        self.seq = seq
        self.count = count
        self.body = body
        self.hash = hash
    }

    var lastSeq: Seq { seq &+ UInt64(bitPattern: count) &- 1 }

    /// Appends the events, without texts, to a log that ends with `hash`; returns where it ends
    /// then, or nil unless the body is exactly as many events as `count` says.
    func append(to records: inout [LogRecord], after hash: UInt64) -> UInt64? {
        if count == 1 {
            let end = RollingHash.extend(hash, with: body)
            records.append(LogRecord(seq: seq, body: body, texts: [], hash: end))
            return end
        }
        var reader = ByteReader(body)
        var hash = hash
        var seq = seq
        while !reader.isAtEnd {
            guard let place = reader.counted() else { return nil }
            hash = RollingHash.extend(hash, with: body[place])
            records.append(LogRecord(seq: seq, body: Array(body[place]), texts: [], hash: hash))
            seq &+= 1
        }
        return seq &- self.seq == UInt64(bitPattern: count) ? hash : nil
    }
}
