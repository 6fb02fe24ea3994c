import Connections
import Structures
import Wire

/// The connections of one loop on the simulated network. What may wait for a slow reader and how
/// long a peer is waited for is `Outlet`'s to say, as it is for the event loop. The host knows it
/// only as a transport, so what it asks for often is compiled for the usual kind apart.
final class SimulatedTransport<Kind: SimulatedKind>: ServerTransport {
    private unowned let world: World<Kind>
    private let loop: Int
    private var links = SlotTable<Link<Kind>>()
    /// What the loop finds out by itself, which it tells first.
    private var reports: [Report] = []
    /// Connections on which something has come from the network.
    private var ready: [Link<Kind>] = []
    private var received: [UInt8] = []
    /// Links with something to write.
    private var dirty: [Link<Kind>] = []
    private var gather = GatherBuffer()

    private enum Report {
        case drained(Link<Kind>)
        case broken(Link<Kind>)
    }

    init(_ world: World<Kind>, loop: Int) {
        self.world = world
        self.loop = loop
    }

    var connectionCount: Int { links.count }
    var allLinks: [Link<Kind>] { links.ids.map { links[$0] } }

    private var limits: OutboxLimits { world.settings.outbox }

    // MARK: What the network has to say

    /// A phone has connected.
    func accept(_ link: Link<Kind>) {
        link.loop = loop
        link.serverEnd = .carried
        link.session = links.insert(link)
        link.isOpenReported = false
        ready.append(link)
        world.wakeSoon(loop)
    }

    /// Something has arrived, an end perhaps.
    func arrived(on link: Link<Kind>) {
        ready.append(link)
        world.wakeSoon(loop)
    }

    /// The phone has read something: there may be room again.
    func makeRoom(for link: Link<Kind>) {
        guard link.outlet.isBlocked else { return }
        link.outlet.unblocked()
        write(link)
    }

    /// Gives a peer up whose time is over. The host still has to be told of one that is given up.
    func lookAtDeadline(of link: Link<Kind>) {
        guard link.outlet.deadline <= world.now, link.session != nil, !link.outlet.isDead else {
            return
        }
        // The system goes on delivering what is behind our end of stream.
        guard link.outlet.phase != .lingering else { return remove(link) }
        world.statistics.count("silent peer given up")
        cut(link)
    }

    // MARK: What the host asks of it

    @specialized(where Kind == UsualDocument)
    func nextEvent(now: UInt64) -> TransportEvent? {
        while !reports.isEmpty {
            if let event = event(of: reports.removeFirst()) { return event }
        }
        while !ready.isEmpty {
            if let event = look(at: ready.removeFirst()) { return event }
        }
        return nil
    }

    private func event(of report: Report) -> TransportEvent? {
        switch report {
        case .drained(let link):
            guard let id = link.session, link.outlet.isOpen else { return nil }
            link.outlet.endLag()
            world.statistics.count("slow reader caught up")
            return .drained(id)
        case .broken(let link):
            guard let id = link.session, links.remove(id) != nil else { return nil }
            link.session = nil
            return .closed(id, .slowReader)
        }
    }

    private func look(at link: Link<Kind>) -> TransportEvent? {
        guard let id = link.session, !link.outlet.isDead else { return nil }
        guard link.isOpenReported else {
            link.isOpenReported = true
            return .opened(id, link.owner.device.address, .front)
        }
        guard let content = world.read(link) else { return nil }
        let wasOpen = link.outlet.isOpen
        switch content {
        case .bytes(let bytes):
            guard wasOpen else { return nil }
            received = bytes
            return .received(id)
        case .end:
            guard link.outlet.peerEnded() else { return nil }
            remove(link)
            world.sendDown(.end, on: link)
        case .reset: remove(link)
        }
        return wasOpen ? .closed(id, .peer) : nil
    }

    func withReceived(_ body: (Span<UInt8>) -> Void) {
        let received = received
        body(received.span)
    }

    @specialized(where Kind == UsualDocument)
    func send(_ bytes: [UInt8], to id: ConnectionID, droppable: Bool) {
        guard links.contains(id) else { return }
        world.oracle.sees(bytes, to: links[id], in: world)
        queue(bytes, for: links[id], isDroppable: droppable)
    }

