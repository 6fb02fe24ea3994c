import Connections
import Glibc
import Structures
import TLS
import TestSupport
import Testing
import Threads

@testable import Reactor

@Suite("Secured connections of a loop", .serialized)
struct SecuredTests {
    @Test("What is said comes whole and in order in both directions, however long it is")
    func echo() throws {
        var harness = try Harness.secured()
        harness.echoes = true
        let (peer, id) = try harness.connectSecurely()
        let text = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for part in stride(from: 0, to: text.count, by: 20_000) {
            peer.send(Array(text[part..<part + 20_000]))
            try harness.turn { _ in
                peer.read()
                return peer.bytes.count == part + 20_000
            }
        }
        #expect(peer.bytes == text)
        #expect(harness.received[id] == text)
        #expect(harness.loop.counters.handshakes.full13 == 1)
        #expect(peer.raw.bytes.count > text.count)
    }

    @Test("Nobody is reported before the handshake is over, and then with what was said behind it")
    func order() throws {
        var harness = try Harness.secured()
        let peer = try SecurePeer(
            port: harness.listener.port, trusting: TestCredentials.client())
        try harness.turn { _ in
            peer.read()
            return peer.isReady
        }
        #expect(harness.events.isEmpty)
        // The end of the handshake and these words are in the socket when the loop looks.
        peer.send(Array("first words".utf8))
        try harness.turn { !$0.received.isEmpty }
        let id = try #require(harness.opened.first)
        #expect(
            harness.events == [
                .opened(id, PeerAddress(high: 0, low: 0xFFFF_7F00_0001), .front), .received(id),
            ])
        #expect(harness.received[id] == Array("first words".utf8))
    }

    @Test("Many messages of a turn leave in one record and one call")
    func gathering() throws {
        var harness = try Harness.secured()
        let (peer, id) = try harness.connectSecurely()
        harness.turn()
        peer.read()
        let (calls, bytes) = (harness.loop.counters.writeCalls, peer.raw.bytes.count)
        for _ in 0..<16 { harness.loop.send([UInt8](repeating: 7, count: 100), to: id) }
        harness.loop.flush(now: harness.now)
        #expect(harness.loop.counters.writeCalls == calls + 1)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count == 1_600
        }
        #expect(peer.raw.bytes.count - bytes == 1_600 + 22)
    }

    @Test("A client that resumes needs no new keys, and tickets end with their context")
    func resumption() throws {
        let credentials = try TestCredentials.server()
        let client = try TestCredentials.client()
        var harness = try Harness(credentials: credentials)
        let (first, id) = try harness.connectSecurely(trusting: client)
        harness.loop.send([1], to: id)
        try harness.turn { _ in
            first.read()
            return !first.bytes.isEmpty
        }
        first.finish()
        let session = first.session
        let (second, _) = try harness.connectSecurely(trusting: client, session: session)
        #expect(second.isResumed)
        #expect(harness.loop.counters.handshakes.resumed13 == 1)
        credentials.replace(by: try TestCredentials.context())
        let (third, _) = try harness.connectSecurely(trusting: client, session: session)
        #expect(!third.isResumed)
        #expect(harness.loop.counters.handshakes.full13 == 2)
    }

    @Test("A connection keeps its keys when it goes to another loop, with what it hasn't sent")
    func handover() throws {
        let admission = Admission()
        var harness = try Harness.secured(admission: admission)
        let mailbox = Mailbox<Int>()
        var other = try EventLoop(listeners: [], admission: admission, waker: mailbox.waker)
        let (peer, id) = try harness.connectSecurely(receiveBytes: 4_096)
        let much = [UInt8](repeating: 9, count: 200_000)
        harness.loop.send(much, to: id)
        harness.loop.flush(now: harness.now)
        other.send([1], to: try #require(other.attach(try harness.detach(id))))
        let end = MonotonicClock.milliseconds() + 60_000
        while peer.bytes.count < much.count + 1, peer.end == nil,
            MonotonicClock.milliseconds() < end
        {
            peer.read(atMost: 50_000)
            other.wait(timeoutMilliseconds: 1)
            while other.nextEvent(now: harness.now) != nil {}
            other.flush(now: harness.now)
        }
        // The difference of arrays that long would be looked for until tomorrow.
        let isWhole = peer.bytes == much + [1]
        #expect(isWhole, "\(peer.bytes.count) bytes")
        #expect(peer.end == nil)
    }

    @Test("A closed connection sends its last words, says goodbye, and ends")
    func closing() throws {
        var harness = try Harness.secured()
        let (peer, id) = try harness.connectSecurely()
        harness.loop.send(Array("bye".utf8), to: id)
        harness.loop.closeAfterFlush(id)
        try harness.turn { _ in
            peer.read()
            return peer.end != nil && peer.raw.end != nil
        }
        #expect(peer.bytes == Array("bye".utf8))
        #expect(peer.end == .peer)
        #expect(peer.raw.end == .endOfStream)
        peer.raw.close()
        try harness.turn { $0.loop.connectionCount == 0 }
    }

    @Test("A peer that says goodbye is gone, after its last words")
    func goodbye() throws {
        var harness = try Harness.secured()
        let (peer, id) = try harness.connectSecurely()
        peer.send(Array("last".utf8))
        peer.finish()
        try harness.turn { $0.reports(of: id) == [.closed(id, .peer)] }
        #expect(harness.received[id] == Array("last".utf8))
        #expect(harness.loop.connectionCount == 0)
    }

    @Test("A slow reader lags, is sent nothing that may be missed, and catches up")
    func slowReader() throws {
        var limits = OutboxLimits()
        limits.hardBytes = 4 * 1024 * 1024
        var harness = try Harness.secured(limits: limits)
        let (peer, id) = try harness.connectSecurely(receiveBytes: 4_096)
        let piece = [UInt8](repeating: 1, count: 16 * 1024)
        var turns = 0
        while harness.reports(of: id).isEmpty, turns < 1_000 {
            turns += 1
            harness.loop.send(piece, to: id, droppable: true)
            harness.turn(timeoutMilliseconds: 0)
        }
        #expect(harness.reports(of: id) == [.lagging(id)])
        harness.loop.send(Array("kept".utf8), to: id)
        try harness.turn {
            peer.read()
            return $0.reports(of: id) == [.lagging(id), .drained(id)]
        }
        try harness.turn { _ in
            peer.read()
            return peer.bytes.suffix(4) == Array("kept".utf8)
        }
        #expect((peer.bytes.count - 4) % piece.count == 0)
        #expect(peer.end == nil)
    }

    @Test("Who speaks without TLS is told so in plain words")
    func plain() throws {
        var harness = try Harness.secured()
        let peer = TestPeer(port: harness.listener.port)
        peer.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        try harness.turn { _ in
            peer.read()
            return peer.end != nil
        }
        let text = String(decoding: peer.bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 "))
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        #expect(parts.count == 2 && text.contains("Content-Length: \(parts[1].utf8.count)\r\n"))
        #expect(harness.events.isEmpty)
        #expect(harness.loop.connectionCount == 0)
    }

    @Test("Silence, half a handshake and junk end in bounded time, and leave nothing behind")
    func strangers() throws {
        let admission = Admission()
        var harness = try Harness.secured(admission: admission)
        let silent = TestPeer(port: harness.listener.port)
        let half = TestPeer(port: harness.listener.port)
        half.send([0x16, 0x03, 0x01, 0x02, 0x00])
        let junk = TestPeer(port: harness.listener.port)
        junk.send([0x16, 0x03, 0x01, 0x00, 0x04, 1, 2, 3, 4, 5, 6, 7])
        let long = TestPeer(port: harness.listener.port)
        long.send([0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0x00, 0x60, 0x00])
        long.send([UInt8](repeating: 0, count: 17_000))
        let gone = TestPeer(port: harness.listener.port)
        gone.close()
        try harness.turn { _ in
            junk.read()
            long.read()
            return junk.end != nil && long.end != nil && admission.connectionCount == 2
        }
        #expect(admission.handshakes.count == 1)
        harness.skewMilliseconds += 10_001
        try harness.turn { _ in
            silent.read()
            half.read()
            return silent.end != nil && half.end != nil
        }
        #expect(admission.connectionCount == 0)
        #expect(admission.handshakes.count == 0)
        #expect(harness.events.isEmpty)
        #expect(harness.loop.counters.handshakes.late == 2)
        // Whoever was let in stands in one reason for its end.
        #expect(harness.loop.counters.accepted == 5)
        #expect(harness.loop.counters.closedAsStrangers == 5)
    }

    @Test("A network that holds its share of handshakes open waits; others don't wait for it")
    func gate() throws {
        let admission = Admission()
        var harness = try Harness.secured(admission: admission)
        let count = HandshakeGate.handshakesPerNetworkMax
        let halves = (0..<count).map { _ in TestPeer(port: harness.listener.port) }
        for half in halves { half.send([0x16, 0x03, 0x01, 0x02, 0x00]) }
        try harness.turn { _ in admission.handshakes.count == count }
        // One more of the same network waits until a place is free.
        let peer = try SecurePeer(
            port: harness.listener.port, trusting: TestCredentials.client())
        try harness.turn { _ in admission.connectionCount == count + 1 }
        for _ in 0..<20 { harness.turn() }
        #expect(harness.opened.isEmpty && admission.handshakes.count == count)
        let waits = harness.loop.counters.waitCalls
        harness.loop.wait(timeoutMilliseconds: 20)
        #expect(harness.loop.counters.waitCalls == waits + 1)
        halves[0].close()
        try harness.turn {
            peer.read()
            return $0.opened.count == 1
        }
    }

    @Test("A request with a goodbye behind it is answered before the connection ends")
    func requestWithGoodbye() throws {
        var harness = try Harness.secured()
        harness.echoes = true
        let (peer, id) = try harness.connectSecurely()
        peer.raw.holds = true
        peer.send(Array("last words".utf8))
        peer.finish()
        peer.raw.release()
        try harness.turn { !$0.reports(of: id).isEmpty }
        try harness.turn { _ in
            peer.read()
            return peer.raw.end != nil
        }
        #expect(peer.bytes == Array("last words".utf8))
        #expect(harness.reports(of: id) == [.closed(id, .peer)])
    }

    @Test("However many handshakes a few networks hold, somebody from elsewhere finds a place")
    func keptPlaces() throws {
        let gate = HandshakeGate()
        func address(_ network: UInt64) -> PeerAddress { PeerAddress(high: network, low: 1) }
        let networks = UInt64(HandshakeGate.handshakesMax / HandshakeGate.handshakesPerNetworkMax)
        for network in 1...networks {
            for _ in 0..<HandshakeGate.handshakesPerNetworkMax {
                #expect(gate.enter(address(network)))
            }
            #expect(!gate.enter(address(network)))
        }
        let others = (100..<200).filter { gate.enter(address($0)) }
        #expect(others.count == HandshakeGate.handshakesKept)
        let first = address(UInt64(try #require(others.first)))
        #expect(!gate.enter(first))
        gate.leave(first)
        #expect(gate.enter(address(300)))
    }

    @Test("A loop that stops doesn't wait for those who haven't said a word")
    func stopping() throws {
        var harness = try Harness.secured()
        let silent = TestPeer(port: harness.listener.port)
        try harness.turn { $0.loop.connectionCount == 1 }
        #expect(harness.loop.strangerCount == 1)
        harness.loop.stopAccepting()
        #expect(harness.loop.connectionCount == 0)
        silent.read()
        #expect(silent.end != nil)
    }

    @Test("A peer that changes its keys all the time is cut off")
    func keyUpdates() async throws {
        var harness = try Harness.secured()
        let (peer, id) = try harness.connectSecurely()
        for _ in 0..<TLSStream.messagesMax { peer.changeKeys() }
        peer.send([1])
        try harness.turn { $0.received[id] == [1] }
        for _ in 0..<2 { peer.changeKeys() }
        peer.send([2])
        try harness.turn { !$0.reports(of: id).isEmpty }
        #expect(harness.reports(of: id) == [.closed(id, .failed(EPROTO))])
        #expect(harness.received[id] == [1])
    }
}
