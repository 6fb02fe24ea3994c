import Club
import Documents
import SyncClient
import SyncServer
import WebSocket
import Wire

/// One app with one game: the production client's core in a shell that does as `FolfGame` does.
final class App<Kind: SimulatedKind>: CustomStringConvertible {
    let number: Int
    let seat: Plan.Seat
    let device: Device
    unowned let world: World<Kind>
    var random: SeededRandom
    var journal = SimulatedJournal()
    var savedJournal: [UInt8]?
    /// Nil while the app doesn't run.
    var core: ClientCore<Kind>?
    private var link: Link<Kind>?
    var connectCount = 0
    private var startCount = 0
    private var timerAt = UInt64.max
    /// The journal failed; nothing more is done until the app is opened again.
    private(set) var isBroken = false
    var asksForCodeCount = 0
    var faults = PeerFaults()
    /// Whether it asks to be let in where it comes too late.
    let knocks: Bool
    /// Nil on most phones.
    var companion: (any Companion<Kind>)?

    // For the checks.
    var known = LogPosition.none
    var registeredReplica: ReplicaID?
    var acknowledgedSeen: OpNumber = 0
    private var expectsNoMore = false

    /// - Parameter original: the app whose journal it has; nil: it has its own.
    init(
        number: Int, seat: Plan.Seat, device: Device, world: World<Kind>,
        copyOf original: App<Kind>? = nil
    ) {
        self.number = number
        knocks = original?.knocks ?? (number % 2 == 0)
        self.seat = seat
        self.device = device
        self.world = world
        random = SeededRandom(seed: world.plan.seed, .phone, number)
        if (UInt64(number) &+ world.plan.seed) % 3 == 0 { companion = Kind.companion() }
    }

    var description: String { "app \(number) (game \(seat.game), \(seat.way))" }
    var game: LobbyFacts<Kind> { world.games[seat.game] }
    var now: ClientTime { device.time(world.now) }
    var isAwake: Bool { core != nil && device.suspendedUntil <= world.now }
    var hasJournal: Bool { !journal.bytes.isEmpty }

    private func generator() -> SeededRandom {
        startCount += 1
        return SeededRandom(seed: world.plan.seed, .client, number << 12 | startCount)
    }

    // MARK: Beginning and end

    /// Begins a game on this phone.
    func begin(_ entry: Entry, part: Hello.Part?, name: String?, isOffline: Bool) {
        guard core == nil, !hasJournal else { return }
        let replica = ReplicaID(Identifier128(high: random.next(), low: random.next()))
        let hello = Hello(
            client: "simulator", credentials: device.credentials, replica: replica,
            entry: entry, part: part, name: name, knocks: knocks)
        core = ClientCore<Kind>(hello, generator: generator())
        core?.account = device.account
        world.note("\(self) begins")
        world.oracle.registers(self)
        if seat.way == .hosting || !Kind.isShared && seat.way != .watching {
            edit(game.beginning.command, seen: nil)
        }
        settle()
        if !isOffline { connect() }
    }

    /// Goes on with the journal.
    func reopen() {
        guard core == nil, hasJournal else { return }
        do throws(JournalError) {
            let (restored, report) = try ClientCore<Kind>.restore(
                journal: journal.bytes, generator: generator())
            core = restored
            world.note("\(self) reopens its journal: \(report)")
        } catch {
            world.note("\(self) can't reopen its journal: \(error)")
            journal = SimulatedJournal()
            return
        }
        isBroken = false
        if let account = device.account { core?.signIn(to: account, now: now) }
        known = .none
        acknowledgedSeen = core?.acknowledged ?? 0
        world.oracle.registers(self)
        meetCompanion()
        settle()
        connect()
    }

    func connect() {
        guard !isBroken else { return }
        core?.start(now: now)
        settle()
    }

    /// The phone was signed in.
    func goOn(by account: AccountCredentials) {
        guard !isBroken else { return }
        core?.signIn(to: account, now: now)
        settle()
    }

    func stop() {
        core?.stop(now: now)
        settle()
    }

    func wake() {
        guard isAwake else { return }
        core?.probe(now: now)
        settle()
    }

    /// Lets go of everything, so that the world it lives in can be freed.
    func dismantle() {
        core = nil
        link = nil
    }

    /// The process ends.
    func kill(losesPower: Bool) {
        guard core != nil else { return }
        core = nil
        if let link {
            link.isWanted = false
            if losesPower {
                link.up.cut()
                link.down.cut()
                link.isPhoneEndOpen = false
            } else {
                world.endUp(link, isReset: random.chance(50))
            }
        }
        link = nil
        if losesPower {
            journal.losePower(&random)
            device.reboot(now: world.now)
        }
    }

    // MARK: Edits

    /// - Returns: whether the op is in the journal.
    @discardableResult
    func edit(_ command: Kind.Command, seen: SeenVersion?) -> Bool {
        guard !isBroken, core != nil else { return false }
        do throws(Refusal) {
            guard let number = try core?.edit(command, seen: seen, now: now) else { return false }
            return keep(number)
        } catch {
            world.statistics.count("edits refused by the phone itself")
            return false
        }
    }

    @discardableResult
    func undo() -> Bool {
        guard !isBroken, core != nil else { return false }
        guard let number = try? Kind.undo(&core!, now: now) else { return false }
        return keep(number)
    }

    private func keep(_ number: OpNumber) -> Bool {
        do throws(StorageError) {
            try perform()
        } catch {
            core?.withdraw(number)
            world.note("\(self) can't write op \(number)")
            settle()
            return false
        }
        world.statistics.edits += 1
        world.oracle.typed(number, by: self)
        core?.committed(through: number, now: now)
        settle()
        return true
    }

