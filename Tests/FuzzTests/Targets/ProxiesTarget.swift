import Connections
import HTTP
import MemoryShell
import Structures

@testable import SyncServer

/// What a request says of its way here, by `X-Forwarded-For` and `X-Forwarded-Proto`.
enum ProxiesTarget {
    private static let proxies = TrustedProxies(
        ["10.0.0.0/8", "2001:db8::/32"].compactMap { AddressBlock($0) })
    private static let proxy = PeerAddress(high: 0, low: 0xFFFF_0A00_0001)
    private static let stranger = PeerAddress(high: 0, low: 0xFFFF_C000_0207)

    static func run(_ input: [UInt8]) throws(Finding) {
        var parser = HTTPRequestParser()
        var cursor = 0
        guard case .request(let request) = parser.receive(input.span, cursor: &cursor) else {
            return
        }
        try checkClient(request)
        if let scheme = request.forwardedScheme {
            let said = request.values(of: "x-forwarded-proto").joined(separator: ",").lowercased()
            try expect(said.contains(scheme) && scheme == scheme.lowercased(), "another scheme")
        }
        try checkStranger(input)
    }

    /// Nobody is believed who stands behind somebody unknown: the client is the first from the
    /// server's side on that is no proxy of ours, and no address is made up.
    private static func checkClient(_ request: HTTPRequest) throws(Finding) {
        let client = proxies.client(of: request, by: proxy)
        try expect(request.forwardedFor.count <= HTTPRequest.forwardedMax, "too many addresses")
        let way = request.forwardedFor.reversed().map { PeerAddress($0) }
        let known = way.prefix { $0.map(proxies.contains) ?? false }
        switch way.dropFirst(known.count).first {
        case .some(.some(let first)): try expect(client == first, "not the first that is unknown")
        case .some(.none), .none:
            try expect(client == (known.last ?? proxy), "an address behind what is none")
        }
    }

    /// Whoever isn't trusted is taken for who they are: their budget is used up, so whatever they
    /// say of their way here, they are told to wait.
    private static func checkStranger(_ input: [UInt8]) throws(Finding) {
        let network = ClientNetwork(of: stranger)
        var doorkeeper = Doorkeeper(connectionsPerAddressMax: 1, now: 0)
        while doorkeeper.visits.countRequest(network, now: 0) == nil {}
        let shared = Shared(doorkeeper)
        var configuration = ServerConfiguration(secret: Array(repeating: 0, count: 32))
        configuration.trustedProxies = proxies
        configuration.lendDoorkeeper = { shared.change($0) }
        var gateway = Gateway(configuration)
        let id = SessionID(rawValue: 0)
        gateway.open(id, from: stranger, by: .front, now: 0)
        var cursor = 0
        let step = gateway.read(input.span, cursor: &cursor, from: id, health: .ok, now: 0)
        guard case .answer(let head, _, true)? = step else { throw Finding("no last answer") }
        try expect(head.starts(with: "HTTP/1.1 429 ".utf8), "a stranger chose where it is")
    }
}
