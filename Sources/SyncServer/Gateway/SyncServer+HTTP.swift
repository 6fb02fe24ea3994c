import Wire

/// The way from HTTP, which is the gateway's, to sessions.
extension SyncServer {
    private var health: ServerHealth {
        if isDraining { return .draining }
        return switch storageFault?.error {
        case nil: .ok
        case .storageFull: .full
        default: .readOnly
        }
    }

    /// Answers what has come of a connection that speaks HTTP. What is left unread is WebSocket.
    mutating func readRequests(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        while let step = gateway.read(
            bytes, cursor: &cursor, from: id, health: health, now: now.monotonicMilliseconds)
        {
            perform(step, for: id, now: now)
        }
    }

    /// Takes the answer to `work`.
    @specialized(where Kind == UsualDocument)
    package mutating func worked(_ answer: WorkAnswer, for id: SessionID, now: ServerTime) {
        guard
            let (step, unread) = gateway.worked(
                answer, for: id, health: health, now: now.monotonicMilliseconds)
        else { return }
        if let step { perform(step, for: id, now: now) }
        readOn(unread.span, from: id, now: now)
    }

    private mutating func perform(_ step: Gateway.Step, for id: SessionID, now: ServerTime) {
        switch step {
        case .answer(let head, let body, let isLast):
            effects.append(.send(id, head, isDroppable: false))
            if !body.isEmpty { effects.append(.send(id, body, isDroppable: false)) }
            if isLast { effects.append(.close(id)) }
        case .work(let work): effects.append(.work(work, for: id))
        case .hangUp: effects.append(.close(id))
        case .goOn(let word): effects.append(.send(id, word, isDroppable: false))
        case .upgrade(let upgrade):
            effects.append(.send(id, upgrade.response, isDroppable: false))
            insert(
                id, network: upgrade.network, phase: upgrade.phase, deadline: upgrade.deadline,
                now: now)
        }
    }
}
