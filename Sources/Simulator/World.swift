import Documents
import Lobby
import MemoryShell
import SyncServer

/// One run: the production server and clients on a simulated network, disk and clock, in one
/// thread and in virtual time. The same plan always gives the same run.
///
/// Milliseconds count from the beginning of the run. Everything random comes from generators that
/// the seed determines, and nothing depends on the order of a hash table.
final class World {
    let plan: Plan
    var settings: Plan.Settings { plan.settings }
    private(set) var now: UInt64 = 0
    private var queue = EventQueue()
    /// The first violation; the run ends with it.
    private(set) var violation: Violation?
    var statistics = Statistics()
    let oracle = Oracle()
    /// Gets a line for each thing that happens; nil if nobody wants to know.
    let trace: ((String) -> Void)?
    /// A hash of everything that was sent and when: equal for equal runs.
    private(set) var digest = RollingHash.empty

    var apps: [App] = []
    var games: [GameFacts] = []
    /// By the numbers that the plan gives them.
    private var people: [Int: Person] = [:]
    var linkCount = 0

    // The server's process.
    var shards: [Shard] = []
    var mail = MemoryMail<Int>(loopCount: 0)
    /// Connections on their way between loops, by their numbers.
    var travelling: [Int: Link] = [:]
    /// How often the server has been started.
    var life = 0
    var isServerUp = false
    /// Whether faults are over.
    var isHealed = false
    var serverWallAhead: Int64 = 0
    let store: Store

    init(_ plan: Plan, trace: ((String) -> Void)? = nil) {
        self.plan = plan
        self.trace = trace
        store = Store(seed: plan.seed)
        prepare()
    }

    func schedule(_ happening: Happening, at time: UInt64) {
        queue.schedule(happening, at: max(time, now))
    }

    func after(_ milliseconds: UInt64, _ body: @escaping () -> Void) {
        schedule(.other(body), at: now + milliseconds)
    }

    /// Lets virtual time pass, up to `end`.
    func run(until end: UInt64) {
        while violation == nil, let time = queue.nextTime, time <= end,
            let happening = queue.next()
        {
            now = time
            statistics.steps += 1
            perform(happening)
        }
        if violation == nil { now = end }
    }

    private func perform(_ happening: Happening) {
        switch happening {
        case .action(let place): perform(plan.actions[place].action)
        case .arrivalAtServer(let link): arriveAtServer(link)
        case .arrivalAtPhone(let link): arriveAtPhone(link)
        case .linkDeadline(let link):
            if link.session != nil { shards[link.loop].transport.lookAtDeadline(of: link) }
        case .turn(let shard, let life): turn(shard, life)
        case .appTimer(let app): app.timerFires()
        case .storeDone(let life): storeDone(life)
        case .other(let body): body()
        }
    }

    /// Breaks the cycles of what is planned and who knows whom, so that memory is freed.
    func dismantle() {
        queue = EventQueue()
        for app in apps { app.dismantle() }
    }

    func violate(_ check: Check, _ text: @autoclosure () -> String) {
        guard violation == nil else { return }
        violation = Violation(check: check, text: text(), time: now)
        note("VIOLATION of \(check.rawValue): \(violation?.text ?? "")")
    }

    func note(_ text: @autoclosure () -> String) {
        trace?("\(Self.clock(now)) \(text())")
    }

    func digest(_ bytes: [UInt8]) {
        digest = RollingHash.extend(digest ^ now, with: bytes)
    }

    /// As h:mm:ss.mmm.
    static func clock(_ milliseconds: UInt64) -> String {
        func digits(_ number: UInt64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let seconds = milliseconds / 1_000
        return "\(seconds / 3_600):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
            + ".\(digits(milliseconds % 1_000, 3))"
    }
}

extension World {
    static let wallAtStart: Int64 = 1_790_000_000_000
    static let monotonicAtStart: UInt64 = 1_000_000

    var serverTime: ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: Self.wallAtStart + Int64(now) + serverWallAhead),
            monotonicMilliseconds: Self.monotonicAtStart + now)
    }

    private func prepare() {
        var random = SeededRandom(seed: plan.seed, .people)
        for seat in settings.apps where people[seat.person] == nil {
            people[seat.person] = Person(using: &random)
        }
        games = settings.games.enumerated().map { place, game in
            let host = settings.apps.first { $0.game == place && $0.way == .hosting }!
            return GameFacts(game, of: people[host.person]!, using: &random)
        }
        for (number, seat) in settings.apps.enumerated() {
            let device = Device(seat, person: people[seat.person]!)
            apps.append(App(number: number, seat: seat, device: device, world: self))
        }
        for (place, planned) in plan.actions.enumerated() {
            schedule(.action(place), at: planned.time)
        }
        startServer()
    }
}

/// What is known about a game outside of it: what people tell each other.
struct GameFacts {
    let lobby: LobbyID
    let nonce: Identifier128
    let setup: GameSetup
    let invitation: Identifier128
    let watch: Identifier128

    init(_ game: Plan.Game, of host: Person, using random: inout SeededRandom) {
        nonce = Identifier128(high: random.next(), low: random.next())
        lobby = LobbyID(maker: host.id, nonce: nonce)
        let hostPlayer = PlayerID(UInt32(truncatingIfNeeded: random.next() | 1))
        invitation = Identifier128(high: random.next(), low: random.next())
        watch = Identifier128(high: random.next(), low: random.next())
        setup = GameSetup(
            course: random.chance(50) ? "Park" : nil,
            holes: (1...game.holeCount).map { Hole(label: "\($0)", par: 3) },
            allowsLateJoin: game.allowsLateJoin,
            invitation: invitation, watch: watch, hostName: "Host",
            hostPlayer: game.hostPlays ? hostPlayer : nil)
    }
}
