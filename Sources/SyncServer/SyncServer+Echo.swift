import WebSocket

/// The WebSocket on its own, for conformance tests: every message goes back as it came.
extension SyncServer {
    package static let echoPath = "/echo"
    /// Those tests send larger messages than any client of ours.
    package static let echoMessageBytesMax = 16 * 1024 * 1024

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
