public import Lobby
import Wire

/// What the person in front of an entry field had before their eyes.
public struct SeenCell: Hashable, Sendable {
    /// The confirmed cell's version, and the history it belongs to.
    public var version: Seq
    public var epoch: Epoch

    public init(version: Seq, epoch: Epoch) {
        self.version = version
        self.epoch = epoch
    }
}

/// The player's edits.
extension ClientCore {
    /// What someone who opens an entry of `key` now has seen. To be kept until the entry is made.
    public func seen(_ key: CellKey) -> SeenCell {
        guard let lobby = follower.lobby else { return SeenCell(version: 0, epoch: .none) }
        return SeenCell(version: lobby.cell(key).version, epoch: lobby.epoch)
    }

    /// Puts an op at the end of the journal, to be sent once `committed` says that it is written.
    ///
    /// - Parameter seen: what the person saw on opening the entry; nil: the state of now.
    /// - Returns: the op's number.
    /// - Throws: why the game, as far as it is known here, refuses it. Nothing is written then.
    public mutating func edit(
        _ command: Command, seen: SeenCell? = nil, now: ClientTime
    ) throws(Refusal) -> OpNumber {
        try edit(command, seen: seen, isUndo: false, now: now)
    }

    /// Takes back the last own edit that still shows, by setting what the cell showed before.
    ///
    /// - Returns: the new op's number, or nil if there is nothing to take back.
    public mutating func undo(now: ClientTime) throws(Refusal) -> OpNumber? {
        guard let (key, value) = undoable else { return nil }
        return try edit(.set(key, value, confirms: false), seen: nil, isUndo: true, now: now)
    }

    /// The journal holds all ops up to `number` for good.
    public mutating func committed(through number: OpNumber, now: ClientTime) {
        outbox.markDurable(number)
        emit(.changed)
        pump()
    }

    /// The last op couldn't be written; it never happened.
    public mutating func withdraw(_ number: OpNumber) {
        outbox.withdraw(number)
        predict()
        emit(.changed)
    }

    private mutating func edit(
        _ command: Command, seen: SeenCell?, isUndo: Bool, now: ClientTime
    ) throws(Refusal) -> OpNumber {
        try checkMayEdit(command)
        var base = seen ?? self.seen(key(of: command))
        // What was opened before the lobby's first contact, and entered after it.
        if case .set = command, base.epoch == .none {
            base = SeenCell(version: 0, epoch: follower.position.epoch)
        }
        let op = Op(
            number: outbox.last + 1, at: clock.now(now), seenVersion: base.version,
            seenEpoch: base.epoch, command: command)
        _ = try decide(op)
        let line = JournalOp(
            bytes: OpCoding.encode(op), before: valueBefore(command), isUndo: isUndo)
        let entry = Outbox.Entry(number: op.number, line: line, op: op)
        outbox.append(entry)
        predict(entry)
        note(.op(line), isDurable: true)
        return op.number
    }

    private func checkMayEdit(_ command: Command) throws(Refusal) {
        guard !isSpectator, !isKnocking else { throw .readOnly }
        guard outbox.entries.count < ClientLimits.opsMax else { throw .logFull }
        switch phase {
        case .stopped(.kicked): throw .kicked
        case .stopped(.left): throw .notMember
        default: break
        }
        // A late entry that this device only expects has no number yet that the server knows.
        if case .settle(let seq, _) = command, seq > follower.seq { throw .notPending }
    }

    /// The cell that a command changes; the course's for those that change none.
    private func key(of command: Command) -> CellKey {
        switch command {
        case .set(let key, _, _): return key
        case .settle(let seq, _):
            let edit = follower.lobby?.quarantine.first { $0.seq == seq }
            return edit?.key ?? CellKey(field: .course)
        default: return CellKey(field: .course)
        }
    }

    private func valueBefore(_ command: Command) -> CellValue? {
        guard case .set(let key, _, _) = command else { return nil }
        return optimistic.map { $0.shownValue(key) } ?? .empty
    }

    /// The cell of the last own edit that still shows, and what it showed before.
    var undoable: (key: CellKey, value: CellValue)? {
        var stack: [(key: CellKey, value: CellValue, before: CellValue)] = []
        for entry in outbox.entries where outbox.refused[entry.number] == nil {
            guard case .set(let key, let value, _)? = entry.op?.command,
                let before = entry.line.before
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

extension Lobby {
    /// What a reader of the card sees in the cell's place, also where nothing was ever written.
    func shownValue(_ key: CellKey) -> CellValue {
        let cell = cell(key)
        guard cell.shown == nil else { return cell.value }
        switch key.field {
        case .throws, .tee: return .empty
        case .name: return player(key.player).map { .text($0.name) } ?? .empty
        case .par:
            guard key.hole >= 1, Int(key.hole) <= holes.count else { return .empty }
            return .number(holes[Int(key.hole) - 1].par)
        case .course: return course.map { .text($0) } ?? .empty
        }
    }
}
