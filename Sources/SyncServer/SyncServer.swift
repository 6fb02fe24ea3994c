import Documents
package import Structures
import Wire

/// The server without its sockets, disk, clock and random source: bytes and answers come in,
/// effects come out. One of these belongs to each loop and owns the lobbies of its shard, whose
/// documents are of one kind.
///
/// The shell calls `opened`, `received`, `closed`, `drained`, the answers to effects, and `tick`;
/// then `endTurn`, and carries out `takeServerEffects`. Nothing becomes visible to a client before
/// what it tells is durable: outputs of a changed lobby wait for the commit of the turn.
package struct SyncServer<Kind: ServedDocument>: HostedServer {
    let configuration: ServerConfiguration
    let seal: PositionSeal
    var gateway: Gateway
    var sessions = SessionTable()
    var lobbies = SlotTable<Room<Kind>>()
    var slots: [LobbyID: SlotID] = [:]
    var timers = TimerWheel<ServerTimer>()
    package var random: any RandomNumberGenerator & Sendable
    var effects: [Effect] = []
    /// Counts of what has been done so far.
    package internal(set) var counters = ServerCounters()
    private static var effectsPerTurnUsual: Int { 4 }

    var commits = CommitLine()
    /// The time until which ops are turned away because the store has failed, and the error.
    var storageFault: (until: UInt64, error: SessionError)?
    var codes: CodeReserve
    let opsRate: TokenRate
    var histories: HistoryDesk
    var isDraining = false
    /// The session whose lobby was found to be another shard's, while its bytes are being read.
    var departing: (id: SessionID, handover: Handover)?
    /// Connections that another kind's server on this loop is to adopt.
    private var transfers: [(SessionID, Handover)] = []
    /// Lobbies whose log was changed from outside, until they are read anew; and whether what the
    /// log was asked for before is still to come.
    var rereading: [LobbyID: Bool] = [:]
    /// Slow readers that have caught up: events would leave a gap until their snapshot is out.
    var restarting: Set<SessionID> = []

    package init(
        configuration: ServerConfiguration, random: any RandomNumberGenerator & Sendable
    ) {
        self.configuration = configuration
        self.random = random
        gateway = Gateway(configuration)
        seal = PositionSeal(secret: configuration.secret)
        opsRate = TokenRate(
            capacity: configuration.opsBurstMax, refill: configuration.opsPerSecondMax,
            intervalMilliseconds: 1_000)
        codes = CodeReserve(
            countMax: configuration.codesReservedMax,
            retryMilliseconds: configuration.storageRetryMilliseconds)
        histories = HistoryDesk(configuration)
    }

    /// Counts of the requests that were answered so far.
    package var requestCounts: RequestCounts { gateway.counts }
    /// The number of connections, from their first byte on.
    package var sessionCount: Int { gateway.count + sessions.count }
    /// The number of lobbies in memory.
    package var lobbyCount: Int { lobbies.count }
    package var timerCount: Int { timers.count }
    /// Whether no commit is on its way, and no lobby waits for the end of a turn.
    package var isQuiet: Bool { commits.isEmpty }
    /// Whether ops are turned away at present, because the store has failed.
    package var isReadOnly: Bool { storageFault != nil }

    /// Takes the effects that the shell has to carry out now.
    @specialized(where Kind == UsualDocument)
    package mutating func takeServerEffects() -> [Effect] {
        guard !effects.isEmpty else { return [] }
        defer {
            effects = []
            effects.reserveCapacity(Self.effectsPerTurnUsual)
        }
        return effects
    }

    /// Whether a connection has come here as far as WebSocket.
    func holds(_ id: SessionID) -> Bool { sessions.contains(id) }

    /// Gives a connection to another kind's server on this loop.
    mutating func transfer(_ id: SessionID, _ handover: Handover) {
        transfers.append((id, handover))
    }

    /// Takes the connections that another kind's server is to adopt.
    mutating func takeTransfers() -> [(SessionID, Handover)] {
        guard !transfers.isEmpty else { return [] }
        defer { transfers = [] }
        return transfers
    }

    /// Takes note of a new connection; its bytes are HTTP at first.
    @specialized(where Kind == UsualDocument)
    package mutating func opened(
        _ id: SessionID, from address: PeerAddress, by door: Door, now: ServerTime
    ) {
        gateway.open(id, from: address, by: door, now: now.monotonicMilliseconds)
        timers.schedule(.session(id), at: now.monotonicMilliseconds + lookMilliseconds)
    }

    /// Takes note that the front door shows a certificate, and whether browsers trust it.
    package mutating func secured(isTrusted: Bool) { gateway.isTrusted = isTrusted }

    /// Takes note that a connection is gone, whoever ended it.
    @specialized(where Kind == UsualDocument)
    package mutating func closed(_ id: SessionID, now: ServerTime) {
        guard !gateway.close(id) else { return }
        leave(id, now: now)
        restarting.remove(id)
        histories.forget(id)
        _ = removeSession(id)
    }

    /// Makes up for droppable sends of a connection that were dropped, now that it reads again: a
    /// snapshot stands for all of them.
    @specialized(where Kind == UsualDocument)
    package mutating func drained(_ id: SessionID, now: ServerTime) {
        guard sessions.contains(id), let seat = sessions[id].seat,
            lobbies.contains(seat.lobby), lobbies[seat.lobby].exists,
            restarting.insert(id).inserted
        else { return }
        // Someone who was kicked meanwhile gets no snapshot, and nothing that is held for them
        // either: it would leave a gap.
        guard seat.admission != .outsider else { return }
        lobbies[seat.lobby].closeTurn()
        let frame = lobbies[seat.lobby].snapshotFrame(for: seat.admission)
        lobbies[seat.lobby].emit(.restart(id, frame))
        counters.countSnapshots(.slowReader)
        sessions[id].seat?.presenceVersion = 0
        tellPresence(to: [id], in: seat.lobby, now: now)
        activate(seat.lobby)
    }

    /// Takes in a session. The connection has its timer already, or gets it from the caller.
    mutating func insert(
        _ id: SessionID, network: ClientNetwork, phase: Session.Phase, deadline: UInt64,
        now: ServerTime
    ) {
        let monotonic = now.monotonicMilliseconds
        let isEchoing = phase == .echoing
        sessions.insert(
            Session(
                network: network, phase: phase,
                arrival: isEchoing ? Boxed() : Boxed(Arrival(deadline: deadline)),
                ops: TokenBucket(opsRate, now: monotonic), now: monotonic),
            at: id)
    }

    /// Takes a session out, and counts its WebSocket out.
    mutating func removeSession(_ id: SessionID) -> Session? {
        guard let session = sessions.remove(id) else { return nil }
        configuration.askCensus { $0.leave(session.network) }
        return session
    }

    /// Sees to it that the end of the turn looks at this lobby.
    mutating func activate(_ slot: SlotID) {
        guard !lobbies[slot].isActive else { return }
        lobbies[slot].isActive = true
        commits.activate(slot)
    }

    /// Sends to one session at once, whatever is held for its lobby.
    mutating func send(_ message: ServerMessage<Kind>, to id: SessionID) {
        effects.append(.send(id, message.frame(), isDroppable: false))
    }
}

enum ServerTimer: Hashable {
    case session(SessionID)
    case lobby(SlotID)
    /// The time has come to tell a lobby's sessions again who is here.
    case presence(SlotID)
}
