import Documents
import Host
import Log
import Structures
import SyncClient
import SyncServer
import Wire

/// The second phase: everything works again, and everything must find its place.
extension World {
    static var healingMillisecondsMax: UInt64 { 30 * 60_000 }
    static var roundMilliseconds: UInt64 { 10_000 }
    /// Less than the server lets pass between two announcements.
    static var leaveMilliseconds: UInt64 { 300 }

    /// Runs the whole plan.
    func runAll() {
        run(until: settings.milliseconds)
        guard violation == nil else { return }
        heal()
        settleDown()
        guard violation == nil else { return }
        checkEnd()
        checkWithFreshEyes()
        leaveHalf()
        leaveAll()
        for lobby in store.lobbies.map(\.lobby) where oracle.histories[lobby] != nil {
            statistics.lobbyMilliseconds += now
        }
    }

    private func heal() {
        isHealed = true
        note("all faults are over")
        store.failures = []
        (store.fullUntil, store.lostUntil, store.slowUntil) = (0, 0, 0)
        if !isServerUp { startServer() }
        for app in apps {
            app.device.offlineUntil = 0
            app.device.suspendedUntil = 0
            app.journal.isFull = false
        }
        for app in apps {
            if app.core == nil { app.reopen() } else { reopenIfBroken(app) }
            app.currentLink?.slowUntil = 0
            app.resume()
            app.connect()
        }
        signInAgain()
        eraseNames()
    }

    /// Until all queues are empty, everyone sees the same, and whoever has stopped has a reason.
    private func settleDown() {
        let end = now + Self.healingMillisecondsMax
        var roundsSettled = 0
        while violation == nil, now < end {
            run(until: now + Self.roundMilliseconds)
            roundsSettled = isSettled ? roundsSettled + 1 : 0
            // What was sent in the first such round has arrived after the next.
            if roundsSettled == 2 { return }
            for app in apps { startAgainIfStopped(app) }
        }
        guard violation == nil, let app = apps.first(where: { !isSettled($0) }) else { return }
        violate(
            .queueStuck,
            "\(app) has \(app.core?.pendingCount ?? 0) ops left, "
                + "\(app.core.map { "\($0.connectionState)" } ?? "not running"), position "
                + "\(app.known), the log ends with "
                + "\(oracle.histories[app.game.lobby]?.seq ?? 0)")
    }

    private var isSettled: Bool { apps.allSatisfy(isSettled) && isServerUp }

    private func isSettled(_ app: App<Kind>) -> Bool {
        guard let core = app.core else { return true }
        guard let history = oracle.histories[app.game.lobby] else { return isHopeless(app) }
        switch core.connectionState {
        case .live:
            let position = core.position
            return core.pendingCount == 0 && position.epoch == history.epoch
                && position.seq == history.seq && app.currentLink?.isServerEndOpen == true
        case .stopped(let reason):
            if isFinal(reason, for: app) { return true }
            // A second tab doesn't hear what a server has lost before it is looked at again, nor
            // does who is out of the game.
            let isReplaced = reason == .closed(code: SyncCloseCode.replaced) || isReplaced(reason)
            let isOutdated = isReplaced && !core.ops.isEmpty && core.position.epoch != history.epoch
            let isOut = reason == .kicked || reason == .left
            let last = core.ops.last { core.refusal(of: $0.number) == nil }?.number ?? 0
            let isLost = isOut && history.lastNumbers[core.replica.tag] ?? 0 < last
            return core.pendingCount == 0 && !isOutdated && !isLost
        case .offline, .connecting, .waiting: return false
        }
    }

    /// Nobody is left who could create the game.
    private func isHopeless(_ app: App<Kind>) -> Bool {
        !apps.contains { other in
            guard other.seat.game == app.seat.game, mayAct(other), let core = other.core,
                let first = core.op(1), Kind.isCreation(first.command)
            else { return false }
            return UInt64(core.ops.count) == core.lastNumber
        }
    }

    /// Whether nothing helps against it: the person isn't let in.
    private func isFinal(_ reason: StopReason, for app: App<Kind>) -> Bool {
        switch reason {
        case .signedOut: !mayAct(app)
        case .kicked, .left, .closed: false
        case .refused(let notice):
            notice.number >= 200 && notice.number != Refusal.replicaTaken.rawValue
        }
    }

    private func isReplaced(_ reason: StopReason) -> Bool {
        guard case .refused(let notice) = reason else { return false }
        return notice.number == SessionError.replaced.rawValue
    }

    private func startAgainIfStopped(_ app: App<Kind>) {
        guard case .stopped? = app.core?.connectionState, !isSettled(app) else { return }
        app.connect()
    }
}

/// What must hold at the end.
extension World {
    private func checkEnd() {
        for app in apps { checkReplica(app) }
        checkPresence()
        checkAccounts()
        for app in apps { checkJournal(app) }
    }

