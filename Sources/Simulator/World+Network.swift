import Connections
import Structures
import SyncServer
import WebSocket

/// Bytes on their way.
extension World {
    private func latency(_ link: Link<Kind>) -> UInt64 {
        if link.random.chance(settings.delayedPercent), !isHealed {
            statistics.count("late delivery")
            return link.random.milliseconds(200...6_000)
        }
        return link.random.milliseconds(settings.latency)
    }

    /// How many bytes arrive in one piece.
    private func pieceBytes(_ link: Link<Kind>) -> Int {
        link.random.chance(settings.splitPercent) ? 1 + link.random.below(60) : .max
    }

    /// The phone opens a connection.
    func connect(_ app: App<Kind>) -> Link<Kind> {
        linkCount += 1
        let random = SeededRandom(seed: plan.seed, .link, app.number << 16 | app.connectCount)
        let link = Link(number: linkCount, owner: app, random: random)
        let oneWay = latency(link)
        after(oneWay) { [self] in accept(link) }
        link.up.send(.bytes(link.request), arrival: now + 2 * oneWay)
        scheduleUp(link)
        return link
    }

    private func accept(_ link: Link<Kind>) {
        guard !link.up.isCut else { return }
        guard isServerUp else { return tear(link) }
        shards[link.random.below(shards.count)].transport.accept(link)
    }

    func scheduleUp(_ link: Link<Kind>) {
        guard let time = link.up.nextArrival, time != .max, time < link.up.scheduledAt else {
            return
        }
        link.up.scheduledAt = max(time, now)
        schedule(.arrivalAtServer(link), at: time)
    }

    func scheduleDown(_ link: Link<Kind>) {
        guard let time = link.down.nextArrival, time != .max else { return }
        let ready = max(time, link.owner.device.suspendedUntil)
        guard ready < link.down.scheduledAt else { return }
        link.down.scheduledAt = max(ready, now)
        schedule(.arrivalAtPhone(link), at: ready)
    }

    /// The phone's end sends.
    func sendUp(_ bytes: [UInt8], on link: Link<Kind>) {
        guard link.isPhoneEndOpen, !bytes.isEmpty else { return }
        digest(bytes)
        link.up.send(.bytes(bytes), arrival: now + latency(link))
        scheduleUp(link)
    }

    /// The phone's end is closed: in good order, or because the process is gone.
    func endUp(_ link: Link<Kind>, isReset: Bool = false) {
        guard link.isPhoneEndOpen else { return }
        link.isPhoneEndOpen = false
        if isReset {
            link.up.tear(arrival: now + latency(link))
        } else {
            link.up.send(.end, arrival: now + latency(link))
        }
        scheduleUp(link)
    }

    func sendDown(_ content: Pipe.Content, on link: Link<Kind>) {
        link.down.send(content, arrival: now + latency(link))
        scheduleDown(link)
    }

    /// Sees to it that the server's end is looked at by its deadline.
    func remind(_ link: Link<Kind>) {
        guard link.outlet.deadline < .max else { return }
        schedule(.linkDeadline(link), at: link.outlet.deadline)
    }

    /// The server's machine resets the connection.
    func tear(_ link: Link<Kind>) {
        link.serverEnd = .gone
        link.down.tear(arrival: now + latency(link))
        scheduleDown(link)
    }

    func arriveAtServer(_ link: Link<Kind>) {
        guard link.up.scheduledAt == now else { return }
        link.up.scheduledAt = .max
        switch link.serverEnd {
        case .connecting: return
        case .gone:
            // A machine that knows nothing of the connection says so.
            while let content = link.up.take(now: now, bytesMax: .max) {
                if case .bytes = content, link.isPhoneEndOpen { tear(link) }
            }
            scheduleUp(link)
        case .carried:
            guard link.session != nil, !link.isReadReported else { return }
            link.isReadReported = true
            shards[link.loop].transport.arrived(on: link)
        }
    }

    /// One read of the server: what has arrived, or a part of it.
    func read(_ link: Link<Kind>) -> Pipe.Content? {
        link.isReadReported = false
        defer { scheduleUp(link) }
        guard let content = link.up.take(now: now, bytesMax: pieceBytes(link)) else { return nil }
        guard case .bytes(var bytes) = content else { return content }
        if link !== link.owner.currentLink, link.owner.currentLink?.isUpgraded == true {
            statistics.count("an older connection's bytes after a newer one's")
        }
        let readsOn = link.random.chance(50)
        while readsOn, case .bytes(let more)? = link.up.takeBytes(now: now) { bytes += more }
        return .bytes(bytes)
    }

    func arriveAtPhone(_ link: Link<Kind>) {
        guard link.down.scheduledAt == now else { return }
        link.down.scheduledAt = .max
        guard link.owner.device.suspendedUntil <= now else { return scheduleDown(link) }
        let isSlow = link.slowUntil > now
        let bytesMax = isSlow ? 20 + link.random.below(100) : pieceBytes(link)
        guard let content = link.down.take(now: now, bytesMax: bytesMax) else {
            return scheduleDown(link)
        }
        if link.session != nil, link.down.unreadBytes <= settings.windowBytes * 2 / 3 {
            shards[link.loop].transport.makeRoom(for: link)
        }
        if isSlow { link.down.pause(until: now + link.random.milliseconds(200...8_000)) }
        switch content {
        case .bytes(let bytes): receive(bytes, on: link)
        case .end:
            endUp(link)
            loseAtPhone(link)
        case .reset:
            link.isPhoneEndOpen = false
            loseAtPhone(link)
        }
        scheduleDown(link)
    }

    private func receive(_ bytes: [UInt8], on link: Link<Kind>) {
        guard link.isPhoneEndOpen else { return }
        digest(bytes)
        var cursor = 0
        if !link.isUpgraded {
            switch link.parser.receive(bytes.span, cursor: &cursor) {
            case .needMore: return
            case .accepted:
                link.isUpgraded = true
                if link.isWanted { link.owner.connected(on: link) }
            case .failed:
                endUp(link)
                return loseAtPhone(link)
            }
        }
        readFrames(bytes, &cursor, on: link)
        sendUp(link.socket.takeOutput(), on: link)
        if link.socket.isFinished {
            endUp(link)
            loseAtPhone(link)
        }
    }

    private func readFrames(_ bytes: [UInt8], _ cursor: inout Int, on link: Link<Kind>) {
        while cursor < bytes.count, violation == nil {
            switch link.socket.receive(bytes.span, cursor: &cursor) {
            case .text(let text): if link.isWanted { link.owner.hear(text, on: link) }
            case .closed(let code, _): link.closeCode = code?.rawValue
            case .failed(let code):
                violate(.protocolKept, "\(link.owner) can't read the server's frames: \(code)")
            case .binary, .pong, nil: break
            }
        }
    }

    /// The app learns that its connection is over.
    func loseAtPhone(_ link: Link<Kind>) {
        guard link.isWanted else { return }
        link.isWanted = false
        link.owner.lost(link)
    }
}
