import CLinux
import Connections
import Glibc
import Reactor
import Structures
import Testing
import Threads

@Suite(.serialized) struct EventLoopTests {
    @Test("What a peer sends comes back")
    func echo() throws {
        var harness = try Harness()
        harness.echoes = true
        let (peer, id) = try harness.connect()
        #expect(
            harness.events == [.opened(id, PeerAddress(high: 0, low: 0xFFFF_7F00_0001), .front)])
        peer.send(Array("hello".utf8))
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count == 5
        }
        #expect(peer.bytes == Array("hello".utf8))
        #expect(harness.received[id] == Array("hello".utf8))
    }

    @Test("Hundreds of connections each get their own bytes back")
    func manyConnections() throws {
        var harness = try Harness()
        harness.echoes = true
        let port = harness.listener.port
        let peers = (0..<300).map { _ in TestPeer(port: port) }
        for (index, peer) in peers.enumerated() { peer.send(Array("peer \(index)".utf8)) }
        try harness.turn { _ in
            peers.enumerated().allSatisfy { index, peer in
                peer.read()
                return peer.bytes == Array("peer \(index)".utf8)
            }
        }
        #expect(harness.loop.connectionCount == 300)
        #expect(harness.loop.counters.accepted == 300)
        for peer in peers { peer.close() }
        try harness.turn { $0.loop.connectionCount == 0 }
        #expect(harness.opened.allSatisfy { harness.reports(of: $0) == [.closed($0, .peer)] })
    }

    @Test("All sends of a turn to one socket are one system call")
    func coalescing() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        let before = harness.loop.counters.writeCalls
        let pieces = (0..<40).map { Array("piece \($0);".utf8) }
        for piece in pieces { harness.loop.send(piece, to: id) }
        #expect(harness.loop.counters.writeCalls == before)
        #expect(harness.loop.queuedBytes(id) == pieces.joined().count)
        harness.loop.flush(now: harness.now)
        #expect(harness.loop.counters.writeCalls == before + 1)
        #expect(harness.loop.queuedBytes(id) == 0)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count == pieces.joined().count
        }
        #expect(peer.bytes == Array(pieces.joined()))
        #expect(harness.loop.counters.writeCalls == before + 1)
    }

    @Test("A turn without output makes no write calls")
    func nothingToWrite() throws {
        var harness = try Harness()
        let (_, id) = try harness.connect()
        harness.loop.send([], to: id)
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.counters.writeCalls == 0)
    }

    @Test("Large and small pieces arrive whole and in order", arguments: [1, 2, 3] as [UInt64])
    func largeOutput(seed: UInt64) throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 8 * 1024)
        var state = seed
        var sent: [UInt8] = []
        try harness.turn { harness in
            peer.read(atMost: 50_000)
            while sent.count < 3_000_000, harness.loop.queuedBytes(id) < 100_000 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let length =
                    state >> 62 == 0 ? 1 + Int(state >> 40) % 90_000 : Int(state >> 40) % 500
                let piece = (0..<length).map { UInt8(truncatingIfNeeded: $0 &+ Int(state >> 33)) }
                harness.loop.send(piece, to: id)
                sent += piece
            }
            return sent.count >= 3_000_000 && peer.bytes.count == sent.count
        }
        #expect(peer.bytes == sent)
        #expect(!harness.events.contains(.closed(id, .slowReader)))
    }

    @Test("A peer that sends a lot doesn't keep another one waiting")
    func fairness() throws {
        var harness = try Harness()
        let (loud, loudID) = try harness.connect()
        let (quiet, quietID) = try harness.connect()
        var filled = 0
        while filled < 200_000 {
            let count = loud.send([UInt8](repeating: 1, count: 50_000))
            guard count > 0 else { break }
            filled += count
        }
        quiet.send([2])
        try #require(filled > 65_536)
        let events = harness.turn()
        #expect(events.filter { $0 == .received(loudID) }.count == 1)
        #expect(events.contains(.received(quietID)))
        #expect((harness.received[loudID]?.count ?? 0) <= 65_536)
    }

    @Test("A storm of newcomers doesn't keep a preferred connection waiting")
    func preferredFirst() throws {
        var harness = try Harness()
        let (preferred, preferredID) = try harness.connect()
        harness.loop.prefer(preferredID)
        let port = harness.listener.port
        let storm = (0..<200).map { _ in TestPeer(port: port) }
        try harness.turn { $0.opened.count == 201 }
        for peer in storm { peer.send([1]) }
        var newcomers = 0
        while newcomers < 200 {
            preferred.send([2])
            let events = harness.turn(timeoutMilliseconds: 1_000)
            #expect(events.contains(.received(preferredID)))
            let share = events.count { $0 != .received(preferredID) }
            try #require(share > 0)
            #expect(share <= 32)
            newcomers += share
        }
        #expect(newcomers == 200)
        #expect(harness.opened.allSatisfy { harness.received[$0]?.first != nil })
    }

    @Test("A preferred connection is looked after to its end, and being preferred twice is nothing")
    func preferredToTheEnd() throws {
        var harness = try Harness()
        harness.echoes = true
        let (peer, id) = try harness.connect(receiveBytes: 8 * 1024)
        harness.loop.prefer(id)
        harness.loop.prefer(id)
        // More than the kernel takes: the loop has to wait for room, and to stop waiting.
        harness.loop.send([UInt8](repeating: 7, count: 4_000_000), to: id)
        peer.send([1, 2, 3])
        try harness.turn { _ in
            peer.read(atMost: 50_000)
            return peer.bytes.count == 4_000_003
        }
        #expect(peer.bytes.suffix(4) == [7, 1, 2, 3])
        peer.close()
        try harness.turn { $0.reports(of: id) == [.closed(id, .peer)] }
        harness.loop.prefer(id)
        #expect(harness.loop.connectionCount == 0)
    }

    @Test(
        "A connection goes on in the next loop whether it was preferred or not",
        arguments: [true, false])
    func preferredElsewhere(isPreferred: Bool) throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        if isPreferred { harness.loop.prefer(id) }
        let detached = try harness.detach(id)
        let attached = harness.loop.attach(detached)
        let new = try #require(attached)
        harness.loop.prefer(new)
        peer.send([5])
        try harness.turn { $0.received[new] == [5] }
        peer.close()
        try harness.turn { $0.loop.connectionCount == 0 }
    }

    @Test("Nothing has been received outside a received event")
    func receivedOnlyDuringEvent() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        peer.send([1, 2, 3])
        try harness.turn { $0.received[id] == [1, 2, 3] }
        #expect(harness.loop.receivedBytes == [])
    }

    @Test("An id that outlived its connection reaches nobody, though the slot is used again")
    func staleIDs() throws {
        var harness = try Harness()
        let (first, old) = try harness.connect()
        first.close()
        try harness.turn { $0.reports(of: old) == [.closed(old, .peer)] }
        let (second, new) = try harness.connect()
        #expect(old != new)
        harness.loop.send([9], to: old)
        harness.loop.closeAfterFlush(old)
        harness.loop.abort(old)
        #expect(throws: NoSuchConnection.self) { try harness.detach(old) }
        #expect(harness.loop.queuedBytes(old) == 0)
        harness.loop.send([1], to: new)
        try harness.turn { _ in
            second.read()
            return !second.bytes.isEmpty
        }
        #expect(second.bytes == [1])
        #expect(harness.loop.connectionCount == 1)
    }

    @Test("A letter wakes a loop that would sleep for ever, and is there when mail is reported")
    func wakeUp() async throws {
        let mailbox = Mailbox<Int>()
        let poster = try WorkerThread(named: "test") {
            for letter in 0..<50_000 { mailbox.post(letter) }
        }
        let other = try WorkerThread(named: "test") {
            for letter in 50_000..<100_000 { mailbox.post(letter) }
        }
        var loop = try EventLoop(listeners: [], admission: Admission(), waker: mailbox.waker)
        var letters: [Int] = []
        var batch: [Int] = []
        while letters.count < 100_000 {
            loop.wait(timeoutMilliseconds: nil)
            while let event = loop.nextEvent(now: MonotonicClock.milliseconds()) {
                #expect(event == .mail)
                mailbox.take(into: &batch)
                letters += batch
            }
        }
        poster.join()
        other.join()
        #expect(letters.filter { $0 < 50_000 } == Array(0..<50_000))
        #expect(letters.filter { $0 >= 50_000 } == Array(50_000..<100_000))
    }

    @Test("Two loops that sleep until the other one writes always wake each other")
    func pingPong() throws {
        let here = Mailbox<Int>()
        let there = Mailbox<Int>()
        let thread = try WorkerThread(named: "test") { _ = bounce(from: there, to: here) }
        here.post(0)
        #expect(bounce(from: here, to: there) == 5_000)
        thread.join()
    }

    @Test("Many calls of the waker are one event")
    func wakesAreMerged() throws {
        var harness = try Harness()
        for _ in 0..<5 { harness.mailbox.waker.wake() }
        #expect(harness.turn(timeoutMilliseconds: 0) == [.mail])
        #expect(harness.turn(timeoutMilliseconds: 0) == [])
    }

    @Test("A connection goes on where it was in another loop on another thread")
    func detachAndAttach() throws {
        let admission = Admission()
        var harness = try Harness(admission: admission)
        let (peer, id) = try harness.connect()
        peer.send(Array("one".utf8))
        try harness.turn { $0.received[id] == Array("one".utf8) }
        harness.loop.send(Array("unsent;".utf8), to: id)
        let detached = try harness.detach(id)
        #expect(harness.loop.connectionCount == 0)
        #expect(admission.connectionCount == 1)
        harness.loop.send(Array("lost;".utf8), to: id)
        peer.send(Array("two".utf8))
        harness.turn(timeoutMilliseconds: 0)

        let other = Mailbox<DetachedConnection>()
        let thread = try WorkerThread(named: "test") { serveUntilClosed(other, admission) }
        other.post(detached)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count >= 10
        }
        #expect(peer.bytes == Array("unsent;two".utf8))
        peer.halfClose()
        thread.join()
        #expect(harness.reports(of: id) == [])
        #expect(admission.connectionCount == 0)
    }

    @Test("A connection that was detached and never attached is closed and counted out")
    func detachedAndDropped() throws {
        let admission = Admission()
        var harness = try Harness(admission: admission)
        let (peer, id) = try harness.connect()
        _ = try harness.detach(id)
        try harness.turn { _ in
            peer.read()
            return peer.end == .endOfStream
        }
        #expect(admission.connectionCount == 0)
    }

    @Test("A connection is attached once")
    func attachedOnce() throws {
        var harness = try Harness()
        let (_, id) = try harness.connect()
        let detached = try harness.detach(id)
        let first = harness.loop.attach(detached)
        let second = harness.loop.attach(detached)
        #expect(first != nil)
        #expect(second == nil)
        #expect(harness.loop.connectionCount == 1)
    }
}

