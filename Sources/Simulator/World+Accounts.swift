import Club
import Documents
import Host
import Log
import MemoryShell
import SyncClient
import SyncServer
import Wire

/// Accounts, as the desk beside the loops keeps them: what somebody wants of it is done in steps,
/// and the process may die between any two.
extension World {
    func performOnAccounts(_ action: Action) {
        switch action {
        case .signUp(let number): call(from: apps[number]) { [self] in signUp($0) }
        case .signIn(let number): call(from: apps[number]) { [self] in signIn($0) }
        case .signOut(let app, let diesAfter): signOut(apps[app], diesAfter: diesAfter)
        case .eraseAccount(let app, let diesAfter): erase(apps[app], diesAfter: diesAfter)
        default: break
        }
    }

    /// Whether what somebody wants can be written.
    private var canWriteAccounts: Bool {
        isServerUp && store.fullUntil <= now && store.lostUntil <= now
    }

    /// A question of a phone's, and the answer, each on its way for a while.
    private func call(
        from app: App<Kind>, _ carryOut: @escaping (App<Kind>) -> AccountCredentials?
    ) {
        guard app.isAwake, app.device.offlineUntil <= now else { return }
        after(app.random.milliseconds(settings.latency)) { [self] in
            guard canWriteAccounts, let answer = carryOut(app) else { return }
            after(app.random.milliseconds(settings.latency)) { [self] in
                guard app.device.offlineUntil <= now else { return }
                give(answer, to: app.device)
            }
        }
    }

    private func give(_ account: AccountCredentials, to device: Device) {
        device.account = account
        for app in apps where app.device === device { app.goOn(by: account) }
    }

    /// The device's person becomes an account, or does again after a copy that hadn't known it.
    private func signUp(_ app: App<Kind>) -> AccountCredentials? {
        let (person, token) = (app.device.person, app.device.person.credentials.token)
        let key = DeviceKey(token.person.value)
        let account = person.account ?? AccountID(app.random.identifier())
        guard speakers.ask({ $0.mayClaim(key, by: account) }) else { return nil }
        person.account = account
        store.accounts.links[key] = account
        store.accounts.owners[person.id] = account
        speakers.change {
            $0.link(key: key, to: account)
            $0.claim(person: person.id, by: account)
        }
        statistics.count("sign-ups")
        return credentials(token, of: account)
    }

    /// The device gets a token of its own for the account of its person.
    private func signIn(_ app: App<Kind>) -> AccountCredentials? {
        let person = app.device.person
        guard let account = person.account else { return nil }
        guard store.accounts.owners[person.id] == account else { return signUp(app) }
        let token = Token(high: app.random.identifier(), low: app.random.identifier())
        let key = DeviceKey(token.person.value)
        guard speakers.ask({ $0.mayLink(key, to: account) }) else { return nil }
        store.accounts.links[key] = account
        speakers.change { $0.link(key: key, to: account) }
        statistics.count("sign-ins")
        return credentials(token, of: account)
    }

    private func credentials(_ token: Token, of account: AccountID) -> AccountCredentials {
        let key = DeviceKey(token.person.value)
        let passes = store.accounts.persons(of: account).map { person in
            (person, Identity.pass(for: key, of: account, as: person, secret: Self.secret))
        }
        return AccountCredentials(
            account: account.value, token: token,
            passes: Dictionary(uniqueKeysWithValues: passes))
    }

    /// Somebody's device is signed out from elsewhere, whether it is there or not.
    private func signOut(_ app: App<Kind>, diesAfter stepCount: Int?) {
        let key = app.device.key
        guard canWriteAccounts, let account = store.accounts.links[key] else { return }
        let persons = store.accounts.persons(of: account)
        inSteps(
            diesAfter: stepCount,
            [
                { $0.store.retired.keys.insert(key) },
                { $0.store.accounts.links[key] = nil },
                { $0.speakers.change { $0.retire(key: key) } },
                { $0.recall(persons + [key.person]) },
                { $0.oracle.revoked([key], at: $0.now) },
            ])
    }

