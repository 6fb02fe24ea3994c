/// A table of what is only good for a while: each entry for the same time from when it was put
/// there. When it is full, the oldest goes.
///
/// Each operation takes constant time in the long run. An entry that was taken or replaced leaves
/// its place in the line of the aging until its turn comes.
public struct ExpiringTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        /// Monotonic milliseconds.
        var until: UInt64
        /// Tells it from an earlier one of the same key.
        var number: UInt64
    }

    private let lifeMilliseconds: UInt64
    private let countMax: Int
    private var entries: [Key: Entry] = [:]
    /// The entries, oldest first, from `first` on.
    private var line: [(key: Key, number: UInt64)] = []
    private var first = 0
    private var lastNumber: UInt64 = 0

    public init(lifeMilliseconds: UInt64, countMax: Int) {
        precondition(countMax > 0)
        self.lifeMilliseconds = lifeMilliseconds
        self.countMax = countMax
    }

    public var count: Int { entries.count }

    /// Puts a value in the place of whatever `key` had.
    ///
    /// - Returns: monotonic milliseconds until which it is there.
    @discardableResult
    public mutating func put(_ value: Value, for key: Key, now: UInt64) -> UInt64 {
        forgetOld(now)
        lastNumber += 1
        let until = now + lifeMilliseconds
        entries[key] = Entry(value: value, until: until, number: lastNumber)
        line.append((key, lastNumber))
        while entries.count > countMax || line.count - first > 2 * countMax { forgetFirst() }
        return until
    }

    /// The value; nil if there is none any more.
    public func value(for key: Key, now: UInt64) -> Value? {
        guard let entry = entries[key], now < entry.until else { return nil }
        return entry.value
    }

    /// Takes the value out; nil if there is none any more.
    public mutating func take(_ key: Key, now: UInt64) -> Value? {
        let value = value(for: key, now: now)
        entries[key] = nil
        return value
    }

    /// Changes a value, whose time goes on as before.
    ///
    /// - Returns: whether there is one.
    @discardableResult
    public mutating func change(
        _ key: Key, now: UInt64, _ body: (inout Value) -> Void
    ) -> Bool {
        guard var entry = entries[key], now < entry.until else { return false }
        body(&entry.value)
        entries[key] = entry
        return true
    }

    private mutating func forgetOld(_ now: UInt64) {
        while first < line.count {
            let (key, number) = line[first]
            if let entry = entries[key], entry.number == number, now < entry.until { return }
            forgetFirst()
        }
    }

    /// Takes the oldest out of the line, and out of the table unless it was replaced.
    private mutating func forgetFirst() {
        let (key, number) = line[first]
        if entries[key]?.number == number { entries[key] = nil }
        first += 1
        // The front is given back once it is as long as the rest.
        if first > 32, 2 * first > line.count {
            line.removeFirst(first)
            first = 0
        }
    }
}
