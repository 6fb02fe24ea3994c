/// A table whose elements keep their place and are named by `SlotID`.
///
/// A dictionary hashes, moves its elements and needs an id from outside; an array renumbers when
/// one leaves. Here insertion, removal and access are O(1), an access is one bounds check and one
/// comparison, elements are changed in place, and a stale id is recognised by its generation.
///
/// Invariant: a slot is either occupied or on the free list, once; `count` is how many are
/// occupied. The slot freed last is used first, because its memory is warm. Slots are never given
/// back.
package struct SlotTable<Element> {
    @usableFromInline
    struct Slot {
        @usableFromInline var generation: UInt32
        @usableFromInline var element: Element?

        @inlinable
        init(generation: UInt32, element: Element?) {
            self.generation = generation
            self.element = element
        }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [UInt32] = []

    @inlinable
    package init() {}

    /// How many elements there are.
    @inlinable
    package var count: Int { slots.count - free.count }

    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// Whether `id` names an element: it was inserted here and not removed since.
    @inlinable
    package func contains(_ id: SlotID) -> Bool {
        let slot = id.slot
        return slot < slots.count && slots[slot].generation == id.generation
            && slots[slot].element != nil
    }

    /// The element's name. Amortised O(1); allocates only when the table has never been this full.
    @inlinable
    package mutating func insert(_ element: Element) -> SlotID {
        guard let slot = free.popLast() else {
            precondition(slots.count < Int(UInt32.max), "the table is full")
            slots.append(Slot(generation: 1, element: element))
            return SlotID(slot: UInt32(slots.count - 1), generation: 1)
        }
        slots[Int(slot)].element = element
        return SlotID(slot: slot, generation: slots[Int(slot)].generation)
    }

    /// Takes the element out, or returns nil if the id is stale.
    @inlinable
    @discardableResult
    package mutating func remove(_ id: SlotID) -> Element? {
        guard contains(id) else { return nil }
        let next = slots[id.slot].generation &+ 1
        slots[id.slot].generation = next == 0 ? 1 : next
        free.append(UInt32(truncatingIfNeeded: id.slot))
        return slots[id.slot].element.take()
    }

    /// The element itself, read and changed in place. The id must be live: ask `contains` first if
    /// it might not be.
    @inlinable
    package subscript(id: SlotID) -> Element {
        _read {
            precondition(slots[id.slot].generation == id.generation, "a stale slot id")
            yield slots[id.slot].element!
        }
        _modify {
            precondition(slots[id.slot].generation == id.generation, "a stale slot id")
            yield &slots[id.slot].element!
        }
    }

    /// The names of all elements, in the order of their slots. O(slots), allocates.
    @inlinable
    package var ids: [SlotID] {
        slots.indices.compactMap { slot in
            guard slots[slot].element != nil else { return nil }
            return SlotID(
                slot: UInt32(truncatingIfNeeded: slot), generation: slots[slot].generation)
        }
    }
}
