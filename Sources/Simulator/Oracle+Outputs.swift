import Documents
import Log
import SyncClient
import SyncServer
import WebSocket
import Wire

/// What leaves the server, and what comes to the phones.
extension Oracle {
    /// Durable before visible: whatever a frame tells of a lobby is on the disk.
    func sees(_ bytes: [UInt8], to link: Link<Kind>?, in world: World<Kind>) {
        guard let payload = ServerFrame.textPayload(of: bytes) else { return }
        guard let message = try? ServerMessage<Kind>.decode(payload) else {
            return world.violate(
                .protocolKept, "unreadable: \(String(decoding: payload, as: UTF8.self))")
        }
        world.note(
            "  server → \(link.map { "\($0.owner)" } ?? "all"): \(ServerFrame.brief(payload))")
        switch message {
        case .welcome(let welcome): check(welcome, link, in: world)
        case .snapshot(let document, let proof): check(document, proof, in: world)
        case .events(let first, let proof, let changes):
            check(changes, first, proof, in: world)
        case .history(let first, let changes, _):
            check(changes, first, nil, in: world)
        case .ack(let number, let seq): checkAck(number, seq, link, in: world)
        case .reject(let number, _): if let link { rejected(number, at: link.owner) }
        case .presence, .gap, .moved, .draining, .pong, .error: break
        }
    }

    private func check(_ welcome: Welcome, _ link: Link<Kind>?, in world: World<Kind>) {
        checkMayEnter(link, in: world)
        guard let history = histories[welcome.lobby] else {
            if welcome.top > 0 { fail(world, "a welcome to a lobby that isn't on the disk") }
            return
        }
        // A game that its creator hasn't created, and someone else has in the meantime.
        if welcome.admission == .creator, welcome.top == 0 { return }
        guard welcome.top <= history.seq else {
            return fail(world, "a welcome tells of event \(welcome.top) of \(history.seq)")
        }
        guard welcome.epoch == history.epoch || welcome.epoch == history.epochBefore else {
            return fail(world, "a welcome tells of an epoch that isn't on the disk")
        }
        guard let replica = link?.replica else { return }
        if welcome.lastNumber > history.rows[replica]?.lastNumber ?? 0 {
            fail(world, "a welcome tells of op \(welcome.lastNumber)")
        }
    }

    private func check(_ document: Kind, _ proof: PositionProof, in world: World<Kind>) {
        guard let history = histories[document.id], document.seq <= history.seq else {
            return fail(world, "a snapshot after event \(document.seq)")
        }
        guard document.epoch == history.epoch || document.epoch == history.epochBefore else {
            return fail(world, "a snapshot of an epoch that isn't on the disk")
        }
        guard proof.hash == history.hash(at: document.seq) else {
            return world.violate(.snapshotDiffers, "a snapshot with a wrong hash")
        }
        guard document.seq == history.seq, !history.isBeingReread,
            var expected = history.document
        else { return }
        expected.epoch = document.epoch
        // What a phone then shows at the end is compared with what it may know.
        if document != expected, document != expected.forSpectators {
            world.violate(.snapshotDiffers, "the snapshot after event \(document.seq)")
        }
    }

    private func check(
        _ changes: [Kind.Change], _ first: Seq, _ proof: PositionProof?, in world: World<Kind>
    ) {
        guard !changes.isEmpty else { return }
        // The message doesn't say which lobby it is about; its hash does, or else the changes.
        let last = first + Seq(changes.count) - 1
        let start = Int(first) - 1
        let isKnown = world.games.contains { game in
            guard let history = histories[game.lobby], last <= history.seq,
                proof == nil || history.hash(at: last) == proof?.hash
            else { return false }
            if history.isBeingReread { return true }
            return zip(history.changes[start..<Int(last)], changes).allSatisfy { change, told in
                change == told || Kind.forSpectators(change) == told
            }
        }
        if !isKnown { fail(world, "events \(first)…\(last) that aren't on the disk") }
    }

    private func checkAck(
        _ number: OpNumber, _ seq: Seq, _ link: Link<Kind>?, in world: World<Kind>
    ) {
        guard let link, let replica = link.replica else { return }
        let lobby = world.games[link.owner.seat.game].lobby
        guard let history = histories[lobby] else {
            // A creator's first op may be refused before there is a game.
            if seq > 0 { fail(world, "an ack up to event \(seq) of no lobby") }
            return
        }
        let last = history.rows[replica]?.lastNumber ?? 0
        let hasRow = link.owner.core?.isSpectator != true && seq > 0
        if seq > history.seq || hasRow && number > last {
            world.violate(
                .acknowledgedLost,
                "op \(number) is acknowledged up to event \(seq); the disk has \(last) and "
                    + "\(history.seq)")
        }
    }

    private func fail(_ world: World<Kind>, _ text: String) {
        world.violate(.durableBeforeVisible, text)
    }
}

extension World {
    /// Looks at an app after each step of it.
    func observe(_ app: App<Kind>) {
        // Each property by itself: a copy of the core would be most of the work.
        guard let replica = app.core?.replica, let acknowledged = app.core?.acknowledged,
            let position = app.core?.position
        else { return }
        if replica != app.registeredReplica {
            statistics.count("forks found")
            note("\(app) goes on as another replica")
            oracle.registers(app)
            app.acknowledgedSeen = 0
        }
        if acknowledged > app.acknowledgedSeen {
            oracle.acknowledged(through: acknowledged, at: app, now: now)
        }
        app.acknowledgedSeen = acknowledged
        guard position != app.known else { return }
        // Whoever only watches isn't believed when a server has lost something unnoticed.
        let mayGoBack = (app.core?.isSpectator == true || app.knocks) && oracle.lastRestoreAt != nil
        if position.epoch == app.known.epoch, position.seq < app.known.seq, !mayGoBack {
            violate(
                .monotonicReads, "\(app) goes back from \(app.known.seq) to \(position.seq)")
        }
        app.known = position
        guard app.random.chance(10) else { return }
        compareWithLog(app)
    }

    private func compareWithLog(_ app: App<Kind>) {
        guard let core = app.core, let document = core.confirmed,
            let history = oracle.histories[document.id],
            history.epoch == document.epoch,
            history.hash(at: document.seq) == core.position.proof.hash,
            document.seq == history.seq, !history.isBeingReread
        else { return }
        // Someone who was let in knows the door only with the next session.
        let isTold = !core.watches && document.invitation != nil
        if document != (isTold ? history.document : history.document?.forSpectators) {
            violate(.replicasDiffer, "\(app) differs from the log at event \(document.seq)")
        }
        if let fault = document.fault(after: history.changes) {
            violate(fault.check, "\(app) at event \(document.seq): \(fault.text)")
        }
        app.checkCompanion(document)
    }

    /// What the server told a phone is wrong.
    func sees(_ notice: ErrorNotice, at app: App<Kind>) {
        statistics.count("notice \(notice.name)")
        switch SessionError(rawValue: notice.number) {
        case .badMessage, .unknownType, .helloExpected, .alreadyGreeted, .notReady,
            .tooManyInFlight, .tooManyOps, .unsupportedVersion, .unknownKind, .badToken,
            .lobbyDamaged:
            violate(.protocolKept, "the server tells \(app): \(notice.name)")
        default: break
        }
    }

    /// A phone closes its connection.
    func sees(closeCode: UInt16, of app: App<Kind>) {
        guard closeCode == 1002, !app.faults.isDisturbed else { return }
        violate(.protocolKept, "\(app) can't make sense of what the server says")
    }
}
