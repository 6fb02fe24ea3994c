import CLinux
package import Connections
import Structures
import SystemCalls

extension EventLoop {
    /// Accepts no more, and lets go of the listening sockets.
    package mutating func stopAccepting() {
        if acceptor.resumesAt == nil { poller.remove(listeners) }
        acceptor.resumesAt = nil
        listeners = []
        // Who hasn't begun to shake hands has asked for nothing yet.
        for id in strangers.table.ids where !strangers.table[id].isInside { turnAway(id) }
    }

    /// Accepts one connection that is let in; nil when there is none left or the turn's share is
    /// used up.
    mutating func acceptNext(from listener: ListeningSocket) -> TransportEvent? {
        while acceptor.leftInTurn > 0, acceptor.resumesAt == nil {
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
                let descriptor = Int32(truncatingIfNeeded: number)
                if let event = admit(descriptor, address, listener) { return event }
            case .wouldBlock:
                acceptor.leftInTurn = 0
            case .failed(let error):
                if let event = acceptFailed(error, listener) { return event }
            }
        }
        acceptor.leftInTurn = Acceptor.acceptsPerTurnMax
        return nil
    }

    private mutating func admit(
        _ descriptor: Int32, _ address: PeerAddress, _ listener: ListeningSocket
    ) -> TransportEvent? {
        let door = listener.door
        switch admission.admit(address, by: door, now: now) {
        case .tooManyConnections: counters.refusedByTotal += 1
        case .tooManyFromAddress: counters.refusedByAddress += 1
        case .tooFast: counters.refusedByPace += 1
        case .admitted:
            if let credentials = listener.credentials {
                takeInStranger(
                    Stranger(
                        descriptor: descriptor, address: address, door: door,
                        credentials: credentials, deadline: now + Stranger.millisecondsMax))
                return nil
            }
            let connection = Connection(descriptor: descriptor, address: address, door: door)
            if let id = insert(connection) {
                counters.accepted += 1
                return .opened(id, address, door)
            }
            admission.leave(address, by: door)
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
        if let id = strangers.oldest(), strangers.table[id].deadline <= now + strangerPatience {
            turnAway(id, isCrowdedOut: true)
            return true
        }
        guard let id = unclaimed.takeOverdue(of: connections, now: now) else { return false }
        cut(id, .crowdedOut)
        return true
    }

    /// The time that a stranger has left when it has had its descriptor for long enough.
    private var strangerPatience: UInt64 {
        Stranger.millisecondsMax - Unclaimed.graceMilliseconds
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
        poller.remove(listeners)
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

    /// Watches the listening sockets again after a pause.
    mutating func resumeAccepting() {
        guard let resumesAt = acceptor.resumesAt, now >= resumesAt else { return }
        do {
            try poller.add(listeners)
            acceptor.resumesAt = nil
        } catch {
            acceptor.resumesAt = now + Acceptor.pauseMilliseconds
        }
    }
}

extension Poller {
    /// Watches the listening sockets, all or none.
    func add(_ listeners: [ListeningSocket]) throws(SystemError) {
        for (number, listener) in listeners.enumerated() {
            do throws(SystemError) {
                try add(
                    listener.descriptor.number,
                    token: EventLoop.Token.listeners + UInt64(number), [.readable, .exclusive])
            } catch {
                remove(Array(listeners.prefix(number)))
                throw error
            }
        }
    }

    func remove(_ listeners: [ListeningSocket]) {
        for listener in listeners { remove(listener.descriptor.number) }
    }
}
