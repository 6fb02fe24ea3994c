import SyncServer
import TestSupport

/// Simulated time in which many addresses guess codes as often as they can, whatever they are told,
/// and people come who have a right one and wait as long as they are told.
struct CodeFlood {
    struct Newcomer {
        var address: ClientNetwork
        /// Codes that are tried before the right one.
        var typos: Int
        var cameAt: UInt64
        var nextTryAt: UInt64
    }

    static let stepMilliseconds: UInt64 = 500
    /// Between one newcomer and the next.
    static let newcomerMilliseconds: UInt64 = 1_000
    /// How long a person takes to type a code again.
    static let typingMilliseconds: UInt64 = 5_000

    let guessers: [ClientNetwork]
    /// Where the newcomer of a number comes from.
    let home: (UInt64) -> ClientNetwork
    var typosOfNewcomers = 0
    private var joinGuard = JoinGuard(now: 0)
    private var random = SeededGenerator(seed: 13)
    private var now: UInt64 = 0
    private var waiting: [Newcomer] = []
    private var come: UInt64 = 0

    private(set) var guesses = 0
    private(set) var guessesByAddress: [ClientNetwork: Int] = [:]
    private(set) var letInCount = 0
    private(set) var waitMillisecondsMax: UInt64 = 0
    private(set) var rememberedMax = 0

    init(_ guessers: [ClientNetwork], home: @escaping (UInt64) -> ClientNetwork) {
        self.guessers = guessers
        self.home = home
    }

    /// Of those who have got in, and of those who still try.
    var longestWaitMilliseconds: UInt64 {
        waiting.map { now - min(now, $0.cameAt) }.reduce(waitMillisecondsMax, max)
    }

    mutating func run(minutes: UInt64) {
        let end = now + minutes * 60_000
        while now < end {
            now += Self.stepMilliseconds
            if now % Self.newcomerMilliseconds == 0 {
                come += 1
                waiting.append(
                    Newcomer(
                        address: home(come), typos: typosOfNewcomers, cameAt: now,
                        nextTryAt: now))
            }
            // A newcomer comes somewhere among them.
            let place = Int.random(in: 0...guessers.count, using: &random)
            let first = Int.random(in: 0..<guessers.count, using: &random)
            for number in 0..<guessers.count {
                if number == place { letNewcomersTry() }
                guess(guessers[(first + number) % guessers.count])
            }
            if place == guessers.count { letNewcomersTry() }
            rememberedMax = max(rememberedMax, joinGuard.rememberedCount)
        }
    }

    private mutating func guess(_ address: ClientNetwork) {
        guard case .mayTry = joinGuard.begin(address, now: now) else { return }
        guesses += 1
        guessesByAddress[address, default: 0] += 1
    }

    private mutating func letNewcomersTry() {
        for index in waiting.indices.reversed() where waiting[index].nextTryAt <= now {
            switch joinGuard.begin(waiting[index].address, now: now) {
            case .wait(let milliseconds):
                waiting[index].nextTryAt = now + UInt64(milliseconds)
            case .mayTry(let attempt):
                waitMillisecondsMax = max(waitMillisecondsMax, now - waiting[index].cameAt)
                if waiting[index].typos > 0 {
                    waiting[index].typos -= 1
                    waiting[index].cameAt = now + Self.typingMilliseconds
                    waiting[index].nextTryAt = waiting[index].cameAt
                } else {
                    joinGuard.acquit(attempt)
                    letInCount += 1
                    waiting.remove(at: index)
                }
            }
        }
    }
}
