package import Documents
package import Notebook
package import SyncClient

/// How somebody uses their notebook on several devices, in a simulated world: mostly under the same
/// few keys, and mostly apart.
extension Notebook: SimulatedKind {
    package var invitation: Identifier128? { nil }
    package func number(of person: PersonID) -> MemberNumber? {
        person == self.person ? MemberNumber(1) : nil
    }
    package func awaitsHost(present: [MemberNumber]) -> Bool { false }

    package static func beginning(
        of game: Plan.Game, using random: inout SeededRandom
    ) -> Beginning<Command> {
        let (nonce, unused) = (random.identifier(), random.identifier())
        return Beginning(
            nonce: nonce, command: .put(key: "fav/0", value: "\(random.next())"),
            invitation: unused, watch: unused)
    }

    /// Whatever is done to a score is done to a note here, and a name is a longer one.
    package static func intent(
        _ edit: Action.Edit, with client: ClientCore<Notebook>, seeing notebook: Notebook,
        using random: inout SeededRandom
    ) -> Intent<Command>? {
        switch edit {
        case .score(_, let hole, nil, _): Intent(.put(key: "fav/\(hole % 6)", value: nil))
        case .score(_, let hole, _, _), .oldScore(_, let hole, _):
            Intent(.put(key: "fav/\(hole % 6)", value: "\(random.next())"))
        case .name(_, let number):
            Intent(
                .put(
                    key: "note/\(number % 4)",
                    value: String(repeating: "\(random.next())\n", count: number % 40)))
        case .par(let hole, _): Intent(.put(key: "set/\(hole)/\(random.next())", value: "5"))
        case .tee: Intent(.put(key: "no key", value: "1"))
        default: nil
        }
    }

    package func shows(_ command: Command, of replica: ReplicaTag) -> Bool {
        guard Self.isKey(command.entry.key) else { return true }
        let note = notes[command.entry.key]
        return note?.replica == replica && note?.value == command.entry.value
    }
}

/// What becomes of an entry.
extension Notebook {
    package static func fits(_ change: Change, _ command: Command) -> Bool {
        switch change {
        case .began(_, let key, let note), .put(let key, let note):
            (key, note.value) == command.entry
        case .outrun: true
        }
    }

    package func faultOfServer(_ event: Event, isSomebody: (PersonID) -> Bool) -> Fault? {
        Fault("the server writes nothing into a notebook: \(event.change)")
    }

    package func fault(in event: Event, _ origin: Origin, of op: Op) -> Fault? {
        let (key, value) = op.command.entry
        let old = notes[key]
        switch event.change {
        case .began: return Fault("it begins again")
        case .outrun:
            guard let old else { return Fault("nothing stands that could be newer") }
            let typed = (op.at.milliseconds, origin.replica.value)
            guard typed < (old.at.milliseconds, old.replica.value) || isClamped(op, event) else {
                return Fault("\(op) is newer than \(old)")
            }
        case .put(key, let note):
            guard note.value == value, note.replica == origin.replica else {
                return Fault("it isn't what was typed: \(op.command)")
            }
            guard note.at == op.at || isClamped(op, event) else {
                return Fault("it is put down to another time: \(note.at), not \(op.at)")
            }
            if let old,
                (note.at.milliseconds, note.replica.value)
                    < (old.at.milliseconds, old.replica.value)
            {
                return Fault("it takes the place of something newer", .unseenOverwrite)
            }
        case .put: return Fault("it stands under another key")
        }
        return nil
    }

    /// Whether the entry's clock was so far ahead that its time can't be taken as it is.
    private func isClamped(_ op: Op, _ event: Event) -> Bool {
        op.at.milliseconds > event.received.milliseconds + 2_000
    }

    package static func meet(_ first: Change, _ second: Change) -> Bool {
        guard case .put(let key, _) = first, case .put(key, _) = second else { return false }
        return true
    }

    package func difference(from other: Notebook, where change: Change) -> String? {
        guard case .put(let key, _) = change else { return nil }
        let (own, others) = (notes[key], other.notes[key])
        return own == others ? nil : "\(String(describing: own)), not \(String(describing: others))"
    }

    package func bounds(after change: Change?, replicaCount: Int) -> [Bound] {
        [
            Bound("notes", notes.count, max: NotebookLimits.keysMax),
            Bound("bytes", byteCount, max: NotebookLimits.bytesMax),
        ]
    }
}
