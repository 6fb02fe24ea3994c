import Club
import Documents
import Log
import SyncClient
import SyncServer
import WebSocket
import Wire

/// Knows what was typed and what is on the disk, and holds everything else against it.
///
/// It reads the log as it is committed, event by event, and judges each by the document's rules,
/// written down a second time in `ReferenceRules`. It reads what the server sends before the
/// network does, and at the end asks where everything has gone that anybody ever typed.
final class Oracle<Kind: SimulatedKind> {
    /// Something a person typed and a phone promised to keep.
    struct Typed {
        let app: Int
        let game: Int
        /// The op as it was typed, with number 0: numbers change when a journal forks.
        let op: Kind.Op
        /// When the phone last heard that the server has dealt with it; nil if never.
        var acknowledgedAt: UInt64?
        /// When it was last put on the disk, as an event or as a number that is used up.
        var landedAt: UInt64?
        /// The server said no, or must have meant to when it used up the number.
        var isRefused = false
    }

    private(set) var typed: [Typed] = []
    private var byContent: [Kind.Op: Int] = [:]
    /// What may be meant by an op's number in a replica's journal; a copied journal gives one
    /// number several meanings.
    private var byOrigin: [OriginKey: [Int]] = [:]
    var histories: [LobbyID: History] = [:]
    private(set) var lastRestoreAt: UInt64?
    /// Since when keys are good for nothing.
    var revokedAt: [DeviceKey: UInt64] = [:]
    /// The ops that were sent with a key that was good at the time.
    var sent: Set<OriginKey> = []
    /// What was typed and went with the name of somebody who was erased.
    var namesErased: Set<Int> = []

    /// The log of one lobby as it is on the disk.
    struct History {
        var epoch: Epoch
        /// An epoch that messages on their way may still name.
        var epochBefore: Epoch?
        var document: Kind?
        var changes: [Kind.Change] = []
        var hashes: [UInt64] = []
        var rows: [ReplicaID: ReplicaRow] = [:]
        var lastNumbers: [ReplicaTag: OpNumber] = [:]
        /// A commit failed and the lobby hasn't been read since: later batches may not fit.
        var isUncertain = false
        /// Names were taken out, and the server may have them in memory.
        var isBeingReread = false
        var last: LastEvent?

        var seq: Seq { Seq(changes.count) }

        func hash(at seq: Seq) -> UInt32? {
            guard seq > 0, seq <= hashes.count else { return nil }
            return RollingHash.short(hashes[Int(seq) - 1])
        }
    }

    func history(_ lobby: LobbyID) -> History? { histories[lobby] }

    func meanings(_ replica: ReplicaTag, _ number: OpNumber) -> [Typed] {
        (byOrigin[OriginKey(replica: replica, number: number)] ?? []).map { typed[$0] }
    }

    func places(_ replica: ReplicaTag, _ number: OpNumber) -> [Int] {
        byOrigin[OriginKey(replica: replica, number: number)] ?? []
    }

    // MARK: Phones

    /// A phone has put an op into its journal.
    func typed(_ number: OpNumber, by app: App<Kind>) {
        guard let core = app.core, let op = core.op(number) else { return }
        let content = op.withoutNumber
        if byContent[content] == nil {
            byContent[content] = typed.count
            typed.append(Typed(app: app.number, game: app.seat.game, op: content))
        }
        note(content, number, core.replica.tag)
    }

    private func note(_ content: Kind.Op, _ number: OpNumber, _ replica: ReplicaTag) {
        guard let place = byContent[content] else { return }
        let key = OriginKey(replica: replica, number: number)
        if byOrigin[key]?.contains(place) != true { byOrigin[key, default: []].append(place) }
    }

    /// A phone goes on under another replica's name, or with another journal.
    func registers(_ app: App<Kind>) {
        guard let core = app.core else { return }
        app.registeredReplica = core.replica
        for (number, op) in core.ops {
            if let op { note(op.withoutNumber, number, core.replica.tag) }
        }
    }

