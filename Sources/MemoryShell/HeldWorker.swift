import Host
package import SyncServer

/// A worker that holds its work until somebody does it.
package final class HeldWorker: Worker {
    private typealias Piece = (work: Work, answer: @Sendable (WorkAnswer) -> Void)

    private let pieces = Shared<[Piece]>([])

    package init() {}

    package func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        pieces.change { $0.append((work, answer)) }
    }

    package var isEmpty: Bool {
        var isEmpty = true
        pieces.change { isEmpty = $0.isEmpty }
        return isEmpty
    }

    /// Does the oldest piece.
    package func doFirst(_ carryOut: (Work) -> WorkAnswer) {
        var first: Piece?
        pieces.change { if !$0.isEmpty { first = $0.removeFirst() } }
        if let first { first.answer(carryOut(first.work)) }
    }
}
