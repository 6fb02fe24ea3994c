import Lobby
import Structures
import SyncServer

/// The server's process: loops that turn, as `folfd` does it.
extension World {
    static let secret = [UInt8](repeating: 7, count: 32)
    static let drainMilliseconds: Int64 = 1_000
    static let stopMillisecondsMax: UInt64 = 5_000

    func startServer() {
        life += 1
        isServerUp = true
        joinGuard = JoinGuard(now: serverTime.monotonicMilliseconds)
        var configuration = ServerConfiguration(secret: Self.secret)
        configuration.shardCount = settings.shardCount
        configuration.pingMilliseconds = settings.pingMilliseconds
        configuration.hostTimeoutMilliseconds = settings.hostTimeoutMilliseconds
        configuration.idleLobbyMilliseconds = settings.idleLobbyMilliseconds
        shards = (0..<settings.shardCount).map { shard in
            configuration.shard = shard
            let random = SeededRandom(seed: plan.seed, .server, life << 8 | shard)
            return Shard(SyncServer(configuration: configuration, random: random))
        }
        for shard in shards.indices { wake(shard, at: now) }
        note("the server starts")
    }

    /// The process is gone, and with it all memory and connections.
    func killServer() {
        guard isServerUp else { return }
        note("the server is killed")
        isServerUp = false
        for shard in shards {
            for id in shard.links.ids { abandon(shard.links[id]) }
            for case .handedOver(let link, _) in shard.inputs { abandon(link) }
        }
        shards = []
        store.forgetRequests()
    }

    /// What the other end sees of a dead process: mostly an end or a reset, sometimes nothing.
    private func abandon(_ link: Link) {
        guard link.serverEnd != .gone else { return }
        link.serverEnd = .gone
        link.session = nil
        switch link.random.below(10) {
        case ..<5: sendDown(.end, on: link)
        case ..<9: tear(link)
        default: link.down.cut()
        }
    }

    /// Tells the loop something; it wakes up soon.
    func post(_ input: Input, to shard: Int) {
        guard isServerUp else { return }
        shards[shard].inputs.append(input)
        wake(shard, at: now + (store.random.chance(20) ? store.random.milliseconds(0...5) : 0))
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
        let time = serverTime
        let inputs = shard.inputs
        shard.inputs = []
        // The event loop reports first, then come the sockets, and last the mail.
        for kind in Input.Kind.allCases {
            for input in inputs where input.kind == kind { handle(input, shard, time) }
        }
        shard.server.tick(now: time)
        shard.server.endTurn(now: time)
        for effect in shard.server.takeEffects() { carryOut(effect, shard, number) }
        let dirty = shard.dirty
        shard.dirty = []
        for link in dirty { flush(link) }
        checkBounds(of: shard, dirty)
        stopIfDone(shard)
        guard isServerUp, let sleep = shard.server.millisecondsUntilNext(now: time) else { return }
        wake(number, at: now + UInt64(max(1, sleep)))
    }

    private func handle(_ input: Input, _ shard: Shard, _ time: ServerTime) {
        switch input {
        case .opened(let link):
            guard let id = link.session else { return }
            shard.server.opened(id, from: link.owner.device.network, now: time)
        case .readable(let link): receive(link, shard, time)
        case .drained(let link):
            guard link.serverEnd == .open, let id = link.session else { return }
            link.isLagging = false
            link.isDrainReported = false
            statistics.count("slow reader caught up")
            shard.server.drained(id, now: time)
        case .broken(let link):
            guard let id = link.session, shard.links.remove(id) != nil else { return }
            link.session = nil
            shard.server.closed(id, now: time)
        case .committed(let ticket): shard.server.committed(ticket, now: time)
        case .failed(let ticket, let isFull):
            shard.server.failed(ticket, isFull: isFull, now: time)
        case .loaded(let lobby, let answer): shard.server.loaded(lobby, answer, now: time)
        case .history(let answer, let id): shard.server.history(answer, for: id, now: time)
        case .found(let answer, let id): shard.server.found(answer, for: id, now: time)
        case .reserved(let codes): shard.server.reserved(codes)
        case .handedOver(let link, let handover): attach(link, handover, shard, time)
        case .drain:
            shard.stopsAt = now + Self.stopMillisecondsMax
            shard.server.drain(milliseconds: Self.drainMilliseconds, now: time)
        }
    }

