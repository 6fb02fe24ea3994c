import CLinux
package import Connections
import Structures
import SystemCalls

extension EventLoop {
    /// Accepts no more, and lets go of the listening socket.
    package mutating func stopAccepting() {
        guard let listener else { return }
        if acceptor.resumesAt == nil { poller.remove(listener.descriptor.number) }
        acceptor.resumesAt = nil
        self.listener = nil
    }

    /// Accepts one connection that is let in; nil when there is none left or the turn's share is
    /// used up.
    mutating func acceptNext() -> TransportEvent? {
        while acceptor.leftInTurn > 0, let listener {
            acceptor.leftInTurn -= 1
            var from = clinux_address()
            let result = admission.exclusively {
                acceptor.fillReserve()
                return Self.accept(listener, &from)
            }
            switch result {
            case .done(let number):
                acceptor.isStarving = false
                let address = PeerAddress(high: from.high, low: from.low)
                if let event = admit(Int32(truncatingIfNeeded: number), address) { return event }
            case .wouldBlock:
                acceptor.leftInTurn = 0
            case .failed(let error):
                if let event = acceptFailed(error, listener) { return event }
            }
        }
        acceptor.leftInTurn = Acceptor.acceptsPerTurnMax
        return nil
    }

    private mutating func admit(_ descriptor: Int32, _ address: PeerAddress) -> TransportEvent? {
        switch admission.admit(address) {
        case .tooManyConnections: counters.refusedByTotal += 1
        case .tooManyFromAddress: counters.refusedByAddress += 1
        case .admitted:
            if let id = insert(Connection(descriptor: descriptor, address: address)) {
                counters.accepted += 1
                return .opened(id, address)
            }
            admission.leave(address)
            counters.refusedByDescriptors += 1
        }
        Descriptor.close(descriptor)
        return nil
    }

    /// Looks after this connection before all newcomers from now on, however many there are: of
    /// those only so many get a look in a turn, and a storm of them doesn't keep it waiting.
    package mutating func prefer(_ id: ConnectionID) {
        guard isOpen(id), !connections[id].isPreferred else { return }
        let (descriptor, interest) = (connections[id].descriptor, connections[id].interest)
        // If the kernel has no room the connection stays a newcomer.
        guard (try? poller.add(descriptor, token: id.rawValue, interest)) != nil else { return }
        newcomers.remove(descriptor)
        connections[id].isPreferred = true
    }

    /// Puts a connection into the table and an epoll set; nil if the kernel has no room for it.
    mutating func insert(_ connection: Connection) -> ConnectionID? {
        let id = connections.insert(connection)
        let (descriptor, interest) = (connection.descriptor, connection.interest)
        do {
            if connection.isPreferred {
                try poller.add(descriptor, token: id.rawValue, interest)
            } else {
                try newcomers.add(descriptor, token: id.rawValue, interest)
                unclaimed.append(id, of: connections, now: now)
            }
            return id
        } catch {
            connections.remove(id)
            return nil
        }
    }

    private mutating func acceptFailed(
        _ error: SystemError, _ listener: ListeningSocket
    ) -> TransportEvent? {
        // Anything else is about the one connection, which is gone (accept(2), "Error handling").
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) else { return nil }
        if !crowdOneOut() { turnOneAway(listener) }
        defer { acceptor.isStarving = true }
        return acceptor.isStarving ? nil : .outOfDescriptors
    }

    /// Cuts a connection that has had its descriptor for nothing: whoever fills the server with
    /// connections that say nothing keeps newcomers out no longer than that.
    ///
    /// - Returns: whether there was one.
    private mutating func crowdOneOut() -> Bool {
        guard let id = unclaimed.takeOverdue(of: connections, now: now) else { return false }
        cut(id, .crowdedOut)
        return true
    }

    private mutating func turnOneAway(_ listener: ListeningSocket) {
        let hadReserve = admission.exclusively {
            guard acceptor.giveUpReserve() else { return false }
            var from = clinux_address()
            if case .done(let number) = Self.accept(listener, &from) {
                Descriptor.close(Int32(truncatingIfNeeded: number))
                counters.refusedByDescriptors += 1
            }
            acceptor.fillReserve()
            return true
        }
        guard !hadReserve else { return }
        poller.remove(listener.descriptor.number)
        acceptor.resumesAt = now + Acceptor.pauseMilliseconds
        acceptor.leftInTurn = 0
    }

    private static func accept(
        _ listener: ListeningSocket, _ from: inout clinux_address
    ) -> SystemResult {
        SystemCall.run("accept4") {
            Int(unsafe clinux_accept(listener.descriptor.number, &from))
        }
    }

    /// Watches the listening socket again after a pause.
    mutating func resumeAccepting() {
        guard let resumesAt = acceptor.resumesAt, now >= resumesAt, let listener else { return }
        do {
            try poller.add(
                listener.descriptor.number, token: Token.listener, [.readable, .exclusive])
            acceptor.resumesAt = nil
        } catch {
            acceptor.resumesAt = now + Acceptor.pauseMilliseconds
        }
    }
}
