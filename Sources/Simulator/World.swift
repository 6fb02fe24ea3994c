import Club
import Documents
import MemoryShell
import SyncServer

/// One run: the production server and clients on a simulated network, disk and clock, in one
/// thread and in virtual time. The same plan always gives the same run.
///
/// Milliseconds count from the beginning of the run. Everything random comes from generators that
/// the seed determines, and nothing depends on the order of a hash table.
final class World<Kind: SimulatedKind> {
    let plan: Plan
    var settings: Plan.Settings { plan.settings }
    private(set) var now: UInt64 = 0
    private var queue = EventQueue<Kind>()
    /// The first violation; the run ends with it.
    private(set) var violation: Violation?
    var statistics = Statistics()
    let oracle = Oracle<Kind>()
    /// Gets a line for each thing that happens; nil if nobody wants to know.
    let trace: ((String) -> Void)?
    /// A hash of everything that was sent and when: equal for equal runs.
    private(set) var digest = RollingHash.empty

    var apps: [App<Kind>] = []
    var games: [LobbyFacts<Kind>] = []
    /// By the numbers that the plan gives them.
    private var people: [Int: Person] = [:]
    var linkCount = 0

    // The server's process.
    var shards: [Shard<Kind>] = []
    var mail = MemoryMail<Int>(loopCount: 0)
    /// Connections on their way between loops, by their numbers.
    var travelling: [Int: Link<Kind>] = [:]
    /// Whether anybody has an account; without one nothing is written down about tokens.
    var hasAccounts: Bool
    /// What the server's loops know of accounts.
    let speakers = Shared(Speakers())
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
        hasAccounts = plan.actions.contains { $0.action.isSignUp }
        prepare()
    }

    func schedule(_ happening: Happening<Kind>, at time: UInt64) {
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

    private func perform(_ happening: Happening<Kind>) {
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
        trace?("\(VirtualTime.text(now)) \(text())")
    }

    func digest(_ bytes: [UInt8]) {
        digest = RollingHash.extend(digest ^ now, with: bytes)
    }
}

extension World {
    var serverTime: ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: VirtualTime.wallAtStart + Int64(now) + serverWallAhead),
            monotonicMilliseconds: VirtualTime.monotonicAtStart + now)
    }

    private func prepare() {
        var random = SeededRandom(seed: plan.seed, .people)
        for seat in settings.apps where people[seat.person] == nil {
            people[seat.person] = Person(using: &random)
        }
        games = settings.games.enumerated().map { place, game in
            let host = settings.apps.first { $0.game == place && $0.way == .hosting }!
            return LobbyFacts(game, of: people[host.person]!, using: &random)
        }
        for (number, seat) in settings.apps.enumerated() {
            let device = Device(seat, person: person(of: seat))
            apps.append(App(number: number, seat: seat, device: device, world: self))
        }
        for (place, planned) in plan.actions.enumerated() {
            schedule(.action(place), at: planned.time)
        }
        startServer()
    }
}

extension World {
    /// Who sits there; all who use a document that nobody shares are the one whose it is.
    func person(of seat: Plan.Seat) -> Person {
        let hosting = settings.apps.first { $0.game == seat.game && $0.way == .hosting }!
        return people[Kind.isShared ? seat.person : hosting.person]!
    }
}

/// What is known about a lobby outside of it: what people tell each other.
struct LobbyFacts<Kind: SimulatedKind> {
    let lobby: LobbyID
    let beginning: Beginning<Kind.Command>

    init(_ game: Plan.Game, of host: Person, using random: inout SeededRandom) {
        beginning = Kind.beginning(of: game, using: &random)
        lobby =
            Kind.isShared
            ? LobbyID(maker: host.id, nonce: beginning.nonce) : LobbyID(notebookOf: host.id)
    }
}
