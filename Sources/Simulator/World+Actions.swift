import Documents
import Host
import Log
import SyncClient
import SyncServer
import Wire

/// Carries out the plan's actions.
extension World {
    func perform(_ action: Action) {
        if isHealed { return }
        if let fault = action.fault { statistics.count(fault: fault) }
        note("> \(action)")
        switch action {
        case .open(let app): open(apps[app])
        case .edit(let app, let edit, let hesitation): begin(edit, hesitation, on: apps[app])
        case .pause(let app, let milliseconds):
            apps[app].stop()
            after(milliseconds) { [self] in if !isHealed { apps[app].connect() } }
        case .rejoin(let app): rejoin(apps[app])
        case .loseNetwork, .reset, .stall, .cut, .readSlowly: performOnNetwork(action)
        case .leaveOutOps(let app, let count): apps[app].faults.leavesOut += count
        case .repeatOps(let app, let count): apps[app].faults.repeats += count
        case .hearEventsTwice(let app, let count): apps[app].faults.hearsTwice += count
        case .missEvents(let app, let count): apps[app].faults.misses += count
        case .kill, .suspend, .copyJournal, .saveJournal, .rollBackJournal, .tearJournal,
            .fillPhone, .jumpPhoneClock:
            performOnPhone(action)
        case .signUp, .signIn, .signOut, .eraseAccount: performOnAccounts(action)
        default: performOnServer(action)
        }
    }

    // MARK: People

    func open(_ app: App<Kind>) {
        guard app.core == nil else { return }
        guard !app.hasJournal else { return app.reopen() }
        let game = games[app.seat.game]
        let name = "P\(app.number)"
        guard Kind.isShared else { return openOwn(app) }
        switch app.seat.way {
        case .hosting:
            app.begin(
                .create(game.lobby), part: nil, name: name, isOffline: app.seat.startsOffline)
            if app.seat.startsOffline {
                after(app.random.milliseconds(1...600) * 1_000) { [self] in
                    if !isHealed { app.connect() }
                }
            }
        case .invitation:
            app.begin(
                .invitation(game.lobby, invitation(of: app.seat.game)), part: .player, name: name,
                isOffline: false)
        case .watching:
            app.begin(
                .watch(game.lobby, game.beginning.watch), part: .spectator, name: nil,
                isOffline: false)
        case .watchingInvited:
            app.begin(
                .invitation(game.lobby, invitation(of: app.seat.game)), part: .spectator,
                name: nil, isOffline: false)
        case .wrongCode:
            app.begin(.code(JoinCode("ZZZZZZ")), part: .player, name: name, isOffline: false)
        case .code:
            guard let code = code(of: app.seat.game) else { return askLater(app) }
            app.begin(.code(code), part: .player, name: name, isOffline: false)
        case .secondDevice:
            app.begin(.member(game.lobby, ticket: nil), part: nil, name: name, isOffline: false)
        }
    }

    /// A document that nobody shares is begun by whichever device is the first to have signal.
    private func openOwn(_ app: App<Kind>) {
        app.begin(
            .create(app.game.lobby), part: nil, name: nil, isOffline: app.seat.startsOffline)
        guard app.seat.startsOffline else { return }
        after(app.random.milliseconds(1...600) * 1_000) { [self] in
            if !isHealed { app.connect() }
        }
    }

    /// The invitation as somebody in the game would pass it on.
    private func invitation(of game: Int) -> Identifier128 {
        for app in apps where app.seat.game == game {
            if let invitation = app.core?.confirmed?.invitation { return invitation }
        }
        return games[game].beginning.invitation
    }

    /// The code as somebody in the game would read it out.
    private func code(of game: Int) -> JoinCode? {
        for app in apps where app.seat.game == game {
            if let code = app.core?.confirmed?.code { return code }
        }
        return nil
    }

    private func askLater(_ app: App<Kind>) {
        app.asksForCodeCount += 1
        guard app.asksForCodeCount < 40 else { return }
        after(15_000) { [self] in if !isHealed { open(app) } }
    }

    /// Someone who stopped, whatever the reason, asks to play again.
    func rejoin(_ app: App<Kind>) {
        guard app.isAwake, let core = app.core, !app.isBroken else { return }
        if case .stopped = core.connectionState { app.connect() }
    }

    // MARK: The network

    private func performOnNetwork(_ action: Action) {
        switch action {
        case .loseNetwork(let number, let milliseconds, let isNoticed):
            loseNetwork(apps[number], milliseconds, isNoticed: isNoticed)
        case .reset(let number):
            guard let link = apps[number].currentLink else { return }
            tearAtServer(link)
            apps[number].breakConnection()
        case .stall(let number, let direction, let milliseconds):
            guard let link = apps[number].currentLink else { return }
            stall(link, direction, until: now + milliseconds)
        case .cut(let number, let direction):
            guard let link = apps[number].currentLink else { return }
            if direction != .down { link.up.cut() }
            if direction != .up { link.down.cut() }
        case .readSlowly(let number, let milliseconds):
            apps[number].currentLink?.slowUntil = now + milliseconds
        default: break
        }
    }

