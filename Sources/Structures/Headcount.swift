/// How many there are of each, such as connections of each network; those of whom there is none are
/// forgotten.
public struct Headcount<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]
    /// All together.
    public private(set) var total = 0

    public init() {}

    public subscript(key: Key) -> Int { counts[key, default: 0] }

    public mutating func enter(_ key: Key) {
        counts[key, default: 0] += 1
        total += 1
    }

    /// Counts one out; nothing happens if there is none.
    public mutating func leave(_ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
        total -= 1
    }
}
