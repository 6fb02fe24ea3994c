/// Something to be done for sessions once it is durable.
enum Output {
    case broadcast([SessionID], [UInt8])
    case send(SessionID, [UInt8], isDroppable: Bool)
    /// The snapshot for a slow reader that has caught up.
    case restart(SessionID, [UInt8])
    /// Answers an op message, and so ends its wait: an `ack` or a `gap`.
    ///
    /// - Parameter readAt: the monotonic microseconds at which that was read.
    case ack(SessionID, [UInt8], readAt: UInt64)
    case close(SessionID, SessionEnd)
}

/// An output that waits for the commit with this ticket.
struct HeldOutput {
    let ticket: UInt64
    let output: Output
}

/// The outputs of a room that aren't durable yet. Memory may run ahead of the disk, and what tells
/// of it waits here, in order, until the commit that holds it has landed.
///
///     entries   1  1  1  2  2     pending 2: what is added now waits for commit 2
///               └ free ┘          durable 1: commit 1 has landed, and its entries may go out
struct HeldOutputs {
    /// The last commit that holds a change of the lobby; `durableTicket` is the last one that is
    /// durable.
    private(set) var pendingTicket: UInt64 = 0
    private(set) var durableTicket: UInt64 = 0
    private var entries: [HeldOutput] = []

    var isDurable: Bool { pendingTicket <= durableTicket }
    var isEmpty: Bool { entries.isEmpty }

    /// Has all that is put in from now on wait for this commit.
    mutating func wait(for ticket: UInt64) { pendingTicket = ticket }

    mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

    mutating func add(_ output: Output) {
        entries.append(HeldOutput(ticket: pendingTicket, output: output))
    }

    /// Notes that the commit with this ticket is on disk.
    mutating func commit(_ ticket: UInt64) { durableTicket = ticket }

    /// Takes the outputs that tell only what is durable, in order.
    mutating func release() -> ArraySlice<HeldOutput> {
        let count = entries.firstIndex { $0.ticket > durableTicket } ?? entries.count
        guard count > 0 else { return [] }
        let free = entries[..<count]
        entries = Array(entries[count...])
        return free
    }

    /// All outputs that wait.
    var waiting: [HeldOutput] { entries }

    /// The sessions that are to be closed.
    var closing: [SessionID] {
        entries.compactMap { entry in
            guard case .close(let id, _) = entry.output else { return nil }
            return id
        }
    }
}
