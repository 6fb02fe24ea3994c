import Documents
import Log
import Notebook

@testable import Wire

/// Lines: each is an op of one of two devices of a person, in turn, as it reaches the server, and
/// also the body of a record of a log.
enum NotebookTarget {
    private static let linesMax = 200
    private static let person = PersonID(Identifier128(high: 0, low: 1))
    private static let devices = [1, 2].map { ReplicaID(Identifier128(high: $0 << 32, low: 0)) }
    private static let now: Int64 = 1_800_000_000_000

    static func run(_ input: [UInt8]) throws(Finding) {
        var log = Kept()
        let lines = input.split(separator: 0x0A, maxSplits: linesMax)
        for (place, line) in lines.map(Array.init).enumerated() {
            try checkRecord(line)
            guard let received = try? OpCoding<Notebook>.decode(line),
                case .success(let op) = received.op
            else { continue }
            let again = try? OpCoding<Notebook>.decode(OpCoding<Notebook>.encode(op))
            try expect((try? again?.op.get()) == op, "not the same op again")
            let time = WallTime(milliseconds: now + Int64(place))
            try log.take(op, of: devices[place % 2], received: time)
        }
        try log.check()
    }

    private static func checkRecord(_ body: [UInt8]) throws(Finding) {
        let record = LogRecord(
            seq: 1, body: body, texts: [], hash: RollingHash.extend(0, with: body))
        guard let event = try? LogCoding<Notebook>.event(record) else { return }
        let again = LogCoding<Notebook>.record(event, after: 0)
        try expect((try? LogCoding<Notebook>.event(again)) == event, "not the same event again")
    }

    /// A notebook with its log, and what must stand in it.
    private struct Kept {
        private var notebook: Notebook?
        private var records: [LogRecord] = []
        private var expected: [String: Note] = [:]

        mutating func take(
            _ op: DocumentOp<Notebook.Command>, of device: ReplicaID, received: WallTime
        ) throws(Finding) {
            let author = Author(person: person, replica: device.tag)
            let event: Notebook.Event
            do throws(Refusal) {
                if let notebook {
                    event = try notebook.decide(op, by: author, received: received)
                } else {
                    event = try Notebook.create(
                        LobbyID(notebookOf: person), op, by: author, received: received, code: nil)
                }
            } catch {
                return
            }
            if notebook == nil {
                notebook = Notebook(
                    id: LobbyID(notebookOf: person), epoch: Epoch(3), first: event.change)
            } else {
                notebook?.apply(event)
            }
            let last = records.last?.hash ?? RollingHash.empty
            records.append(LogCoding<Notebook>.record(event, after: last))
            try expect(notebook?.seq == Seq(records.count), "events without a row of numbers")
            note(event.change)
        }

        /// Of the notes under a key the latest stands, whenever it came.
        private mutating func note(_ change: Notebook.Change) {
            switch change {
            case .began(_, let key, let note), .put(let key, let note):
                if let old = expected[key], (old.at, old.replica) > (note.at, note.replica) {
                    return
                }
                expected[key] = note
            case .outrun: break
            }
        }

        func check() throws(Finding) {
            guard let notebook, let last = records.last else { return }
            try expect(notebook.notes == expected, "not the latest of each key")
            try expect(notebook.notes.count <= NotebookLimits.keysMax, "too many keys")
            try expect(notebook.byteCount <= NotebookLimits.bytesMax, "too many bytes")
            let counted = notebook.notes.reduce(0) { sum, entry in
                sum + entry.key.utf8.count + (entry.value.value?.utf8.count ?? 0)
            }
            try expect(notebook.byteCount == counted, "bytes are miscounted")
            let rows = devices.map { device in
                ReplicaRow(replica: device, person: person, lastNumber: .max, fingerprint: 0)
            }
            let stored = StoredLobby(
                lobby: notebook.id, epoch: notebook.epoch, code: nil, records: records,
                replicas: rows)
            let read = try? LogCoding<Notebook>.document(stored)
            try expect(read == notebook, "the log is another notebook")
            let proof = PositionProof(hash: RollingHash.short(last.hash), seal: 1)
            let snapshot = ServerMessage<Notebook>.snapshot(notebook, proof: proof)
            let told = try? ServerMessage<Notebook>.decode(snapshot.encode())
            try expect(told == snapshot, "devices are told of another notebook")
        }
    }
}