    private func checkReplica(_ app: App<Kind>) {
        guard let core = app.core, case .live = core.connectionState,
            let document = core.confirmed, let history = oracle.histories[document.id],
            let whole = history.document
        else { return }
        app.checkCompanion(whole)
        oracle.checkErased(whole, seenBy: "the log", in: self)
        oracle.checkErased(document, seenBy: "\(app)", in: self)
        let expected = core.watches ? whole.forSpectators : whole
        if document.bytes != expected.bytes {
            violate(.replicasDiffer, "\(app) sees something else than the log has")
        }
        if let shown = core.shown, shown.bytes != expected.bytes {
            violate(.replicasDiffer, "\(app) shows something on top, though nothing waits")
        }
        let bounds = whole.bounds(after: nil, replicaCount: history.lastNumbers.count)
        for bound in bounds { oracle.check(bound, self) }
    }

    /// Everyone who is live has been told who is here, and of a countdown exactly if the host is
    /// away. A countdown may end at any moment, and what tells of it is on its way then: only what
    /// is still wrong after another round was lost or is stale. Somebody who was refused on a new
    /// connection counts as here by their old one, until its silence has told that it is dead.
    private func checkPresence() {
        if misinformed() != nil { run(until: now + Self.roundMilliseconds) }
        if misinformed() != nil { run(until: now + silenceMilliseconds + Self.roundMilliseconds) }
        if let text = misinformed() { violate(.presence, text) }
    }

    /// After so long a server hangs up on a phone that says nothing.
    private var silenceMilliseconds: UInt64 {
        settings.pingMilliseconds + ServerConfiguration(secret: []).pongMilliseconds
    }

    /// Who has been told something wrong of who is here, and what; nil if nobody has.
    private func misinformed() -> String? {
        for (number, game) in games.enumerated() {
            guard let document = oracle.histories[game.lobby]?.document else { continue }
            let live = apps.filter { app in
                guard app.seat.game == number, case .live? = app.core?.connectionState else {
                    return false
                }
                return true
            }
            let members = live.filter { $0.core?.watches == false }.compactMap { app in
                document.number(of: app.device.person.id)
            }
            let here = Set(members).sorted()
            let spectatorCount = live.count { $0.core?.watches == true }
            let knocking = live.filter { $0.core?.isKnocking == true }
                .compactMap { $0.core?.credentials.person }
            let isHostAwaited = document.awaitsHost(present: here)
            for app in live {
                let presence = app.core?.shownPresence
                let waitsForHost = presence?.hostPassesInMilliseconds != nil
                if presence?.members != here || presence?.spectatorCount != spectatorCount
                    || waitsForHost != isHostAwaited
                    || Set((presence?.knocks ?? []).map(\.person)) != Set(knocking)
                {
                    let seen = presence.map { "\($0)" } ?? "nothing"
                    return "\(app) sees \(seen), but there are "
                        + "\(here), \(spectatorCount), \(knocking.count) knock, and the host is "
                        + (isHostAwaited ? "awaited" : "not awaited")
                }
            }
        }
        return nil
    }

    /// Everything that anybody typed is in the log, or was refused, or is lost for a reason that
    /// nobody can help: no journal holds it any more.
    private func checkAccounts() {
        var isAccounted = [Bool](repeating: false, count: oracle.typed.count)
        var isHeld = isAccounted
        for lobby in store.lobbies { noteLogged(lobby, &isAccounted) }
        for app in apps { noteJournal(app, &isHeld, &isAccounted) }
        for place in oracle.namesErased { isAccounted[place] = true }
        for (place, typed) in oracle.typed.enumerated() where !isAccounted[place] {
            // Nobody could create the game again that the server has lost.
            guard oracle.histories[games[typed.game].lobby] != nil else { continue }
            guard !isHeld[place] else {
                let what =
                    typed.isRefused ? "nobody was told of the refusal of" : "nothing became of"
                violate(.accounted, "\(what) \(typed)")
                continue
            }
            if typed.isRefused { continue }
            guard typed.acknowledgedAt != nil else { continue }
            if let restored = oracle.lastRestoreAt, let landed = typed.landedAt,
                restored >= landed
            {
                statistics.count("entries lost with a server's disk and their journal")
                note("lost with the server's disk and its journal: \(typed)")
                continue
            }
            violate(.acknowledgedLost, "nothing became of \(typed)")
        }
    }

    private func noteLogged(_ stored: StoredLobby?, _ isAccounted: inout [Bool]) {
        for record in stored?.records ?? [] {
            guard let event = try? LogCoding<Kind>.event(record), let origin = event.origin else {
                continue
            }
            for place in oracle.places(origin.replica, origin.number)
            where Kind.fits(event.change, oracle.typed[place].op.command) {
                isAccounted[place] = true
            }
        }
    }

