import Testing

@testable import folfd

@Suite("Before games are erased the date is doubted")
struct ClockTrustTests {
    private static let day: Int64 = 86_400_000
    private static let now: Int64 = 20_000 * day

    private func trust(known: Int64?) -> ClockTrust {
        ClockTrust(known: known, wall: Self.now, monotonic: 1_000)
    }

    /// What a look says so many milliseconds after the start, the clock having been set by `set`.
    private func look(
        _ trust: inout ClockTrust, after milliseconds: Int64, set: Int64 = 0
    ) -> ClockTrust.Verdict {
        trust.look(
            wall: Self.now + milliseconds + set, monotonic: 1_000 + UInt64(milliseconds))
    }

    @Test("It is believed where none is known, and where it is at most a week later, or earlier")
    func believed() {
        for known in [nil, Self.now, Self.now - 7 * Self.day, Self.now + 900 * Self.day] {
            var trust = trust(known: known)
            #expect(look(&trust, after: 0) == .believed)
            #expect(look(&trust, after: 3 * Self.day) == .believed)
        }
    }

    @Test("If it is later than that, a day is waited, and the reason told once")
    func doubted() {
        var trust = trust(known: Self.now - 45 * Self.day)
        guard case .doubted(let reason) = look(&trust, after: 60_000) else {
            Issue.record("the date is believed")
            return
        }
        #expect(reason.contains("45 days later"))
        #expect(look(&trust, after: 120_000) == .waits)
        #expect(look(&trust, after: Self.day - 1) == .waits)
        #expect(look(&trust, after: Self.day) == .believed)
    }

    @Test("A clock that is set while the server runs is doubted for a day, forwards and back")
    func set() {
        for set in [3_600_001, -3_600_001, 45 * Self.day, -45 * Self.day] {
            var trust = trust(known: Self.now)
            #expect(
                look(&trust, after: 60_000, set: set)
                    == .doubted(reason: "the clock was set; a day is waited"))
            #expect(look(&trust, after: Self.day, set: set) == .waits)
            #expect(look(&trust, after: Self.day + 60_000, set: set) == .believed)
        }
    }

    @Test("A clock that is put right a little at a time is believed")
    func drift() {
        var trust = trust(known: Self.now)
        #expect(look(&trust, after: 60_000, set: 3_600_000) == .believed)
    }
}
