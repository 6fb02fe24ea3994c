import Testing

@testable import Mail

@Suite("Letters that wait")
struct MailQueueTests {
    /// Changed in the middle of expectations.
    private final class Desk {
        var queue = MailQueue()

        func add(_ number: Int, now: UInt64 = 0) throws -> Bool {
            queue.add(try letter(number), now: now)
        }

        func take(now: UInt64) -> MailQueue.Entry? { queue.take(now: now) }

        func putBack(_ entry: MailQueue.Entry, now: UInt64) -> UInt64? {
            queue.putBack(entry, now: now)
        }

        func letter(_ number: Int) throws -> Letter {
            Letter(
                to: try #require(MailAddress("a\(number)@x.example")), language: .english,
                subject: .trial)
        }
    }

    private let desk = Desk()

    @Test("are a hundred at most, and go in their order")
    func order() throws {
        for number in 0..<100 { #expect(try desk.add(number)) }
        #expect(try !desk.add(100))
        for number in 0..<100 { #expect(try desk.take(now: 0)?.letter == desk.letter(number)) }
        #expect(desk.queue.count == 0 && desk.queue.dueAt == nil)
        #expect(desk.take(now: .max)?.letter == nil)
    }

    @Test("are tried again after a minute, five and thirty, and then given up")
    func pauses() throws {
        #expect(try desk.add(1, now: 1_000))
        var now: UInt64 = 1_000
        for pause in [60_000, 300_000, 1_800_000] as [UInt64] {
            let entry = try #require(desk.take(now: now))
            #expect(desk.putBack(entry, now: now) == pause)
            #expect(desk.take(now: now + pause - 1)?.letter == nil)
            now += pause
            #expect(desk.queue.dueAt == now)
        }
        let last = try #require(desk.take(now: now))
        #expect(desk.putBack(last, now: now) == nil)
        #expect(desk.queue.count == 0)
    }

    @Test("don't wait for one that is to be tried again")
    func others() throws {
        #expect(try desk.add(1))
        #expect(desk.putBack(try #require(desk.take(now: 0)), now: 0) == 60_000)
        #expect(try desk.add(2, now: 10))
        #expect(try desk.take(now: 10)?.letter == desk.letter(2))
        #expect(desk.queue.dueAt == 60_000)
    }
}
