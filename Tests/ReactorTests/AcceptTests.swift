import Connections
import Glibc
import Reactor
import Structures
import SystemCalls
import Testing

@Suite(.serialized) struct AcceptTests {
    @Test("A storm of connections is accepted in bounded helpings")
    func helpings() throws {
        var harness = try Harness()
        let port = harness.listener.port
        let peers = (0..<150).map { _ in TestPeer(port: port) }
        let turns = (0..<5).map { _ in harness.turn().count }
        #expect(turns == [32, 32, 32, 32, 22])
        #expect(peers.allSatisfy { $0.end == nil })
    }

    @Test("One address gets so many connections and no more, until one of them is gone")
    func perAddress() throws {
        let admission = Admission(connectionsMax: 100, connectionsPerAddressMax: 3)
        var harness = try Harness(admission: admission)
        let port = harness.listener.port
        let peers = (0..<5).map { _ in TestPeer(port: port) }
        try harness.turn { _ in
            for peer in peers { peer.read() }
            return peers.filter { $0.end != nil }.count == 2
        }
        #expect(harness.opened.count == 3)
        #expect(harness.loop.counters.refusedByAddress == 2)
        peers.first { $0.end == nil }?.close()
        try harness.turn { $0.loop.connectionCount == 2 }
        let (next, _) = try harness.connect()
        #expect(harness.opened.count == 4)
        #expect(next.end == nil)
    }

    @Test("An address that comes too often waits, and a proxy's clients don't wait for each other")
    func pace() throws {
        for (exempt, refused) in [(nil, 1), ("127.0.0.0/8", 0)] as [(String?, UInt64)] {
            let admission = Admission(
                connectionsPerAddressMax: 2,
                exempt: exempt.flatMap { AddressBlock($0) }.map { [$0] } ?? [])
            var harness = try Harness(admission: admission)
            for _ in 0..<2 * Admission.arrivalsPerConnectionAtOnce {
                let (peer, _) = try harness.connect()
                peer.close()
                try harness.turn { $0.loop.connectionCount == 0 }
            }
            let last = TestPeer(port: harness.listener.port)
            try harness.turn { _ in
                last.read()
                return last.end != nil || admission.connectionCount == 1
            }
            #expect(harness.loop.counters.refusedByPace == refused)
            // Four a minute come back.
            harness.skewMilliseconds += 15_000
            _ = try harness.connect()
        }
    }

    @Test("The operator's doors let an operator in, however many players there are")
    func operatorsDoor() throws {
        let admission = Admission(connectionsMax: 1, connectionsPerAddressMax: 1)
        let front = try ListeningSocket(host: "127.0.0.1", port: 0)
        let metrics = try ListeningSocket(host: "127.0.0.1", port: 0, door: .metrics)
        let mailbox = Mailbox<Int>()
        var loop = try EventLoop(
            listeners: [front, metrics], admission: admission, waker: mailbox.waker)
        let peers = [front.port, front.port, metrics.port].map { TestPeer(port: $0) }
        var doors: [Door] = []
        while doors.count < 2 || loop.counters.refusedByTotal == 0 {
            loop.wait(timeoutMilliseconds: 1_000)
            while let event = loop.nextEvent(now: 0) {
                if case .opened(_, _, let door) = event { doors.append(door) }
            }
        }
        #expect(Set(doors) == [.front, .metrics])
        #expect(admission.connectionCount == 1)
        _ = peers
    }

    @Test("However many ask for figures, the operator's own door lets an operator in")
    func doorsApart() throws {
        let metrics = try ListeningSocket(host: "127.0.0.1", port: 0, door: .metrics)
        let control = try ListeningSocket(host: "127.0.0.1", port: 0, door: .control)
        let mailbox = Mailbox<Int>()
        var loop = try EventLoop(
            listeners: [metrics, control], admission: Admission(), waker: mailbox.waker)
        var peers = (0...Admission.operatorConnectionsMax).map { _ in TestPeer(port: metrics.port) }
        var doors: [Door] = []
        let end = MonotonicClock.milliseconds() + 120_000
        while !doors.contains(.control), loop.counters.refusedByTotal < 2,
            MonotonicClock.milliseconds() < end
        {
            loop.wait(timeoutMilliseconds: 1_000)
            while let event = loop.nextEvent(now: 0) {
                if case .opened(_, _, let door) = event { doors.append(door) }
            }
            if loop.counters.refusedByTotal == 1, peers.count == doors.count + 1 {
                peers.append(TestPeer(port: control.port))
            }
        }
        #expect(doors.count { $0 == .metrics } == Admission.operatorConnectionsMax)
        #expect(doors.contains(.control))
    }

