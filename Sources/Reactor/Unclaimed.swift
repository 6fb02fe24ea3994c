import Connections
import Structures

/// Connections without a claim to their descriptor: those that the program doesn't prefer, and
/// those that it is done with. They are kept in the order in which they came here, so that the one
/// that has had its descriptor for nothing the longest gives it up first.
struct Unclaimed {
    /// The time for which a descriptor isn't given to the next one: enough to become preferred, or
    /// to send the last bytes, but for the slowest lines.
    static let graceMilliseconds: UInt64 = 2_000
    private static let countUsual = 64

    private var entries: [(id: ConnectionID, since: UInt64)] = []
    private var taken = 0
    /// With more entries than this it is time to drop those that are out of date.
    private var countExpected = countUsual

    mutating func append(
        _ id: ConnectionID, of connections: borrowing SlotTable<Connection>, now: UInt64
    ) {
        if entries.count >= countExpected {
            entries.removeFirst(taken)
            entries.removeAll { !Self.isUnclaimed($0.id, of: connections) }
            taken = 0
            countExpected = max(Self.countUsual, 2 * entries.count)
        }
        entries.append((id, now))
    }

    /// Takes the first one whose time is over; nil if there is none.
    mutating func takeOverdue(
        of connections: borrowing SlotTable<Connection>, now: UInt64
    ) -> ConnectionID? {
        while taken < entries.count {
            let (id, since) = entries[taken]
            let isCurrent = Self.isUnclaimed(id, of: connections)
            if isCurrent, since + Self.graceMilliseconds > now { return nil }
            taken += 1
            if isCurrent { return id }
        }
        return nil
    }

    private static func isUnclaimed(
        _ id: ConnectionID, of connections: borrowing SlotTable<Connection>
    ) -> Bool {
        connections.contains(id) && connections[id].isUnclaimed
    }
}
