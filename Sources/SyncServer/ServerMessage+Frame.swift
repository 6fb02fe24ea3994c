import Lobby
import WebSocket
import Wire

extension ServerMessage {
    /// The message as a frame, which is the same for all who get it.
    func frame() -> [UInt8] {
        let room = WebSocketFrame.serverRoomBytes
        return WebSocketFrame.server(textBehindRoom: encode(room: room))
    }

    /// Events that follow `seq` as a frame; see `events`.
    static func frame(ofEvents events: ArraySlice<UInt8>, after seq: Seq, hash: UInt64) -> [UInt8] {
        let message = Self.events(
            first: seq + 1, hash: RollingHash.short(hash), encoded: events,
            room: WebSocketFrame.serverRoomBytes)
        return WebSocketFrame.server(textBehindRoom: message)
    }
}
