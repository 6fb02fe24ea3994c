import Structures
import Testing

@Suite("Budgets that refill")
struct BudgetTests {
    private let rate = TokenRate(capacity: 3, refill: 60, intervalMilliseconds: 60_000)

    /// Takes one after the other until there is none, and returns how many there were.
    private func takes(_ key: Int, from budgets: inout Budgets<Int>, now: UInt64) -> Int {
        var count = 0
        while budgets.take(key, now: now) { count += 1 }
        return count
    }

    @Test("Each has its own; what is used up comes back with time, and no more than it was")
    func refill() {
        var budgets = Budgets<Int>(rate)
        #expect(takes(1, from: &budgets, now: 0) == 3)
        #expect(takes(2, from: &budgets, now: 0) == 3)
        #expect(budgets.millisecondsUntilNext(1, now: 400) == 600)
        #expect(takes(1, from: &budgets, now: 999) == 0)
        #expect(takes(1, from: &budgets, now: 1_000) >= 1)
        #expect(takes(1, from: &budgets, now: 1_000_000) == 3)
    }

    @Test("A large use is paid off before the next, however long that takes")
    func debts() {
        var budgets = Budgets<Int>(rate)
        budgets.charge(1, 100, now: 0)
        #expect(budgets.millisecondsUntilNext(1, now: 0) == 98_000)
        #expect(takes(1, from: &budgets, now: 97_999) == 0)
        #expect(!budgets.isFull(1, now: 97_999))
        #expect(takes(1, from: &budgets, now: 98_000) == 1)
        budgets.charge(1, 2, now: 98_000)
        #expect(budgets.millisecondsUntilNext(1, now: 98_500) == 2_500)
        #expect(budgets.isFull(1, now: 103_000))
    }

    @Test("Nobody waits because another thread's clock is ahead")
    func clocksApart() {
        var budgets = Budgets<Int>(rate)
        budgets.charge(1, 1, now: 1_005)
        #expect(budgets.millisecondsUntilNext(1, now: 1_000) == 0)
        #expect(takes(1, from: &budgets, now: 1_000) == 2)
    }

    @Test("Those whose budget is full again are forgotten, and too many are refused")
    func bounds() {
        var budgets = Budgets<Int>(rate)
        for key in 0..<Budgets<Int>.keysMax { budgets.charge(key, 1, now: 0) }
        #expect(budgets.count == Budgets<Int>.keysMax)
        #expect(takes(-1, from: &budgets, now: 0) == 0)
        #expect(takes(0, from: &budgets, now: 0) >= 1)
        #expect(takes(-1, from: &budgets, now: 10_000) >= 1)
        #expect(budgets.count == 1)
    }

    @Test("Numbers at the edge don't trap")
    func edges() {
        var budgets = Budgets<Int>(rate)
        budgets.charge(1, 1_000_000_000_000, now: 1 << 60)
        #expect(takes(1, from: &budgets, now: 0) == 0)
    }
}
