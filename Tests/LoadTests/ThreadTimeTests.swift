import Glibc
import Testing

@testable import Load

struct ThreadTimeTests {
    @Test("The threads of a process have names and have run")
    func ownThreads() throws {
        let threads = try ProcessAccount(process: getpid()).threads()
        let own = try #require(threads[Int(getpid())])
        #expect(!own.name.isEmpty && own.ranNanoseconds > 0)
    }

    @Test("Shares of several runs are of the whole time, and who never ran isn't named")
    func shares() {
        var sum = Trial()
        for seconds in [1.0, 3.0] {
            var trial = Trial()
            trial.seconds = seconds
            trial.threads = [
                1: ThreadTime(name: "folfd"),
                3: ThreadTime(
                    name: "loop 0", ranNanoseconds: 500_000_000, queuedNanoseconds: 250_000_000),
                2: ThreadTime(name: "store", ranNanoseconds: 40_000_000),
            ]
            sum.add(trial)
        }
        #expect(sum.threadShares == "store 2 + 0 %, loop 0 25 + 13 %")
    }
}
