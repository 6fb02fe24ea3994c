package import Connections
import Documents
package import Log
import Structures
package import SyncServer

/// One loop of a server: carries to `SyncServer` what happens on its connections and in the log,
/// and back to them what that wants. It is the only place where the server's effects are carried
/// out: the product runs it over sockets and SQLite, the simulator, the search of small scopes and
/// the tests over connections and a log that exist in memory.
///
///     Transport ── events ──▸ ┌────────┐ ── requests ──▸ EventLog
///     Post ────── letters ──▸ │  Host  │                    │
///     Transport ◂── bytes ─── └────────┘      Post ◂── outcomes
///                                  └──── work ──▸ Worker
///
/// Connections of other loops are adopted first. Then a turn takes all events of the transport,
/// then the letters, lets time pass, ends the server's turn, carries out its effects in their
/// order, and flushes. A log answers by a letter, in a later turn. It is the business of whoever
/// runs the loop to call `turn`: when something has happened, a letter has come, or
/// `millisecondsUntilNext` are over.
package struct Host<
    Server: HostedServer, Transport: ServerTransport & ~Copyable, Log: EventLog, Mail: Post
>: ~Copyable where Mail.Passenger == Transport.Passenger {
    package var transport: Transport
    package var log: Log
    package var server: Server
    private let worker: any Worker
    private let mail: Mail
    /// The number of this loop.
    private let loop: Int
    private let codeLength: Int
    private var stopsAt: UInt64?
    private var reports: [HostReport] = []

    /// - Parameters:
    ///   - mail: also brings this loop its own letters.
    ///   - codeLength: how many signs the codes of new lobbies have.
    package init(
        _ server: consuming Server, on transport: consuming Transport, log: Log,
        worker: any Worker, mail: Mail, loop: Int, codeLength: Int = JoinCode.lengthDefault
    ) {
        self.server = server
        self.transport = transport
        self.log = log
        self.worker = worker
        self.mail = mail
        self.loop = loop
        self.codeLength = codeLength
    }

    /// Whether the server has drained, or was given enough time to.
    package func isDone(now: ServerTime) -> Bool {
        guard let stopsAt else { return false }
        return server.isQuiet && transport.connectionCount == 0
            || now.monotonicMilliseconds >= stopsAt
    }

    package var isStopping: Bool { stopsAt != nil }

    /// The time for which the loop may sleep; nil if nothing is due.
    package func millisecondsUntilNext(now: ServerTime) -> Int? {
        server.millisecondsUntilNext(now: now)
    }

    /// Takes the reports since the last time.
    package mutating func takeReports() -> [HostReport] {
        guard !reports.isEmpty else { return [] }
        defer { reports = [] }
        return reports
    }

    /// Takes in a connection of another loop; to be called before the turn in which it came.
    package mutating func adopt(
        _ passenger: Mail.Passenger, _ handover: Handover, now: ServerTime
    ) {
        guard let id = transport.attach(passenger) else { return }
        server.adopt(id, handover, now: now)
    }

    package mutating func turn(_ letters: [Letter], now: ServerTime) {
        while let event = transport.nextEvent(now: now.monotonicMilliseconds) {
            handle(event, now: now)
        }
        for letter in letters { handle(letter, now: now) }
        server.tick(now: now)
        server.endTurn(now: now)
        for effect in server.takeServerEffects() { carryOut(effect, now: now) }
        transport.flush(now: now.monotonicMilliseconds)
    }

    private mutating func handle(_ event: TransportEvent, now: ServerTime) {
        switch event {
        case .opened(let id, let address, let door):
            server.opened(id, from: address, by: door, now: now)
        case .received(let id):
            Self.bring(from: transport, to: &server, id, now: now)
        case .closed(let id, let reason):
            reports.append(.closed(id, reason))
            server.closed(id, now: now)
        case .lagging(let id): reports.append(.lagging(id))
        case .drained(let id): server.drained(id, now: now)
        case .mail: break
        case .outOfDescriptors: reports.append(.outOfDescriptors)
        }
    }

    private static func bring(
        from transport: borrowing Transport, to server: inout Server,
        _ id: SessionID, now: ServerTime
    ) {
        transport.withReceived { bytes in server.received(bytes, from: id, now: now) }
    }

    private mutating func handle(_ letter: Letter, now: ServerTime) {
        switch letter {
        case .committed(let ticket, let outcome):
            warnOthers(outcome)
            server.committed(ticket, outcome, now: now)
        case .storageFailed(let isFull): server.storeFailed(isFull: isFull, now: now)
        case .loaded(let lobby, let outcome): server.loaded(lobby, outcome, now: now)
        case .history(let outcome, let lobby, let seq, let id):
            server.history(outcome, of: lobby, after: seq, for: id, now: now)
        case .found(let outcome, let id, let attempt):
            server.found(outcome, for: id, attempt, now: now)
        case .reserved(let codes): server.reserved(codes)
        case .worked(let answer, let id): server.worked(answer, for: id, now: now)
        case .secured(let isTrusted): server.secured(isTrusted: isTrusted)
        case .drain:
            guard stopsAt == nil else { return }
            stopsAt = now.monotonicMilliseconds + HostLimits.stopMillisecondsMax
            transport.stopAccepting()
            // The loops have about as many connections each, and are told at the same time.
            let connections = transport.connectionCount * mail.loopCount
            server.drain(
                milliseconds: HostLimits.drainMilliseconds(connections: connections), now: now)
        }
    }

    /// Tells the other loops that the disk has failed, which they share.
    private func warnOthers(_ outcome: CommitOutcome) {
        guard case .failed(let failure) = outcome, failure.isOfStorage else { return }
        for other in 0..<mail.loopCount where other != loop {
            mail.post(.storageFailed(isFull: failure == .full), to: other)
        }
    }

    private mutating func carryOut(_ effect: Effect, now: ServerTime) {
        switch effect {
        case .send(let id, let bytes, let isDroppable):
            transport.send(bytes, to: id, droppable: isDroppable)
        case .broadcast(let ids, let bytes): transport.broadcast(bytes, to: ids)
        case .seated(let id): transport.prefer(id)
        case .close(let id): transport.closeAfterFlush(id)
        case .handOver(let id, let handover):
            guard let passenger = transport.detach(id) else { return }
            mail.handOver(passenger, handover, to: handover.shard)
        case .work(let work, let id):
            let (mail, loop) = (mail, loop)
            worker.take(work) { mail.post(.worked($0, for: id), to: loop) }
        case .report(let report): reports.append(.server(report))
        case .ask(let question): ask(question, now: now)
        }
    }

    /// Asks the log; the outcome comes as a letter.
    private mutating func ask(_ question: Question, now: ServerTime) {
        let (mail, loop) = (mail, loop)
        switch question {
        case .commit(let ticket, let batches):
            log.ask(
                .commit(batches, now: now.wall) { outcome in
                    mail.post(.committed(ticket: ticket, outcome), to: loop)
                })
        case .load(let lobby):
            log.ask(.load(lobby) { mail.post(.loaded(lobby, $0), to: loop) })
        case .readHistory(let lobby, let seq, let eventsMax, let id):
            log.ask(
                .readHistory(lobby, after: seq, eventsMax: eventsMax) { outcome in
                    mail.post(.history(outcome, of: lobby, after: seq, for: id), to: loop)
                })
        case .find(let code, let id, let attempt):
            log.ask(.find(code) { mail.post(.found($0, for: id, attempt), to: loop) })
        case .reserveCodes(let count):
            log.ask(
                .reserveCodes(count, length: codeLength) { codes in
                    mail.post(.reserved(codes), to: loop)
                })
        }
    }
}

extension Host: Copyable where Transport: Copyable {}

package enum HostLimits {
    /// The least time that clients are told to wait before they come back after a restart.
    package static let drainMillisecondsMin: Int64 = 1_000
    /// The longest, which nobody waits more than twice.
    package static let drainMillisecondsMax: Int64 = 60_000
    /// The clients that are to come back in a second: a quarter of what one core takes.
    package static let returnsPerSecond: Int64 = 2_500

    /// The time that clients are told to wait: each chooses one between this and twice this, so
    /// that `returnsPerSecond` come.
    package static func drainMilliseconds(connections: Int) -> Int64 {
        let spread = Int64(connections) * 1_000 / returnsPerSecond
        return min(drainMillisecondsMax, max(drainMillisecondsMin, spread))
    }

    /// The time for which a stopping server waits for its last commits and for slow peers.
    package static let stopMillisecondsMax: UInt64 = 5_000
}