    @Test("All loops together get so many connections and no more")
    func total() throws {
        let admission = Admission(connectionsMax: 4, connectionsPerAddressMax: 100)
        var first = try Harness(admission: admission)
        var second = try Harness(admission: admission)
        let held = try [first.connect().0, first.connect().0, second.connect().0]
        let (last, lastID) = try second.connect()
        let refused = TestPeer(port: first.listener.port)
        try first.turn { _ in
            refused.read()
            return refused.end != nil
        }
        #expect(first.loop.counters.refusedByTotal == 1)
        #expect(admission.connectionCount == 4)
        second.loop.abort(lastID)
        #expect(admission.connectionCount == 3)
        _ = try first.connect()
        _ = (held, last)
    }

    @Test("Loops that share a listening socket serve every connection once")
    func sharedListener() throws {
        let admission = Admission()
        var harness = try Harness(admission: admission)
        let mailbox = Mailbox<Int>()
        var other = try EventLoop(
            listeners: [harness.listener], admission: admission, waker: mailbox.waker)
        let port = harness.listener.port
        let peers = (0..<40).map { _ in TestPeer(port: port) }
        var otherOpened = 0
        try harness.turn { harness in
            other.wait(timeoutMilliseconds: 0)
            while let event = other.nextEvent(now: harness.now) {
                if case .opened = event { otherOpened += 1 }
            }
            return harness.opened.count + otherOpened == 40
        }
        #expect(admission.connectionCount == 40)
        #expect(peers.allSatisfy { $0.end == nil })
    }

    @Test("A loop that stopped accepting serves on, and the port is free when nobody listens")
    func stopAccepting() throws {
        let admission = Admission()
        let mailbox = Mailbox<Int>()
        var listener: ListeningSocket? = try ListeningSocket(host: "127.0.0.1", port: 0)
        let port = try #require(listener?.port)
        var loop = try EventLoop(
            listeners: [try #require(listener)], admission: admission, waker: mailbox.waker)
        let peer = TestPeer(port: port)
        loop.wait(timeoutMilliseconds: 10_000)
        guard case .opened(let id, _, _) = loop.nextEvent(now: 0) else {
            Issue.record("not opened")
            return
        }
        loop.stopAccepting()
        loop.stopAccepting()
        listener = nil
        #expect(TestPeer(port: port).end == .failed(ECONNREFUSED))
        loop.send([1], to: id)
        loop.flush(now: 0)
        peer.read()
        #expect(peer.bytes == [1])
        _ = try ListeningSocket(host: "127.0.0.1", port: port)
    }

    @Test("Without descriptors newcomers are turned away, the loop doesn't spin and recovers")
    func outOfDescriptors() async {
        await #expect(processExitsWith: .success) {
            var harness = try Harness()
            let port = harness.listener.port
            let peers = (0..<6).map { _ in TestPeer(port: port) }
            var limit = try await useUpDescriptors()
            // Room for two of the six, or fewer if the runtime takes one all the same.
            close(Int32(limit.rlim_cur) - 1)
            close(Int32(limit.rlim_cur) - 2)
            try harness.turn { harness in
                for peer in peers { peer.read() }
                let turnedAway = peers.filter { $0.end == .endOfStream }.count
                return harness.opened.count + turnedAway == peers.count
            }
            precondition(harness.opened.count <= 2)
            precondition(harness.events.filter { $0 == .outOfDescriptors }.count == 1)
            let turnedAway = peers.count - harness.opened.count
            precondition(harness.loop.counters.refusedByDescriptors == turnedAway)

            let reads = harness.loop.counters.readCalls
            harness.loop.wait(timeoutMilliseconds: 0)
            precondition(harness.loop.nextEvent(now: harness.now) == nil)
            precondition(harness.loop.counters.readCalls == reads)

            limit.rlim_cur += 20
            precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let (peer, _) = try harness.connect()
            precondition(peer.end == nil)
        }
    }

    @Test("Without descriptors a newcomer takes the place of the one that has idled longest")
    func crowdedOut() async {
        await #expect(processExitsWith: .success) {
            var harness = try Harness()
            let (seated, seatedID) = try harness.connect()
            harness.loop.prefer(seatedID)
            let (first, firstID) = try harness.connect()
            harness.skewMilliseconds += 1_000
            let (second, secondID) = try harness.connect()
            let late = TestPeer(port: harness.listener.port)
            _ = try await useUpDescriptors()
            harness.skewMilliseconds += 1_000
            try harness.turn { $0.opened.count == 4 }
            precondition(harness.reports(of: firstID) == [.closed(firstID, .crowdedOut)])
            precondition(harness.loop.counters.crowdedOut == 1)
            precondition(harness.loop.counters.refusedByDescriptors == 0)
            for id in [seatedID, secondID] { precondition(harness.reports(of: id).isEmpty) }
            for peer in [seated, first, second, late] { peer.read() }
            precondition(first.end != nil)
            precondition([seated, second, late].allSatisfy { $0.end == nil })
        }
    }