    private func noteJournal(
        _ app: App<Kind>, _ isHeld: inout [Bool], _ isAccounted: inout [Bool]
    ) {
        guard let core = app.core else { return }
        for (number, op) in core.ops {
            guard let op, let place = oracle.index(of: op) else { continue }
            isHeld[place] = true
            if core.refusal(of: number) != nil { isAccounted[place] = true }
            // Who isn't let in keeps everything, and knows why.
            if isKeptOut(app) { isAccounted[place] = true }
        }
    }

    private func isKeptOut(_ app: App<Kind>) -> Bool {
        guard case .stopped(let reason)? = app.core?.connectionState else { return false }
        return isFinal(reason, for: app)
    }

    /// An app that is opened again shows what it showed.
    private func checkJournal(_ app: App<Kind>) {
        guard let core = app.core, !app.isBroken, app.hasJournal else { return }
        let generator = SeededRandom(seed: 1)
        guard
            let (restored, report) = try? ClientCore<Kind>.restore(
                journal: app.journal.bytes, generator: generator)
        else { return violate(.journal, "\(app) can't open its journal again") }
        if report.damagedLineCount > 0 || report.hasTornEnd {
            violate(.journal, "\(app) has a damaged journal: \(report)")
        }
        if restored.position != core.position || restored.ops.count != core.ops.count
            || restored.acknowledged != core.acknowledged
            || restored.confirmed != core.confirmed
        {
            violate(
                .journal,
                "\(app) knows less when opened again: \(restored.position), "
                    + "\(restored.acknowledged) acknowledged; was \(core.position), "
                    + "\(core.acknowledged)")
        }
    }

    /// Someone who comes now gets a snapshot; it must be what all others got event by event.
    private func checkWithFreshEyes() {
        guard violation == nil else { return }
        let before = apps.count
        var random = SeededRandom(seed: plan.seed, .people, before)
        for game in games.indices {
            // A game that was deleted takes nobody in.
            guard let document = oracle.histories[games[game].lobby]?.document,
                document.deletedAt == nil
            else { continue }
            let seat = Plan.Seat(
                game: game, person: 1_000 + game, way: .watching, clockAhead: 0,
                driftPartsPerMillion: 0, startsOffline: false)
            guard let device = newDevice(seat, using: &random) else { continue }
            let app = App(number: apps.count, seat: seat, device: device, world: self)
            app.companion = Kind.companion()
            apps.append(app)
            open(app)
        }
        // A snapshot takes minutes where the line has a small window.
        let end = now + Self.healingMillisecondsMax
        while violation == nil, now < end, !apps[before...].allSatisfy(isSettled) {
            run(until: now + Self.roundMilliseconds)
        }
        for app in apps[before...] {
            guard let core = app.core, let expected = oracle.histories[app.game.lobby]?.document
            else { continue }
            app.checkCompanion(expected)
            if app.companion?.showsSomething == false {
                violate(.versionOne, "an old client sees nothing")
            }
            if core.confirmed?.bytes != expected.forSpectators.bytes {
                violate(.snapshotDiffers, "a newcomer sees something else than the log has")
            }
        }
    }

    /// The device of somebody new; of somebody who is there, where nobody else is let in. Nil if
    /// these have all been signed out.
    private func newDevice(_ seat: Plan.Seat, using random: inout SeededRandom) -> Device? {
        guard !Kind.isShared else { return Device(seat, person: Person(using: &random)) }
        guard let other = apps.first(where: { $0.seat.game == seat.game && mayAct($0) }) else {
            return nil
        }
        let device = Device(seat, person: other.device.person)
        device.account = other.device.account
        return device
    }

    /// Some go, one shortly after the other; those who stay hear who is left.
    private func leaveHalf() {
        guard violation == nil else { return }
        for app in apps where app.number % 2 == 0 {
            app.stop()
            app.core = nil
            run(until: now + Self.leaveMilliseconds)
        }
        run(until: now + 2 * Self.roundMilliseconds)
        guard violation == nil else { return }
        checkPresence()
    }

    /// When everyone has gone, the server's tables are empty.
    private func leaveAll() {
        guard violation == nil else { return }
        for app in apps {
            app.stop()
            app.core = nil
        }
        let timeouts =
            settings.idleLobbyMilliseconds + settings.hostTimeoutMilliseconds
            + 2 * settings.pingMilliseconds
        run(until: now + timeouts + 120_000)
        for shard in shards {
            let counts = (
                shard.host.server.sessionCount, shard.host.server.lobbyCount,
                shard.transport.connectionCount
            )
            if counts != (0, 0, 0) {
                violate(
                    .leak,
                    "\(counts.0) sessions, \(counts.1) lobbies, \(counts.2) connections are left")
            }
            if shard.host.server.timerCount > 0 {
                violate(.leak, "\(shard.host.server.timerCount) timers are left")
            }
        }
    }
}

extension WireDocument {
    /// As a snapshot has it; equal if nobody can tell the two apart.
    fileprivate var bytes: [UInt8] {
        ServerMessage<Self>.snapshot(self, proof: PositionProof(hash: 0, seal: 0)).encode()
    }
}
