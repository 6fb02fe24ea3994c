package import Documents
package import Log
package import Structures

/// The name of a connection: the slot of the loop that carries it.
package typealias SessionID = SlotID

/// The network that a client comes from, as far as limits per address go.
package struct ClientNetwork: Hashable, Sendable {
    /// The halves of an IPv6 address or network, most significant first; IPv4 as `::ffff:a.b.c.d`.
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(of address: PeerAddress) {
        self.init(high: address.network.high, low: address.network.low)
    }
}

/// The two clocks a server needs, read once a turn by the shell.
package struct ServerTime: Sendable {
    package var wall: WallTime
    /// The milliseconds since some moment before the server started; never goes back.
    package var monotonicMilliseconds: UInt64
    /// The same moment in microseconds: for measuring, not for deciding anything.
    package var monotonicMicroseconds: UInt64

    package init(wall: WallTime, monotonicMilliseconds: UInt64) {
        self.wall = wall
        self.monotonicMilliseconds = monotonicMilliseconds
        monotonicMicroseconds = monotonicMilliseconds &* 1_000
    }

    package init(wall: WallTime, monotonicMicroseconds: UInt64) {
        self.wall = wall
        self.monotonicMicroseconds = monotonicMicroseconds
        monotonicMilliseconds = monotonicMicroseconds / 1_000
    }
}

/// A wish of the server, for the shell to carry out; in order.
package enum Effect: Sendable {
    /// Send bytes to one connection. `droppable` ones may be left out if it reads too slowly; the
    /// server is then told by `drained` when to make up for it.
    case send(SessionID, [UInt8], isDroppable: Bool)
    /// Send the same bytes to many connections; they are always droppable.
    case broadcast([SessionID], [UInt8])
    /// Look after the connection before all that have no seat, for it has one now.
    case seated(SessionID)
    /// Close the connection once everything sent before is out. The server has forgotten it: what
    /// is still addressed to it goes nowhere, and `closed` needn't be called.
    case close(SessionID)
    /// Ask the log.
    case ask(Question)
    /// Do something slow for an answer over HTTP; the answer is `worked`.
    case work(Work, for: SessionID)
    /// Give the connection to the shard that it belongs to, which is to `adopt` it.
    case handOver(SessionID, Handover)
    /// Tell an operator.
    case report(Report)
}

/// A question to the log; they are asked in order.
package enum Question: Sendable {
    /// Write one transaction; the answer is `committed` with the same ticket.
    case commit(ticket: UInt64, [LobbyBatch])
    /// Load a lobby; the answer is `loaded`.
    case load(LobbyID)
    /// Read the first `eventsMax` durable events behind `after`; the answer is `history`.
    case readHistory(LobbyID, after: Seq, eventsMax: Int, for: SessionID)
    /// Find a lobby by its code; the answer is `found` with the same attempt.
    case find(JoinCode, for: SessionID, JoinGuard.Attempt)
    /// Reserve so many codes; the answer is `reserved`.
    case reserveCodes(Int)
}

/// A fact that an operator may want to know.
package enum Report: Sendable, CustomStringConvertible {
    case lobbyDamaged(LobbyID, reason: String)
    case historyDamaged(LobbyID, reason: String)
    case historyLost(LobbyID, newEpoch: Epoch)
    case commitFailed(lobbies: Int, isFull: Bool)

    package var description: String {
        switch self {
        case .lobbyDamaged(let lobby, let reason):
            "lobby \(lobby.value) is damaged and stays closed: \(reason)"
        case .historyDamaged(let lobby, let reason):
            "the history of lobby \(lobby.value) is damaged: \(reason)"
        case .historyLost(let lobby, let epoch):
            "lobby \(lobby.value): a client has seen more than the log holds; new epoch \(epoch)"
        case .commitFailed(let lobbies, let isFull):
            isFull
                ? "the disk is full; \(lobbies) lobbies go back to what is on it"
                : "a commit failed; \(lobbies) lobbies are read again from the log"
        }
    }
}