    private func erase(_ app: App<Kind>, diesAfter stepCount: Int?) {
        guard canWriteAccounts, let account = app.device.person.account,
            store.accounts.owners[app.device.person.id] == account
        else { return }
        let keys = store.accounts.keys(of: account)
        let persons = store.accounts.persons(of: account)
        inSteps(
            diesAfter: stepCount,
            [
                {
                    $0.store.retired.keys.formUnion(keys)
                    $0.store.retired.persons.formUnion(persons)
                    $0.store.retired.accounts.insert(account)
                },
                { $0.store.accounts.apply($0.store.retired) },
                {
                    $0.speakers.change { speakers in
                        speakers.erase(account: account)
                        for key in keys { speakers.retire(key: key) }
                    }
                },
                { $0.recall(persons + keys.map(\.person)) },
                { $0.oracle.revoked(keys, at: $0.now) },
                { $0.eraseNames() },
            ])
    }

    /// One step after the other, while loops turn in between.
    ///
    /// - Parameter stepCount: how many are done before the process dies; nil: all, unless it dies
    ///   for another reason.
    private func inSteps(diesAfter stepCount: Int?, _ steps: [(World) -> Void]) {
        let life = life
        var time: UInt64 = 0
        for (place, step) in steps.enumerated() {
            after(time) { [self] in
                guard isServerUp, life == self.life else { return }
                step(self)
                guard place + 1 == stepCount else { return }
                killServer()
                after(1_000) { [self] in if !isServerUp { startServer() } }
            }
            time += store.random.milliseconds(0...3)
        }
    }

    private func recall(_ persons: [PersonID]) {
        for shard in shards.indices {
            shards[shard].host.server.recall(persons: Set(persons), now: serverTime)
            wakeSoon(shard)
        }
    }

    /// What a server that starts knows, and goes on with.
    func readAccounts() {
        store.accounts.apply(store.retired)
        speakers.change { $0 = Speakers(store.accounts, store.retired) }
        oracle.revoked(Array(store.retired.keys), at: now)
        if !store.retired.persons.isEmpty { after(100) { [self] in eraseNames() } }
    }
}

/// The names of those who are erased.
extension World {
    /// Takes them out of one game after the other.
    func eraseNames() {
        guard canWriteAccounts else { return }
        for person in store.retired.persons.sorted(by: { $0.value < $1.value }) {
            for stored in store.lobbies {
                let texts = Kind.texts(without: person, in: stored)
                guard !texts.isEmpty else { continue }
                replace(texts, in: stored)
                return after(store.random.milliseconds(0...20)) { [self] in eraseNames() }
            }
        }
    }

    private func replace(_ texts: [Seq: [UInt8]], in stored: StoredLobby) {
        oracle.losesNames(texts, in: stored)
        var changed = stored
        for (seq, text) in texts { changed.records[Int(seq) - 1].texts = text }
        changed.epoch = Epoch(store.random.next() | 1)
        store.image.lobbies[stored.lobby] = changed
        oracle.lostNames(changed)
        statistics.count("games that lose a name")
        note("a name is taken out of \(stored.lobby)")
        let life = life
        after(store.random.milliseconds(0...20)) { [self] in
            guard isServerUp, life == self.life else { return }
            let shard = stored.lobby.shard(of: shards.count)
            shards[shard].host.server.reread(stored.lobby, now: serverTime)
            wakeSoon(shard)
        }
    }
}

/// What is to be expected of who was signed out.
extension World {
    /// Whether the app's device may still act as its person.
    func mayAct(_ app: App<Kind>) -> Bool {
        !store.retired.keys.contains(app.device.key)
            && !store.retired.persons.contains(app.device.person.id)
    }

    /// When all works again, some of those who were signed out sign in again. What they have
    /// entered meanwhile has to arrive then.
    func signInAgain() {
        for app in apps where !mayAct(app) && app.random.chance(60) {
            guard let account = signIn(app) else { continue }
            statistics.count("devices signed in again at the end")
            give(account, to: app.device)
        }
    }
}
