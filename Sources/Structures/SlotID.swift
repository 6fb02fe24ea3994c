/// The name of an element of a `SlotTable`: the place it lies in and which tenant of the place it
/// is.
///
/// A slot is used again after its element is removed, with the next generation, so an id kept too
/// long names nothing instead of a stranger. After 2³¹ tenants of one slot the ids begin again.
public struct SlotID: Hashable, Sendable {
    /// The generation in the high 32 bits, the slot in the low 32. Values below 2³² are never ids
    /// (generations begin at 1), so they are free for other uses, such as marks in an epoll set.
    public var rawValue: UInt64

    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    public init(slot: UInt32, generation: UInt32) {
        rawValue = UInt64(generation) << 32 | UInt64(slot)
    }

    /// The index of the slot, from 0.
    @inlinable
    public var slot: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF_FFFF) }

    /// The number of this tenant of the slot: 1, 3, 5…
    @inlinable
    public var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}