    /// A phone has heard that ops up to `number` have been dealt with.
    func acknowledged(through number: OpNumber, at app: App<Kind>, now: UInt64) {
        guard let core = app.core, number > app.acknowledgedSeen else { return }
        for place in app.acknowledgedSeen + 1...number {
            guard let op = core.op(place), let index = index(of: op) else { continue }
            typed[index].acknowledgedAt = now
        }
    }

    func rejected(_ number: OpNumber, at app: App<Kind>) {
        guard let op = app.core?.op(number), let index = index(of: op) else { return }
        typed[index].isRefused = true
    }

    func index(of op: Kind.Op) -> Int? { byContent[op.withoutNumber] }

    // MARK: The disk

    func commitFailed(_ lobby: LobbyID) { histories[lobby]?.isUncertain = true }

    func loaded(_ lobby: LobbyID) {
        histories[lobby]?.isUncertain = false
        histories[lobby]?.isBeingReread = false
    }

    /// The store didn't take a batch.
    func refused(_ batches: [LobbyBatch], _ failure: CommitFailure, in world: World<Kind>) {
        guard case .conflict(let lobby) = failure else {
            return world.violate(.storeRefused, "a commit doesn't fit: \(failure)")
        }
        if histories[lobby]?.isUncertain == true { return }
        let batches = batches.filter { $0.lobby == lobby }
        // A lobby that wasn't there when its first commit failed has no history to be uncertain.
        if histories[lobby] == nil, batches.allSatisfy({ $0.previousSeq > 0 }) { return }
        let summaries = batches.map(\.summary).joined(separator: ", ")
        world.violate(.storeRefused, "a commit doesn't fit: \(summaries)")
    }

    /// A batch is on the disk.
    func landed(_ batch: LobbyBatch, in world: World<Kind>) {
        var history = histories.removeValue(forKey: batch.lobby) ?? History(epoch: batch.epoch)
        let epochs = [batch.epoch, history.epoch]
        let before = history
        if history.epoch != batch.epoch { history.epochBefore = history.epoch }
        history.epoch = batch.epoch
        history.document?.epoch = batch.epoch
        for record in batch.records {
            world.statistics.events += 1
            add(record, batch.lobby, epochs, to: &history, in: world)
        }
        checkRows(batch, history, in: world)
        checkSwallowed(batch, before, in: world)
        for row in batch.replicas { history.rows[row.replica] = row }
        checkBounds(of: history.rows, in: world)
        if history.document?.code != batch.code {
            world.violate(.rules, "the store is told another code than the log")
        }
        histories[batch.lobby] = history
    }

    private func checkRows(_ batch: LobbyBatch, _ history: History, in world: World<Kind>) {
        for row in batch.replicas {
            let last = history.lastNumbers[row.replica.tag] ?? 0
            if row.lastNumber < last {
                world.violate(
                    .doubled,
                    "the row of \(row.replica.tag) says \(row.lastNumber), "
                        + "though op \(last) is in the log")
            }
        }
    }

    /// A number that was used up without an event must be that of an op that was refused.
    private func checkSwallowed(_ batch: LobbyBatch, _ before: History, in world: World<Kind>) {
        let logged = Set(
            batch.records.compactMap { (try? LogCoding<Kind>.event($0))?.origin?.key })
        var states: [Kind]?
        for row in batch.replicas {
            let last = before.rows[row.replica]?.lastNumber ?? 0
            guard row.lastNumber > last else { continue }
            for number in last + 1...row.lastNumber {
                let key = OriginKey(replica: row.replica.tag, number: number)
                guard !logged.contains(key) else { continue }
                let documents = states ?? self.states(batch, before)
                states = documents
                checkRefused(key, row.person, documents, in: world)
            }
        }
    }

