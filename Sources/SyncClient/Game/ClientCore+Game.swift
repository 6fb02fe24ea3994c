package import Documents
package import Lobby
import Wire

/// The entries of a card, and taking them back.
extension ClientCore<Lobby> {
    /// The confirmed version of a cell, as someone sees it who opens an entry of it now. To be kept
    /// until the entry is made.
    package func seen(_ key: CellKey) -> SeenVersion {
        guard let lobby = follower.document else { return SeenVersion(version: 0, epoch: .none) }
        return SeenVersion(version: lobby.version(toWrite: key), epoch: lobby.epoch)
    }

    /// Takes back the last own edit that still shows, by setting what the cell showed before.
    ///
    /// - Returns: the new op's number, or nil if there is nothing to take back.
    package mutating func undo(now: ClientTime) throws(Refusal) -> OpNumber? {
        guard let (key, value) = undoable else { return nil }
        return try edit(.set(key, value, confirms: false), seen: nil, isUndo: true, now: now)
    }

    /// The cell of the last own edit that still shows, and what it showed before.
    var undoable: (key: CellKey, value: CellValue)? {
        var stack: [(key: CellKey, value: CellValue, before: CellValue)] = []
        for entry in outbox.entries where outbox.refused[entry.number] == nil {
            guard case .set(let key, let value, _)? = entry.op?.command,
                let before = entry.line.before.flatMap(CellValueCoding.decode)
            else { continue }
            if !entry.line.isUndo {
                stack.append((key, value, before))
            } else if let place = stack.lastIndex(where: { $0.key == key && $0.before == value }) {
                stack.remove(at: place)
            }
        }
        let last = stack.last {
            optimistic?.shownValue($0.key) == $0.value && $0.before != $0.value
        }
        return last.map { ($0.key, $0.before) }
    }
}

extension Lobby: ClientDocument {
    package func isMember(_ person: PersonID) -> Bool {
        member(of: person)?.standing == .active
    }

    package var isOpen: Bool { allowsLateJoin }
    package var opensDoor: Bool { invitation != nil }

    package static func isCreation(_ command: Command) -> Bool {
        if case .create = command { true } else { false }
    }

    package static func event(namedIn command: Command) -> Seq? {
        guard case .settle(let seq, _) = command else { return nil }
        return seq
    }

    /// The version of the cell that a command changes; the course's for commands that change none.
    package func version(before command: Command) -> Seq {
        switch command {
        case .set(let key, _, _): return version(toWrite: key)
        case .settle(let seq, _):
            let edit = quarantine.first { $0.seq == seq }
            return cell(edit?.key ?? CellKey(field: .course)).version
        default: return cell(CellKey(field: .course)).version
        }
    }

    /// The version of the cell, or since when the game is as strict as it is, if that is later:
    /// what a write replaces depends on whether its author has heard of it (`Trust`).
    func version(toWrite key: CellKey) -> Seq {
        key.field == .throws ? max(cell(key).version, trust.since) : cell(key).version
    }

    package static func valueBefore(_ command: Command, in lobby: Lobby?) -> [UInt8]? {
        guard case .set(let key, _, _) = command else { return nil }
        return CellValueCoding.encode(lobby?.shownValue(key) ?? .empty)
    }

    /// The value that a reader of the card sees in the cell's place, also where nothing was ever
    /// written.
    func shownValue(_ key: CellKey) -> CellValue {
        // Of a course that isn't played any more nothing is shown.
        guard !key.field.isOfCourse || key.round == courseNumber else { return .empty }
        let cell = cell(key)
        guard cell.shown == nil else { return cell.value }
        switch key.field {
        case .name: return player(key.player).map { .text($0.name) } ?? .empty
        case .par:
            guard key.hole >= 1, Int(key.hole) <= holes.count else { return .empty }
            return .number(holes[Int(key.hole) - 1].par)
        case .course: return course.map { .text($0) } ?? .empty
        default: return .empty
        }
    }
}
