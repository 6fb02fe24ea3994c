/// A queue, first in, first out, that moves no elements about.
struct WaitingLine {
    private var items: [UInt64] = []
    private var head = 0

    var count: Int { items.count - head }
    var isEmpty: Bool { head == items.count }

    mutating func append(_ item: UInt64) { items.append(item) }

    mutating func popFirst() -> UInt64? {
        guard head < items.count else { return nil }
        defer {
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: true)
                head = 0
            }
        }
        return items[head]
    }
}