    private func loseNetwork(_ app: App<Kind>, _ milliseconds: UInt64, isNoticed: Bool) {
        app.device.offlineUntil = now + milliseconds
        if let link = app.currentLink {
            link.up.cut()
            link.down.cut()
        }
        if isNoticed { app.breakConnection() }
        after(milliseconds) { app.wake() }
    }

    /// A reset reaches the server's end.
    private func tearAtServer(_ link: Link<Kind>) {
        link.up.tear(arrival: now + 1)
        scheduleUp(link)
    }

    private func stall(_ link: Link<Kind>, _ direction: Action.Direction, until time: UInt64) {
        if direction != .down { link.up.pause(until: time) }
        if direction != .up { link.down.pause(until: time) }
        after(time - now) { [self] in
            scheduleUp(link)
            scheduleDown(link)
        }
    }

    // MARK: Phones

    private func performOnPhone(_ action: Action) {
        switch action {
        case .kill(let number, let milliseconds, let losesPower):
            kill(apps[number], milliseconds, losesPower: losesPower)
        case .suspend(let number, let milliseconds): suspend(apps[number], milliseconds)
        case .copyJournal(let number): copyJournal(of: apps[number])
        case .saveJournal(let number):
            if apps[number].hasJournal { apps[number].savedJournal = apps[number].journal.bytes }
        case .rollBackJournal(let number): rollBack(apps[number])
        case .tearJournal(let number):
            let app = apps[number]
            guard app.hasJournal else { return }
            app.kill(losesPower: false)
            app.journal.damage(&app.random)
            app.reopen()
        case .fillPhone(let number):
            let app = apps[number]
            guard app.core != nil else { return }
            app.journal.isFull = true
            after(60_000) { [self] in if !isHealed { reopenIfBroken(app) } }
        case .jumpPhoneClock(let number, let by): apps[number].device.wallAhead += by
        default: break
        }
    }

    func reopenIfBroken(_ app: App<Kind>) {
        app.journal.isFull = false
        guard app.isBroken else { return }
        app.kill(losesPower: false)
        app.reopen()
    }

    private func kill(_ app: App<Kind>, _ milliseconds: UInt64, losesPower: Bool) {
        guard app.core != nil else { return }
        // A phone without power takes all its apps along.
        let dying = losesPower ? apps.filter { $0.device === app.device } : [app]
        for app in dying where app.core != nil {
            app.kill(losesPower: losesPower)
            after(milliseconds) { [self] in if !isHealed { app.reopen() } }
        }
    }

    private func suspend(_ app: App<Kind>, _ milliseconds: UInt64) {
        let device = app.device
        device.suspendedUntil = max(device.suspendedUntil, now + milliseconds)
        after(milliseconds) { [self] in
            for app in apps where app.device === device { app.resume() }
        }
    }

    /// A second tab, with the same journal as the first.
    private func copyJournal(of app: App<Kind>) {
        guard app.hasJournal, apps.count < 24 else { return }
        let tab = App(
            number: apps.count, seat: app.seat, device: app.device, world: self, copyOf: app)
        apps.append(tab)
        tab.journal.restore(app.journal.bytes)
        tab.reopen()
    }

    private func rollBack(_ app: App<Kind>) {
        guard let saved = app.savedJournal else { return }
        app.kill(losesPower: false)
        app.journal.restore(saved)
        app.reopen()
    }

    // MARK: Server and disk

    private func performOnServer(_ action: Action) {
        switch action {
        case .killServer(let milliseconds):
            killServer()
            startLater(milliseconds)
        case .stopServer(let milliseconds):
            guard isServerUp else { return }
            drainServer()
            startLater(milliseconds + HostLimits.stopMillisecondsMax + 1_000)
        case .jumpServerClock(let by): serverWallAhead += by
        case .failCommits(let count, let lands):
            store.failures += Array(repeating: lands, count: count)
        case .fillDisk(let milliseconds): store.fullUntil = now + milliseconds
        case .loseDisk(let milliseconds): store.lostUntil = now + milliseconds
        case .slowDisk(let milliseconds): store.slowUntil = now + milliseconds
        case .copyStore: store.copy = (store.image.lobbies, store.accounts)
        case .restoreStore(let isNoticed, let milliseconds):
            restoreStore(isNoticed: isNoticed)
            startLater(milliseconds)
        case .loseSyncedEvents:
            killServer()
            store.loseLastEvents()
            startLater(0)
        default: break
        }
    }

    private func startLater(_ milliseconds: UInt64) {
        after(milliseconds) { [self] in if !isServerUp { startServer() } }
    }

    private func restoreStore(isNoticed: Bool) {
        guard let copy = store.copy else { return }
        killServer()
        (store.image.lobbies, store.accounts) = copy
        if isNoticed {
            for lobby in store.lobbies {
                store.image.lobbies[lobby.lobby]?.epoch = Epoch(store.random.next() | 1)
            }
        }
        oracle.restored(store.image.lobbies, in: self)
    }
}
