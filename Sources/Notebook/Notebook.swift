package import Documents

/// What one person keeps for themself, on however many devices: favourites, notes, courses of their
/// own, settings. It is the kind of log that has one member and no door.
///
/// Under each key there is one note. Of two that were entered apart the later one stands, by the
/// time and then the device it was entered at, so the order in which devices regain signal doesn't
/// show. An entry that comes too late for that leads to an event that changes nothing.
package struct Notebook: Document {
    package enum Command: Hashable, Sendable {
        /// Writes a value under a key; nil takes it out.
        case put(key: String, value: String?)
    }

    package enum Change: Hashable, Sendable {
        /// The first note of all, and whose notebook this is.
        case began(PersonID, key: String, Note)
        case put(key: String, Note)
        /// Somebody's note was older than the one that stands.
        case outrun
    }

    package static var kind: DocumentKind { .notebook }

    package let id: LobbyID
    package var epoch: Epoch
    package private(set) var seq: Seq
    package let person: PersonID
    /// By their keys; also those without a value.
    package private(set) var notes: [String: Note]
    /// The bytes of all keys and values.
    package private(set) var byteCount: Int

    /// A notebook as it stands in a snapshot.
    package init(
        id: LobbyID, epoch: Epoch, seq: Seq, person: PersonID, notes: [String: Note]
    ) {
        self.id = id
        self.epoch = epoch
        self.seq = seq
        self.person = person
        self.notes = notes
        byteCount = notes.reduce(0) { $0 + Self.byteCount($1.key, $1.value) }
    }

    package init?(id: LobbyID, epoch: Epoch, first change: Change) {
        guard case .began(let person, let key, let note) = change else { return nil }
        self.init(id: id, epoch: epoch, seq: 1, person: person, notes: [key: note])
    }

    /// The first note makes the notebook, and whoever it is named after is the only one who may.
    package static func create(
        _ id: LobbyID, _ op: Op, by author: Author, received: WallTime, code: JoinCode?
    ) throws(Refusal) -> Event {
        guard id == LobbyID(notebookOf: author.person) else { throw .malformed }
        let (key, note) = try entry(op, by: author, received: received)
        return event(op, by: author, received, seq: 1, .began(author.person, key: key, note))
    }

    package func decide(
        _ op: Op, by author: Author, received: WallTime
    ) throws(Refusal) -> Event {
        guard author.person == person else { throw .notMember }
        let (key, note) = try Self.entry(op, by: author, received: received)
        let old = notes[key]
        if let old, !note.replaces(old) {
            return Self.event(op, by: author, received, seq: seq + 1, .outrun)
        }
        guard old != nil || notes.count < NotebookLimits.keysMax else { throw .notebookFull }
        let growth =
            Self.byteCount(key, note) - (old.map { Self.byteCount(key, $0) } ?? 0)
        guard growth <= 0 || byteCount + growth <= NotebookLimits.bytesMax else {
            throw .notebookFull
        }
        return Self.event(op, by: author, received, seq: seq + 1, .put(key: key, note))
    }

    /// What an op wants to write. Its time is what its author says, but never ahead of the server's
    /// by more than clocks differ: nothing could be written over it for so long.
    private static func entry(
        _ op: Op, by author: Author, received: WallTime
    ) throws(Refusal) -> (String, Note) {
        let (key, value) = op.command.entry
        guard isKey(key) else { throw .badKey }
        guard value.map(isValue) ?? true else { throw .badValue }
        let (latest, overflows) = received.milliseconds.addingReportingOverflow(
            NotebookLimits.aheadMillisecondsMax)
        let at = max(0, min(op.at.milliseconds, overflows ? .max : latest))
        return (key, Note(value: value, at: WallTime(milliseconds: at), replica: author.replica))
    }

    private static func event(
        _ op: Op, by author: Author, _ received: WallTime, seq: Seq, _ change: Change
    ) -> Event {
        Event(
            seq: seq, by: MemberNumber(1), received: received,
            origin: Origin(replica: author.replica, number: op.number, seen: 0), change: change)
    }

    package mutating func apply(_ event: Event) {
        seq = event.seq
        guard case .put(let key, let note) = event.change else { return }
        if let old = notes.updateValue(note, forKey: key) {
            byteCount -= Self.byteCount(key, old)
        }
        byteCount += Self.byteCount(key, note)
    }

    private static func byteCount(_ key: String, _ note: Note) -> Int {
        key.utf8.count + (note.value?.utf8.count ?? 0)
    }
}

extension Notebook.Command {
    package var entry: (key: String, value: String?) {
        switch self {
        case .put(let key, let value): (key, value)
        }
    }
}