    private func receive(_ link: Link, _ shard: Shard, _ time: ServerTime) {
        guard let id = link.session, let content = read(link) else { return }
        switch content {
        case .bytes(let bytes):
            guard link.serverEnd == .open else { return }
            shard.server.received(bytes.span, from: id, now: time)
        case .end, .reset:
            let wasOpen = link.serverEnd == .open
            if case .end = content, link.serverEnd == .flushing { return }
            link.serverEnd = .gone
            link.session = nil
            shard.links.remove(id)
            if wasOpen { shard.server.closed(id, now: time) }
            if case .end = content { sendDown(.end, on: link) }
        }
    }

    private func carryOut(_ effect: Effect, _ shard: Shard, _ number: Int) {
        switch effect {
        case .send(let id, let bytes, let isDroppable):
            guard shard.links.contains(id) else { return }
            let link = shard.links[id]
            oracle.sees(bytes, to: link, in: self)
            send(bytes, to: link, shard, isDroppable: isDroppable)
        case .broadcast(let ids, let bytes):
            guard !ids.isEmpty else { return }
            oracle.sees(bytes, to: nil, in: self)
            for id in ids where shard.links.contains(id) {
                send(bytes, to: shard.links[id], shard, isDroppable: true)
            }
        case .seated: break
        case .close(let id): close(id, shard)
        case .commit(let ticket, let batches): ask(.commit(shard: number, ticket, batches))
        case .load(let lobby): ask(.load(shard: number, lobby))
        case .readHistory(let lobby, let seq, let eventsMax, let id):
            ask(.history(shard: number, lobby, after: seq, eventsMax: eventsMax, id))
        case .find(let code, let id, let network):
            ask(.find(shard: number, code, id, network))
        case .reserveCodes(let count): ask(.reserve(shard: number, count))
        case .handOver(let id, let handover): handOver(id, handover, shard)
        case .report(let report):
            note("the server reports: \(report)")
            if case .lobbyDamaged = report { violate(.storeRefused, "\(report)") }
            if case .historyLost = report { statistics.count("new epoch of the server's making") }
        }
    }

    private func handOver(_ id: SessionID, _ handover: Handover, _ shard: Shard) {
        guard let link = shard.links.remove(id) else { return }
        link.session = nil
        link.shard = handover.shard
        statistics.count("hand-over between shards")
        post(.handedOver(link, handover), to: handover.shard)
    }

    private func attach(
        _ link: Link, _ handover: Handover, _ shard: Shard, _ time: ServerTime
    ) {
        let id = shard.links.insert(link)
        link.session = id
        shard.dirty.append(link)
        link.isReadReported = false
        shard.server.adopt(id, handover, now: time)
        scheduleUp(link)
    }

    private func stopIfDone(_ shard: Shard) {
        guard let stopsAt = shard.stopsAt else { return }
        guard isServerUp, shards.allSatisfy({ isDone($0) || now >= stopsAt }) else { return }
        note("the server has stopped")
        isServerUp = false
        for shard in shards { for id in shard.links.ids { abandon(shard.links[id]) } }
        shards = []
        finishStore()
    }

    private func isDone(_ shard: Shard) -> Bool { shard.server.isQuiet && shard.links.isEmpty }
}