    @specialized(where Kind == UsualDocument)
    func broadcast(_ bytes: [UInt8], to ids: [ConnectionID]) {
        guard !ids.isEmpty else { return }
        world.oracle.sees(bytes, to: nil, in: world)
        for id in ids where links.contains(id) {
            queue(bytes, for: links[id], isDroppable: true)
        }
    }

    private func queue(_ bytes: [UInt8], for link: Link<Kind>, isDroppable: Bool) {
        let intake = link.outlet.append(bytes, isDroppable: isDroppable, limits: limits)
        switch intake {
        case .ignored: return
        case .queued: dirty.append(link)
        case .isMuch:
            dirty.append(link)
            write(link)
            judge(link)
        }
        world.statistics.messages += 1
    }

    private func judge(_ link: Link<Kind>) {
        switch link.outlet.judge(limits: limits) {
        case .isFine: break
        case .lags(let droppedCount):
            world.statistics.count("slow reader's messages dropped")
            world.note("\(link.owner) reads slowly: \(droppedCount) messages dropped")
        case .isTooSlow:
            world.statistics.count("slow reader cut off")
            cut(link)
        }
    }

    func prefer(_ id: ConnectionID) {}

    func closeAfterFlush(_ id: ConnectionID) {
        guard links.contains(id) else { return }
        let link = links[id]
        switch link.outlet.phase {
        case .open:
            link.outlet.close(now: world.now, limits: limits)
            world.remind(link)
            dirty.append(link)
        case .dead: remove(link)
        case .flushing, .lingering: break
        }
    }

    func detach(_ id: ConnectionID) -> Int? {
        guard links.contains(id), links[id].outlet.isOpen, let link = links.remove(id) else {
            return nil
        }
        link.session = nil
        world.statistics.count("hand-over between shards")
        world.travelling[link.number] = link
        return link.number
    }

    func attach(_ number: Int) -> ConnectionID? {
        guard let link = world.travelling.removeValue(forKey: number) else { return nil }
        let id = links.insert(link)
        link.session = id
        link.loop = loop
        link.outlet = Outlet(outbox: link.outlet.outbox, isLagging: link.outlet.isLagging)
        link.isReadReported = false
        dirty.append(link)
        world.scheduleUp(link)
        return id
    }

    func stopAccepting() {}

    @specialized(where Kind == UsualDocument)
    func flush(now: UInt64) {
        let links = dirty
        dirty = []
        for link in links { write(link) }
        world.checkBounds(of: links)
    }

    // MARK: Sending

    /// Writes as much as the system takes.
    private func write(_ link: Link<Kind>) {
        guard link.serverEnd == .carried, link.session != nil, link.outlet.takesBytes else {
            return
        }
        var hasMoved = false
        let windowBytes = world.settings.windowBytes
        while !link.outlet.outbox.isEmpty, link.down.unreadBytes < windowBytes {
            let room = windowBytes - link.down.unreadBytes
            var bytes: [UInt8] = []
            link.outlet.outbox.withNextBytes(&gather) { next in
                unsafe next.extracting(first: min(room, next.count)).withUnsafeBytes { next in
                    bytes = unsafe Array(next)
                }
            }
            link.outlet.sent(bytes.count)
            world.sendDown(.bytes(bytes), on: link)
            hasMoved = true
        }
        if link.outlet.outbox.isEmpty {
            emptied(link)
        } else {
            link.outlet.blocked(hasMoved: hasMoved, now: world.now, limits: limits)
            world.remind(link)
        }
        guard link.session != nil, link.outlet.reportsDrain() else { return }
        reports.append(.drained(link))
        world.wakeSoon(loop)
    }

    private func emptied(_ link: Link<Kind>) {
        switch link.outlet.emptied(now: world.now, limits: limits) {
        case .goesOn: break
        case .endsStream:
            world.sendDown(.end, on: link)
            world.remind(link)
        case .isOver:
            world.sendDown(.end, on: link)
            remove(link)
        }
    }

    /// Ends a connection with a reset; the host is told if it expects it to be there.
    private func cut(_ link: Link<Kind>) {
        let wasOpen = link.outlet.isOpen
        link.outlet.abandon()
        world.tear(link)
        guard wasOpen else { return remove(link) }
        reports.append(.broken(link))
        world.wakeSoon(loop)
    }

    private func remove(_ link: Link<Kind>) {
        if let id = link.session { links.remove(id) }
        link.session = nil
        link.serverEnd = .gone
    }
}
