import Connections
import Structures
import SystemCalls
import TLS

/// A connection that is to be secured, up to the end of its handshake. The program doesn't know of
/// it yet.
///
///     accepted ──first byte──▸ inside the gate ──handshake is over──▸ Connection
///        │  ╲                      │
///        │   parked: the gate      │
///        │   is closed             │
///        └──────────┴──────────────┴──▸ turned away
struct Stranger {
    /// The time for a handshake, from the moment that the connection was accepted.
    static let millisecondsMax: UInt64 = 10_000
    /// Bytes that a client may send before the handshake is over; a usual first message has 2,000.
    static let bytesMax = 16 * 1024

    let descriptor: Int32
    let address: PeerAddress
    let door: Door
    let credentials: TLSCredentials
    let deadline: UInt64
    /// Made with the first byte; a connection that says nothing costs nothing.
    var tls: TLSStream?
    var isInside = false
    var bytes = 0
    var interest = Interest.readable
}

/// The connections of a loop that aren't secured yet. An epoll set of their own bounds how many of
/// them a turn looks at: a step of a handshake takes longer than all else that a turn does for a
/// connection, and those who play mustn't wait for a storm of them.
struct Strangers: ~Copyable {
    /// Steps of handshakes in one turn. With 8 a player waited 11 ms among 2,000 newcomers a
    /// second (99 of 100 times), with 32 it was 27 ms, without a bound 54 ms.
    static let stepsPerTurnMax = 8
    /// The time after which those who found the gate closed try again: another loop may have
    /// opened it.
    static let retryMilliseconds: UInt64 = 50

    var poller: Poller
    var table = SlotTable<Stranger>()
    /// The next of the poller's events to look at.
    var next = 0
    /// All in the order of their deadlines; some are gone.
    private var line: [SlotID] = []
    private var lineTaken = 0
    /// Those who wait for the gate, in the order in which they came to it; some are gone.
    private var parked: [SlotID] = []
    /// The time at which those who are parked try again.
    private var retriesAt = UInt64.max

    init() throws(SystemError) { poller = try Poller(eventsMax: Self.stepsPerTurnMax) }

    var count: Int { table.count }

    /// Takes somebody in; nil if the kernel has no room to watch one more.
    mutating func insert(_ stranger: Stranger) -> SlotID? {
        let id = table.insert(stranger)
        do {
            try poller.add(stranger.descriptor, token: id.rawValue, stranger.interest)
        } catch {
            table.remove(id)
            return nil
        }
        if lineTaken > line.count / 2 {
            line.removeFirst(lineTaken)
            lineTaken = 0
        }
        line.append(id)
        return id
    }

    mutating func remove(_ id: SlotID) -> Stranger? {
        guard let stranger = table.remove(id) else { return nil }
        poller.remove(stranger.descriptor)
        return stranger
    }

    mutating func watch(_ id: SlotID, _ interest: Interest) {
        guard table[id].interest != interest else { return }
        table[id].interest = interest
        poller.modify(table[id].descriptor, token: id.rawValue, interest)
    }

    /// The one that was accepted first; nil if there is none.
    mutating func oldest() -> SlotID? {
        while lineTaken < line.count {
            if table.contains(line[lineTaken]) { return line[lineTaken] }
            lineTaken += 1
        }
        line.removeAll(keepingCapacity: true)
        lineTaken = 0
        return nil
    }

    /// Lets somebody wait for the gate.
    mutating func park(_ id: SlotID, now: UInt64) {
        watch(id, [])
        if parked.isEmpty { retriesAt = now + Self.retryMilliseconds }
        if parked.count > 2 * table.count { parked.removeAll { !table.contains($0) } }
        parked.append(id)
    }

    /// Takes those who are to try again, at most as many as a turn has steps for.
    mutating func takeParked(now: UInt64) -> [SlotID] {
        guard now >= retriesAt else { return [] }
        let tried = Array(parked.prefix(Self.stepsPerTurnMax))
        parked.removeFirst(tried.count)
        retriesAt = parked.isEmpty ? .max : now + 1
        return tried.filter { table.contains($0) }
    }

    /// Lets them try again now, since the gate may be open.
    mutating func hurry(now: UInt64) {
        if !parked.isEmpty { retriesAt = now }
    }

    /// Puts those back who found the gate closed again.
    mutating func parkAgain(_ ids: [SlotID], now: UInt64) {
        guard !ids.isEmpty else { return }
        parked += ids
        retriesAt = now + Self.retryMilliseconds
    }

    /// The time until somebody's deadline, or until those who are parked try again.
    mutating func millisecondsUntilNext(_ now: UInt64) -> Int? {
        guard let oldest = oldest() else { return nil }
        let due = min(table[oldest].deadline, retriesAt)
        return due > now ? Int(clamping: due - now) : 0
    }
}
