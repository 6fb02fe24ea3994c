import HTTP
import Structures

/// Where the requests of a connection come from.
struct Caller: Sendable {
    /// Where the client is, as far as its requests have told.
    private(set) var network: ClientNetwork
    /// Whether nothing that it sends goes through networks of others.
    private(set) var isNear: Bool
    /// The proxy that is believed whose requests these are; nil if they come without one.
    private let proxy: PeerAddress?

    /// - Parameter isTrusted: whether the address is that of a proxy that is believed.
    init(at address: PeerAddress, isTrusted: Bool) {
        network = ClientNetwork(of: address)
        isNear = address.isPrivate
        proxy = isTrusted ? address : nil
    }

    /// Takes note of where a proxy says that its client is.
    mutating func read(_ request: HTTPRequest, by proxies: TrustedProxies) {
        guard let proxy else { return }
        let client = proxies.client(of: request, by: proxy)
        network = ClientNetwork(of: client)
        isNear = client.isPrivate
    }

    /// Whether nobody on the way can read along: by https up to whom the client has spoken to, or
    /// not through networks of others.
    ///
    /// - Parameter isSecured: whether the server itself is spoken to by https.
    func isPrivate(_ request: HTTPRequest, isSecured: Bool) -> Bool {
        isNear || (proxy == nil ? isSecured : request.forwardedScheme == "https")
    }
}
