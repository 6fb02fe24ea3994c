public import Documents
import Wire

/// A state that the person in front of an entry field had before their eyes.
public struct SeenVersion: Hashable, Sendable {
    /// The confirmed version of what the entry changes; `epoch` is the history that it belongs to.
    public var version: Seq
    public var epoch: Epoch

    public init(version: Seq, epoch: Epoch) {
        self.version = version
        self.epoch = epoch
    }
}

/// The way of a person's edit into the journal.
///
///     command ── decide ──▸ op ──▸ outbox, shown document ──▸ journal ── committed ──▸ sent
///                   └── Refusal                                   └── withdraw
extension ClientCore {
    /// Puts an op at the end of the journal, to be sent once `committed` says that it is written.
    ///
    /// - Parameter seen: what the person saw on opening the entry; nil: the state of now.
    /// - Returns: the op's number.
    /// - Throws: the reason why the document, as far as it is known here, refuses it. Nothing is
    ///   written then.
    package mutating func edit(
        _ command: Kind.Command, seen: SeenVersion? = nil, now: ClientTime
    ) throws(Refusal) -> OpNumber {
        try edit(command, seen: seen, isUndo: false, now: now)
    }

    /// Notes that the journal holds all ops up to `number` for good.
    package mutating func committed(through number: OpNumber, now: ClientTime) {
        outbox.markDurable(number)
        emit(.changed)
        pump()
    }

    /// Takes back the last op, which couldn't be written: it never happened.
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
        // The entry was opened before the lobby's first contact, and is made after it.
        if Kind.isEdit(command), base.epoch == .none {
            base = SeenVersion(version: 0, epoch: follower.position.epoch)
        }
        let at = max(clock.now(now), optimistic?.earliest(for: command) ?? clock.now(now))
        let op = Kind.Op(
            number: outbox.last + 1, at: at, seenVersion: base.version,
            seenEpoch: base.epoch, command: command)
        _ = try decide(op)
        let bytes = OpCoding<Kind>.encode(op)
        guard bytes.count <= WireLimits.opBytesMax else { throw .malformed }
        let line = JournalOp(
            bytes: bytes, before: Kind.valueBefore(command, in: optimistic),
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
        case .stopped(.refused(let notice)) where notice.number == Refusal.gone.rawValue:
            throw .gone
        default: break
        }
        // This device can expect an event, as that of a late entry, but not know its number before
        // the server has told it.
        if let seq = Kind.event(namedIn: command), seq > follower.seq { throw .notPending }
    }
}
