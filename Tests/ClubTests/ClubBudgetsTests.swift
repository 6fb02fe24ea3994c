import Documents
import Testing

@testable import Club

@Suite("What strangers may have done")
struct ClubBudgetsTests {
    private static let hour: UInt64 = 3_600_000

    private func network(_ number: Int) -> Identifier128 {
        Identifier128(high: UInt64(number), low: 0)
    }

    /// How many of many calls may be made, each by another network.
    private func count(
        _ budgets: inout ClubBudgets, networks: Int, now: UInt64 = 0,
        _ take: (inout ClubBudgets, Identifier128, UInt64) -> UInt64?
    ) -> Int {
        (0..<1_000).count { take(&budgets, network($0 % networks), now) == nil }
    }

    @Test("is ten sign-ups an hour for each network, two hundred for all")
    func signUps() {
        var budgets = ClubBudgets(now: 0)
        #expect(count(&budgets, networks: 1) { $0.takeSignUp(from: $1, now: $2) } == 10)
        #expect(budgets.takeSignUp(from: network(0), now: 0) == Self.hour / 10)
        #expect(count(&budgets, networks: 100) { $0.takeSignUp(from: $1, now: $2) } == 190)
        #expect(budgets.takeSignUp(from: network(500), now: 0) == Self.hour / 200)
        #expect(
            count(&budgets, networks: 100, now: Self.hour) { $0.takeSignUp(from: $1, now: $2) }
                == 200)
    }

    @Test("is thirty looks for a free handle a minute")
    func lookUps() {
        var budgets = ClubBudgets(now: 0)
        #expect(count(&budgets, networks: 1) { $0.takeLookUp(from: $1, now: $2) } == 30)
        #expect(budgets.takeLookUp(from: network(0), now: 0) == 2_000)
        #expect(budgets.takeLookUp(from: network(0), now: 2_000) == nil)
        #expect(budgets.takeLookUp(from: network(1), now: 0) == nil)
    }

    @Test("is three mails an hour to one address, ten for one network, sixty in all")
    func mails() {
        var budgets = ClubBudgets(now: 0)
        let toAnna = count(&budgets, networks: 100) {
            $0.takeConfirmation(to: "anna@folf.example", from: $1, now: $2)
        }
        #expect(toAnna == 3)
        var number = 0
        let fromOne = count(&budgets, networks: 1, now: 0) { budgets, _, now in
            number += 1
            return budgets.takeConfirmation(to: "\(number)@x", from: network(1_000), now: now)
        }
        #expect(fromOne == 10)
        let fromAll = count(&budgets, networks: 500, now: 0) { budgets, network, now in
            number += 1
            return budgets.takeConfirmation(to: "\(number)@x", from: network, now: now)
        }
        #expect(fromAll == 60 - 13)
    }

    @Test("and apart from these as many ways in, of which only those that go count for all")
    func waysIn() {
        var budgets = ClubBudgets(now: 0)
        for number in 0..<3 {
            _ = budgets.takeConfirmation(
                to: "anna@folf.example", from: network(number), now: 0)
        }
        let toAnna = count(&budgets, networks: 100) {
            $0.takeWayIn(to: "anna@folf.example", from: $1, now: $2)
        }
        #expect(toAnna == 3)
        var number = 0
        let toOthers = count(&budgets, networks: 500) { budgets, network, now in
            number += 1
            return budgets.takeWayIn(to: "\(number)@x", from: network, now: now)
        }
        #expect(toOthers == 1_000)
        #expect((0..<1_000).count { _ in budgets.takeWayInSent(now: 0) } == 60)
    }

    @Test("is five suggestions an hour for each network, sixty for all")
    func suggestions() {
        var budgets = ClubBudgets(now: 0)
        #expect(count(&budgets, networks: 1) { $0.takeSuggestion(from: $1, now: $2) } == 5)
        #expect(count(&budgets, networks: 100) { $0.takeSuggestion(from: $1, now: $2) } == 55)
    }
}
