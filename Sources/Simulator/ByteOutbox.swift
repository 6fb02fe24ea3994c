/// What waits to be sent to one phone, with the manners of the event loop's outbox: above the soft
/// limit what may be dropped and hasn't begun is dropped, above the hard limit the connection is
/// cut.
struct ByteOutbox {
    private struct Item {
        let bytes: [UInt8]
        let isDroppable: Bool
    }

    private var items: [Item] = []
    private var headSent = 0
    private(set) var queuedBytes = 0

    var isEmpty: Bool { queuedBytes == 0 }

    /// Without what is left of an item that has begun.
    var waitingBytes: Int {
        guard headSent > 0 else { return queuedBytes }
        return queuedBytes - (items[0].bytes.count - headSent)
    }

    mutating func append(_ bytes: [UInt8], isDroppable: Bool) {
        guard !bytes.isEmpty else { return }
        items.append(Item(bytes: bytes, isDroppable: isDroppable))
        queuedBytes += bytes.count
    }

    /// - Returns: how many items were dropped.
    mutating func dropDroppable() -> Int {
        let before = items.count
        let head = headSent > 0 ? items.removeFirst() : nil
        items.removeAll { $0.isDroppable }
        if let head { items.insert(head, at: 0) }
        queuedBytes = items.reduce(0) { $0 + $1.bytes.count } - headSent
        return before - items.count
    }

    /// Takes the next bytes of one item, at most `count`; `count` is at least 1.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard let first = items.first else { return nil }
        let left = first.bytes.count - headSent
        if left <= count {
            let taken = headSent == 0 ? first.bytes : Array(first.bytes[headSent...])
            items.removeFirst()
            headSent = 0
            queuedBytes -= taken.count
            return taken
        }
        let taken = Array(first.bytes[headSent..<headSent + count])
        headSent += count
        queuedBytes -= count
        return taken
    }
}

struct ByteOutboxLimits: Sendable {
    var softBytes = 64 * 1024
    var hardBytes = 256 * 1024
    var stallMilliseconds: UInt64 = 30_000
    var closingMilliseconds: UInt64 = 10_000
    var lingerMilliseconds: UInt64 = 2_000
}
