import Documents
import WebSocket
import Wire

extension ServerMessage {
    /// The message as a frame, which is the same for all who get it.
    func frame() -> [UInt8] {
        let room = WebSocketFrame.serverRoomBytes
        return WebSocketFrame.server(textBehindRoom: encode(room: room))
    }

    /// The events that follow `seq` as a frame; see `events`.
    static func frame(
        ofEvents events: ArraySlice<UInt8>, after seq: Seq, proof: PositionProof
    ) -> [UInt8] {
        let message = Self.events(
            first: seq + 1, proof: proof, encoded: events,
            room: WebSocketFrame.serverRoomBytes)
        return WebSocketFrame.server(textBehindRoom: message)
    }

    /// The events of the past that follow `seq` as a frame; see `history`.
    static func frame(
        ofHistory events: ArraySlice<UInt8>, after seq: Seq, top: Seq
    ) -> [UInt8] {
        let message = Self.history(
            first: seq + 1, encoded: events, top: top, room: WebSocketFrame.serverRoomBytes)
        return WebSocketFrame.server(textBehindRoom: message)
    }
}
