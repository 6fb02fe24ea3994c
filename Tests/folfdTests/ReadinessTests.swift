import Log
import SyncServer
import Testing
import Threads

@testable import folfd

@Suite("Whether a commit would succeed")
struct ReadinessTests {
    typealias Completion = @Sendable (CommitFailure?) -> Void

    /// A store that answers when it is told to, and a clock that is set.
    private final class World: Sendable {
        let now = Lock<UInt64>(10_000)
        let asked = Lock<[Completion]>([])
        let answers = Lock<[Readiness]>([])

        var desk: ReadinessDesk {
            ReadinessDesk(
                check: { completion in self.asked.withLock { $0.append(completion) } },
                clock: { self.now.withLock { $0 } })
        }

        func ask(_ desk: ReadinessDesk) {
            desk.ask { readiness in self.answers.withLock { $0.append(readiness) } }
        }

        func wait(_ milliseconds: UInt64) { now.withLock { $0 += milliseconds } }

        /// Answers the check that was asked for last.
        func answer(_ failure: CommitFailure?) {
            asked.withLock { $0.last }?(failure)
        }

        var askedCount: Int { asked.withLock { $0.count } }
        var told: [Readiness] { answers.withLock { $0 } }
    }

    @Test("However many ask, the store is asked once, and everybody gets that answer for a second")
    func askedOnce() {
        let world = World()
        let desk = world.desk
        for _ in 0..<3 { world.ask(desk) }
        #expect(world.askedCount == 1 && world.told.isEmpty)
        world.answer(.full)
        #expect(world.told == [.full, .full, .full])
        world.wait(999)
        world.ask(desk)
        #expect(world.askedCount == 1 && world.told.count == 4)
        world.wait(1)
        world.ask(desk)
        #expect(world.askedCount == 2)
        world.answer(nil)
        #expect(world.told.last == .ready)
    }

    @Test("A store that doesn't answer can't save, until it does")
    func stuck() {
        let world = World()
        let desk = world.desk
        world.ask(desk)
        world.wait(4_999)
        world.ask(desk)
        #expect(world.told.isEmpty)
        world.wait(1)
        world.ask(desk)
        #expect(world.told == [.readOnly] && world.askedCount == 1)
        world.answer(nil)
        #expect(world.told == [.readOnly, .ready, .ready])
        world.ask(desk)
        #expect(world.told.last == .ready && world.askedCount == 1)
    }
}
