import EventStore
import Lobby
import Reactor
import Structures
import SyncServer

/// One event loop with the server that owns its share of the lobbies: carries what happens on
/// the sockets and in the store to the server, and what the server wants back to them.
struct Shard: Sendable {
    /// How long clients are told to wait before they come back after a restart.
    static let drainMilliseconds: Int64 = 1_000
    /// How long a stopping server waits for its last commits and for slow peers.
    static let stopMillisecondsMax: UInt64 = 5_000

    let store: EventStore
    let desk: CodeDesk
    let log: Log
    let codeLength: Int
    /// Of all shards; `index` is this one's.
    let mailboxes: [Mailbox<Mail>]
    let index: Int

    private var mailbox: Mailbox<Mail> { mailboxes[index] }

    /// Runs turns until the server has drained. Call on a thread of its own.
    func run(_ loop: consuming EventLoop, _ server: consuming SyncServer) {
        var mail: [Mail] = []
        var stopsAt: UInt64?
        // Asks for codes ahead of what the first clients ask for: they can create games at once.
        server.endTurn(now: time())
        carryOut(server.takeEffects(), &loop, now: time())
        while true {
            let sleep = stopsAt == nil ? server.millisecondsUntilNext(now: time()) : 10
            loop.wait(timeoutMilliseconds: sleep)
            let now = time()
            while let event = loop.nextEvent(now: now.monotonicMilliseconds) {
                handle(event, &loop, &server, now: now)
            }
            mailbox.take(into: &mail)
            for letter in mail {
                if case .drain = letter, stopsAt == nil {
                    stopsAt = now.monotonicMilliseconds + Self.stopMillisecondsMax
                }
                handle(letter, &loop, &server, now: now)
            }
            server.tick(now: now)
            server.endTurn(now: now)
            carryOut(server.takeEffects(), &loop, now: now)
            loop.flush(now: now.monotonicMilliseconds)
            guard let stopsAt else { continue }
            let isDone = server.isQuiet && loop.connectionCount == 0
            if isDone || now.monotonicMilliseconds >= stopsAt { return }
        }
    }

    private func time() -> ServerTime {
        ServerTime(
            wall: WallTime(milliseconds: WallClock.milliseconds()),
            monotonicMilliseconds: MonotonicClock.milliseconds())
    }

    private func handle(
        _ event: IOEvent, _ loop: inout EventLoop, _ server: inout SyncServer, now: ServerTime
    ) {
        switch event {
        case .opened(let id, let address):
            let network = address.network
            server.opened(
                id, from: ClientNetwork(high: network.high, low: network.low), now: now)
        case .received(let id):
            loop.withReceived { bytes in server.received(bytes, from: id, now: now) }
        case .closed(let id, let reason):
            log.debug("connection \(id.rawValue) closed: \(reason)")
            server.closed(id, now: now)
        case .lagging(let id): log.debug("connection \(id.rawValue) reads slowly")
        case .drained(let id): server.drained(id, now: now)
        case .mail: break
        case .outOfDescriptors:
            log.error("no file descriptor is left: new connections are turned away")
        }
    }

    private func handle(
        _ letter: Mail, _ loop: inout EventLoop, _ server: inout SyncServer, now: ServerTime
    ) {
        switch letter {
        case .committed(let ticket): server.committed(ticket, now: now)
        case .commitFailed(let ticket, let isFull):
            server.failed(ticket, isFull: isFull, now: now)
        case .storeFailed(let isFull): server.storeFailed(isFull: isFull, now: now)
        case .loaded(let lobby, let answer): server.loaded(lobby, answer, now: now)
        case .history(let answer, let id): server.history(answer, for: id, now: now)
        case .found(let answer, let id): server.found(answer, for: id, now: now)
        case .reserved(let codes): server.reserved(codes)
        case .handedOver(let connection, let handover):
            guard let id = loop.attach(connection) else { return }
            server.adopt(id, handover, now: now)
        case .drain:
            loop.stopAccepting()
            server.drain(milliseconds: Self.drainMilliseconds, now: now)
        }
    }

    private func carryOut(_ effects: [Effect], _ loop: inout EventLoop, now: ServerTime) {
        for effect in effects {
            switch effect {
            case .send(let id, let bytes, let isDroppable):
                loop.send(bytes, to: id, droppable: isDroppable)
            case .broadcast(let ids, let bytes):
                for id in ids { loop.send(bytes, to: id, droppable: true) }
            case .seated(let id): loop.prefer(id)
            case .close(let id): loop.closeAfterFlush(id)
            case .handOver(let id, let handover):
                guard let connection = loop.detach(id) else { continue }
                mailboxes[handover.shard].post(.handedOver(connection, handover))
            case .report(let report): log.error("\(report)")
            case .commit, .load, .readHistory, .find, .reserveCodes: ask(effect, now: now)
            }
        }
    }

    /// Puts a question to the store; the answer comes by mail.
    private func ask(_ effect: Effect, now: ServerTime) {
        let mailbox = mailbox
        switch effect {
        case .commit(let ticket, let batches):
            store.commit(batches, now: now.wall) { outcome in
                mailbox.post(Mail(outcome, ticket: ticket))
                guard outcome.isFailureOfStore else { return }
                for other in mailboxes where other !== mailbox {
                    other.post(.storeFailed(isFull: outcome == .failed(.full)))
                }
            }
        case .load(let lobby):
            store.load(lobby) { outcome in mailbox.post(.loaded(lobby, LoadAnswer(outcome))) }
        case .readHistory(let lobby, let seq, let eventsMax, let id):
            store.readHistory(of: lobby, after: seq, eventsMax: eventsMax) { outcome in
                if case .corrupt(let reason) = outcome {
                    log.error("the history of lobby \(lobby.value) is damaged: \(reason)")
                }
                mailbox.post(.history(HistoryAnswer(outcome, after: seq), for: id))
            }
        case .find(let code, let id, let network):
            desk.find(code, from: network) { answer in mailbox.post(.found(answer, for: id)) }
        case .reserveCodes(let count):
            store.reserveCodes(count, length: codeLength) { mailbox.post(.reserved($0)) }
        case .send, .broadcast, .seated, .close, .handOver, .report: break
        }
    }
}

extension Mail {
    init(_ outcome: CommitOutcome, ticket: UInt64) {
        switch outcome {
        case .committed: self = .committed(ticket: ticket)
        case .failed(let failure): self = .commitFailed(ticket: ticket, isFull: failure == .full)
        }
    }
}

extension CommitOutcome {
    /// Whether the disk is to blame, not the request.
    fileprivate var isFailureOfStore: Bool {
        switch self {
        case .failed(.full), .failed(.inputOutput), .failed(.unavailable): true
        case .committed, .failed(.conflict), .failed(.codeTaken), .failed(.malformed): false
        }
    }
}

extension HistoryAnswer {
    init(_ outcome: HistoryOutcome, after seq: Seq) {
        switch outcome {
        case .events(let records, let top): self = .events(after: seq, records, top: top)
        case .absent: self = .events(after: seq, [], top: 0)
        case .corrupt, .unavailable: self = .unavailable
        }
    }
}

extension LoadAnswer {
    init(_ outcome: LoadOutcome) {
        switch outcome {
        case .lobby(let stored): self = .lobby(stored)
        case .absent: self = .absent
        case .corrupt(let reason): self = .damaged(reason: reason)
        case .unavailable: self = .unavailable
        }
    }
}
