import Structures
import TestSupport
import Testing

@Suite struct TimerWheelTests {
    @Test("A key comes out once, not before its deadline and less than a tick late")
    func once() {
        var wheel = TimerWheel<Int>(tickMilliseconds: 100, slots: 8)
        var expired: [Int] = []
        wheel.schedule(1, at: 250)
        wheel.expired(upTo: 299, into: &expired)
        #expect(expired.isEmpty)
        wheel.expired(upTo: 300, into: &expired)
        #expect(expired == [1])
        wheel.expired(upTo: 10_000, into: &expired)
        #expect(expired == [1])
        #expect(wheel.count == 0)
    }

    @Test("A deadline in the past comes out at the next tick")
    func past() {
        var wheel = TimerWheel<Int>(tickMilliseconds: 100, slots: 8)
        var expired: [Int] = []
        wheel.expired(upTo: 5_000, into: &expired)
        wheel.schedule(1, at: 3)
        #expect(wheel.millisecondsUntilNext(5_010) == 90)
        wheel.expired(upTo: 5_100, into: &expired)
        #expect(expired == [1])
    }

    @Test("An empty wheel has nothing to wait for")
    func empty() {
        var wheel = TimerWheel<Int>()
        var expired: [Int] = []
        #expect(wheel.millisecondsUntilNext(0) == nil)
        wheel.schedule(1, at: 1_000)
        #expect(wheel.millisecondsUntilNext(400) == 600)
        #expect(wheel.millisecondsUntilNext(1_400) == 0)
        wheel.expired(upTo: 1_000, into: &expired)
        #expect(wheel.millisecondsUntilNext(1_000) == nil)
    }

    @Test("A deadline many turns of the wheel away waits for its own turn")
    func farAway() {
        var wheel = TimerWheel<Int>(tickMilliseconds: 10, slots: 4)
        var expired: [Int] = []
        wheel.schedule(1, at: 1_000)
        for now in stride(from: 0 as UInt64, to: 1_000, by: 10) {
            wheel.expired(upTo: now, into: &expired)
            #expect(expired.isEmpty)
            #expect((wheel.millisecondsUntilNext(now) ?? .max) <= Int(1_000 - now))
        }
        wheel.expired(upTo: 1_000, into: &expired)
        #expect(expired == [1])
    }

    @Test("The largest deadlines and times are no trouble")
    func largest() {
        var wheel = TimerWheel<Int>(tickMilliseconds: 100, slots: 8)
        var expired: [Int] = []
        wheel.schedule(1, at: .max)
        #expect((wheel.millisecondsUntilNext(0) ?? 0) > 0)
        wheel.schedule(2, at: 100)
        wheel.expired(upTo: .max / 2, into: &expired)
        #expect(expired == [2])
    }

    /// Every key with its deadline; looked at one by one.
    struct Reference {
        let tick: UInt64
        var waiting: [Int: UInt64] = [:]
        var last: UInt64 = 0

        mutating func schedule(_ key: Int, at deadline: UInt64) {
            waiting[key] = max((deadline + tick - 1) / tick, last + 1) * tick
        }

        mutating func expired(upTo now: UInt64) -> Set<Int> {
            last = now / tick
            let due = waiting.filter { $0.value <= now }
            for key in due.keys { waiting[key] = nil }
            return Set(due.keys)
        }
    }

    @Test("It agrees with a list of deadlines", arguments: 1...12 as ClosedRange<UInt64>)
    func agreesWithReference(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let tick = Int.random(in: 1...100, using: &random)
        let slots = Int.random(in: 1...64, using: &random)
        var wheel = TimerWheel<Int>(tickMilliseconds: tick, slots: slots)
        var reference = Reference(tick: UInt64(tick))
        var now = UInt64.random(in: 0...1_000_000, using: &random)
        var expired: [Int] = []
        for key in 0..<3_000 {
            let horizon = UInt64(tick * slots * 3)
            let deadline = now + UInt64.random(in: 0...horizon, using: &random)
            let scheduled = Bool.random(using: &random) ? deadline : now / 2
            wheel.schedule(key, at: scheduled)
            reference.schedule(key, at: scheduled)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let isLeap = Int.random(in: 0..<50, using: &random) == 0
            now += UInt64.random(
                in: 0...UInt64(isLeap ? tick * slots * 4 : tick * 2), using: &random)
            expired.removeAll()
            wheel.expired(upTo: now, into: &expired)
            #expect(Set(expired).count == expired.count)
            #expect(Set(expired) == reference.expired(upTo: now))
            #expect(wheel.count == reference.waiting.count)
            let next = reference.waiting.values.min()
            #expect((wheel.millisecondsUntilNext(now) == nil) == (next == nil))
            if let next, let hint = wheel.millisecondsUntilNext(now) {
                #expect(hint >= 0 && UInt64(hint) <= next - now)
            }
        }
    }
}
