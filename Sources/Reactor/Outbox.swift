/// What waits to be sent on one connection: shared byte arrays in order, and how far the first has
/// got.
///
/// Invariant: no array is empty, `headSent` is less than the first one's length (0 if there is
/// none), and `queuedBytes` is what is left of all of them. An array that has begun is always
/// finished, so the peer never sees part of a frame. An empty outbox owns no memory.
struct Outbox: Sendable {
    private struct Item {
        let bytes: [UInt8]
        let isDroppable: Bool
    }

    /// Pieces from this length on are sent from where they lie.
    private static let directBytesMin = 16 * 1024

    /// Room for what a turn usually queues, so that it is one allocation.
    private static let itemsUsual = 8

    private var items: [Item] = []
    private var headSent = 0
    private(set) var queuedBytes = 0

    var isEmpty: Bool { queuedBytes == 0 }

    /// What is queued and hasn't begun. A long message that is on its way, such as a snapshot,
    /// says nothing against its reader.
    var waitingBytes: Int {
        guard headSent > 0 else { return queuedBytes }
        return queuedBytes - (items[0].bytes.count - headSent)
    }

    mutating func append(_ bytes: [UInt8], isDroppable: Bool) {
        guard !bytes.isEmpty else { return }
        if items.isEmpty { items.reserveCapacity(Self.itemsUsual) }
        items.append(Item(bytes: bytes, isDroppable: isDroppable))
        queuedBytes += bytes.count
    }

    /// Drops the droppable arrays that have not begun.
    mutating func dropDroppable() {
        let hasBegun = headSent > 0
        let head = hasBegun ? items.removeFirst() : nil
        items.removeAll { $0.isDroppable }
        if let head { items.insert(head, at: 0) }
        queuedBytes = items.reduce(0) { $0 + $1.bytes.count } - headSent
    }

    /// Offers the longest run of bytes that one call can take, without removing it. Not if empty.
    func withNextBytes<Result>(
        _ gather: inout GatherBuffer, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let bytes = items[0].bytes
        let head = bytes.span.extracting(droppingFirst: headSent)
        guard items.count > 1, head.count < Self.directBytesMin else { return body(head) }
        gather.removeAll()
        var hasRoom = gather.append(head)
        for item in items.dropFirst() where hasRoom {
            let bytes = item.bytes
            hasRoom = gather.append(bytes.span)
        }
        return gather.withBytes(body)
    }

    /// Removes the first `count` bytes, which have been sent.
    mutating func consume(_ count: Int) {
        precondition(count <= queuedBytes)
        queuedBytes -= count
        guard queuedBytes > 0 else {
            items = []
            headSent = 0
            return
        }
        headSent += count
        var finished = 0
        while headSent >= items[finished].bytes.count {
            headSent -= items[finished].bytes.count
            finished += 1
        }
        items.removeFirst(finished)
    }
}
