/// The output that waits on one connection: shared byte arrays in order, and how far the first has
/// got.
///
/// Invariant: no array is empty except the first when there is none, `firstSent` is less than the
/// first one's length (0 if there is none), and `queuedBytes` is what is left of all of them. An
/// array that has begun is always finished, so the peer never sees part of a frame. An outbox of
/// one array, which is the usual one, allocates nothing.
@usableFromInline
package struct Outbox: Sendable {
    private struct Item {
        var bytes: [UInt8]
        var isDroppable: Bool
    }

    /// From this length on an array is sent from where it lies.
    private static let directBytesMin = 16 * 1024

    private var first = Item(bytes: [], isDroppable: false)
    private var firstSent = 0
    private var others: [Item] = []
    @usableFromInline package private(set) var queuedBytes = 0

    package init() {}

    package var isEmpty: Bool { queuedBytes == 0 }

    /// The bytes of the arrays that haven't begun. A long message that is on its way, such as a
    /// snapshot, says nothing against its reader.
    package var waitingBytes: Int {
        guard firstSent > 0 else { return queuedBytes }
        return queuedBytes - (first.bytes.count - firstSent)
    }

    package mutating func append(_ bytes: [UInt8], isDroppable: Bool) {
        guard !bytes.isEmpty else { return }
        let item = Item(bytes: bytes, isDroppable: isDroppable)
        if queuedBytes == 0 { first = item } else { others.append(item) }
        queuedBytes += bytes.count
    }

    /// Drops the droppable arrays that have not begun.
    ///
    /// - Returns: how many.
    @discardableResult
    package mutating func dropDroppable() -> Int {
        let countBefore = others.count
        others.removeAll { $0.isDroppable }
        var dropped = countBefore - others.count
        if firstSent == 0, first.isDroppable {
            dropped += first.bytes.isEmpty ? 0 : 1
            first = others.isEmpty ? Item(bytes: [], isDroppable: false) : others.removeFirst()
        }
        queuedBytes = others.reduce(first.bytes.count - firstSent) { $0 + $1.bytes.count }
        return dropped
    }

    /// Offers the longest run of bytes that one call can take, without removing it. Not if empty.
    package func withNextBytes(
        _ gather: inout GatherBuffer, _ body: (Span<UInt8>) -> Void
    ) {
        let bytes = first.bytes
        let head = bytes.span.extracting(droppingFirst: firstSent)
        guard !others.isEmpty, head.count < Self.directBytesMin else { return body(head) }
        gather.removeAll()
        var hasRoom = gather.append(head)
        for item in others where hasRoom {
            let bytes = item.bytes
            hasRoom = gather.append(bytes.span)
        }
        gather.withBytes(body)
    }

    /// Removes the first `count` bytes, which have been sent.
    package mutating func consume(_ count: Int) {
        precondition(count <= queuedBytes)
        queuedBytes -= count
        guard queuedBytes > 0 else {
            self = Outbox()
            return
        }
        firstSent += count
        var finished = 0
        while firstSent >= first.bytes.count {
            firstSent -= first.bytes.count
            first = others[finished]
            finished += 1
        }
        others.removeFirst(finished)
    }
}
