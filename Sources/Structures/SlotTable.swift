/// A table whose elements are named by `SlotID`.
///
/// A dictionary hashes and needs an id from outside; an array renumbers when an element leaves.
/// Here insertion, removal and access are O(1), an access is two bounds checks and one comparison,
/// elements are changed in place, and a stale id is recognised by its generation.
///
/// The elements lie side by side without gaps; a slot says where its element lies, and the last
/// element moves into the place of one that is removed. (Optional elements in the slots would be
/// simpler, but Swift copies an optional to look into it. Queuing a message on a connection, which
/// is five accesses, cost 110 ns that way and 31 ns this way.)
///
/// Invariants: a slot's generation is odd while it is occupied and even while it is free;
/// `slots[owners[p]].position == p` for every place `p`; every slot that is free is on the free
/// list, once. The slot freed last is used first, because its memory is warm. Slots are never given
/// back.
///
/// Public, though `package` would be enough: the compiler doesn't specialise a `package` generic
/// for the element types of other modules, inlinable or not: the same message, 840 ns.
public struct SlotTable<Element> {
    @usableFromInline
    struct Slot {
        @usableFromInline var generation: UInt32
        @usableFromInline var position: UInt32

        @inlinable
        init(generation: UInt32, position: UInt32) {
            self.generation = generation
            self.position = position
        }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [UInt32] = []
    @usableFromInline var elements: [Element] = []
    /// The slot of the element in the same place.
    @usableFromInline var owners: [UInt32] = []

    @inlinable
    public init() {}

    /// The number of elements.
    @inlinable
    public var count: Int { elements.count }

    @inlinable
    public var isEmpty: Bool { elements.isEmpty }

    /// Whether `id` names an element: it was inserted here and not removed since.
    @inlinable
    public func contains(_ id: SlotID) -> Bool {
        let slot = id.slot
        return slot < slots.count && slots[slot].generation == id.generation
            && id.generation % 2 == 1
    }

    /// Adds an element, and returns its name. Amortised O(1); allocates only when the table has
    /// never been this full.
    @inlinable
    public mutating func insert(_ element: Element) -> SlotID {
        let slot = free.popLast() ?? newSlot()
        slots[Int(slot)].generation &+= 1
        slots[Int(slot)].position = UInt32(truncatingIfNeeded: elements.count)
        elements.append(element)
        owners.append(slot)
        return SlotID(slot: slot, generation: slots[Int(slot)].generation)
    }

    /// Takes the element out, or returns nil if the id is stale.
    @inlinable
    @discardableResult
    public mutating func remove(_ id: SlotID) -> Element? {
        guard contains(id) else { return nil }
        let position = Int(slots[id.slot].position)
        let last = elements.count - 1
        elements.swapAt(position, last)
        owners.swapAt(position, last)
        slots[Int(owners[position])].position = UInt32(truncatingIfNeeded: position)
        slots[id.slot].generation &+= 1
        free.append(owners.removeLast())
        return elements.removeLast()
    }

    /// The element itself, read and changed in place. The id must be live: ask `contains` first if
    /// it might not be.
    @inlinable
    public subscript(id: SlotID) -> Element {
        _read { yield elements[position(of: id)] }
        _modify { yield &elements[position(of: id)] }
    }

    /// The names of all elements, in no promised order. O(count), allocates.
    @inlinable
    public var ids: [SlotID] {
        owners.map { SlotID(slot: $0, generation: slots[Int($0)].generation) }
    }

    @inlinable
    func position(of id: SlotID) -> Int {
        precondition(slots[id.slot].generation == id.generation, "a stale slot id")
        return Int(slots[id.slot].position)
    }

    @inlinable
    mutating func newSlot() -> UInt32 {
        precondition(slots.count < Int(UInt32.max), "the table is full")
        slots.append(Slot(generation: 0, position: 0))
        return UInt32(truncatingIfNeeded: slots.count - 1)
    }
}
