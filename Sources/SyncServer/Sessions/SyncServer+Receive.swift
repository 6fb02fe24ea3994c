import Documents
import WebSocket
import Wire

/// The way from bytes to messages.
extension SyncServer {
    /// Takes bytes of a connection; those of one that is gone are ignored.
    @specialized(where Kind == UsualDocument)
    package mutating func received(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime) {
        endStorageFaultIfOver(now: now)
        if !sessions.contains(id) { gateway.beginReading(id) }
        readOn(bytes, from: id, now: now)
    }

    /// Reads bytes that have just come, or have waited for an answer before them.
    mutating func readOn(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime) {
        var cursor = 0
        if !sessions.contains(id) {
            readRequests(bytes, cursor: &cursor, from: id, now: now)
            guard sessions.contains(id) else { return }
        }
        sessions[id].isPinged = false
        guard sessions[id].count(bytes.count - cursor, now: now.monotonicMilliseconds) else {
            return fail(id, .slowDown, retryMilliseconds: 1_000, now: now)
        }
        readFrames(bytes, cursor: &cursor, from: id, now: now)
    }

    private mutating func readFrames(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        while cursor < bytes.count, sessions.contains(id) {
            let (event, output) = sessions[id].receive(bytes, cursor: &cursor)
            if !output.isEmpty { effects.append(.send(id, output, isDroppable: false)) }
            guard let event else { return }
            handle(event, from: id, now: now)
        }
        sendOff(with: bytes.extracting(cursor...))
    }

    private mutating func handle(_ event: WebSocketEvent, from id: SessionID, now: ServerTime) {
        if sessions[id].phase == .echoing { return echo(event, from: id, now: now) }
        switch event {
        case .text(let message): receive(message, from: id, now: now)
        case .binary:
            finish(id, .unsupportedData, reason: "text messages only", now: now)
        case .pong: break
        case .closed, .failed: close(id, now: now)
        }
    }

    private mutating func receive(_ message: [UInt8], from id: SessionID, now: ServerTime) {
        do throws(WireError) {
            switch try ClientMessage<Kind>.decode(message) {
            case .hello(let hello): greet(hello, from: id, now: now)
            case .ops(let ops): receive(ops, from: id, now: now)
            case .history(let seq): tellHistory(after: seq, to: id, now: now)
            case .ping(let time):
                guard sessions[id].phase != .greeting else {
                    return fail(id, .helloExpected, now: now)
                }
                send(.pong(time: time, now: now.wall), to: id)
            case .bye: finish(id, .normal, now: now)
            }
        } catch .unknownType {
            fail(id, .unknownType, now: now)
        } catch .tooMany {
            // No other thing in a client's message is counted than ops.
            fail(id, .tooManyOps, now: now)
        } catch {
            fail(id, .badMessage, now: now)
        }
    }

    /// Ends a session with a close frame.
    private mutating func finish(
        _ id: SessionID, _ code: CloseCode, reason: String = "", now: ServerTime
    ) {
        let frame = sessions[id].closeFrame(code, reason: reason)
        effects.append(.send(id, frame, isDroppable: false))
        close(id, now: now)
    }

    /// Closes a connection and forgets it.
    mutating func close(_ id: SessionID, now: ServerTime) {
        closed(id, now: now)
        effects.append(.close(id))
    }

    /// Tells a session what is wrong, and ends it if the error is of that kind.
    mutating func fail(
        _ id: SessionID, _ error: SessionError, retryMilliseconds: Int64? = nil, now: ServerTime
    ) {
        let notice = ErrorNotice(error, retryMilliseconds: retryMilliseconds)
        guard let code = error.closeCode else { return tell(notice, to: id) }
        end(id, SessionEnd(notice: notice, closeCode: code), now: now)
    }

    /// Tells a session what is wrong; it goes on.
    mutating func tell(_ notice: ErrorNotice, to id: SessionID) {
        counters.countRefusal(notice.number)
        send(.error(notice), to: id)
    }

    mutating func end(_ id: SessionID, _ end: SessionEnd, now: ServerTime) {
        guard sessions.contains(id) else { return }
        if let notice = end.notice { tell(notice, to: id) }
        finish(
            id, CloseCode(rawValue: end.closeCode), reason: end.notice?.name ?? "", now: now)
    }
}
