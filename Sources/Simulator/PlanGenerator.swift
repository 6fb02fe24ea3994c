import Connections

/// Draws a plan from a seed.
///
/// Faults come in moods: each run has some kinds of faults and not others, at rates of its own,
/// since a bug often needs one kind often rather than all kinds at times.
struct PlanGenerator {
    private var random: SeededRandom
    private var plan: Plan
    private let faultKinds: FaultKinds?

    /// - Parameter faults: nil for all; a run without faults has none.
    static func plan(seed: UInt64, faults: FaultKinds? = nil) -> Plan {
        var generator = PlanGenerator(seed: seed, faults: faults)
        generator.drawSettings()
        generator.drawPeople()
        generator.drawPlay()
        generator.drawFaults()
        // Drawn last, so that a seed from before there were any draws all else as it did.
        generator.drawDeletions()
        generator.drawAccounts()
        generator.drawExchanges()
        generator.drawTrust()
        generator.drawFacts()
        generator.plan.actions = generator.plan.actions.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        return generator.plan
    }

    private init(seed: UInt64, faults: FaultKinds?) {
        random = SeededRandom(seed: seed, .plan)
        plan = Plan(seed: seed, settings: Plan.Settings(), actions: [])
        faultKinds = faults
    }

    private mutating func drawSettings() {
        plan.settings.milliseconds = random.milliseconds(20...180) * 60_000
        plan.settings.shardCount = random.chance(40) ? 2 : 1
        let base = random.pick([5, 20, 40, 150, 400])
        plan.settings.latency = base...base * random.between(2...4)
        plan.settings.delayedPercent = random.pick([0, 1, 2, 10])
        plan.settings.splitPercent = random.pick([0, 5, 10, 50])
        if random.chance(30) {
            plan.settings.outbox.softBytes = random.between(200...3_000)
            plan.settings.outbox.hardBytes = random.between(40_000...90_000)
            plan.settings.windowBytes = random.between(100...1_500)
        }
        if random.chance(20) {
            plan.settings.pingMilliseconds = random.milliseconds(3...60) * 1_000
        }
        if random.chance(30) {
            plan.settings.hostTimeoutMilliseconds = random.milliseconds(1...300) * 1_000
        }
        if random.chance(30) {
            plan.settings.idleLobbyMilliseconds = random.milliseconds(0...300) * 1_000
        }
    }

    private mutating func drawPeople() {
        let gameCount = random.pick([1, 1, 2, 3])
        var person = 0
        for game in 0..<gameCount {
            plan.settings.games.append(
                Plan.Game(
                    holeCount: random.pick([2, 3, 5, 9, 18]), allowsLateJoin: random.chance(50),
                    hostPlays: random.chance(90)))
            addSeat(game, person, .hosting)
            let host = person
            for _ in 0..<random.between(1...4) {
                person += 1
                addSeat(
                    game, person,
                    random.pick([
                        .code, .code, .code, .invitation, .invitation, .watching,
                        .watchingInvited,
                    ]))
            }
            if random.chance(20) { addSeat(game, random.between(host...person), .secondDevice) }
            if random.chance(10) {
                person += 1
                addSeat(game, person, .wrongCode)
            }
            person += 1
        }
    }

    private mutating func addSeat(_ game: Int, _ person: Int, _ way: Plan.Seat.Way) {
        let isWrong = random.chance(30)
        plan.settings.apps.append(
            Plan.Seat(
                game: game, person: person, way: way,
                clockAhead: isWrong ? Int64(random.between(-48...48)) * 1_800_000 : 0,
                driftPartsPerMillion: Int64(random.pick([0, 0, 50, -50, 2_000, -2_000])),
                startsOffline: random.chance(25)))
    }

    private mutating func add(_ time: UInt64, _ action: Action) {
        plan.actions.append(PlannedAction(time: time, action: action))
    }

    private mutating func time() -> UInt64 {
        random.milliseconds(0...Int(plan.settings.milliseconds))
    }
}

/// The game as people play it.
extension PlanGenerator {
    private mutating func drawPlay() {
        let end = plan.settings.milliseconds
        for (app, seat) in plan.settings.apps.enumerated() {
            let isLate = random.chance(20)
            let opens: UInt64 =
                seat.way == .hosting
                ? random.milliseconds(0...5_000)
                : random.milliseconds(1_000...(isLate ? Int(end) : 60_000))
            add(opens, .open(app: app))
            if random.chance(15) { add(time(), .rejoin(app: app)) }
        }
        drawStages()
        let pace = random.pick([10, 30, 60, 120])
        let editCount = min(600, max(8, Int(end / 60_000) * pace / 30 * plan.settings.games.count))
        for _ in 0..<editCount { drawEdit() }
    }

