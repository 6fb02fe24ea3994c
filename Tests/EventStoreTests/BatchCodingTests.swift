import Documents
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Batches as bytes")
struct BatchCodingTests {
    private static let batch: LobbyBatch = {
        var script = BatchScript(7, code: "ABC234")
        return script.batch("Ann", "", "Bö", replicas: [.test(1, last: .max), .test(2, last: 0)])
    }()

    private func encode(_ batch: LobbyBatch) -> [UInt8] {
        var bytes: [UInt8] = []
        BatchCoding.append(batch, byteCount: BatchCoding.byteCount(batch), to: &bytes)
        return bytes
    }

    private func decode(_ bytes: [UInt8]) -> LobbyBatch? {
        BatchCoding.decode(bytes, in: bytes.indices)
    }

    @Test("A batch comes back as it was, also from among others")
    func comesBack() {
        let bytes = encode(Self.batch)
        #expect(decode(bytes) == Self.batch)
        let among = bytes + bytes + bytes
        let second = bytes.count..<2 * bytes.count
        #expect(BatchCoding.decode(among, in: second) == Self.batch)
        #expect(BatchCoding.outline(among, in: second) == BatchOutline(checking: Self.batch))
        var bare = Self.batch
        bare.code = nil
        bare.records = []
        bare.replicas = []
        #expect(decode(encode(bare)) == bare)
    }

    @Test("Refusals travel with a batch, and cost one without any nothing")
    func refusals() {
        var refused = Self.batch
        refused.replicas[1].refused = [RefusedOp(3, .notHost), RefusedOp(.max, .quarantineFull)]
        let bytes = encode(refused)
        #expect(decode(bytes) == refused)
        #expect(BatchCoding.outline(bytes, in: bytes.indices) == BatchOutline(checking: refused))
        #expect(bytes.count == encode(Self.batch).count + 2 * 4 + 2 * 10)
        for count in bytes.indices { #expect(decode(Array(bytes[..<count])) == nil) }
    }

    @Test("Who joined travels with a batch, and costs one that nobody joined with nothing")
    func joined() {
        var joined = Self.batch
        joined.joined = [PersonID(.test(1)), PersonID(.test(2))]
        joined.deletedAt = .day(3)
        let bytes = encode(joined)
        #expect(decode(bytes) == joined)
        #expect(BatchCoding.outline(bytes, in: bytes.indices) == BatchOutline(checking: joined))
        #expect(bytes.count == encode(Self.batch).count + 8 + 4 + 2 * 16)
        for count in bytes.indices {
            let cut = Array(bytes[..<count])
            #expect(decode(cut) == nil)
            #expect(BatchCoding.outline(cut, in: cut.indices) == nil)
        }
    }

    @Test("A batch that ends too early or too late is none")
    func truncated() {
        let bytes = encode(Self.batch)
        for count in bytes.indices {
            #expect(decode(Array(bytes[..<count])) == nil)
            #expect(BatchCoding.decode(bytes, in: 0..<count) == nil)
        }
        #expect(decode(bytes + [0]) == nil)
    }

    @Test("Counts beyond what is there are refused without room being made for them")
    func hugeCounts() {
        var bytes = encode(Self.batch)
        for place in bytes.indices {
            let byte = bytes[place]
            bytes[place] = 0xFF
            _ = decode(bytes)
            bytes[place] = byte
        }
        let counts = [UInt8](repeating: 0xFF, count: bytes.count)
        #expect(decode(counts) == nil)
    }
}

@Suite("Rows of events")
struct EventRowTests {
    private func records(_ bodies: [UInt8]...) -> [LogRecord] {
        var records: [LogRecord] = []
        for body in bodies {
            let hash = RollingHash.extend(records.last?.hash ?? 7, with: body)
            records.append(
                LogRecord(seq: Seq(records.count) + 5, body: body, texts: [], hash: hash))
        }
        return records
    }

    private func rows(_ records: [LogRecord], bytesMax: Int) -> [EventRow] {
        let batch = LobbyBatch(
            lobby: LobbyID(Identifier128(high: 1, low: 2)), epoch: Epoch(3), previousSeq: 4,
            previousHash: 7, code: nil, records: records)
        return LobbyRows(batch, touched: .init(milliseconds: 1), rowBytesMax: bytesMax).events
    }

    @Test("Events come back as they were, however many are in a row", arguments: [0, 12, 20, 99])
    func comeBack(_ bytesMax: Int) {
        let records = records([1, 2, 3], [], [4], Array(repeating: 9, count: 30), [5, 6])
        var found: [LogRecord] = []
        var hash: UInt64? = 7
        for row in rows(records, bytesMax: bytesMax) {
            #expect(row.count == 1 || row.body.count <= bytesMax)
            #expect(row.seq == Seq(found.count) + 5)
            hash = row.append(to: &found, after: hash ?? 0)
            #expect(hash == row.hash)
        }
        #expect(found == records)
    }

    @Test("A row with fewer or more events than it says, or a torn one, is none")
    func miscounted() throws {
        let records = records([1, 2, 3], [4], [5, 6])
        let row = try #require(rows(records, bytesMax: 99).first)
        for count: Int64 in [-1, 0, 2, 4, .max] {
            var found: [LogRecord] = []
            let other = EventRow(seq: row.seq, count: count, body: row.body, hash: row.hash)
            #expect(other.append(to: &found, after: 7) == nil)
        }
        for count in 1..<row.body.count {
            var found: [LogRecord] = []
            let body = Array(row.body[..<count])
            let torn = EventRow(seq: row.seq, count: 3, body: body, hash: row.hash)
            #expect(torn.append(to: &found, after: 7) == nil)
        }
    }
}
