import WebSocket

/// The WebSocket on its own, for conformance tests: every message goes back as it came.
extension SyncServer {
    mutating func echo(_ event: WebSocketEvent, from id: SessionID, now: ServerTime) {
        switch event {
        case .text(let message):
            effects.append(.send(id, WebSocketFrame.server(text: message), isDroppable: false))
        case .binary(let message):
            effects.append(.send(id, WebSocketFrame.server(binary: message), isDroppable: false))
        case .pong: break
        case .closed, .failed: close(id, now: now)
        }
    }
}
