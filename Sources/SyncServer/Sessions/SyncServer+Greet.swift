package import Documents
package import Log
import Structures
import Wire

/// The way from `hello` to the lobby.
///
///     hello ── code ──▸ find ──▸ lobby's id ──▸ own shard? ── no ──▸ handOver, adopt there
///        └─────────── id ────────────┘              └─ yes ──▸ in memory? ── no ──▸ load
///                                                                  └──── yes ───────┴──▸ admit
extension SyncServer {
    mutating func greet(_ hello: Hello, from id: SessionID, now: ServerTime) {
        guard sessions[id].phase == .greeting else {
            return fail(id, .alreadyGreeted, now: now)
        }
        guard hello.version == WireLimits.protocolVersion else {
            return fail(id, .unsupportedVersion, now: now)
        }
        guard hello.kind == Kind.kind || configuration.otherKinds.contains(hello.kind) else {
            return fail(id, .unknownKind, now: now)
        }
        guard !isDraining else { return fail(id, .draining, now: now) }
        if let wait = countHello(of: sessions[id].network, now: now) {
            return fail(
                id, .tooManyHellos, retryMilliseconds: Int64(clamping: wait), now: now)
        }
        sessions[id].phase = .entering
        sessions[id].greeting = Greeting(hello)
        guard hello.kind == Kind.kind else { return passOn(id, now: now) }
        guard mayAct(id, now: now) else { return }
        switch hello.entry {
        case .code(nil): end(id, SessionEnd(.wrongCode), now: now)
        case .code(let code?): lookUp(code, for: id, now: now)
        case .create(let lobby), .invitation(let lobby, _), .watch(let lobby, _),
            .member(let lobby, _):
            enter(lobby, id, now: now)
        }
    }

    /// Gives a session to the server of its kind. None of the others has codes.
    private mutating func passOn(_ id: SessionID, now: ServerTime) {
        if case .code? = sessions[id].greeting?.hello.entry {
            return end(id, SessionEnd(.wrongCode), now: now)
        }
        depart(id, to: configuration.shard)
    }

    private func countHello(of network: ClientNetwork, now: ServerTime) -> UInt64? {
        configuration.askDoorkeeper {
            $0.visits.countHello(network, now: now.monotonicMilliseconds)
        }
    }

    mutating func randomIdentifier() -> Identifier128 {
        Identifier128(high: randomBits(), low: randomBits())
    }

    mutating func randomBits() -> UInt64 { random.next() }

    private mutating func lookUp(_ code: JoinCode, for id: SessionID, now: ServerTime) {
        let network = sessions[id].network
        let answer = configuration.askDoorkeeper {
            $0.guesses.begin(network, now: now.monotonicMilliseconds)
        }
        switch answer {
        case .wait(let wait): fail(id, .tooManyAttempts, retryMilliseconds: wait, now: now)
        case .mayTry(let attempt): effects.append(.ask(.find(code, for: id, attempt)))
        }
    }

    /// Takes the answer to `find`.
    @specialized(where Kind == UsualDocument)
    package mutating func found(
        _ outcome: FindOutcome, for id: SessionID, _ attempt: JoinGuard.Attempt, now: ServerTime
    ) {
        if outcome != .absent { configuration.askDoorkeeper { $0.guesses.acquit(attempt) } }
        guard sessions.contains(id), sessions[id].phase == .entering else { return }
        switch outcome {
        case .lobby(let lobby):
            sessions[id].greeting?.cameByCode = true
            enter(lobby, id, now: now)
            sendOff(with: Span())
        case .absent: end(id, SessionEnd(.wrongCode), now: now)
        case .unavailable: turnAway(id, now: now)
        }
    }

    /// Tells a client to come again, because the store can't answer.
    private mutating func turnAway(_ id: SessionID, now: ServerTime) {
        let wait = Int64(clamping: configuration.storageRetryMilliseconds)
        let notice = ErrorNotice(.storage, retryMilliseconds: wait)
        end(id, SessionEnd(notice: notice, closeCode: SyncCloseCode.storage), now: now)
    }

    private mutating func enter(_ lobby: LobbyID, _ id: SessionID, now: ServerTime) {
        guard lobby.canName(Kind.kind) else {
            return end(id, SessionEnd(.unknownLobby), now: now)
        }
        let owner = lobby.shard(of: configuration.shardCount)
        guard owner == configuration.shard else {
            if case .code? = sessions[id].greeting?.hello.entry {
                sessions[id].greeting?.hello.entry = .member(lobby, ticket: nil)
            }
            return depart(id, to: owner)
        }
        let slot = slots[lobby] ?? bringIn(lobby)
        guard lobbies[slot].sessionCount < configuration.sessionsPerLobbyMax else {
            return fail(id, .tooManySessions, now: now)
        }
        guard !lobbies[slot].isLoading else { return lobbies[slot].addWaiting(id) }
        admit(id, to: slot, now: now)
    }

