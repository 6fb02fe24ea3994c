/// Something to be done for sessions once it is durable.
enum Output {
    case broadcast([SessionID], [UInt8])
    case send(SessionID, [UInt8], isDroppable: Bool)
    /// The snapshot for a slow reader that has caught up.
    case restart(SessionID, [UInt8])
    /// Answers an op message, and so ends its wait: an `ack` or a `gap`.
    case ack(SessionID, [UInt8])
    case close(SessionID, SessionEnd)
}

/// An output that waits for the commit with this ticket.
struct HeldOutput {
    let ticket: UInt64
    let output: Output
}

/// Durable before visible: memory may run ahead of the disk, and what tells of it waits here, in
/// order, until the commit that holds it has landed.
struct HeldOutputs {
    /// The last commit that holds a change of the lobby, and the last one that is durable.
    private(set) var pendingTicket: UInt64 = 0
    private(set) var durableTicket: UInt64 = 0
    private var entries: [HeldOutput] = []

    var isDurable: Bool { pendingTicket <= durableTicket }
    var isEmpty: Bool { entries.isEmpty }

    /// What is put in from now on waits for this commit.
    mutating func wait(for ticket: UInt64) { pendingTicket = ticket }

    mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

    mutating func add(_ output: Output) {
        entries.append(HeldOutput(ticket: pendingTicket, output: output))
    }

    /// The commit with this ticket is on disk.
    mutating func commit(_ ticket: UInt64) { durableTicket = ticket }

    /// The outputs that tell only what is durable, in order.
    mutating func release() -> ArraySlice<HeldOutput> {
        let count = entries.firstIndex { $0.ticket > durableTicket } ?? entries.count
        guard count > 0 else { return [] }
        let free = entries[..<count]
        entries = Array(entries[count...])
        return free
    }

    /// All that waits.
    var waiting: [HeldOutput] { entries }

    /// The sessions that are to be closed.
    var closing: [SessionID] {
        entries.compactMap { entry in
            guard case .close(let id, _) = entry.output else { return nil }
            return id
        }
    }
}
