import Connections
import Host
import MemoryShell
import SyncServer

/// The server's process: the product's host in each of its loops, woken as `folfd` wakes it.
extension World {
    static var secret: [UInt8] { [UInt8](repeating: 7, count: 32) }

    func startServer() {
        life += 1
        isServerUp = true
        var configuration = ServerConfiguration(secret: Self.secret)
        configuration.shardCount = settings.shardCount
        configuration.pingMilliseconds = settings.pingMilliseconds
        configuration.hostTimeoutMilliseconds = settings.hostTimeoutMilliseconds
        configuration.idleLobbyMilliseconds = settings.idleLobbyMilliseconds
        let doorkeeper = Shared(Doorkeeper(now: serverTime.monotonicMilliseconds))
        configuration.lendDoorkeeper = { doorkeeper.change($0) }
        readAccounts()
        configuration.lendSpeakers = { [speakers] body in speakers.change { body($0) } }
        mail = MemoryMail(loopCount: settings.shardCount)
        shards = (0..<settings.shardCount).map { shard in
            configuration.shard = shard
            let random = SeededRandom(seed: plan.seed, .server, life << 8 | shard)
            let transport = SimulatedTransport(self, loop: shard)
            let host = Host(
                SyncServer<Kind>(configuration: configuration, random: random), on: transport,
                log: SimulatedLog(world: self), worker: PromptWorker(),
                mail: mail, loop: shard)
            return Shard(host, transport)
        }
        for shard in shards.indices { wake(shard, at: now) }
        note("the server starts")
    }

    /// The process is gone, and with it all memory and connections.
    func killServer() {
        guard isServerUp else { return }
        note("the server is killed")
        isServerUp = false
        abandonAll()
        store.forgetRequests()
    }

    /// A clean stop.
    func drainServer() {
        guard isServerUp else { return }
        for shard in shards.indices { mail.post(.drain, to: shard) }
        deliverMail()
    }

    private func abandonAll() {
        for link in shards.flatMap(\.transport.allLinks) { abandon(link) }
        for number in travelling.keys.sorted() { abandon(travelling[number]!) }
        travelling = [:]
        shards = []
    }

    /// What the other end sees of a dead process: mostly an end or a reset, sometimes nothing.
    private func abandon(_ link: Link<Kind>) {
        guard link.serverEnd != .gone else { return }
        link.serverEnd = .gone
        link.session = nil
        switch link.random.below(10) {
        case ..<5: sendDown(.end, on: link)
        case ..<9: tear(link)
        default: link.down.cut()
        }
    }

    /// Something has happened on a loop's connections, or a letter has come.
    func wakeSoon(_ shard: Int) {
        guard isServerUp else { return }
        wake(shard, at: now + (store.random.chance(20) ? store.random.milliseconds(0...5) : 0))
    }

    /// Wakes the loops that have got letters.
    func deliverMail() {
        for shard in shards.indices where mail.hasMail(for: shard) { wakeSoon(shard) }
    }

    private func wake(_ shard: Int, at time: UInt64) {
        guard time < shards[shard].turnAt else { return }
        shards[shard].turnAt = time
        schedule(.turn(shard: shard, life: life), at: time)
    }

    func turn(_ number: Int, _ life: Int) {
        guard isServerUp, life == self.life, shards[number].turnAt == now else { return }
        let shard = shards[number]
        shard.turnAt = .max
        shard.host.turn(with: mail, loop: number, now: serverTime)
        for report in shard.host.takeReports() { hear(report) }
        deliverMail()
        checkBounds(of: shard)
        stopIfDone()
        guard isServerUp, let sleep = shard.host.millisecondsUntilNext(now: serverTime) else {
            return
        }
        wake(number, at: now + UInt64(max(1, sleep)))
    }

    private func hear(_ report: HostReport) {
        guard case .server(let report) = report else { return }
        note("the server reports: \(report)")
        switch report {
        case .lobbyDamaged, .historyDamaged: violate(.storeRefused, "\(report)")
        case .historyLost: statistics.count("new epoch of the server's making")
        case .commitFailed: break
        }
    }

    private func stopIfDone() {
        guard isServerUp, shards.allSatisfy({ $0.host.isDone(now: serverTime) }) else { return }
        note("the server has stopped")
        isServerUp = false
        abandonAll()
        finishStore()
    }
}
