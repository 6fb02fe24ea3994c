import Connections
import Testing

/// The rules of every transport: how long a message waits, and for whom.
struct OutletTests {
    private var limits: OutboxLimits {
        var limits = OutboxLimits()
        (limits.softBytes, limits.hardBytes) = (100, 300)
        return limits
    }

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

    /// A reader who takes nothing, and for whom so many droppable bytes wait.
    private func lagging(_ count: Int = 150) -> Outlet {
        var outlet = Outlet()
        #expect(outlet.append(bytes(count), isDroppable: true, limits: limits) == .isMuch)
        outlet.blocked(hasMoved: false, now: 0, limits: limits)
        #expect(outlet.judge(limits: limits) == .lags(droppedCount: 1))
        return outlet
    }

    @Test("Nobody counts as slow before the system has refused something")
    func refusedFirst() {
        var outlet = Outlet()
        #expect(outlet.append(bytes(150), isDroppable: true, limits: limits) == .isMuch)
        #expect(outlet.judge(limits: limits) == .isFine)
    }

    @Test("What may be missed is dropped for a slow reader, and ignored until all else is out")
    func drops() {
        var outlet = lagging()
        #expect(outlet.append(bytes(10), isDroppable: true, limits: limits) == .ignored)
        #expect(outlet.append(bytes(10), isDroppable: false, limits: limits) == .queued)
        #expect(outlet.reportsDrain() == false)
        outlet.unblocked()
        outlet.sent(10)
        #expect(outlet.reportsDrain() == true)
        #expect(outlet.reportsDrain() == false)
        outlet.endLag()
        #expect(outlet.append(bytes(10), isDroppable: true, limits: limits) == .queued)
    }

    @Test("A message that has begun is finished, and says nothing against its reader")
    func begun() {
        var outlet = Outlet()
        _ = outlet.append(bytes(5_000), isDroppable: true, limits: limits)
        outlet.sent(1)
        outlet.blocked(hasMoved: true, now: 0, limits: limits)
        #expect(outlet.append(bytes(50), isDroppable: true, limits: limits) == .queued)
        #expect(outlet.judge(limits: limits) == .isFine)
        #expect(outlet.append(bytes(60), isDroppable: true, limits: limits) == .isMuch)
        #expect(outlet.judge(limits: limits) == .lags(droppedCount: 2))
        #expect(outlet.outbox.queuedBytes == 4_999)
    }

    @Test("Above the hard limit a reader is given up")
    func tooSlow() {
        var outlet = lagging()
        #expect(outlet.append(bytes(300), isDroppable: false, limits: limits) == .isMuch)
        #expect(outlet.judge(limits: limits) == .isFine)
        #expect(outlet.append(bytes(1), isDroppable: false, limits: limits) == .isMuch)
        #expect(outlet.judge(limits: limits) == .isTooSlow)
        outlet.abandon()
        #expect(outlet.isDead && outlet.outbox.isEmpty && !outlet.takesBytes)
    }

    @Test("The time of a reader runs while nothing moves, and begins anew when something does")
    func stalls() {
        var outlet = Outlet()
        _ = outlet.append(bytes(50), isDroppable: false, limits: limits)
        #expect(outlet.deadline == .max)
        outlet.blocked(hasMoved: false, now: 1_000, limits: limits)
        outlet.blocked(hasMoved: false, now: 9_000, limits: limits)
        #expect(outlet.deadline == 31_000)
        outlet.blocked(hasMoved: true, now: 9_000, limits: limits)
        #expect(outlet.deadline == 39_000)
        outlet.sent(50)
        #expect(outlet.emptied(now: 10_000, limits: limits) == .goesOn)
        #expect(outlet.deadline == .max)
    }

    @Test("Whoever is done sends what waits, in the time of a slow line, then ends the stream")
    func closes() {
        var outlet = Outlet()
        _ = outlet.append(bytes(2_048), isDroppable: false, limits: limits)
        outlet.close(now: 1_000, limits: limits)
        #expect(outlet.deadline == 13_000)
        #expect(outlet.append(bytes(1), isDroppable: false, limits: limits) == .ignored)
        outlet.blocked(hasMoved: true, now: 2_000, limits: limits)
        #expect(outlet.deadline == 13_000)
        outlet.sent(2_048)
        #expect(outlet.emptied(now: 3_000, limits: limits) == .endsStream)
        #expect(outlet.phase == .lingering)
        #expect(outlet.deadline == 5_000)
        #expect(outlet.peerEnded() == true)
    }

    @Test("A peer that ends first may still be reading; then there is nothing to linger for")
    func peerFirst() {
        var outlet = Outlet()
        _ = outlet.append(bytes(10), isDroppable: false, limits: limits)
        outlet.close(now: 0, limits: limits)
        #expect(outlet.peerEnded() == false)
        outlet.sent(10)
        #expect(outlet.emptied(now: 1, limits: limits) == .isOver)
    }
}
