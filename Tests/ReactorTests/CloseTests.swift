import Connections
import Glibc
import Reactor
import Testing

@Suite(.serialized) struct CloseTests {
    @Test("A peer that ends its stream is closed, though output waits")
    func halfClose() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        try harness.turn { harness in
            harness.loop.send([UInt8](repeating: 1, count: 10_000), to: id)
            harness.loop.flush(now: harness.now)
            return harness.loop.queuedBytes(id) > 0
        }
        peer.send([1, 2])
        peer.halfClose()
        try harness.turn { !$0.reports(of: id).isEmpty }
        #expect(harness.received[id] == [1, 2])
        #expect(harness.reports(of: id) == [.closed(id, .peer)])
        #expect(harness.loop.connectionCount == 0)
    }

    @Test("A reset is a failure with its errno")
    func reset() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        peer.reset()
        try harness.turn { !$0.reports(of: id).isEmpty }
        #expect(harness.reports(of: id) == [.closed(id, .failed(ECONNRESET))])
    }

    @Test("A peer that is gone when we write ends the connection and not the program")
    func brokenPipe() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        peer.reset()
        harness.loop.send([1], to: id)
        harness.loop.flush(now: harness.now)
        harness.loop.send([2], to: id)
        harness.loop.flush(now: harness.now)
        try harness.turn { !$0.reports(of: id).isEmpty }
        guard case .closed(id, .failed) = harness.reports(of: id).first else {
            Issue.record("\(harness.reports(of: id))")
            return
        }
        #expect(harness.reports(of: id).count == 1)
    }

    @Test("Everything queued arrives before the end of stream, and nothing is reported")
    func closeAfterFlush() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        harness.loop.send(bytes, to: id)
        harness.loop.closeAfterFlush(id)
        harness.loop.closeAfterFlush(id)
        harness.loop.send([99], to: id)
        harness.loop.abort(id)
        #expect(throws: NoSuchConnection.self) { try harness.detach(id) }
        try harness.turn { _ in
            peer.send([5, 6, 7])
            peer.read(atMost: 20_000)
            return peer.end != nil
        }
        #expect(peer.bytes == bytes)
        #expect(peer.end == .endOfStream)
        #expect(harness.loop.connectionCount == 1)
        peer.close()
        try harness.turn { $0.loop.connectionCount == 0 }
        #expect(harness.received[id] == nil)
        #expect(harness.reports(of: id) == [])
    }

    @Test("A closing connection with nothing queued ends at once")
    func closeEmpty() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        harness.loop.closeAfterFlush(id)
        try harness.turn { _ in
            peer.read()
            return peer.end == .endOfStream
        }
    }

    @Test("A peer that has ended its stream still gets the last bytes of a closing connection")
    func peerEndsFirst() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        harness.loop.send(bytes, to: id)
        harness.loop.closeAfterFlush(id)
        peer.halfClose()
        for _ in 0..<5 { harness.turn(timeoutMilliseconds: 0) }
        let reads = harness.loop.counters.readCalls
        for _ in 0..<5 { harness.turn(timeoutMilliseconds: 0) }
        #expect(harness.loop.counters.readCalls == reads)
        try harness.turn { _ in
            peer.read()
            return peer.end != nil
        }
        #expect(peer.bytes == bytes)
        #expect(peer.end == .endOfStream)
        #expect(harness.loop.connectionCount == 0)
    }

    @Test("A peer that never ends its stream is waited for a short time only")
    func lingerIsBounded() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        harness.loop.send([1], to: id)
        harness.loop.closeAfterFlush(id)
        harness.turn()
        #expect(harness.loop.connectionCount == 1)
        harness.skewMilliseconds += 1_500
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.connectionCount == 1)
        harness.skewMilliseconds += 1_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.connectionCount == 0)
        #expect(harness.reports(of: id) == [])
        peer.read()
        #expect(peer.bytes == [1])
        #expect(peer.end == .endOfStream)
    }

    @Test("A closing connection whose peer doesn't read is given up in bounded time")
    func flushIsBounded() throws {
        let admission = Admission()
        var harness = try Harness(admission: admission)
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        harness.loop.send([UInt8](repeating: 1, count: 200_000), to: id)
        let seconds = UInt64(harness.loop.queuedBytes(id) / 1024)
        #expect(seconds > 10)
        harness.loop.closeAfterFlush(id)
        harness.turn()
        // As long as a line of 1 KiB a second needs, and 10 s.
        harness.skewMilliseconds += (seconds + 9) * 1_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.connectionCount == 1)
        harness.skewMilliseconds += 2_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.connectionCount == 0)
        #expect(admission.connectionCount == 0)
        #expect(harness.reports(of: id) == [])
        _ = peer
    }

    @Test("The sleep ends in time for a deadline")
    func sleepEndsForDeadline() throws {
        var limits = OutboxLimits()
        limits.lingerMillisecondsMax = 30
        var harness = try Harness(limits: limits)
        let (peer, id) = try harness.connect()
        harness.loop.closeAfterFlush(id)
        harness.loop.flush(now: harness.now)
        while harness.loop.connectionCount > 0 {
            harness.loop.wait(timeoutMilliseconds: nil)
            while harness.loop.nextEvent(now: harness.now) != nil {}
            harness.loop.flush(now: harness.now)
        }
        _ = peer
    }

    @Test("An aborted connection is reset, and nothing is reported")
    func abort() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        harness.loop.send([1], to: id)
        harness.loop.abort(id)
        try harness.turn { _ in
            peer.read()
            return peer.end != nil
        }
        #expect(peer.end == .failed(ECONNRESET))
        #expect(peer.bytes == [])
        #expect(harness.reports(of: id) == [])
        #expect(harness.loop.connectionCount == 0)
    }

    @Test("A loop that ends closes its connections")
    func loopEnds() throws {
        let admission = Admission()
        let peer: TestPeer
        do {
            var harness = try Harness(admission: admission)
            (peer, _) = try harness.connect()
            #expect(admission.connectionCount == 1)
        }
        #expect(admission.connectionCount == 0)
        peer.read()
        #expect(peer.end == .endOfStream)
    }
}
