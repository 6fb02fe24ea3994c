public import Documents
import Wire

/// What the person in front of an entry field had before their eyes.
public struct SeenVersion: Hashable, Sendable {
    /// The confirmed version of what it changes, and the history it belongs to.
    public var version: Seq
    public var epoch: Epoch

    public init(version: Seq, epoch: Epoch) {
        self.version = version
        self.epoch = epoch
    }
}

/// The person's edits.
extension ClientCore {
    /// Puts an op at the end of the journal, to be sent once `committed` says that it is written.
    ///
    /// - Parameter seen: what the person saw on opening the entry; nil: the state of now.
    /// - Returns: the op's number.
    /// - Throws: why the game, as far as it is known here, refuses it. Nothing is written then.
    package mutating func edit(
        _ command: Kind.Command, seen: SeenVersion? = nil, now: ClientTime
    ) throws(Refusal) -> OpNumber {
        try edit(command, seen: seen, isUndo: false, now: now)
    }

    /// The journal holds all ops up to `number` for good.
    package mutating func committed(through number: OpNumber, now: ClientTime) {
        outbox.markDurable(number)
        emit(.changed)
        pump()
    }

    /// The last op couldn't be written; it never happened.
    package mutating func withdraw(_ number: OpNumber) {
        outbox.withdraw(number)
        predict()
        emit(.changed)
    }

    mutating func edit(
        _ command: Kind.Command, seen: SeenVersion?, isUndo: Bool, now: ClientTime
    ) throws(Refusal) -> OpNumber {
        try checkMayEdit(command)
        var base = seen ?? seenNow(command)
        // What was opened before the lobby's first contact, and entered after it.
        if Kind.isEdit(command), base.epoch == .none {
            base = SeenVersion(version: 0, epoch: follower.position.epoch)
        }
        let op = Kind.Op(
            number: outbox.last + 1, at: clock.now(now), seenVersion: base.version,
            seenEpoch: base.epoch, command: command)
        _ = try decide(op)
        let line = JournalOp(
            bytes: OpCoding<Kind>.encode(op), before: Kind.valueBefore(command, in: optimistic),
            isUndo: isUndo)
        let entry = Outbox<Kind>.Entry(number: op.number, line: line, op: op)
        outbox.append(entry)
        predict(entry)
        note(.op(line), isDurable: true)
        return op.number
    }

    private func seenNow(_ command: Kind.Command) -> SeenVersion {
        guard let document = follower.document else {
            return SeenVersion(version: 0, epoch: .none)
        }
        return SeenVersion(version: document.version(before: command), epoch: document.epoch)
    }

    private func checkMayEdit(_ command: Kind.Command) throws(Refusal) {
        guard !isSpectator, !isKnocking else { throw .readOnly }
        guard outbox.entries.count < ClientLimits.opsMax else { throw .logFull }
        switch phase {
        case .stopped(.kicked): throw .kicked
        case .stopped(.left): throw .notMember
        default: break
        }
        // A late entry that this device only expects has no number yet that the server knows.
        if let seq = Kind.event(namedIn: command), seq > follower.seq { throw .notPending }
    }
}
