import Club
import Connections
import Documents
import SyncServer
import WebSocket
import Wire

/// A connection between a phone and the server, with what both ends know of it.
final class Link<Kind: SimulatedKind> {
    enum ServerEnd {
        case connecting
        /// By a loop, or on its way between two.
        case carried
        case gone
    }

    let number: Int
    var random: SeededRandom
    var up = Pipe()
    var down = Pipe()

    // The phone's end.

    /// Whose it is, also after the app has let go of it.
    let owner: App<Kind>
    /// Whether the app still listens to it.
    var isWanted = true
    var isPhoneEndOpen = true
    var isUpgraded = false
    var parser: HTTPResponseParser
    var socket: WebSocketConnection
    var closeCode: UInt16?
    /// The replica that said `hello` here.
    var replica: ReplicaID?
    /// What the server knows of the token that was shown here.
    var key: DeviceKey?
    var slowUntil: UInt64 = 0

    // The server's end.

    var serverEnd = ServerEnd.connecting
    /// Which loop carries it, or did last.
    var loop = 0
    /// Nil while the connection is on its way between loops, and when the server is done.
    var session: ConnectionID?
    var outlet = Outlet()
    var isOpenReported = false
    var isReadReported = false

    /// Whether the server still speaks to the phone.
    var isServerEndOpen: Bool { serverEnd == .carried && outlet.isOpen }

    init(number: Int, owner: App<Kind>, random: SeededRandom) {
        var random = random
        let key = (0..<WebSocketHandshake.keyBytes).map { _ in UInt8(random.below(256)) }
        self.number = number
        self.owner = owner
        parser = HTTPResponseParser(key: key, subprotocol: WireLimits.subprotocol)
        socket = WebSocketConnection(
            role: .client,
            limits: WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax),
            maskSeed: random.next())
        self.random = random
        request = WebSocketHandshake.request(
            host: "folf.example", path: ServerPaths.sync, key: key,
            subprotocol: WireLimits.subprotocol)
    }

    let request: [UInt8]
}
