import Connections
import MemoryShell
import Structures
import Testing

/// Tests that the connections in memory behave as those of any transport.
struct MemoryTransportTests {
    private let address = PeerAddress(high: 1 << 16, low: 7)

    private func opened(_ peer: Int, on transport: inout MemoryTransport) throws -> ConnectionID {
        transport.open(peer, from: address)
        guard case .opened(let id, address, .front)? = transport.nextEvent(now: 0) else {
            throw Unexpected()
        }
        return id
    }

    private struct Unexpected: Error {}

    @Test("What happens is told once, in order, and what came is there until the next event")
    func events() throws {
        var transport = MemoryTransport()
        let id = try opened(1, on: &transport)
        transport.receive([1, 2], from: 1)
        transport.drain(1)
        transport.lose(1)
        #expect(transport.nextEvent(now: 0) == .received(id))
        var bytes: [UInt8] = []
        transport.withReceived { span in bytes = span.indices.map { span[$0] } }
        #expect(bytes == [1, 2])
        #expect(transport.nextEvent(now: 0) == .drained(id))
        #expect(transport.nextEvent(now: 0) == .closed(id, .peer))
        #expect(transport.nextEvent(now: 0) == nil)
        #expect(!transport.hasEvents && transport.connectionCount == 0)
    }

    @Test("A connection that the program has closed is told nothing more, and tells nothing")
    func closed() throws {
        var transport = MemoryTransport()
        let id = try opened(1, on: &transport)
        transport.receive([1], from: 1)
        transport.closeAfterFlush(id)
        transport.send([2], to: id, droppable: false)
        #expect(transport.nextEvent(now: 0) == nil)
        guard case .closed(1)? = transport.takeOutputs().only else { throw Unexpected() }
        transport.lose(1)
        #expect(transport.nextEvent(now: 0) == nil)
    }

    @Test("An id is stale once its connection is gone, though the slot is used again")
    func staleIDs() throws {
        var transport = MemoryTransport()
        let old = try opened(1, on: &transport)
        transport.closeAfterFlush(old)
        let new = try opened(2, on: &transport)
        #expect(old.slot == new.slot && old != new)
        _ = transport.takeOutputs()
        transport.send([1], to: old, droppable: false)
        #expect(transport.takeOutputs().isEmpty)
        #expect(transport.peer(of: new) == 2 && transport.peer(of: old) == nil)
    }

    @Test("A connection keeps its number when it goes to another loop")
    func handOver() throws {
        var (first, second) = (MemoryTransport(), MemoryTransport())
        let id = try opened(1, on: &first)
        guard let passenger = first.detach(id), let arrived = second.attach(passenger) else {
            throw Unexpected()
        }
        #expect(first.connectionCount == 0 && first.detach(id) == nil)
        second.send([1], to: arrived, droppable: true)
        guard case .sent([1], to: 1, isDroppable: true)? = second.takeOutputs().only else {
            throw Unexpected()
        }
        #expect(second.nextEvent(now: 0) == nil)
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? first : nil }
}