    /// The hosts start, and later may go on to rounds, end and lock.
    private mutating func drawStages() {
        let end = plan.settings.milliseconds
        for (app, seat) in plan.settings.apps.enumerated() where seat.way == .hosting {
            add(random.milliseconds(5_000...120_000), edit(app, .nextStage(0)))
            for _ in 0..<random.pick([0, 0, 1, 2, 4, 6]) {
                add(
                    random.milliseconds(Int(end / 4)...Int(end)),
                    edit(app, .nextStage(random.between(0...2))))
            }
        }
    }

    /// Some hosts delete the game, and most of these think better of it.
    private mutating func drawDeletions() {
        let end = plan.settings.milliseconds
        for (app, seat) in plan.settings.apps.enumerated() where seat.way == .hosting {
            guard random.chance(10) else { continue }
            let deletion = random.milliseconds(Int(end / 4)...Int(end))
            add(deletion, edit(app, .delete))
            guard random.chance(70) else { continue }
            add(random.milliseconds(Int(deletion)...Int(end)), edit(app, .delete))
        }
    }

    /// Some hosts exchange the course while people come in, some of them when the game has begun.
    private mutating func drawExchanges() {
        for (app, seat) in plan.settings.apps.enumerated()
        where [.hosting, .secondDevice].contains(seat.way) && random.chance(40) {
            for _ in 0..<random.between(1...3) {
                let time = random.milliseconds(5_000...120_000)
                let exchange = Action.Edit.exchange(random.below(1_000))
                add(time, edit(app, exchange, hesitation: random.milliseconds(0...5_000)))
                guard random.chance(50) else { continue }
                let par = Action.Edit.par(
                    holePick: random.below(18), Int64(random.between(2...6)))
                add(time + random.milliseconds(0...10_000), edit(app, par))
            }
        }
    }

    /// In some games it changes how many people must have entered a score, and what else is played
    /// with the scores, mostly while phones are away.
    private mutating func drawTrust() {
        let end = plan.settings.milliseconds
        for (app, seat) in plan.settings.apps.enumerated()
        where [.hosting, .secondDevice].contains(seat.way) && random.chance(40) {
            for _ in 0..<random.between(1...4) {
                let time = random.milliseconds(5_000...Int(end))
                let trust = Action.Edit.trust(need: UInt8(random.pick([0, 1, 1, 2, 3])))
                add(time, edit(app, trust, hesitation: random.milliseconds(0...5_000)))
                add(time + random.milliseconds(0...10_000), edit(app, .game(random.below(1_000))))
            }
        }
    }

    /// In some games people note more than scores, and sign their cards.
    private mutating func drawFacts() {
        let end = plan.settings.milliseconds
        guard random.chance(40) else { return }
        // A card of that size comes through lines that are as quick as a server asks for.
        let secondsAway = Double(plan.settings.latency.upperBound) * 3 / 1_000
        plan.settings.windowBytes = max(plan.settings.windowBytes, Int(256 * secondsAway))
        for app in plan.settings.apps.indices {
            for _ in 0..<random.between(1...6) {
                let time = random.milliseconds(5_000...Int(end))
                let hesitation = random.milliseconds(0...5_000)
                let player = random.below(8)
                let fact = Action.Edit.fact(
                    playerPick: player, holePick: random.below(18), pick: random.below(1_000))
                add(time, edit(app, fact, hesitation: hesitation))
                let sign = Action.Edit.sign(playerPick: player)
                add(time + random.milliseconds(0...60_000), edit(app, sign, hesitation: hesitation))
            }
        }
    }

