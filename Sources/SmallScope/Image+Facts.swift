import Documents
import Log
import Wire

/// What a log says, read by the production code and judged without it.
struct Facts<Kind: ScopedKind> {
    struct Entry {
        var seq: Seq
        var replica: ReplicaTag
        var number: OpNumber
        var value: Int64
        /// The version its author had seen, as the server took it.
        var seen: Seq
        /// The values that it put an end to.
        var removed: [Int64]
    }

    /// The document after each event.
    var prefixes: [Kind] = []
    var entries: [Entry] = []
    var rows: [ReplicaTag: OpNumber] = [:]

    init(_ image: Image) throws(Violation) {
        for row in image.rows { rows[row.replica.tag] = row.lastNumber }
        var numbers: [ReplicaTag: OpNumber] = [:]
        var events: [Kind.Event] = []
        for record in image.records { events.append(try Self.event(record)) }
        for event in events {
            try append(event, image.epoch)
            guard let origin = event.origin else { continue }
            let last = numbers[origin.replica] ?? 0
            guard origin.number > last else {
                throw Violation(
                    .once, "op \(origin.number) of replica \(origin.replica.value) counts again")
            }
            guard origin.number == last + 1 else {
                throw Violation(.order, "op \(origin.number) follows op \(last)")
            }
            numbers[origin.replica] = origin.number
        }
        guard rows == numbers else {
            throw Violation(.once, "the rows \(rows) don't fit the log's \(numbers)")
        }
        try checkSnapshot()
    }

    private static func event(_ record: LogRecord) throws(Violation) -> Kind.Event {
        do throws(WireError) {
            return try LogCoding<Kind>.event(record)
        } catch {
            throw Violation(.journal, "the log can't be read: \(error)")
        }
    }

    private mutating func append(_ event: Kind.Event, _ epoch: Epoch) throws(Violation) {
        guard let before = prefixes.last else {
            let first = Kind(id: Kind.lobby, epoch: epoch, first: event.change)
            guard let first else { throw Violation(.order, "the log doesn't begin with a lobby") }
            return prefixes.append(first)
        }
        guard event.seq == before.seq + 1 else {
            throw Violation(.order, "event \(event.seq) isn't the next one")
        }
        var document = before
        document.apply(event)
        prefixes.append(document)
        guard let origin = event.origin, let value = before.value(enteredBy: event) else { return }
        if let fault = document.fault(in: event, origin, after: before) {
            throw Violation(.register, "event \(event.seq) \(fault)")
        }
        let left = document.standing
        entries.append(
            Entry(
                seq: event.seq, replica: origin.replica, number: origin.number, value: value,
                seen: origin.seen, removed: before.standing.filter { !left.contains($0) }))
    }

    private func checkSnapshot() throws(Violation) {
        guard let document = prefixes.last else { return }
        let proof = PositionProof(hash: 1, seal: 2)
        let bytes = ServerMessage<Kind>.snapshot(document, proof: proof).encode()
        guard case .snapshot(let decoded, proof)? = try? ServerMessage<Kind>.decode(bytes),
            decoded == document,
            ServerMessage<Kind>.snapshot(decoded, proof: proof).encode() == bytes
        else { throw Violation(.snapshot, "a snapshot doesn't say what the events do") }
    }
}
