import Documents
import Wire

/// The device's own ops, in order, and how far the server has dealt with them.
///
/// Ops are kept after their acknowledgement, as long as the journal: a server restored from an old
/// copy asks for them again. Three marks run through them, each never above the next one:
///
///     1  2  3  4  5  6  7  8  9  10
///           │        │        └──── durable: 7 to 9 are to be sent
///           │        └───────────── acknowledged
///           └────────────────────── covered: 4 to 10 are decided on top of the document
///
/// `covered` ops are in the confirmed document, `acknowledged` ones have been dealt with by the
/// server, `durable` ones would survive a power cut here and so may be sent. At most one message of
/// ops is on its way.
///
/// An ack says up to which `seq` the log holds what the ops led to; they are covered as soon as the
/// confirmed document has come so far. Until then the ack waits in `uncovered`. A server that has
/// lost history sets the marks back; another epoch gives `seq` another meaning.
struct Outbox<Kind: WireDocument>: Sendable {
    struct Entry: Hashable, Sendable {
        var number: OpNumber
        var line: JournalOp
        /// The op; nil if this version can't read it. It is sent all the same.
        var op: Kind.Op?

        var fingerprint: UInt32 { Fingerprint32.of(line.bytes.span) }
    }

    private(set) var entries: [Entry] = []
    private(set) var covered: OpNumber = 0
    private(set) var acknowledged: OpNumber = 0
    private(set) var durable: OpNumber = 0
    private(set) var inFlight: ClosedRange<OpNumber>?
    private(set) var refused: [OpNumber: Refusal] = [:]
    /// The acks whose `seq` the confirmed document hasn't reached yet, in order.
    private(set) var uncovered: [(number: OpNumber, seq: Seq)] = []

    /// The highest number in the journal.
    var last: OpNumber { entries.last?.number ?? 0 }

    /// The highest number of an op that is known to be refused.
    var heard: OpNumber { refused.keys.max() ?? 0 }

    var pendingCount: Int { entries.count - index(after: acknowledged) }

    func entry(_ number: OpNumber) -> Entry? {
        let place = index(after: number) - 1
        guard place >= 0, entries[place].number == number else { return nil }
        return entries[place]
    }

    /// The ops that the confirmed document doesn't show yet.
    var unconfirmed: ArraySlice<Entry> { entries[index(after: covered)...] }

    /// The ops that the server hasn't dealt with.
    var pending: ArraySlice<Entry> { entries[index(after: acknowledged)...] }

    /// The acknowledgements that lead to these marks, given the log up to `confirmed`. An ack up
    /// to 0 is covered at once. One that isn't, although its events have come, is from another
    /// history and must not be covered by this one.
    func acks(confirmed: Seq) -> [(number: OpNumber, seq: Seq)] {
        let waiting = uncovered.map { (number: $0.number, seq: max($0.seq, confirmed + 1)) }
        return (covered > 0 ? [(covered, Seq(0))] : []) + waiting
    }

    /// Whether all ops from `number` on are there.
    func isWhole(from number: OpNumber) -> Bool {
        guard number <= last else { return true }
        return entry(number) != nil
            && UInt64(entries.count - index(after: number) + 1)
                == last - number + 1
    }

    /// The place of the first entry above `number`. Numbers are their places plus one, unless a
    /// damaged journal has lost some.
    private func index(after number: OpNumber) -> Int {
        if number >= last { return entries.count }
        let place = Int(number)
        if place == 0 || (place <= entries.count && entries[place - 1].number == number) {
            return place == 0 ? 0 : place
        }
        return entries.firstIndex { $0.number > number } ?? entries.count
    }
}

extension Outbox {
    mutating func append(_ entry: Entry) {
        precondition(
            entry.line.bytes.count <= WireLimits.opBytesMax, "no message would ever carry it")
        entries.append(entry)
    }

    /// Takes back the last op, which couldn't be written.
    mutating func withdraw(_ number: OpNumber) {
        precondition(number == last && number > durable, "only what wasn't written is withdrawn")
        entries.removeLast()
    }

    mutating func markDurable(_ number: OpNumber) {
        precondition(number <= last)
        durable = max(durable, number)
    }

    /// Notes that an op was refused.
    ///
    /// - Returns: whether that was news.
    @discardableResult
    mutating func refuse(_ number: OpNumber, _ refusal: Refusal) -> Bool {
        guard entry(number) != nil, refused[number] != refusal else { return false }
        refused[number] = refusal
        return true
    }

    /// Notes that the server has dealt with ops up to `number`.
    ///
    /// - Parameter confirmed: how far the confirmed document is; nil if there is none of the
    ///   history that `seq` is from.
    /// - Returns: whether that was news.
    mutating func acknowledge(_ number: OpNumber, seq: Seq, confirmed: Seq?) -> Bool {
        guard number > acknowledged else { return false }
        acknowledged = number
        uncovered.append((number, seq))
        if let confirmed { cover(through: confirmed) }
        return true
    }

    /// Notes that the server has dealt with ops up to `number` only, whatever it said before.
    mutating func rewind(to number: OpNumber) {
        inFlight = nil
        guard number < acknowledged else { return }
        acknowledged = number
        covered = min(covered, number)
        let taken = uncovered.first { $0.number > number }
        uncovered.removeAll { $0.number > number }
        // The first part of an acknowledgement is in the log where the whole is.
        if let taken, (uncovered.last?.number ?? covered) < number {
            uncovered.append((number, taken.seq))
        }
        refused = refused.filter { $0.key <= number }
    }

    /// Notes that the confirmed document has reached `seq`.
    mutating func cover(through seq: Seq) {
        while let first = uncovered.first, first.seq <= seq {
            covered = first.number
            uncovered.removeFirst()
        }
    }

    /// Notes that the numbers of the log begin to mean something else; ops that have been
    /// acknowledged are in what comes next.
    mutating func enterHistory() {
        guard covered < acknowledged else {
            uncovered = []
            return
        }
        uncovered = [(acknowledged, 0)]
    }

    /// Notes that the confirmed document is gone, and nothing of it counts any more.
    mutating func uncover() {
        rewind(to: 0)
        uncovered = []
        covered = 0
    }

    mutating func loseConnection() { inFlight = nil }

    mutating func settleFlight() { inFlight = nil }

    /// The next ops to send, as one message; nil if there is nothing, or one is on its way.
    mutating func takeMessage() -> [UInt8]? {
        guard inFlight == nil else { return nil }
        var taken: [[UInt8]] = []
        var bytes = 0
        for entry in pending.prefix(WireLimits.opsPerMessageMax) where entry.number <= durable {
            bytes += entry.line.bytes.count + 1
            guard taken.isEmpty || bytes <= WireLimits.opBytesMax else { break }
            taken.append(entry.line.bytes)
        }
        guard !taken.isEmpty else { return nil }
        inFlight = acknowledged + 1...acknowledged + UInt64(taken.count)
        return ClientMessage<Kind>.ops(encoding: taken)
    }

    /// Numbers the ops above `number` from 1 on, as those of another replica. Refusals, and ops up
    /// to `number`, stay behind, and so do those that this version can't read.
    mutating func renumber(from number: OpNumber) {
        let kept = entries[index(after: number)...]
        self = Outbox()
        for old in kept {
            guard var op = old.op else { continue }
            op.number = last + 1
            let line = JournalOp(
                bytes: OpCoding<Kind>.encode(op), before: old.line.before, isUndo: old.line.isUndo)
            append(Entry(number: op.number, line: line, op: op))
        }
        durable = last
    }
}
