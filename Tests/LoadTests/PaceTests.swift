import Glibc
import Testing

@testable import Load

struct PaceTests {
    @Test("Edits come up evenly, their authors take turns, and there are exactly so many")
    func evenly() {
        var pace = Pace(authors: [7, 8, 9], rate: 4, total: 5, now: 1_000)
        var made: [(author: Int, cameUpAt: UInt64)] = []
        while let next = pace.nextAt {
            let early = pace.next(now: next - 1)
            #expect(early == nil)
            guard let edit = pace.next(now: next) else { break }
            made.append(edit)
        }
        #expect(made.map(\.author) == [7, 8, 9, 7, 8])
        #expect(made.map(\.cameUpAt) == (0..<5).map { 1_000 + $0 * 250_000_000 })
        let more = pace.next(now: .max)
        #expect(pace.isOver && more == nil)
    }

    @Test("Edits that this program is late with keep the time at which they came up")
    func late() {
        var pace = Pace(authors: [1], rate: 1_000, total: 3, now: 0)
        var times: [UInt64] = []
        while let edit = pace.next(now: 1_000_000_000) { times.append(edit.cameUpAt) }
        #expect(times == [0, 1_000_000, 2_000_000])
    }

    @Test("Without authors there are no edits")
    func nobody() {
        var pace = Pace(authors: [], rate: 1_000, total: 3, now: 0)
        let more = pace.next(now: .max)
        #expect(pace.isOver && more == nil)
    }
}

struct BudgetTests {
    @Test("So many at once, then so many a second, and never more than at once after a pause")
    func bucket() {
        var budget = Budget()
        let second: UInt64 = 1_000_000_000
        var taken = 0
        while budget.take(1, now: 5 * second) { taken += 1 }
        #expect(taken == 1_900)
        let early = budget.take(64, now: 5 * second + second / 4)
        let later = budget.take(64, now: 5 * second + second / 2)
        #expect(!early && later)
        taken = 0
        while budget.take(1, now: 1_000 * second) { taken += 1 }
        #expect(taken == 1_900)
    }
}

struct ProcessAccountTests {
    @Test("A process that works has used time and holds memory")
    func own() throws {
        let own = ProcessAccount(process: getpid())
        let before = try own.processorNanoseconds()
        // Until it shows: the kernel may bring its books up to date late, and while threads end
        // even take some of it back.
        var now = before
        for _ in 0..<1_000_000 where now <= before { now = try own.processorNanoseconds() }
        #expect(now > before)
        #expect(try own.residentBytes() > 1_000_000)
    }

    @Test("A process that isn't there is said not to be")
    func missing() {
        // proc(5): numbers end at 2²².
        let nobody = ProcessAccount(process: 2_000_000_000)
        #expect(throws: LoadError.self) { try nobody.processorNanoseconds() }
        #expect(throws: LoadError.self) { try nobody.residentBytes() }
    }
}
