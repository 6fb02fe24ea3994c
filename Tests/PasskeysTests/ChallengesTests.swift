import Documents
import Testing

@testable import Passkeys

@Suite("A challenge")
struct ChallengesTests {
    /// Changed in the middle of expectations.
    private final class Desk {
        var challenges = Challenges()

        func issue(
            _ number: Int, for purpose: Challenges.Purpose = .get,
            to holder: Identifier128? = nil, now: UInt64 = 0
        ) -> String {
            let random = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return challenges.issue(random, for: purpose, to: holder, now: now)
        }

        func take(
            _ text: String, for purpose: Challenges.Purpose = .get,
            from holder: Identifier128? = nil, now: UInt64 = 0
        ) -> Bool {
            challenges.take(text, for: purpose, from: holder, now: now)
        }
    }

    private let desk = Desk()
    private let anna = Identifier128(high: 1, low: 2)
    private let bjarni = Identifier128(high: 3, low: 4)

    @Test("is good once, for its purpose and its holder")
    func once() {
        let text = desk.issue(0x030201, for: .create, to: anna)
        #expect(text == "AQIDAA")
        #expect(desk.challenges.isGood(text, for: .create, from: anna, now: 0))
        #expect(desk.take(text, for: .create, from: anna))
        #expect(!desk.take(text, for: .create, from: anna))
        #expect(!desk.take("never", for: .create, from: anna))
        for (purpose, holder) in [
            (.get, anna), (.create, bjarni), (.create, nil),
        ] as [(Challenges.Purpose, Identifier128?)] {
            let text = desk.issue(4, for: .create, to: anna)
            #expect(!desk.take(text, for: purpose, from: holder))
            // A wrong try has used it up.
            #expect(!desk.take(text, for: .create, from: anna))
        }
    }

    @Test("that nobody in particular has asked for is anybody's")
    func anybody() {
        #expect(desk.take(desk.issue(1), from: bjarni))
    }

    @Test("is good for five minutes")
    func time() {
        let (early, late) = (desk.issue(1, now: 1_000), desk.issue(2, now: 1_000))
        #expect(desk.take(early, now: 300_999))
        #expect(!desk.take(late, now: 301_000))
    }

    @Test("is one of 10,000: the oldest gives way to the next")
    func bounded() {
        let texts = (0..<Challenges.waitingMax + 2).map { desk.issue($0) }
        #expect(desk.challenges.count == Challenges.waitingMax)
        #expect(!desk.take(texts[1]))
        #expect(desk.take(texts[2]))
        #expect(desk.take(texts[Challenges.waitingMax + 1]))
        #expect(desk.challenges.count == Challenges.waitingMax - 2)
        // Its place is that of one that was taken.
        #expect(desk.take(desk.issue(-1)))
        #expect(desk.take(texts[3]))
    }
}
