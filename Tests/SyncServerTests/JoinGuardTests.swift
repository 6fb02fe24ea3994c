import Documents
import SyncServer
import Testing

@Suite("Guessing codes")
struct JoinGuardTests {
    private static let perMinute = Int(JoinGuard.wrongPerMinuteMax)
    private static let minutes: UInt64 = 16
    private static let patienceMillisecondsMax: UInt64 = 3_000

    /// Where a flood comes from, and its newcomers, of whom each has an address of its own.
    struct Flood: CustomTestStringConvertible {
        var testDescription: String
        var guessers: [ClientNetwork]
        var home: @Sendable (UInt64) -> ClientNetwork
    }

    private static func ipv4(_ network: UInt64, _ host: UInt64) -> ClientNetwork {
        ClientNetwork(high: 0, low: 0xFFFF_0000_0000 | network << 8 | host)
    }

    private static func ipv6(_ site: UInt64, _ network: UInt64) -> ClientNetwork {
        ClientNetwork(high: 0x2001 << 48 | site << 16 | network, low: 0)
    }

    private static let elsewhere: @Sendable (UInt64) -> ClientNetwork = { ipv4(0x10000 + $0, 1) }

    private static let floods = [
        Flood(
            testDescription: "200 addresses in as many networks",
            guessers: (0..<200).map { ipv4($0, 7) }, home: elsewhere),
        Flood(
            testDescription: "200 addresses of one IPv4 network",
            guessers: (0..<200).map { ipv4(1, $0) }, home: elsewhere),
        Flood(
            testDescription: "200 addresses of the newcomers' own IPv4 network",
            guessers: (0..<200).map { ipv4(1, $0) }, home: { ipv4(1, 200 + $0 % 50) }),
        Flood(
            testDescription: "200 networks of one IPv6 site",
            guessers: (0..<200).map { ipv6(1, $0) }, home: { ipv6(2 + $0, 0) }),
    ]

    @Test(
        "A flood of wrong codes hits a game as seldom as ever, and keeps no right code waiting",
        arguments: floods)
    func newcomers(flood: Flood) {
        var world = CodeFlood(flood.guessers, home: flood.home)
        world.run(minutes: Self.minutes)
        #expect(world.letInCount == Int(Self.minutes) * 60)
        #expect(world.longestWaitMilliseconds <= Self.patienceMillisecondsMax)
        // The stock is full when it begins.
        #expect(world.guesses <= (Int(Self.minutes) + 1) * Self.perMinute)
        let perAddress = (Int(Self.minutes) + 1) * Int(JoinGuard.wrongPerAddressPerMinuteMax)
        #expect(world.guessesByAddress.values.allSatisfy { $0 <= perAddress })
    }

    @Test("Guessing a code of one of 1,000 open games takes a day")
    func hopeless() {
        let codes = (0..<JoinCode.lengthDefault).reduce(1) { product, _ in
            product * JoinCode.alphabet.count
        }
        #expect(codes / 1_000 / Self.perMinute >= 24 * 60)
    }

    @Test("Who has mistyped a code under a flood isn't kept waiting either")
    func typos() {
        var world = CodeFlood(Self.floods[0].guessers, home: Self.floods[0].home)
        world.typosOfNewcomers = 1
        world.run(minutes: Self.minutes)
        #expect(world.letInCount > (Int(Self.minutes) - 1) * 60)
        #expect(world.longestWaitMilliseconds <= Self.patienceMillisecondsMax)
    }

    @Test("The guard remembers no more than those who have tried lately")
    func memory() {
        var joinGuard = JoinGuard(now: 0)
        var rememberedMax = 0
        let halfHours: UInt64 = 3
        for number in 0..<halfHours * JoinGuard.recordMilliseconds / 100 {
            _ = joinGuard.begin(Self.ipv6(number, 0), now: number * 100)
            rememberedMax = max(rememberedMax, joinGuard.rememberedCount)
        }
        let triedLately = 31 * Self.perMinute
        #expect(rememberedMax <= 3 * 2 * triedLately)
    }

    @Test("Right codes make nobody's name better")
    func whitewash() throws {
        var joinGuard = JoinGuard(now: 0)
        let guesser = Self.ipv4(1, 1)
        for _ in 0..<JoinGuard.wrongPerAddressExcusedMax {
            #expect(joinGuard.wait(guesser, now: 0) == nil)
        }
        for _ in 0..<100 { joinGuard.acquit(try joinGuard.attempt(guesser, now: 0)) }
        // Others take what is there for all.
        let taken = JoinGuard.triesKeptPerLevel - JoinGuard.wrongPerAddressExcusedMax
        for number in 0..<taken { #expect(joinGuard.wait(Self.ipv4(2 + number, 1), now: 0) == nil) }
        #expect(joinGuard.wait(guesser, now: 0) == 100)
        #expect(joinGuard.wait(Self.elsewhere(1), now: 0) == nil)
    }

    @Test("All addresses together have 600 wrong codes a minute")
    func together() {
        var joinGuard = JoinGuard(now: 0)
        for number in 0..<JoinGuard.wrongPerMinuteMax {
            #expect(joinGuard.wait(ClientNetwork(high: number << 16, low: 0), now: 0) == nil)
        }
        let fresh = ClientNetwork(high: 0, low: 1)
        #expect(joinGuard.wait(fresh, now: 0) == 100)
        #expect(joinGuard.wait(fresh, now: 100) == nil)
    }

    @Test("Codes tried at the same time have the budget of one after the other, right ones none")
    func inFlight() throws {
        var joinGuard = JoinGuard(now: 0)
        let address = ClientNetwork(high: 1, low: 0)
        var attempts: [JoinGuard.Attempt] = []
        for _ in 0..<JoinGuard.wrongPerAddressPerMinuteMax {
            attempts.append(try joinGuard.attempt(address, now: 0))
        }
        #expect(joinGuard.wait(address, now: 0) == 6_000)
        for _ in 0..<1_000 {
            joinGuard.acquit(attempts.removeLast())
            attempts.append(try joinGuard.attempt(address, now: 0))
            #expect(joinGuard.wait(address, now: 0) == 6_000)
        }
    }
}

extension JoinGuard {
    struct MustWait: Error {}

    mutating func attempt(
        _ address: ClientNetwork, now: UInt64
    ) throws -> Attempt {
        guard case .mayTry(let attempt) = begin(address, now: now) else { throw MustWait() }
        return attempt
    }

    /// Tries a code; how long it has to wait if it may not.
    fileprivate mutating func wait(_ address: ClientNetwork, now: UInt64) -> Int64? {
        guard case .wait(let milliseconds) = begin(address, now: now) else { return nil }
        return milliseconds
    }
}
