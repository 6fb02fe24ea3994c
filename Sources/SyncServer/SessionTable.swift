import Structures

/// The sessions of one loop, each in the slot of its connection.
struct SessionTable {
    private struct Slot {
        var generation: UInt32
        var session: Session?
    }

    private var slots: [Slot] = []
    private(set) var count = 0

    func contains(_ id: SessionID) -> Bool {
        slots.indices.contains(id.slot) && slots[id.slot].generation == id.generation
            && slots[id.slot].session != nil
    }

    /// A live session, changed in place.
    subscript(id: SessionID) -> Session {
        _read {
            precondition(slots[id.slot].generation == id.generation, "the session is live")
            yield slots[id.slot].session!
        }
        _modify {
            precondition(slots[id.slot].generation == id.generation, "the session is live")
            yield &slots[id.slot].session!
        }
    }

    var ids: [SessionID] {
        slots.enumerated().compactMap { place, slot in
            guard slot.session != nil else { return nil }
            return SlotID(slot: UInt32(truncatingIfNeeded: place), generation: slot.generation)
        }
    }

    mutating func insert(_ session: Session, at id: SessionID) {
        while slots.count <= id.slot { slots.append(Slot(generation: 0, session: nil)) }
        if slots[id.slot].session == nil { count += 1 }
        slots[id.slot] = Slot(generation: id.generation, session: session)
    }

    mutating func remove(_ id: SessionID) -> Session? {
        guard contains(id) else { return nil }
        count -= 1
        return slots[id.slot].session.take()
    }
}
