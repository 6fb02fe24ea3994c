import WebSocket
import Wire

extension ServerMessage {
    /// The message as a frame, which is the same for all who get it.
    func frame() -> [UInt8] { WebSocketFrame.server(text: encode()) }
}
