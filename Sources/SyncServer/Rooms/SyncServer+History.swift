package import Documents
package import Log
import Structures
import WebSocket
import Wire

/// The events of the past, for someone who may see a lobby and asks: at once if memory has them,
/// else from the log.
///
///     seq ──▸ budget ──▸ in memory? ── yes ──▸ held until it is durable ──┬──▸ history
///                                 └── no ──▸ readHistory ─────────────────┘
extension SyncServer {
    mutating func tellHistory(after seq: Seq, to id: SessionID, now: ServerTime) {
        guard let seat = sessions[id].seat else {
            let isGreeting = sessions[id].phase == .greeting
            return fail(id, isGreeting ? .helloExpected : .notReady, now: now)
        }
        guard seat.admission != .outsider else {
            return tell(ErrorNotice(.notMember), to: id)
        }
        guard mayAskForHistory(id, seat, now: now) else { return }
        if let events = recentEvents(after: seq, for: seat) {
            return tell(events, after: seq, to: id, in: seat.lobby)
        }
        histories.beginReading()
        sessions[id].seat?.awaitsHistory = true
        effects.append(
            .ask(
                .readHistory(
                    lobbies[seat.lobby].id, after: seq,
                    eventsMax: WireLimits.eventsPerMessageMax, for: id)))
    }

    /// Whether the client may ask: one question at a time, and not too many of them; else it is
    /// told when.
    private mutating func mayAskForHistory(
        _ id: SessionID, _ seat: Seat, now: ServerTime
    ) -> Bool {
        guard !seat.awaitsHistory, !histories.isFull else {
            putOff(id, milliseconds: configuration.historyRetryMilliseconds)
            return false
        }
        if let wait = histories.milliseconds(before: id, now: now.monotonicMilliseconds) {
            putOff(id, milliseconds: wait)
            return false
        }
        return true
    }

    private mutating func putOff(_ id: SessionID, milliseconds: UInt64) {
        let wait = Int64(clamping: milliseconds)
        tell(ErrorNotice(.historyLater, retryMilliseconds: wait), to: id)
    }

    /// The events as they stand in a message; nil if the store has to be asked.
    private func recentEvents(after seq: Seq, for seat: Seat) -> ArraySlice<UInt8>? {
        guard seq < lobbies[seat.lobby].seq else { return [] }
        guard let events = lobbies[seat.lobby].log.events(after: seq, for: seat.admission),
            events.count <= configuration.historyBytesMax
        else { return nil }
        return events
    }

    /// Sends what memory holds, once it is durable.
    private mutating func tell(
        _ events: ArraySlice<UInt8>, after seq: Seq, to id: SessionID, in slot: SlotID
    ) {
        lobbies[slot].closeTurn()
        let frame = ServerMessage<Kind>.frame(ofHistory: events, after: seq, top: lobbies[slot].seq)
        lobbies[slot].emit(.send(id, frame, isDroppable: false))
        activate(slot)
    }

    /// Takes the answer to `readHistory`. Events that the store has read are durable.
    @specialized(where Kind == UsualDocument)
    package mutating func history(
        _ outcome: HistoryOutcome, of lobby: LobbyID, after seq: Seq, for id: SessionID,
        now: ServerTime
    ) {
        histories.endReading()
        guard sessions.contains(id), let seat = sessions[id].seat else { return }
        sessions[id].seat?.awaitsHistory = false
        if case .corrupt(let reason) = outcome {
            effects.append(.report(.historyDamaged(lobby, reason: reason)))
        }
        guard let (records, top) = outcome.events,
            let events = encode(records, for: seat.admission)
        else { return putOff(id, milliseconds: configuration.storageRetryMilliseconds) }
        let frame = ServerMessage<Kind>.frame(ofHistory: events[...], after: seq, top: top)
        allowTime(for: frame, to: id, now: now)
        effects.append(.send(id, frame, isDroppable: false))
    }

    /// The events that one answer may hold, with a comma between two; nil if the log can't be read.
    private func encode(
        _ records: [LogRecord], for admission: Welcome.Admission
    ) -> [UInt8]? {
        var events: [UInt8] = []
        for record in records {
            guard let event = try? LogCoding<Kind>.event(record) else { return nil }
            let told = admission == .spectator ? Kind.forSpectators(event.change) : nil
            let encoded = ServerMessage<Kind>.encode(told ?? event.change)
            let bytes = events.count + 1 + encoded.count
            guard events.isEmpty || bytes <= configuration.historyBytesMax else { break }
            if !events.isEmpty { events.append(UInt8(ascii: ",")) }
            events += encoded
        }
        return events
    }
}

extension HistoryOutcome {
    /// The events; nil if they can't be had. A log that isn't there has none.
    fileprivate var events: (records: [LogRecord], top: Seq)? {
        switch self {
        case .events(let records, let top): (records, top)
        case .absent: ([], 0)
        case .corrupt, .unavailable: nil
        }
    }
}