    private mutating func depart(_ id: SessionID, to shard: Int) {
        guard let session = removeSession(id), let greeting = session.greeting else { return }
        let handover = Handover(
            shard: shard, network: session.network, socket: session.socket,
            greeting: Boxed(greeting))
        departing = (id, handover)
    }

    /// Hands over the session that is departing. Bytes behind its `hello` are the other server's to
    /// read.
    mutating func sendOff(with unread: Span<UInt8>) {
        guard case (let id, var handover)? = departing else { return }
        departing = nil
        for place in unread.indices { handover.unread.append(unread[place]) }
        guard handover.shard != configuration.shard else { return transfer(id, handover) }
        effects.append(.handOver(id, handover))
    }

    /// Takes over a connection that another server has handed over.
    @specialized(where Kind == UsualDocument)
    package mutating func adopt(_ id: SessionID, _ handover: Handover, now: ServerTime) {
        let monotonic = now.monotonicMilliseconds
        configuration.askCensus { $0.enter(handover.network) }
        insert(
            id, network: handover.network, phase: .entering,
            deadline: monotonic + configuration.helloMilliseconds, now: now)
        timers.schedule(.session(id), at: monotonic + lookMilliseconds)
        guard !isDraining else { return fail(id, .draining, now: now) }
        sessions[id].socket = handover.socket
        sessions[id].greeting = handover.greeting.value
        // It may have been signed out on the way.
        guard mayAct(id, now: now) else { return }
        switch handover.greeting.value.hello.entry {
        case .create(let lobby), .invitation(let lobby, _), .watch(let lobby, _),
            .member(let lobby, _):
            enter(lobby, id, now: now)
        case .code: preconditionFailure("a session is handed over after its code is found")
        }
        // The lobby of a session that came from another kind's server may be another shard's.
        guard departing == nil else { return sendOff(with: handover.unread.span) }
        received(handover.unread.span, from: id, now: now)
    }

    mutating func bringIn(_ lobby: LobbyID) -> SlotID {
        let slot = lobbies.insert(Room(id: lobby, seal: seal))
        slots[lobby] = slot
        effects.append(.ask(.load(lobby)))
        return slot
    }

    /// Takes the answer to `load`.
    @specialized(where Kind == UsualDocument)
    package mutating func loaded(_ id: LobbyID, _ outcome: LoadOutcome, now: ServerTime) {
        guard let slot = slots[id], lobbies[slot].isLoading else { return }
        if rereading[id] == true {
            rereading[id] = false
            return effects.append(.ask(.load(id)))
        }
        let waiting = lobbies[slot].waiting
        do throws(LoadFault) {
            try restore(outcome, in: slot)
            for session in waiting where sessions.contains(session) {
                admit(session, to: slot, now: now)
            }
            retireIfUnused(slot, now: now)
        } catch {
            forget(slot)
            for session in waiting where sessions.contains(session) {
                switch error {
                case .damaged: fail(session, .lobbyDamaged, now: now)
                case .erased: end(session, SessionEnd(.gone), now: now)
                case .unavailable: turnAway(session, now: now)
                }
            }
        }
    }

    private enum LoadFault: Error { case damaged, unavailable, erased }

    private mutating func restore(
        _ outcome: LoadOutcome, in slot: SlotID
    ) throws(LoadFault) {
        switch outcome {
        case .absent: lobbies[slot].awaitCreation(in: Epoch(randomBits() | 1))
        case .unavailable: throw .unavailable
        case .erased: throw .erased
        case .corrupt(let reason):
            effects.append(.report(.lobbyDamaged(lobbies[slot].id, reason: reason)))
            throw .damaged
        case .lobby(let stored):
            do throws(WireError) {
                try lobbies[slot].restore(stored)
                if rereading.removeValue(forKey: stored.lobby) != nil { renew(slot) }
            } catch {
                let reason = "its log can't be read: \(error)"
                effects.append(.report(.lobbyDamaged(stored.lobby, reason: reason)))
                throw .damaged
            }
        }
    }

    /// Begins a new history of a lobby that was read anew.
    private mutating func renew(_ slot: SlotID) {
        lobbies[slot].rotate(to: Epoch(randomBits() | 1), ticket: commits.ticket)
        activate(slot)
    }

    mutating func forget(_ slot: SlotID) {
        guard let live = lobbies.remove(slot) else { return }
        slots[live.id] = nil
    }
}

extension LobbyID {
    /// The shard, of `count`, that owns the lobby.
    package func shard(of count: Int) -> Int {
        Int(truncatingIfNeeded: value.low % UInt64(count))
    }
}
