import Connections
import Glibc
import Structures
import SystemCalls
import TLS

/// The way of a secured connection to the program.
extension EventLoop {
    /// What is said to somebody who doesn't speak TLS where it is spoken (RFC 9110 section 15.5.1).
    private static let refusal = Array(
        """
        HTTP/1.1 400 Bad Request\r
        Content-Type: text/plain\r
        Content-Length: 43\r
        Connection: close\r
        \r
        This is https: the address needs https://.

        """.utf8)
    /// The first byte of a handshake (RFC 8446 section 5.1).
    private static let handshakeType: UInt8 = 0x16

    mutating func takeInStranger(_ stranger: Stranger) {
        guard strangers.insert(stranger) == nil else {
            counters.accepted += 1
            return
        }
        counters.refusedByDescriptors += 1
        Descriptor.close(stranger.descriptor)
        admission.leave(stranger.address, by: stranger.door)
    }

    /// Looks after a stranger that the epoll set reported: one step of the handshake.
    mutating func greet(_ id: SlotID, _ seen: Interest) -> TransportEvent? {
        guard strangers.table.contains(id) else { return nil }
        if !strangers.table[id].isInside, !seen.isDisjoint(with: [.hungUp, .broken]) {
            turnAway(id)
            return nil
        }
        if seen.contains(.writable), !sendToStranger(id) { return nil }
        guard !seen.isDisjoint(with: [.readable, .hungUp, .broken]), letInside(id) else {
            return nil
        }
        counters.readCalls += 1
        switch SystemCall.receive(strangers.table[id].descriptor, into: &receiveBuffer) {
        case .done(let count) where count > 0: return step(id, count)
        case .wouldBlock: return nil
        case .done, .failed:
            turnAway(id)
            return nil
        }
    }

    /// Whether the stranger is inside the gate; else it waits there.
    private mutating func letInside(_ id: SlotID) -> Bool {
        guard !strangers.table[id].isInside else { return true }
        strangers.table[id].isInside = admission.handshakes.enter(strangers.table[id].address)
        if !strangers.table[id].isInside { strangers.park(id, now: now) }
        return strangers.table[id].isInside
    }

    private mutating func step(_ id: SlotID, _ count: Int) -> TransportEvent? {
        counters.bytesReceived += UInt64(count)
        strangers.table[id].bytes += count
        guard let tls = stream(of: id) else {
            turnAway(id)
            return nil
        }
        let arrival = unseal(count, tls)
        if tls.isReady { return takeOver(id, tls, arrival) }
        let isOver = arrival.end != nil || strangers.table[id].bytes > Stranger.bytesMax
        _ = sendToStranger(id)
        if isOver {
            counters.handshakes.failed += 1
            turnAway(id)
        }
        return nil
    }

    /// The stranger's end of TLS, made if its first byte begins a handshake.
    private mutating func stream(of id: SlotID) -> TLSStream? {
        if let tls = strangers.table[id].tls { return tls }
        guard receiveBuffer[0] == Self.handshakeType else {
            counters.handshakes.plain += 1
            _ = SystemCall.send(strangers.table[id].descriptor, Self.refusal.span)
            return nil
        }
        strangers.table[id].tls = try? TLSStream(server: strangers.table[id].credentials.current)
        return strangers.table[id].tls
    }

    /// Reads what has come, and keeps what is to be sent for it.
    mutating func unseal(_ count: Int, _ tls: TLSStream) -> TLSArrival {
        let arrival = tls.receive(
            receiveBuffer.span.extracting(first: count), through: glue)
        if glue.hasOutgoing { glue.takeOutgoing { tls.keep($0) } }
        return arrival
    }

    /// Sends what there is room for; false if the connection is broken or the rest has to wait.
    private mutating func sendToStranger(_ id: SlotID) -> Bool {
        guard let tls = strangers.table[id].tls, tls.hasUnsent else { return true }
        let descriptor = strangers.table[id].descriptor
        var isBroken = false
        var sent = 0
        tls.sendUnsent { bytes in
            switch SystemCall.send(descriptor, bytes) {
            case .done(let count): sent = count
            case .wouldBlock: break
            case .failed: isBroken = true
            }
            return sent
        }
        counters.writeCalls += 1
        counters.bytesSent += UInt64(sent)
        if isBroken {
            turnAway(id)
        } else {
            strangers.watch(id, tls.hasUnsent ? .writable : .readable)
        }
        return !isBroken && !tls.hasUnsent
    }

    /// Gives a connection whose handshake is over to the program.
    private mutating func takeOver(
        _ stranger: SlotID, _ tls: TLSStream, _ arrival: TLSArrival
    ) -> TransportEvent? {
        guard let stranger = strangers.remove(stranger) else { return nil }
        leaveGate(stranger)
        counters.handshakes.count(tls)
        var connection = Connection(
            descriptor: stranger.descriptor, address: stranger.address, door: stranger.door)
        connection.tls = tls
        guard let id = insert(connection) else {
            counters.refusedByDescriptors += 1
            counters.closedAsStrangers += 1
            Descriptor.close(stranger.descriptor)
            admission.leave(stranger.address, by: stranger.door)
            return nil
        }
        if tls.hasUnsent { markDirty(id) }
        if arrival.count > 0 { unreported = (id, arrival.count) }
        if let end = arrival.end { endings.append((id, end)) }
        return .opened(id, stranger.address, stranger.door)
    }

    private mutating func leaveGate(_ stranger: Stranger) {
        guard stranger.isInside else { return }
        admission.handshakes.leave(stranger.address)
        strangers.hurry(now: now)
    }

    /// Ends a stranger's connection.
    mutating func turnAway(_ id: SlotID, isCrowdedOut: Bool = false) {
        guard let stranger = strangers.remove(id) else { return }
        if isCrowdedOut {
            counters.crowdedOut += 1
        } else {
            counters.closedAsStrangers += 1
        }
        leaveGate(stranger)
        // Our end of stream goes before a reset, which would destroy the reason that was sent.
        _ = shutdown(stranger.descriptor, Int32(SHUT_WR))
        Descriptor.close(stranger.descriptor)
        admission.leave(stranger.address, by: stranger.door)
    }

    /// Turns strangers away whose time is over, and lets those who are parked try again.
    mutating func lookAtStrangers() {
        while let id = strangers.oldest(), strangers.table[id].deadline <= now {
            counters.handshakes.late += 1
            turnAway(id)
        }
        var waiting: [SlotID] = []
        for id in strangers.takeParked(now: now) {
            if admission.handshakes.enter(strangers.table[id].address) {
                strangers.table[id].isInside = true
                strangers.watch(id, .readable)
            } else {
                waiting.append(id)
            }
        }
        strangers.parkAgain(waiting, now: now)
    }
}