    @Test("An address in use and a name instead of an address are errors")
    func listenErrors() throws {
        let first = try ListeningSocket(host: "127.0.0.1", port: 0)
        #expect(throws: SystemError(code: EADDRINUSE, call: "bind")) {
            try ListeningSocket(host: "127.0.0.1", port: first.port)
        }
        #expect(throws: SystemError(code: EINVAL, call: "bind")) {
            try ListeningSocket(host: "localhost", port: 0)
        }
        let error = SystemError(code: EADDRINUSE, call: "bind")
        #expect(error.description == "bind: Address already in use (98)")
    }

    @Test("An IPv4 peer has the same address on an IPv6 socket")
    func mappedAddress() throws {
        var harness = try Harness(host: "::")
        let (_, id) = try harness.connect()
        #expect(
            harness.events == [.opened(id, PeerAddress(high: 0, low: 0xFFFF_7F00_0001), .front)])
    }

    @Test("Addresses are written as people write them")
    func addressText() {
        #expect(PeerAddress(high: 0, low: 0xFFFF_C000_0207).description == "192.0.2.7")
        #expect(PeerAddress(high: 0x2001_0DB8 << 32, low: 7).description == "2001:db8::7")
        #expect(PeerAddress(high: 0, low: 1).description == "::1")
    }

    @Test("An IPv6 address is counted by its /64, an IPv4 address by itself")
    func networks() {
        let v6 = PeerAddress(high: 0x2001_0DB8 << 32, low: 7)
        #expect(v6.network == PeerAddress(high: 0x2001_0DB8 << 32, low: 99).network)
        #expect(v6.network != PeerAddress(high: 0x2001_0DB9 << 32, low: 7).network)
        let v4 = PeerAddress(high: 0, low: 0xFFFF_C000_0207)
        #expect(v4.network == v4)
        #expect(v4.isIPv4 && !v6.isIPv4)
    }
}

/// Leaves no descriptor to this process.
///
/// - Returns: the limit that it has now.
private func useUpDescriptors() async throws -> rlimit {
    // The runtime opens descriptors of its own with its first timer: let it do so now.
    try await Task.sleep(for: .milliseconds(1))
    // A child inherits descriptors of tests beside it: fill the gaps between them.
    var highest = dup(0)
    while highest < 256 { highest = dup(0) }
    var limit = rlimit(rlim_cur: rlim_t(highest) + 1, rlim_max: rlim_t(highest) + 100)
    precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    return limit
}