    /// In some runs people have accounts, are signed out on devices, sign in again, and are erased.
    /// Most of that happens around a copy that is put back later.
    private mutating func drawAccounts() {
        let kinds = faultKinds ?? .all
        guard random.chance(Self.accountsPercent), kinds.contains(.accounts) else { return }
        let end = plan.settings.milliseconds
        for app in plan.settings.apps.indices where random.chance(70) {
            let signsUp = random.milliseconds(20_000...Int(end / 2))
            add(signsUp, .signUp(app: app))
            for _ in 0..<random.between(1...4) {
                let time = random.milliseconds(Int(signsUp)...Int(end))
                add(time, random.chance(50) ? .signIn(app: app) : signOut(app))
            }
            guard random.chance(20) else { continue }
            let erased = random.milliseconds(Int(end / 2)...Int(end))
            add(erased, .eraseAccount(app: app, diesAfter: diesAfter(6)))
        }
        guard kinds.contains(.restores), random.chance(30) else { return }
        let copied = random.milliseconds(0...Int(end / 2))
        add(copied, .copyStore)
        add(
            random.milliseconds(Int(copied)...Int(end)),
            .restoreStore(
                isNoticed: true, milliseconds: random.milliseconds(0...60) * 1_000))
    }

    private static var accountsPercent: Int { 25 }

    private mutating func signOut(_ app: Int) -> Action {
        .signOut(app: app, diesAfter: diesAfter(4))
    }

    private mutating func diesAfter(_ stepCount: Int) -> Int? {
        random.chance(25) ? random.between(1...stepCount) : nil
    }

    private func edit(_ app: Int, _ edit: Action.Edit, hesitation: UInt64 = 0) -> Action {
        .edit(app: app, edit, hesitation: hesitation)
    }

    /// Mostly scores, mostly in the same few cells. Two people often write to the same cell in
    /// the same moment.
    private mutating func drawEdit() {
        let app = random.below(plan.settings.apps.count)
        let time = time()
        let drawn = drawnEdit()
        let hesitation = random.chance(60) ? random.milliseconds(0...20_000) : 0
        add(time, edit(app, drawn, hesitation: hesitation))
        guard case .score = drawn, random.chance(30) else { return }
        let other = random.below(plan.settings.apps.count)
        let later = time + random.milliseconds(0...3_000)
        var rival = drawn
        if case .score(let player, let hole, _, _) = drawn {
            rival = .score(
                playerPick: player, holePick: hole, throwCount: Int64(random.between(1...9)),
                confirms: random.chance(10))
        }
        add(later, edit(other, rival, hesitation: random.milliseconds(0...5_000)))
    }

    private mutating func drawnEdit() -> Action.Edit {
        let player = random.chance(60) ? 0 : random.below(8)
        let hole = random.chance(40) ? 0 : random.below(18)
        switch random.below(100) {
        case ..<66:
            return .score(
                playerPick: player, holePick: hole,
                throwCount: random.chance(8) ? nil : Int64(random.between(1...9)),
                confirms: random.chance(10))
        case ..<70:
            return .oldScore(
                playerPick: player, holePick: hole, throwCount: Int64(random.between(1...9)))
        case ..<74: return .undo
        case ..<78: return .name(playerPick: player, random.below(1_000))
        case ..<80: return .tee(playerPick: player, random.below(1_000))
        case ..<81: return .placePlayer(playerPick: player, beforePick: random.below(8))
        case ..<82: return .par(holePick: hole, Int64(random.between(2...6)))
        case ..<83: return .course(random.below(1_000))
        case ..<86: return .addGuest(random.below(1_000))
        case ..<87: return .removePlayer(playerPick: random.below(8))
        case ..<88: return .kick(memberPick: random.below(8))
        case ..<90: return .passHost(memberPick: random.below(8))
        case ..<92: return .appoint(memberPick: random.below(8))
        case ..<93: return .lateJoin
        case ..<96: return .settle(pick: random.below(8), applies: random.chance(60))
        case ..<97: return .admit
        case ..<98: return .claim(playerPick: random.below(8))
        case ..<99: return .leave
        default: return .nextStage(random.between(0...2))
        }
    }
}

/// Which kinds of faults a run may have.
package struct FaultKinds: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let network = FaultKinds(rawValue: 1)
    package static let phones = FaultKinds(rawValue: 2)
    package static let journals = FaultKinds(rawValue: 4)
    package static let clocks = FaultKinds(rawValue: 8)
    package static let server = FaultKinds(rawValue: 16)
    package static let commits = FaultKinds(rawValue: 32)
    package static let restores = FaultKinds(rawValue: 64)
    package static let blindRestores = FaultKinds(rawValue: 128)
    package static let peers = FaultKinds(rawValue: 256)
    package static let accounts = FaultKinds(rawValue: 512)
    package static let all = FaultKinds(rawValue: 1_023)
    /// A fault of the simulated disk that must be noticed; for tests of the simulator.
    package static let planted = FaultKinds(rawValue: 1_024)
}

