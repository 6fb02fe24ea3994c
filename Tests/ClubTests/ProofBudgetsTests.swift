import Documents
import Testing

@testable import Club

@Suite("Whoever guesses")
struct ProofBudgetsTests {
    private static let hour: UInt64 = 3_600_000

    /// Changed in the middle of expectations.
    private final class Desk {
        var budgets = ProofBudgets(now: 0)

        /// Tries something wrong; whether it may be tried.
        func fails(
            _ proof: ProofBudgets.Proof, from network: UInt64 = 1, now: UInt64 = 0
        ) -> Bool { begin(proof, network, now) != nil }

        /// Tries what is right; whether it may be tried.
        func succeeds(
            _ proof: ProofBudgets.Proof, from network: UInt64 = 1, now: UInt64 = 0
        ) -> Bool {
            guard let attempt = begin(proof, network, now) else { return false }
            budgets.acquit(attempt)
            return true
        }

        func wait(
            _ proof: ProofBudgets.Proof, from network: UInt64 = 1, now: UInt64 = 0
        ) -> UInt64 {
            switch budgets.begin(proof, from: Identifier128(high: network, low: 0), now: now) {
            case .mayTry: 0
            case .wait(let milliseconds): milliseconds
            }
        }

        private func begin(
            _ proof: ProofBudgets.Proof, _ network: UInt64, _ now: UInt64
        ) -> ProofBudgets.Attempt? {
            let answer = budgets.begin(
                proof, from: Identifier128(high: network, low: 0), now: now)
            guard case .mayTry(let attempt) = answer else { return nil }
            return attempt
        }
    }

    private let desk = Desk()
    private let anna = AccountID(Identifier128(high: 0, low: 1))
    private let phone = Identifier128(high: 0, low: 2)

    private var strangers: ProofBudgets.Proof { .strangersPassword(of: .account(anna)) }
    private var owners: ProofBudgets.Proof { .password(of: anna, device: phone) }

    @Test("a password from anywhere has ten wrong tries, then ten an hour")
    func account() {
        for network in 1...10 { #expect(desk.fails(strangers, from: UInt64(network))) }
        #expect(desk.wait(strangers, from: 11) == Self.hour / 10)
        #expect(!desk.fails(strangers, from: 11, now: Self.hour / 10 - 1))
        #expect(desk.fails(strangers, from: 11, now: Self.hour / 10))
        #expect(!desk.fails(strangers, from: 11, now: Self.hour / 10))
    }

    @Test("finds no difference between a name that somebody has and one that nobody has")
    func nobody() {
        let other = Desk()
        for second in 0..<7_200 {
            let now = UInt64(second) * 1_000
            let network = UInt64(second % 50)
            #expect(
                desk.wait(strangers, from: network, now: now)
                    == other.wait(
                        .strangersPassword(of: .name("nobody")), from: network, now: now))
        }
    }

    @Test("doesn't keep the owner's known device out, and learns nothing in a month")
    func flood() {
        let budgets = Desk()
        var (guesses, ownersTries) = (0, 0)
        // A thousand networks that try whenever they may, and an owner who mistypes now and then.
        for minute in 0..<UInt64(30 * 24 * 60) {
            let now = minute * 60_000
            for network in 0..<20 {
                let from = 1_000 * (minute % 50) + UInt64(network)
                if budgets.fails(strangers, from: from, now: now) { guesses += 1 }
            }
            guard minute % 60 == 0 else { continue }
            for _ in 0..<3 where budgets.fails(owners, from: 7, now: now) { ownersTries += 1 }
            #expect(budgets.succeeds(owners, from: 7, now: now))
        }
        #expect(ownersTries == 3 * 30 * 24)
        // 87,600 a year: half of a million passwords take six years.
        #expect((7_190...7_210).contains(guesses))
    }

    @Test("from a known device has tries of its own, and ten of them too")
    func device() {
        for _ in 0..<10 { #expect(desk.fails(owners)) }
        #expect(!desk.fails(owners))
        #expect(desk.wait(owners) == Self.hour / 10)
        let other = Identifier128(high: 0, low: 3)
        #expect(desk.fails(.password(of: anna, device: other)))
        #expect(desk.fails(strangers))
        let bjarni = AccountID(Identifier128(high: 0, low: 9))
        #expect(desk.fails(.password(of: bjarni, device: phone)))
    }

    @Test("has ten tries a minute in one network, whatever is tried")
    func network() {
        for number in 1...5 {
            #expect(desk.fails(.strangersPassword(of: .name("name\(number)"))))
            #expect(desk.fails(.unguessable))
        }
        #expect(desk.wait(.unguessable) == 6_000)
        #expect(desk.wait(.strangersPassword(of: .name("another"))) == 6_000)
        #expect(desk.fails(.unguessable, from: 2))
        #expect(desk.succeeds(owners))
        #expect(desk.fails(.unguessable, now: 6_000))
    }

    @Test("all names at once has three hundred tries a minute, whatever the network")
    func spraying() {
        var count = 0
        for number in 0..<UInt64(1_000) {
            let claim = ProofBudgets.Claim.name("name\(number)")
            if desk.fails(.strangersPassword(of: claim), from: number) { count += 1 }
        }
        #expect(count == 300)
        // What can't be guessed isn't theirs to use up, nor is a known device's.
        #expect(desk.succeeds(.unguessable, from: 5_000))
        #expect(desk.succeeds(owners, from: 5_000))
    }

    @Test("right costs nothing")
    func right() {
        for _ in 0..<1_000 {
            #expect(desk.succeeds(strangers))
            #expect(desk.succeeds(owners))
            #expect(desk.succeeds(.unguessable))
        }
    }

    @Test("at the same time has no more tries than one after the other")
    func together() {
        var begun: [ProofBudgets.Attempt] = []
        for _ in 0..<50 {
            let answer = desk.budgets.begin(
                strangers, from: Identifier128(high: UInt64(begun.count), low: 0), now: 0)
            if case .mayTry(let attempt) = answer { begun.append(attempt) }
        }
        #expect(begun.count == 10)
        for attempt in begun { desk.budgets.acquit(attempt) }
        #expect(desk.succeeds(strangers))
    }

    @Test("for long is forgotten: what is remembered is bounded")
    func memory() {
        var mostCount = 0
        for number in 0..<UInt64(200_000) {
            _ = desk.fails(
                .strangersPassword(of: .name("name\(number)")), from: number, now: number * 100)
            mostCount = max(mostCount, desk.budgets.rememberedCount)
        }
        // Ten tries a second get three hundred a minute; each is remembered for six minutes.
        #expect(mostCount < 10_000)
    }
}
