import Lobby
import Structures
import WebSocket
import Wire

/// From bytes to messages.
extension SyncServer {
    package mutating func received(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime) {
        guard sessions.contains(id) else { return }
        sessions[id].lastReceived = now.monotonicMilliseconds
        sessions[id].isPinged = false
        var cursor = 0
        if sessions[id].phase == .requesting { readRequest(bytes, cursor: &cursor, from: id) }
        readFrames(bytes, cursor: &cursor, from: id, now: now)
    }

    private mutating func readFrames(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        while sessions.contains(id), sessions[id].phase.reads {
            let event = sessions[id].socket.receive(bytes, cursor: &cursor)
            sendSocketOutput(of: id)
            guard let event else { return }
            handle(event, from: id, now: now)
        }
    }

    private mutating func handle(_ event: WebSocketEvent, from id: SessionID, now: ServerTime) {
        switch event {
        case .text(let message): receive(message, from: id, now: now)
        case .binary:
            sessions[id].socket.close(.unsupportedData, reason: "text messages only")
            finish(id, now: now)
        case .pong: break
        case .closed, .failed: finish(id, now: now)
        }
    }

    private mutating func receive(_ message: [UInt8], from id: SessionID, now: ServerTime) {
        do throws(WireError) {
            switch try ClientMessage.decode(message) {
            case .hello(let hello): greet(hello, from: id, now: now)
            case .ops(let ops): receive(ops, from: id, now: now)
            case .ping(let time): send(.pong(time: time, now: now.wall), to: id)
            case .bye:
                sessions[id].socket.close(.normal)
                finish(id, now: now)
            }
        } catch .unknownType {
            fail(id, .unknownType, now: now)
        } catch {
            fail(id, .badMessage, now: now)
        }
    }

    /// Sends what the WebSocket itself has to say: pongs and close frames.
    mutating func sendSocketOutput(of id: SessionID) {
        let output = sessions[id].socket.takeOutput()
        guard !output.isEmpty else { return }
        effects.append(.send(id, output, isDroppable: false))
    }

    /// Ends a session whose last words are in its socket's output.
    mutating func finish(_ id: SessionID, now: ServerTime) {
        sendSocketOutput(of: id)
        leave(id, now: now)
        sessions[id].phase = .closing
        effects.append(.close(id))
    }

    /// Tells a session what is wrong, and ends it if the error is of that kind.
    mutating func fail(
        _ id: SessionID, _ error: SessionError, retryMilliseconds: Int64? = nil, now: ServerTime
    ) {
        let notice = ErrorNotice(error, retryMilliseconds: retryMilliseconds)
        guard let code = error.closeCode else { return send(.error(notice), to: id) }
        end(id, SessionEnd(notice: notice, closeCode: code), now: now)
    }

    /// Refuses entry.
    mutating func refuse(_ id: SessionID, _ refusal: Refusal, now: ServerTime) {
        let code =
            switch refusal {
            case .unknownLobby: SyncCloseCode.again
            case .kicked: SyncCloseCode.kicked
            default: SyncCloseCode.refused
            }
        end(id, SessionEnd(notice: ErrorNotice(refusal), closeCode: code), now: now)
    }

    mutating func end(_ id: SessionID, _ end: SessionEnd, now: ServerTime) {
        guard sessions.contains(id), sessions[id].phase != .closing else { return }
        if let notice = end.notice { send(.error(notice), to: id) }
        sessions[id].socket.close(
            CloseCode(rawValue: end.closeCode), reason: end.notice?.name ?? "")
        finish(id, now: now)
    }
}

extension Session.Phase {
    /// Whether bytes are read as WebSocket frames.
    fileprivate var reads: Bool {
        switch self {
        case .greeting, .entering, .seated: true
        case .requesting, .closing: false
        }
    }
}