    /// The document as it was at each moment of a batch.
    private func states(_ batch: LobbyBatch, _ before: History) -> [Kind] {
        var states = before.document.map { [$0] } ?? []
        for record in batch.records {
            guard let event = try? LogCoding<Kind>.event(record) else { continue }
            if var next = states.last {
                guard event.seq == next.seq + 1 else { return states }
                next.apply(event)
                states.append(next)
            } else if let first = Kind(id: batch.lobby, epoch: batch.epoch, first: event.change) {
                states.append(first)
            }
        }
        return states.map { state in
            var state = state
            state.epoch = batch.epoch
            return state
        }
    }

    private func checkRefused(
        _ key: OriginKey, _ person: PersonID, _ states: [Kind], in world: World<Kind>
    ) {
        let author = Author(person: person, replica: key.replica)
        var isRefused = false
        for index in byOrigin[key] ?? [] {
            let refusing = states.contains { state in
                (try? state.decide(typed[index].op, by: author, received: world.serverTime.wall))
                    == nil
            }
            guard refusing else { continue }
            isRefused = true
            typed[index].isRefused = true
            typed[index].landedAt = world.now
        }
        if !isRefused {
            world.violate(
                .accounted, "op \(key.number) of \(key.replica) is used up without an event")
        }
    }

    private func add(
        _ record: LogRecord, _ id: LobbyID, _ epochs: [Epoch], to history: inout History,
        in world: World<Kind>
    ) {
        guard let event = try? LogCoding<Kind>.event(record) else {
            return world.violate(.rules, "an event can't be read: \(record)")
        }
        if let origin = event.origin {
            checkOrder(origin, in: &history, world)
            checkWasSent(origin, in: world)
            for index in byOrigin[origin.key] ?? []
            where Kind.fits(event.change, typed[index].op.command) {
                typed[index].landedAt = world.now
            }
        }
        if let document = history.document {
            let rules = ReferenceRules(
                document: document, epochs: epochs, oracle: self, world: world)
            if let fault = rules.fault(in: event) {
                world.violate(fault.check, "event \(event): \(fault.text)")
            }
            guard event.seq == document.seq + 1 else { return }
            history.document?.apply(event)
            if let result = history.document, epochs[0] == epochs[1] {
                checkCommutes(event, after: history.last, result, in: world)
            }
            history.last = LastEvent(before: document, event: event)
        } else if let first = Kind(id: id, epoch: history.epoch, first: event.change) {
            history.document = first
        } else {
            world.violate(.rules, "the log doesn't begin with the lobby's creation")
        }
        history.changes.append(event.change)
        history.hashes.append(record.hash)
        checkBounds(event.change, history, in: world)
    }

    private func checkOrder(_ origin: Origin, in history: inout History, _ world: World<Kind>) {
        let last = history.lastNumbers[origin.replica] ?? 0
        if origin.number == last {
            world.violate(.doubled, "op \(origin.number) of \(origin.replica) is there twice")
        } else if origin.number < last {
            world.violate(.order, "op \(origin.number) of \(origin.replica) comes after \(last)")
        }
        history.lastNumbers[origin.replica] = origin.number
    }

    /// The disk holds something else from now on.
    func restored(_ lobbies: [LobbyID: StoredLobby], in world: World<Kind>) {
        lastRestoreAt = world.now
        histories = [:]
        for (id, stored) in lobbies {
            var history = History(epoch: stored.epoch)
            history.document = try? LogCoding<Kind>.document(stored) { event, record, _ in
                history.changes.append(event.change)
                history.hashes.append(record.hash)
                if let origin = event.origin {
                    history.lastNumbers[origin.replica] = origin.number
                }
            }
            for row in stored.replicas { history.rows[row.replica] = row }
            histories[id] = history
        }
    }
}

/// An op's number in a replica's journal.
struct OriginKey: Hashable {
    var replica: ReplicaTag
    var number: OpNumber
}

extension Origin {
    var key: OriginKey { OriginKey(replica: replica, number: number) }
}

extension DocumentOp {
    var withoutNumber: DocumentOp {
        var op = self
        op.number = 0
        return op
    }
}

extension LobbyBatch {
    var summary: String {
        "after \(previousSeq), \(records.count) records, \(replicas.count) rows"
    }
}
