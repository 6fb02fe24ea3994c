import TestSupport
import Testing

@testable import EventStore

/// One bit of a file is not what was written: the store notices, or it makes no difference.
@Suite("Flipped bits")
struct FlipTests {
    private struct Report: Sendable {
        var flips = 0
        var noticed = 0
        var noticedByVerifyOnly = 0
        /// Flips that cost transactions without being noticed.
        var cutShort = 0
        var problems: [String] = []

        mutating func add(_ findings: FlippedStore.Findings, _ place: Int, of transactions: Int) {
            flips += 1
            noticed += findings.noticed ? 1 : 0
            noticedByVerifyOnly += findings.noticedByVerifyOnly ? 1 : 0
            if let found = findings.transactions, found < transactions { cutShort += 1 }
            problems += findings.problems.map { "bit \(place): \($0)" }
        }
    }

    private static func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        return bytes
    }

    /// Bits anywhere, and in the first bytes of each page, where the rows are listed.
    private static func bitsOfPages(_ count: Int, using random: inout SeededGenerator) -> [Int] {
        let pages = count / 4_096
        let heads = (0..<pages * 32).map { index in
            let start = (index / 32) * 4_096 + (index < 32 ? 100 : 0)
            return start * 8 + Int.random(in: 0..<24 * 8, using: &random)
        }
        let anywhere = (0..<340).map { _ in Int.random(in: 0..<count * 8, using: &random) }
        return heads + anywhere
    }

    /// Bits anywhere, and in the header of the log and of each of its frames.
    private static func bitsOfLog(_ count: Int, using random: inout SeededGenerator) -> [Int] {
        let frames = stride(from: 32, to: count, by: 24 + 4_096).map { $0 }
        let heads = frames.flatMap { start in
            (0..<12).map { _ in start * 8 + Int.random(in: 0..<24 * 8, using: &random) }
        }
        let first = (0..<32).map { byte in byte * 8 + Int.random(in: 0..<8, using: &random) }
        let anywhere = (0..<260).map { _ in Int.random(in: 0..<count * 8, using: &random) }
        return first + heads + anywhere
    }

    @Test("A bit of the database is noticed before a game is served wrong")
    func database() async throws {
        let report = try await onOwnThread {
            Result { () throws in
                let store = try FlippedStore()
                var random = SeededGenerator(seed: 1)
                var report = Report()
                // Without the log, the database ends where it was last checkpointed.
                for bit in Self.bitsOfPages(store.database.count, using: &random) {
                    try store.lay(database: Self.flipped(store.database, bit), log: nil)
                    let end = store.checkpointed
                    report.add(store.examine(end...end), bit, of: end)
                }
                return report
            }
        }.get()
        #expect(report.problems.isEmpty, "\(report.problems.joined(separator: "\n"))")
        #expect(report.flips > 400)
        #expect(report.noticed > 50)
        #expect(report.cutShort == 0)
        print("flips in the database: \(report)")
    }

    @Test("A bit of the write-ahead log ends it there, between two transactions")
    func log() async throws {
        let report = try await onOwnThread {
            Result { () throws in
                let store = try FlippedStore()
                var random = SeededGenerator(seed: 2)
                var report = Report()
                for bit in Self.bitsOfLog(store.log.count, using: &random) {
                    let log = Self.flipped(store.log, bit)
                    try store.lay(database: store.database, log: log)
                    let end = store.transactions
                    let findings = store.examine(store.checkpointed...end)
                    report.add(findings, bit, of: end)
                }
                return report
            }
        }.get()
        #expect(report.problems.isEmpty, "\(report.problems.joined(separator: "\n"))")
        #expect(report.flips > 400)
        // SQLite can't tell a flipped frame from the torn end of a log, and nobody can tell that
        // something followed (sqlite.org/wal.html, "The WAL File Format"): this is not noticed.
        #expect(report.cutShort > 100)
        #expect(report.noticed == 0)
        print("flips in the write-ahead log: \(report)")
    }

    @Test("Files without a flipped bit are as they were, and so is the test's idea of them")
    func sound() async throws {
        let (store, findings, log) = try await onOwnThread {
            Result { () throws in
                let store = try FlippedStore()
                try store.lay(database: store.database, log: nil)
                let findings = store.examine(store.checkpointed...store.checkpointed)
                try store.lay(database: store.database, log: store.log)
                let end = store.transactions
                return (store, findings, store.examine(end...end))
            }
        }.get()
        #expect(findings.problems + log.problems == [])
        #expect(findings.transactions == store.checkpointed)
        #expect(log.transactions == store.transactions)
        #expect(store.transactions == 40)
    }
}
