import Documents
import TestSupport
import Testing

@testable import Notebook

@Suite("A notebook")
struct NotebookTests {
    private static let person = PersonID(Identifier128(high: 1, low: 2))
    private static let id = LobbyID(notebookOf: person)

    private static func author(_ tag: UInt32, _ person: PersonID = person) -> Author {
        Author(person: person, replica: ReplicaTag(tag))
    }

    private static func op(
        _ number: OpNumber, _ key: String, _ value: String?, at: Int64
    ) -> Notebook.Op {
        Notebook.Op(
            number: number, at: WallTime(milliseconds: at),
            command: .put(key: key, value: value))
    }

    private static func notebook(_ value: String = "1") throws -> Notebook {
        let event = try Notebook.create(
            id, op(1, "fav/1", value, at: 1), by: author(1), received: WallTime(milliseconds: 1),
            code: nil)
        return try #require(Notebook(id: id, epoch: Epoch(1), first: event.change))
    }

    @Test("is begun and written in by its own person only")
    func ownership() throws {
        let other = PersonID(Identifier128(high: 1, low: 3))
        #expect(throws: Refusal.malformed) {
            try Notebook.create(
                Self.id, Self.op(1, "a", "1", at: 1), by: Self.author(1, other),
                received: WallTime(milliseconds: 1), code: nil)
        }
        #expect(throws: Refusal.notMember) {
            try Self.notebook().decide(
                Self.op(1, "a", "1", at: 1), by: Self.author(1, other),
                received: WallTime(milliseconds: 1))
        }
    }

    @Test("comes to the same notes in whatever order its devices regain signal", arguments: 1...40)
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var ops: [UInt32: [Notebook.Op]] = [:]
        for tag in 1...UInt32(3) {
            var number: OpNumber = 0
            ops[tag] = (0..<6).map { _ in
                number += 1
                return Self.op(
                    number, "k/\(random.next() % 3)", random.next() % 4 == 0 ? nil : "\(number)",
                    at: 1_000 + Int64(random.next() % 5))
            }
        }
        // A device's own entries keep their order; its clock doesn't go back between them.
        for tag in ops.keys { ops[tag]?.sort { ($0.at, $0.number) < ($1.at, $1.number) } }
        var outcomes: Set<[String: Note]> = []
        for _ in 0..<6 {
            var queues = ops
            var notebook = try Self.notebook()
            while let tag = queues.keys.sorted().shuffled(using: &random).first {
                guard let op = queues[tag]?.first else {
                    queues[tag] = nil
                    continue
                }
                queues[tag]?.removeFirst()
                notebook.apply(
                    try notebook.decide(
                        op, by: Self.author(tag), received: WallTime(milliseconds: 5_000)))
            }
            outcomes.insert(notebook.notes)
        }
        #expect(outcomes.count == 1)
    }

    @Test("takes no more keys than its limit, but changes what is there")
    func keys() throws {
        var notes: [String: Note] = [:]
        for number in 0..<NotebookLimits.keysMax {
            notes["k/\(number)"] = Note(
                value: nil, at: WallTime(milliseconds: 1), replica: ReplicaTag(1))
        }
        let full = Notebook(
            id: Self.id, epoch: Epoch(1), seq: 1, person: Self.person, notes: notes)
        let now = WallTime(milliseconds: 9)
        #expect(throws: Refusal.notebookFull) {
            try full.decide(Self.op(1, "other", "1", at: 2), by: Self.author(1), received: now)
        }
        _ = try full.decide(Self.op(1, "k/7", "1", at: 2), by: Self.author(1), received: now)
    }

    @Test("takes no more bytes than its limit, but always less than it has")
    func bytes() throws {
        let value = String(repeating: "x", count: NotebookLimits.valueBytesMax)
        var notes: [String: Note] = [:]
        let count = NotebookLimits.bytesMax / (NotebookLimits.valueBytesMax + 10)
        for number in 0..<count {
            notes["k\(number)"] = Note(
                value: value, at: WallTime(milliseconds: 1), replica: ReplicaTag(1))
        }
        var full = Notebook(
            id: Self.id, epoch: Epoch(1), seq: 1, person: Self.person, notes: notes)
        let room = NotebookLimits.bytesMax - full.byteCount
        let now = WallTime(milliseconds: 9)
        let rest = String(repeating: "y", count: room - 1)
        full.apply(
            try full.decide(Self.op(1, "z", rest, at: 2), by: Self.author(1), received: now))
        #expect(full.byteCount == NotebookLimits.bytesMax)
        #expect(throws: Refusal.notebookFull) {
            try full.decide(Self.op(2, "z", rest + "y", at: 3), by: Self.author(1), received: now)
        }
        full.apply(try full.decide(Self.op(2, "k0", nil, at: 3), by: Self.author(1), received: now))
        #expect(full.byteCount == NotebookLimits.bytesMax - value.utf8.count)
    }

    @Test("bears any time that an op says", arguments: [Int64.min, -1, 0, .max])
    func times(at: Int64) throws {
        let notebook = try Self.notebook()
        for received in [Int64.min, 0, 5, .max] {
            _ = try notebook.decide(
                Self.op(1, "a", "1", at: at), by: Self.author(1),
                received: WallTime(milliseconds: received))
        }
    }
}
