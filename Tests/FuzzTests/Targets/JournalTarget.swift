import Documents
import Lobby

@testable import SyncClient
@testable import Wire

/// Any bytes as a client's journal. A line that begins with `#` gets the checksum it should have.
enum JournalTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let journal = checksummed(input)
        guard
            let (core, report) = try? ClientCore<Lobby>.restore(
                journal: journal, generator: FuzzRandom(seed: 1))
        else { return }
        try expect(report.opCount == core.outbox.entries.count, "ops are miscounted")
        try expectOwnOpsShown(in: core)
        try expectSameFromCompacted(core)
        try expectRewritten(core, report)
        try expectHello(core)
    }

    static func checksummed(_ input: [UInt8]) -> [UInt8] {
        var journal: [UInt8] = []
        var rest = input[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.first == UInt8(ascii: "#") {
                let json = Array(line.dropFirst())
                Hexadecimal.append(UInt64(Fingerprint32.of(json.span)), digits: 8, to: &journal)
                journal.append(0x20)
                journal += json
            } else {
                journal += line
            }
            journal.append(0x0A)
        }
        return journal + rest
    }

    /// An own op is part of what is shown until a confirmed lobby has it.
    static func expectOwnOpsShown(in core: ClientCore<Lobby>) throws(Finding) {
        guard core.confirmed == nil else { return }
        try expect(
            core.outbox.unconfirmed.count == core.outbox.entries.count,
            "own ops fell out of view before the server's lobby has them")
    }

    private static func expectSameFromCompacted(_ core: ClientCore<Lobby>) throws(Finding) {
        let compacted = core.compactedJournal()
        guard
            let (again, report) = try? ClientCore<Lobby>.restore(
                journal: compacted, generator: FuzzRandom(seed: 2))
        else { throw Finding("its own journal can't be opened") }
        try expect(
            report.damagedLineCount == 0 && !report.hasTornEnd, "its own journal is damaged")
        try expect(again.view == core.view, "compacted, it shows something else")
        try expect(
            again.ops.map(\.number) == core.ops.map(\.number)
                && again.acknowledged == core.acknowledged, "compacted, it holds other ops")
        try expect(again.compactedJournal() == compacted, "compacted again, it differs")
    }

    private static func expectRewritten(
        _ core: ClientCore<Lobby>, _ report: JournalReport
    ) throws(Finding) {
        var core = core
        let isRewritten = core.takeEffects().contains {
            if case .rewriteJournal = $0 { true } else { false }
        }
        try expect(
            isRewritten == (report.hasTornEnd || report.damagedLineCount > 0),
            "damage is put right, and nothing else")
    }

    private static func expectHello(_ core: ClientCore<Lobby>) throws(Finding) {
        var core = core
        let now = ClientTime(wall: WallTime(milliseconds: 0), monotonicMilliseconds: 1)
        core.start(now: now)
        core.connected(now: now)
        let sent = core.takeEffects().compactMap { effect -> [UInt8]? in
            if case .send(let bytes) = effect { bytes } else { nil }
        }
        guard sent.count == 1, case .hello(let hello)? = try? ClientMessage<Lobby>.decode(sent[0])
        else {
            throw Finding("no hello, or an unreadable one")
        }
        try expect(hello.number == core.lastNumber, "hello tells another number")
        try expect(hello.position == core.position, "hello tells another position")
    }
}
