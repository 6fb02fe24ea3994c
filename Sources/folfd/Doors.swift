import Glibc
import Reactor
import Structures
import SystemCalls
import TLS

/// The sockets that the server listens on, the front door first.
struct Doors {
    /// A reason, in words, why the server can't listen.
    struct Failure: Error {
        let reason: String
    }

    let sockets: [ListeningSocket]

    /// - Parameter held: what a service manager holds is not bound anew.
    /// - Parameter credentials: what secures the front door; nil if nothing does.
    init(
        _ options: Options, _ held: HeldSockets, _ credentials: TLSCredentials?, _ logger: Logger
    ) throws {
        var held = held
        let front = try held.take(.front, credentials)
        var sockets = [try front ?? Self.open(.front, at: options.listen, credentials)]
        if let redirect = try held.take(.redirect) {
            sockets.append(redirect)
        } else if let redirect = options.redirect {
            sockets.append(try Self.open(.redirect, at: redirect))
        }
        if let metrics = try held.take(.metrics) {
            sockets.append(metrics)
        } else if let metrics = options.metrics {
            sockets.append(try Self.open(.metrics, at: metrics))
        }
        try held.requireNoneLeft()
        guard options.authority == nil || sockets.contains(where: { $0.door == .redirect }) else {
            throw OptionError(
                reason:
                    "--acme yes needs port 80, where the authority looks: --redirect HOST:80, or "
                    + "systemctl enable --now folfd-redirect.socket")
        }
        if let control = Self.openControl(in: options.dataFolder, logger) {
            sockets.append(control)
        }
        self.sockets = sockets
    }

    /// The port of the front door.
    var port: UInt16 { sockets[0].port }

    /// Whether the front door is secured.
    var isSecured: Bool { sockets[0].credentials != nil }

    /// The address of the front door.
    var url: String {
        let scheme = isSecured ? "https" : "http"
        return "\(scheme)://\(Self.authority(sockets[0]))"
    }

    /// What an operator is told of the doors besides the front one.
    var announcements: [String] {
        sockets.compactMap { socket in
            let url = "http://\(Self.authority(socket))"
            return switch socket.door {
            case .front, .control: nil
            case .redirect: "\(url) leads there"
            case .metrics: "\(url)/metrics has figures"
            }
        }
    }

    private static func authority(_ socket: ListeningSocket) -> String {
        Address(host: "\(socket.address)", port: socket.port).authority
    }

    /// The operator's socket. Games go on without it where a file system has none.
    private static func openControl(in folder: String, _ logger: Logger) -> ListeningSocket? {
        do throws(SystemError) {
            return try ListeningSocket(
                inFolder: folder, name: ControlDesk.socketName, door: .control)
        } catch {
            logger.log(.controlUnavailable, ["reason": .text(error.description)])
            return nil
        }
    }

    /// Takes the operator's socket away, as nobody answers there any more.
    func removeControl(in folder: String) {
        guard sockets.contains(where: { $0.door == .control }) else { return }
        unsafe unlink(folder + "/" + ControlDesk.socketName)
    }

    private static func open(
        _ door: Door, at address: Address, _ credentials: TLSCredentials? = nil
    ) throws(Failure) -> ListeningSocket {
        do throws(SystemError) {
            return try ListeningSocket(
                host: address.host, port: address.port, door: door, credentials: credentials)
        } catch {
            throw Failure(reason: sentence(error, address))
        }
    }

    private static func sentence(_ error: SystemError, _ address: Address) -> String {
        switch error.code {
        case EADDRINUSE: "\(address.host):\(address.port) is in use by another program"
        case EADDRNOTAVAIL: "\(address.host) is not an address of this machine"
        case EINVAL: "\(address.host) is not an IP address, such as 127.0.0.1 or ::1"
        case EACCES: "\(address.host):\(address.port) needs more rights than this user has"
        default: error.description
        }
    }
}