    // MARK: The core's wishes

    func settle() {
        do throws(StorageError) {
            try perform()
        } catch {
            isBroken = true
            letGo(code: 1001)
            core?.stop(now: now)
            _ = core?.takeEffects()
            world.note("\(self) can't write its journal any more")
        }
        schedule()
        world.observe(self)
        world.checkBounds(of: self)
    }

    private func perform() throws(StorageError) {
        guard core != nil else { return }
        for effect in core?.takeEffects() ?? [] {
            switch effect {
            case .journal(let line, let isDurable):
                try journal.append(line, isDurable: isDurable)
            case .rewriteJournal(let bytes, let isRequired):
                do throws(StorageError) {
                    try journal.replace(with: bytes)
                } catch {
                    if isRequired { throw error }
                }
            case .send(let text): send(text)
            case .disconnect(let code): letGo(code: code)
            case .connect: open()
            case .changed: break
            case .notice(let notice): world.sees(notice, at: self)
            }
        }
    }

    private func schedule() {
        guard let deadline = core?.nextDeadline else { return }
        let moment = max(device.moment(of: deadline), world.now + 1, device.suspendedUntil)
        guard moment < timerAt else { return }
        timerAt = moment
        world.schedule(.appTimer(self), at: moment)
    }

    /// One timer at a time, which may come too early.
    func timerFires() {
        guard timerAt == world.now else { return }
        timerAt = .max
        guard isAwake else {
            if core != nil { schedule() }
            return
        }
        core?.tick(now: now)
        settle()
    }

    /// Continues after a time in which nothing ran.
    func resume() {
        guard isAwake else { return }
        timerAt = .max
        core?.tick(now: now)
        settle()
        wake()
        if let link { world.scheduleDown(link) }
    }
}

/// The connection.
extension App {
    var currentLink: Link<Kind>? { link }

    private func open() {
        if let link { abandon(link) }
        faults.isDisturbed = false
        connectCount += 1
        let count = connectCount
        guard device.offlineUntil <= world.now else {
            link = nil
            return world.after(random.milliseconds(50...3_000)) { [self] in
                failToConnect(count)
            }
        }
        link = world.connect(self)
        world.after(10_000) { [self] in giveUpOpening(count) }
    }

    private func failToConnect(_ count: Int) {
        guard count == connectCount, link == nil, core != nil else { return }
        core?.disconnected(closeCode: nil, now: now)
        settle()
    }

    private func giveUpOpening(_ count: Int) {
        guard count == connectCount, let link, !link.isUpgraded, core != nil else { return }
        abandon(link)
        core?.disconnected(closeCode: nil, now: now)
        settle()
    }

    private func abandon(_ link: Link<Kind>) {
        link.isWanted = false
        world.endUp(link)
        self.link = nil
    }

    func connected(on link: Link<Kind>) {
        guard link === self.link else { return }
        link.replica = core?.replica
        if isInWithoutKnowing { world.statistics.count("first welcomes lost") }
        meetCompanion()
        core?.connected(now: now)
        settle()
    }

    /// Whether the server has let this person in, and the phone has never heard of it.
    private var isInWithoutKnowing: Bool {
        switch core?.identity.entry {
        case .code, .invitation:
            let document = world.oracle.histories[game.lobby]?.document
            return document?.number(of: device.person.id) != nil
        case .create, .member, .watch, nil: return false
        }
    }

    func received(_ text: [UInt8]) {
        world.note("  \(self) ← \(ServerFrame.brief(text, bytesMax: 100))")
        tellCompanion(text)
        core?.received(text, now: now)
        settle()
    }

    func lost(_ link: Link<Kind>) {
        guard link === self.link else { return }
        self.link = nil
        world.note("\(self) loses its connection (\(link.closeCode.map(String.init) ?? "no code"))")
        core?.disconnected(closeCode: link.closeCode, now: now)
        settle()
    }

    /// The connection breaks, and the system tells.
    func breakConnection() {
        guard let link else { return }
        link.isWanted = false
        link.isPhoneEndOpen = false
        self.link = nil
        core?.disconnected(closeCode: nil, now: now)
        settle()
    }

    private func send(_ text: [UInt8]) {
        guard let link, link.isUpgraded else { return }
        let text = faults.sent(text, core, &random)
        noteSent(text, on: link)
        let mask = UInt32(truncatingIfNeeded: link.random.next())
        world.sendUp(WebSocketFrame.clientText(text, mask: mask), on: link)
    }

    private func noteSent(_ text: [UInt8], on link: Link<Kind>) {
        guard world.hasAccounts, let core, let message = try? ClientMessage<Kind>.decode(text)
        else { return }
        switch message {
        case .hello(let hello): link.key = DeviceKey(hello.credentials.token.person.value)
        case .ops(let ops):
            world.oracle.sent(
                ops.map(\.number), by: core.replica.tag, with: link.key, now: world.now)
        case .history, .ping, .bye: break
        }
    }

    private func letGo(code: UInt16) {
        world.sees(closeCode: code, of: self)
        guard let link else { return }
        self.link = nil
        link.isWanted = false
        guard link.isUpgraded else { return world.endUp(link) }
        let code = CloseCode(rawValue: code)
        link.socket.close(code.isSendable ? code : .normal)
        world.sendUp(link.socket.takeOutput(), on: link)
        world.after(2_000) { [world] in world.endUp(link) }
    }
}