/// Answers every number with the next one, up to 5,000, and returns the last number seen. Gives up
/// after ten seconds.
private func bounce(from inbox: Mailbox<Int>, to outbox: Mailbox<Int>) -> Int {
    var last = -1
    var letters: [Int] = []
    guard var loop = try? EventLoop(listeners: [], admission: Admission(), waker: inbox.waker)
    else { return last }
    let end = MonotonicClock.milliseconds() + 10_000
    while last < 4_999, MonotonicClock.milliseconds() < end {
        loop.wait(timeoutMilliseconds: 10_000)
        guard loop.nextEvent(now: 0) == .mail else { continue }
        inbox.take(into: &letters)
        for letter in letters {
            last = letter
            if letter < 5_000 { outbox.post(letter + 1) }
        }
    }
    return last
}

/// Runs a loop that echoes on the connections it gets by mail, until the last one is closed.
private func serveUntilClosed(_ mailbox: Mailbox<DetachedConnection>, _ admission: Admission) {
    guard var loop = try? EventLoop(listeners: [], admission: admission, waker: mailbox.waker)
    else { return }
    var letters: [DetachedConnection] = []
    while true {
        loop.wait(timeoutMilliseconds: 10_000)
        let now = MonotonicClock.milliseconds()
        while let event = loop.nextEvent(now: now) {
            switch event {
            case .mail:
                mailbox.take(into: &letters)
                for letter in letters { _ = loop.attach(letter) }
            case .received(let id):
                loop.send(loop.receivedBytes, to: id)
            default: return
            }
        }
        loop.flush(now: now)
    }
}
