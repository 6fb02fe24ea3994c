import Connections
import Testing

@testable import Reactor

@Suite(.serialized) struct SlowReaderTests {
    static let frameLength = 1_000

    /// A frame that is recognised wherever it begins: its number, then only that.
    func frame(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: Self.frameLength) }

    /// The numbers of the frames in the stream; nil if one of them isn't whole.
    func numbers(_ stream: [UInt8]) -> [UInt8]? {
        guard stream.count % Self.frameLength == 0 else { return nil }
        let starts = stride(from: 0, to: stream.count, by: Self.frameLength)
        guard
            starts.allSatisfy({ start in
                stream[start..<start + Self.frameLength].allSatisfy { $0 == stream[start] }
            })
        else { return nil }
        return starts.map { stream[$0] }
    }

    @Test("A peer that lags misses droppable frames, whole ones, and is told when it has caught up")
    func lagging() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        var sent = 0
        try harness.turn { harness in
            harness.loop.send(frame(1), to: id, droppable: true)
            sent += 1
            return harness.reports(of: id) == [.lagging(id)]
        }
        harness.loop.send(frame(2), to: id)
        for _ in 0..<500 { harness.loop.send(frame(3), to: id, droppable: true) }
        #expect(harness.loop.queuedBytes(id) <= 2 * Self.frameLength)
        for _ in 0..<5 { harness.turn(timeoutMilliseconds: 0) }
        #expect(harness.reports(of: id) == [.lagging(id)])

        try harness.turn { harness in
            peer.read()
            return harness.reports(of: id) == [.lagging(id), .drained(id)]
        }
        harness.loop.send(frame(4), to: id, droppable: true)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.last == 4 && peer.bytes.count % Self.frameLength == 0
        }
        let arrived = try #require(numbers(peer.bytes))
        #expect(arrived.suffix(2) == [2, 4])
        #expect(arrived.dropLast(2).allSatisfy { $0 == 1 })
        #expect(arrived.count < sent + 2)
        #expect(harness.reports(of: id) == [.lagging(id), .drained(id)])
    }

    @Test("A message longer than the soft limit doesn't make its reader a slow one")
    func longMessage() throws {
        var limits = OutboxLimits()
        limits.hardBytes = limits.softBytes
        var harness = try Harness(limits: limits)
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        let long = [UInt8](repeating: 9, count: 2_000_000)
        harness.loop.send(long, to: id, droppable: true)
        harness.loop.send(frame(1), to: id, droppable: true)
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.loop.queuedBytes(id) > limits.softBytes)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count >= long.count + Self.frameLength
        }
        #expect(peer.bytes == long + frame(1))
        #expect(harness.reports(of: id) == [])
    }

    @Test("Lagging is reported again after the peer has caught up once")
    func laggingTwice() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        for _ in 0..<2 {
            let known = harness.reports(of: id).count
            try harness.turn { harness in
                harness.loop.send(frame(1), to: id, droppable: true)
                return harness.reports(of: id).count == known + 1
            }
            try harness.turn { harness in
                peer.read()
                return harness.reports(of: id).count == known + 2
            }
        }
        #expect(
            harness.reports(of: id) == [.lagging(id), .drained(id), .lagging(id), .drained(id)])
        #expect(numbers(peer.bytes) != nil)
    }

    @Test("A connection whose output is all gone is no longer watched for room")
    func notWatchedForRoom() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        try block(&harness, id)
        try harness.turn { harness in
            peer.read()
            return harness.loop.queuedBytes(id) == 0
        }
        let ready = harness.loop.counters.readyDescriptors
        for _ in 0..<3 { harness.turn(timeoutMilliseconds: 0) }
        #expect(harness.loop.counters.readyDescriptors == ready)
    }

    @Test("A fast peer may get more than the limits in one turn")
    func fastReader() throws {
        var limits = OutboxLimits()
        limits.softBytes = 2_000
        limits.hardBytes = 4_000
        var harness = try Harness(limits: limits)
        let (peer, id) = try harness.connect()
        for number in 0..<12 as Range<UInt8> { harness.loop.send(frame(number), to: id) }
        try harness.turn { _ in
            peer.read()
            return peer.bytes.count == 12 * Self.frameLength
        }
        harness.turn(timeoutMilliseconds: 0)
        #expect(numbers(peer.bytes) == Array(0..<12))
        #expect(harness.reports(of: id) == [])
    }

    @Test("Above the hard limit the connection is cut, and that is reported last")
    func hardLimit() throws {
        let admission = Admission()
        var harness = try Harness(admission: admission)
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        for _ in 0..<1_000 { harness.loop.send(frame(1), to: id) }
        #expect(harness.loop.queuedBytes(id) == 0)
        #expect(admission.connectionCount == 0)
        try harness.turn { harness in !harness.reports(of: id).isEmpty }
        #expect(harness.reports(of: id) == [.closed(id, .slowReader)])
        #expect(harness.loop.connectionCount == 0)
        #expect(harness.loop.counters.slowReaders == 1)
        try harness.turn { _ in
            peer.read()
            return peer.end != nil
        }
        #expect(peer.end == .failed(104))
    }

    @Test("A connection that was cut and closed by the program before it heard is not reported")
    func closedBeforeReport() throws {
        var harness = try Harness()
        let (first, firstID) = try harness.connect(receiveBytes: 4 * 1024)
        let (second, secondID) = try harness.connect(receiveBytes: 4 * 1024)
        for id in [firstID, secondID] {
            for _ in 0..<1_000 { harness.loop.send(frame(1), to: id) }
        }
        harness.loop.abort(firstID)
        harness.loop.closeAfterFlush(secondID)
        for _ in 0..<3 { harness.turn(timeoutMilliseconds: 0) }
        #expect(harness.reports(of: firstID) + harness.reports(of: secondID) == [])
        #expect(harness.loop.connectionCount == 0)
        _ = (first, second)
    }

    /// Fills the kernel's buffers for the peer, so that output waits.
    func block(_ harness: inout Harness, _ id: ConnectionID) throws {
        try harness.turn { harness in
            harness.loop.send(frame(1), to: id)
            harness.loop.flush(now: harness.now)
            return harness.loop.queuedBytes(id) > 0
        }
    }

    @Test("Output that waits for too long without progress ends the connection")
    func stall() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        try block(&harness, id)
        harness.skewMilliseconds += 29_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.reports(of: id) == [])
        harness.skewMilliseconds += 2_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.reports(of: id) == [.closed(id, .slowReader)])
        _ = peer
    }

    @Test("Progress puts the deadline off")
    func progress() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        try block(&harness, id)
        for _ in 0..<100 { harness.loop.send(frame(1), to: id) }
        harness.turn(timeoutMilliseconds: 0)
        for _ in 0..<3 {
            harness.skewMilliseconds += 29_000
            let before = harness.loop.queuedBytes(id)
            try harness.turn { harness in
                peer.read(atMost: 8_000)
                return harness.loop.queuedBytes(id) < before
            }
            #expect(harness.loop.queuedBytes(id) > 0)
        }
        #expect(!harness.reports(of: id).contains(.closed(id, .slowReader)))
        harness.skewMilliseconds += 31_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.reports(of: id).contains(.closed(id, .slowReader)))
    }

    @Test("A try to write that moves nothing is no sign of life of the reader")
    func triesAreNoProgress() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        for _ in 0..<100 { harness.loop.send(frame(1), to: id) }
        // Until the kernel moves no more to the peer either.
        var queued = -1
        try harness.turn { harness in
            defer { queued = harness.loop.queuedBytes(id) }
            return queued == harness.loop.queuedBytes(id) && queued > 0
        }
        harness.skewMilliseconds += 29_000
        harness.turn(timeoutMilliseconds: 0)
        // The kernel said that there is room, and then had no memory for it.
        _ = harness.loop.handle(id, .writable)
        let writes = harness.loop.counters.writeCalls
        harness.loop.flush(now: harness.now)
        #expect(harness.loop.counters.writeCalls == writes + 1)
        #expect(harness.loop.queuedBytes(id) == queued)
        harness.skewMilliseconds += 2_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.reports(of: id).contains(.closed(id, .slowReader)))
        _ = peer
    }

    @Test("An idle connection has no deadline")
    func idle() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect()
        harness.loop.send(frame(1), to: id)
        harness.turn()
        harness.skewMilliseconds += 1_000_000
        harness.turn(timeoutMilliseconds: 0)
        #expect(harness.reports(of: id) == [])
        _ = peer
    }

    @Test("The kernel takes little more than is on its way to the peer")
    func unsentInKernel() throws {
        var limits = OutboxLimits()
        limits.softBytes = 16_000_000
        limits.hardBytes = 32_000_000
        var harness = try Harness(limits: limits)
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        harness.loop.send([UInt8](repeating: 1, count: 8_000_000), to: id)
        for _ in 0..<20 { harness.turn() }
        #expect(harness.loop.counters.bytesSent < 300_000)
        #expect(harness.loop.queuedBytes(id) > 7_000_000)
        _ = peer
    }

    @Test("A lagging connection is told that it has drained in the loop it moved to")
    func laggingMoves() throws {
        var harness = try Harness()
        let (peer, id) = try harness.connect(receiveBytes: 4 * 1024)
        try harness.turn { harness in
            harness.loop.send(frame(1), to: id, droppable: true)
            return harness.reports(of: id) == [.lagging(id)]
        }
        let attached = harness.loop.attach(try harness.detach(id))
        let moved = try #require(attached)
        harness.loop.send(frame(2), to: moved, droppable: true)
        try harness.turn { harness in
            peer.read()
            return harness.reports(of: moved) == [.drained(moved)]
        }
        harness.loop.send(frame(3), to: moved)
        try harness.turn { _ in
            peer.read()
            return peer.bytes.last == 3 && peer.bytes.count % Self.frameLength == 0
        }
        #expect(numbers(peer.bytes)?.contains(2) == false)
    }
}
