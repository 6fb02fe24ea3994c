import Lobby
import WebSocket
import Wire

/// From bytes to messages.
extension SyncServer {
    /// Bytes of a connection; those of one that is gone are ignored.
    package mutating func received(_ bytes: Span<UInt8>, from id: SessionID, now: ServerTime) {
        guard sessions.contains(id) else { return }
        endStorageFaultIfOver(now: now)
        sessions[id].lastReceived = now.monotonicMilliseconds
        sessions[id].isPinged = false
        var cursor = 0
        if sessions[id].phase == .requesting {
            readRequest(bytes, cursor: &cursor, from: id, now: now)
        }
        readFrames(bytes, cursor: &cursor, from: id, now: now)
    }

    private mutating func readFrames(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        while sessions.contains(id), sessions[id].phase != .requesting {
            let event = sessions[id].socket.receive(bytes, cursor: &cursor)
            sendSocketOutput(of: id)
            guard let event else { return }
            handle(event, from: id, now: now)
        }
        if cursor < bytes.count { carryAlong(bytes.extracting(cursor...), of: id) }
    }

    /// What came behind a `hello` whose lobby is another shard's is that shard's to read.
    private mutating func carryAlong(_ bytes: Span<UInt8>, of id: SessionID) {
        guard case .handOver(let handedOver, var handover)? = effects.last, handedOver == id else {
            return
        }
        for place in bytes.indices { handover.unread.append(bytes[place]) }
        effects[effects.count - 1] = .handOver(id, handover)
    }

    private mutating func handle(_ event: WebSocketEvent, from id: SessionID, now: ServerTime) {
        if sessions[id].phase == .echoing { return echo(event, from: id, now: now) }
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
            case .ping(let time):
                guard sessions[id].phase != .greeting else {
                    return fail(id, .helloExpected, now: now)
                }
                send(.pong(time: time, now: now.wall), to: id)
            case .bye:
                sessions[id].socket.close(.normal)
                finish(id, now: now)
            }
        } catch .unknownType {
            fail(id, .unknownType, now: now)
        } catch .tooMany {
            // Ops are the only thing in a client's message that is counted.
            fail(id, .tooManyOps, now: now)
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
        guard let code = error.closeCode else { return send(.error(notice), to: id) }
        end(id, SessionEnd(notice: notice, closeCode: code), now: now)
    }

    mutating func end(_ id: SessionID, _ end: SessionEnd, now: ServerTime) {
        guard sessions.contains(id) else { return }
        if let notice = end.notice { send(.error(notice), to: id) }
        sessions[id].socket.close(
            CloseCode(rawValue: end.closeCode), reason: end.notice?.name ?? "")
        finish(id, now: now)
    }
}
