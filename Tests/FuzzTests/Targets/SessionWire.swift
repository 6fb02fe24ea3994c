import Documents
import Lobby
import SyncServer
import WebSocket
import Wire

/// A client's end of a connection to the fuzzed server.
struct SessionWire {
    var isGone = false
    /// Whether it reads nothing, so that droppable messages are dropped.
    var isLagging = false
    var upgrade: HTTPResponseParser?
    private(set) var isUpgraded = false
    private(set) var closeCode: CloseCode?
    private(set) var lobby: LobbyID?
    /// Pongs that wait to be sent.
    var answers: [UInt8] = []
    private var socket = WebSocketConnection(
        role: .client, limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax))

    /// - Returns: the messages that came.
    mutating func receive(
        _ bytes: [UInt8], isDroppable: Bool, _ store: SessionStore
    ) throws(Finding) -> [ServerMessage<Lobby>] {
        if isGone || isLagging && isDroppable { return [] }
        var cursor = 0
        if !isUpgraded {
            guard var parser = upgrade else { return [] }
            isUpgraded = parser.receive(bytes.span, cursor: &cursor) == .accepted
            upgrade = isUpgraded ? nil : parser
            guard isUpgraded else { return [] }
        }
        var messages: [ServerMessage<Lobby>] = []
        while let event = socket.receive(bytes.span, cursor: &cursor) {
            if let message = try message(of: event, store) { messages.append(message) }
        }
        if closeCode == nil { answers += socket.takeOutput() }
        return messages
    }

    private mutating func message(
        of event: WebSocketEvent, _ store: SessionStore
    ) throws(Finding) -> ServerMessage<Lobby>? {
        switch event {
        case .text(let bytes):
            try expect(closeCode == nil, "a message behind the close frame")
            guard let message = try? ServerMessage<Lobby>.decode(bytes) else {
                throw Finding("unreadable: \(String(decoding: bytes, as: UTF8.self))")
            }
            if case .welcome(let welcome) = message { lobby = welcome.lobby }
            if let lobby { try store.expectDurable(message, in: lobby) }
            return message
        case .closed(let code, _):
            closeCode = code ?? .normal
            return nil
        // A peer that sends empty pings may ask for nothing and get a pong.
        case .pong: return nil
        case .binary, .failed: throw Finding("the server sends what it must not: \(event)")
        }
    }
}