/// What the event loop does for a connection.
extension World {
    private func send(_ bytes: [UInt8], to link: Link, _ shard: Shard, isDroppable: Bool) {
        guard link.serverEnd == .open, !(isDroppable && link.isLagging) else { return }
        statistics.messages += 1
        link.outbox.append(bytes, isDroppable: isDroppable)
        shard.dirty.append(link)
        guard link.outbox.waitingBytes > settings.outbox.softBytes else { return }
        flush(link)
        guard link.isBlocked else { return }
        if link.outbox.waitingBytes > settings.outbox.softBytes { judge(link) }
    }

    private func judge(_ link: Link) {
        if !link.isLagging {
            link.isLagging = true
            let count = link.outbox.dropDroppable()
            statistics.count("slow reader's messages dropped")
            note("\(link.owner) reads slowly: \(count) messages dropped")
        }
        guard link.outbox.waitingBytes > settings.outbox.hardBytes else { return }
        statistics.count("slow reader cut off")
        breakOff(link)
    }

    /// The loop gives the connection up; the server is told.
    private func breakOff(_ link: Link) {
        let wasOpen = link.serverEnd == .open
        link.outbox = ByteOutbox()
        link.deadline = .max
        tear(link)
        guard link.session != nil else { return }
        if wasOpen { return post(.broken(link), to: link.shard) }
        removeAtServer(link)
    }

    private func removeAtServer(_ link: Link) {
        if let id = link.session, isServerUp { shards[link.shard].links.remove(id) }
        link.session = nil
        link.serverEnd = .gone
    }

    private func close(_ id: SessionID, _ shard: Shard) {
        guard shard.links.contains(id) else { return }
        let link = shard.links[id]
        guard link.serverEnd == .open else { return removeAtServer(link) }
        link.serverEnd = .flushing
        setDeadline(link, after: settings.outbox.closingMilliseconds)
        shard.dirty.append(link)
    }

    private func setDeadline(_ link: Link, after milliseconds: UInt64) {
        link.deadline = now + milliseconds
        schedule(.linkDeadline(link), at: link.deadline)
    }

    func lookAtDeadline(of link: Link) {
        guard link.deadline <= now, link.serverEnd != .gone else { return }
        // The system goes on delivering what is behind our end of stream.
        guard link.serverEnd != .lingering else { return removeAtServer(link) }
        statistics.count("silent peer given up")
        breakOff(link)
    }

    /// The phone has read something: there may be room again.
    func makeRoom(_ link: Link) {
        guard link.isBlocked, link.down.unreadBytes <= settings.windowBytes * 2 / 3 else { return }
        link.isBlocked = false
        flush(link)
    }

    /// Writes as much as the system takes.
    func flush(_ link: Link) {
        guard link.serverEnd == .open || link.serverEnd == .flushing, !link.isBlocked else {
            return
        }
        var hasMoved = false
        while link.down.unreadBytes < settings.windowBytes,
            let bytes = link.outbox.take(settings.windowBytes - link.down.unreadBytes)
        {
            sendDown(.bytes(bytes), on: link)
            hasMoved = true
        }
        if link.outbox.isEmpty {
            if link.serverEnd == .flushing { return beginLinger(link) }
            link.deadline = .max
        } else {
            link.isBlocked = true
            let isNew = hasMoved || link.deadline == .max
            if link.serverEnd == .open, isNew {
                setDeadline(link, after: settings.outbox.stallMilliseconds)
            }
        }
        reportIfDrained(link)
    }

    private func beginLinger(_ link: Link) {
        sendDown(.end, on: link)
        guard link.isPhoneEndOpen || !link.up.isEmpty else { return removeAtServer(link) }
        link.serverEnd = .lingering
        setDeadline(link, after: settings.outbox.lingerMilliseconds)
    }

    private func reportIfDrained(_ link: Link) {
        guard link.serverEnd == .open, link.session != nil, link.isLagging,
            !link.isDrainReported, link.outbox.isEmpty
        else { return }
        link.isDrainReported = true
        post(.drained(link), to: link.shard)
    }
}
