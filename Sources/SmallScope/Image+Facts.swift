import Documents
import Lobby
import Log
import Wire

/// What a log says, read by the production code and judged without it.
struct Facts {
    struct Entry {
        var seq: Seq
        var replica: ReplicaTag
        var number: OpNumber
        var value: Int64
        /// The version its author had seen, as the server took it.
        var seen: Seq
        /// The values that it took out of the cell.
        var removed: [Int64]
    }

    /// The lobby after each event.
    var prefixes: [Lobby] = []
    var entries: [Entry] = []
    var rows: [ReplicaTag: OpNumber] = [:]

    init(_ image: Image) throws(Violation) {
        for row in image.rows { rows[row.replica.tag] = row.lastNumber }
        var numbers: [ReplicaTag: OpNumber] = [:]
        var events: [Event] = []
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

    private static func event(_ record: LogRecord) throws(Violation) -> Event {
        do throws(WireError) {
            return try LogCoding<Lobby>.event(record)
        } catch {
            throw Violation(.journal, "the log can't be read: \(error)")
        }
    }

    private mutating func append(_ event: Event, _ epoch: Epoch) throws(Violation) {
        if case .created(let creation) = event.change {
            return prefixes.append(
                Lobby(id: Constants.lobby, epoch: epoch, creation: creation))
        }
        guard var lobby = prefixes.last, event.seq == lobby.seq + 1 else {
            throw Violation(.order, "event \(event.seq) isn't the next one")
        }
        let before = lobby.cell(Constants.key)
        lobby.apply(event)
        prefixes.append(lobby)
        guard let origin = event.origin, case .cell(Constants.key, let cell) = event.change else {
            return
        }
        try check(cell, before: before, event, origin)
        let left = cell.siblings.compactMap(\.number)
        let own = cell.siblings.first { $0.seq == event.seq }?.number ?? 0
        entries.append(
            Entry(
                seq: event.seq, replica: origin.replica, number: origin.number, value: own,
                seen: origin.seen,
                removed: before.siblings.compactMap(\.number).filter { !left.contains($0) }))
    }

    /// The register's rule, written down once more.
    private func check(
        _ cell: Cell, before: Cell, _ event: Event, _ origin: Origin
    ) throws(Violation) {
        let kept = before.siblings.filter { $0.seq > origin.seen && $0.replica != origin.replica }
        let own = cell.siblings.filter { $0.seq == event.seq }
        let others = cell.siblings.filter { $0.seq != event.seq }
        let best = cell.siblings.max {
            ($0.rank, $0.at, $0.replica.value) < ($1.rank, $1.at, $1.replica.value)
        }
        guard own.count == 1, own[0].replica == origin.replica, Set(kept) == Set(others),
            cell.shown == best, cell.version == event.seq
        else {
            throw Violation(.register, "event \(event.seq) makes \(cell) of \(before)")
        }
    }

    private func checkSnapshot() throws(Violation) {
        guard let lobby = prefixes.last else { return }
        let proof = PositionProof(hash: 1, seal: 2)
        let bytes = ServerMessage<Lobby>.snapshot(lobby, proof: proof).encode()
        guard case .snapshot(let decoded, proof)? = try? ServerMessage<Lobby>.decode(bytes),
            decoded == lobby, ServerMessage<Lobby>.snapshot(decoded, proof: proof).encode() == bytes
        else { throw Violation(.snapshot, "a snapshot doesn't say what the events do") }
    }
}
