import Documents
import Log

/// A row of the table `events`: some events of a lobby, one behind the other. The body of a row
/// with one event is the event's; otherwise each event has its length before it. The hashes of
/// those in between follow from the bodies.
struct EventRow {
    /// The `seq` of the first event.
    var seq: Seq
    var count: Int64
    var body: [UInt8]
    /// The rolling hash up to and including the last event.
    var hash: UInt64

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