extension PlanGenerator {
    private mutating func drawFaults() {
        let kinds = faultKinds ?? .all
        let mood: [(FaultKinds, (inout PlanGenerator) -> Action)] = [
            (.network, { $0.networkFault() }), (.network, { $0.networkFault() }),
            (.phones, { $0.phoneFault() }), (.journals, { $0.journalFault() }),
            (.clocks, { $0.clockFault() }), (.server, { $0.serverFault() }),
            (.commits, { $0.commitFault() }), (.peers, { $0.peerFault() }),
        ]
        for (kind, draw) in mood {
            let isWanted = random.chance(60)
            let count = random.pick([1, 3, 8, 20])
            guard isWanted, kinds.contains(kind) else { continue }
            for _ in 0..<count {
                let action = draw(&self)
                add(time(), action)
            }
        }
        drawRestores(kinds)
        if kinds.contains(.planted) { add(plan.settings.milliseconds / 2, .loseSyncedEvents) }
    }

    private mutating func app() -> Int { random.below(plan.settings.apps.count) }

    private mutating func direction() -> Action.Direction { random.pick([.up, .down, .both]) }

    private mutating func networkFault() -> Action {
        switch random.below(6) {
        case 0, 1:
            .loseNetwork(
                app: app(), milliseconds: random.milliseconds(1...1_200) * 1_000,
                isNoticed: random.chance(50))
        case 2: .reset(app: app())
        case 3:
            .stall(app: app(), direction(), milliseconds: random.milliseconds(100...60_000))
        case 4: .cut(app: app(), direction())
        default: .readSlowly(app: app(), milliseconds: random.milliseconds(1...300) * 1_000)
        }
    }

    private mutating func peerFault() -> Action {
        let count = random.between(1...5)
        switch random.below(4) {
        case 0: return .leaveOutOps(app: app(), count: count)
        case 1: return .repeatOps(app: app(), count: count)
        case 2: return .hearEventsTwice(app: app(), count: count)
        default: return .missEvents(app: app(), count: 1)
        }
    }

    private mutating func phoneFault() -> Action {
        random.chance(50)
            ? .kill(
                app: app(), milliseconds: random.milliseconds(0...600) * 1_000,
                losesPower: random.chance(50))
            : .suspend(app: app(), milliseconds: random.milliseconds(1...4_000) * 1_000)
    }

    private mutating func journalFault() -> Action {
        switch random.below(6) {
        case 0: return .copyJournal(app: app())
        case 1, 2:
            let app = app()
            let saved = random.milliseconds(0...Int(plan.settings.milliseconds))
            add(saved, .saveJournal(app: app))
            return .rollBackJournal(app: app)
        case 3: return .tearJournal(app: app())
        default: return .fillPhone(app: app())
        }
    }

    private mutating func clockFault() -> Action {
        let hours = Int64(random.between(-30...30)) * 3_600_000
        let by = random.chance(50) ? hours : Int64(random.between(-20_000...20_000))
        return random.chance(60) ? .jumpPhoneClock(app: app(), by: by) : .jumpServerClock(by: by)
    }

    private mutating func serverFault() -> Action {
        let milliseconds = random.milliseconds(0...60) * 1_000
        return random.chance(70)
            ? .killServer(milliseconds: milliseconds) : .stopServer(milliseconds: milliseconds)
    }

    private mutating func commitFault() -> Action {
        switch random.below(6) {
        case 0, 1, 2: .failCommits(count: random.between(1...3), lands: random.chance(50))
        case 3: .fillDisk(milliseconds: random.milliseconds(1...120) * 1_000)
        case 4: .loseDisk(milliseconds: random.milliseconds(1...60) * 1_000)
        default: .slowDisk(milliseconds: random.milliseconds(1...300) * 1_000)
        }
    }

    private mutating func drawRestores(_ kinds: FaultKinds) {
        let isNoticed = kinds.contains(.restores) && random.chance(15)
        let isBlind = kinds.contains(.blindRestores) && random.chance(15)
        guard isNoticed || isBlind else { return }
        for _ in 0..<random.between(1...2) {
            let copied = time()
            add(copied, .copyStore)
            let restored = random.milliseconds(Int(copied)...Int(plan.settings.milliseconds))
            let outage = random.milliseconds(0...120) * 1_000
            let notices = isNoticed && (!isBlind || random.chance(50))
            add(restored, .restoreStore(isNoticed: notices, milliseconds: outage))
        }
    }
}
