import Documents
package import Wire

/// A reason why a journal can't be opened.
public enum JournalError: Error, Hashable, Sendable {
    /// No line of it says which lobby it belongs to.
    case noBeginning
    /// It is of a lobby of another kind.
    case otherKind
}

/// An account of what was found on opening a journal.
public struct JournalReport: Hashable, Sendable {
    /// Whether the last line isn't finished: the app ended while it wrote. It was never relied
    /// upon.
    public var hasTornEnd = false
    /// The number of lines within that can't be read or don't fit. All others are used.
    public var damagedLineCount = 0
    public var opCount = 0
}

/// The way out of the journal, and back into it.
///
/// The lines are read in the order in which they were written, and each does what it did then; so a
/// core that was restored knows what the one knew that wrote them. A rewritten journal has the way
/// in, the ops and one snapshot in place of all that the server said:
///
///     hello   clock?   op …   snapshot?   ack …   reject …
extension ClientCore {
    /// Takes up a lobby where its journal ends. A journal with damage is rewritten at once, in the
    /// first effect.
    ///
    /// - Parameter journal: its bytes, whole.
    package static func restore(
        journal: [UInt8],
        generator: any RandomNumberGenerator & Sendable
    ) throws(JournalError) -> (core: ClientCore<Kind>, report: JournalReport) {
        var report = JournalReport()
        let lines = lines(of: journal, &report)
        guard case .hello(let first)? = lines.first(where: \.isHello) else { throw .noBeginning }
        guard first.kind == Kind.kind else { throw .otherKind }
        var core = ClientCore<Kind>(restoring: first, generator: generator)
        for line in lines where !core.restore(line) { report.damagedLineCount += 1 }
        report.opCount = core.outbox.entries.count
        core.outbox.markDurable(core.outbox.last)
        core.session = ClientSession()
        core.journalBytes = journal.count
        core.predict()
        if report.hasTornEnd || report.damagedLineCount > 0 {
            core.rewriteJournal(isRequired: true)
        }
        return (core, report)
    }

    /// The way in that a journal's last `hello` has, without opening it; nil if there is none.
    package static func identity(inJournal journal: [UInt8]) -> Hello? {
        var report = JournalReport()
        guard case .hello(let last)? = lines(of: journal, &report).last(where: \.isHello) else {
            return nil
        }
        return last
    }

    private static func lines(of journal: [UInt8], _ report: inout JournalReport) -> [JournalLine] {
        var pieces = journal.split(separator: 0x0A, omittingEmptySubsequences: false)
        report.hasTornEnd = pieces.popLast()?.isEmpty == false
        var lines: [JournalLine] = []
        for piece in pieces {
            if let line = JournalCoding.decode(piece) {
                lines.append(line)
            } else {
                report.damagedLineCount += 1
            }
        }
        return lines
    }

    /// Does what a line says.
    ///
    /// - Returns: whether the line fits what came before.
    private mutating func restore(_ line: JournalLine) -> Bool {
        switch line {
        case .hello(let hello): identity = hello
        case .op(let op): return restore(op)
        case .server(let epoch, let bytes): return restore(bytes, epoch)
        case .ack(let number, let seq):
            guard number <= outbox.last else { return false }
            _ = apply(ack: number, seq)
        case .reject(let number, let refusal): outbox.refuse(number, refusal)
        case .clock(let offset):
            clock = ServerClock(wallOffset: offset)
            notedClockOffset = offset
        case .reset:
            follower.forget()
            outbox.uncover()
        }
        return true
    }

    private mutating func restore(_ line: JournalOp) -> Bool {
        guard let received = try? OpCoding<Kind>.decode(line.bytes), received.number > outbox.last
        else {
            return false
        }
        outbox.append(
            Outbox<Kind>.Entry(number: received.number, line: line, op: try? received.op.get()))
        return true
    }

    private mutating func restore(_ bytes: [UInt8], _ epoch: Epoch) -> Bool {
        let entersHistory = epoch != follower.document?.epoch
        // This counts also if the line doesn't fit: the acks behind it count events of this
        // history.
        session.epoch = epoch
        switch try? ServerMessage<Kind>.decode(bytes) {
        case .snapshot(let document, let proof): follower.replace(by: document, proof)
        case .events(let first, let proof, let changes):
            let outcome = follower.apply(
                changes, first: first, proof, epoch: epoch, id: lobbyID)
            guard outcome != .misfit else { return false }
        default: return false
        }
        if entersHistory { outbox.enterHistory() }
        outbox.cover(through: follower.seq)
        return true
    }

    /// The shortest journal that says the same.
    package func compactedJournal() -> [UInt8] {
        var bytes = JournalCoding.encode(.hello(identity))
        func add(_ line: JournalLine) { bytes.append(contentsOf: JournalCoding.encode(line)) }
        if notedClockOffset != 0 { add(.clock(offsetMilliseconds: notedClockOffset)) }
        for entry in outbox.entries { add(.op(entry.line)) }
        if let document = follower.document {
            let snapshot = ServerMessage<Kind>.snapshot(document, proof: follower.proof).encode()
            add(.server(document.epoch, snapshot))
        }
        for ack in outbox.acks(confirmed: follower.seq) {
            add(.ack(number: ack.number, seq: ack.seq))
        }
        for (number, refusal) in outbox.refused.sorted(by: { $0.key < $1.key }) {
            add(.reject(number: number, refusal))
        }
        return bytes
    }

    mutating func rewriteJournal(isRequired: Bool) {
        let bytes = compactedJournal()
        journalBytes = bytes.count
        journalBytesLimit = bytes.count + ClientLimits.journalGrowthBytesMax
        emit(.rewriteJournal(bytes, isRequired: isRequired))
    }
}

extension JournalLine {
    fileprivate var isHello: Bool {
        if case .hello = self { true } else { false }
    }
}
