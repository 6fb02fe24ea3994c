import HTTP
package import Structures

/// The proxies in front of the server that are believed what they write about the way of a request.
/// Whoever else writes the same isn't: everybody could choose an address.
package struct TrustedProxies: Sendable {
    private let blocks: [AddressBlock]

    package init(_ blocks: [AddressBlock]) { self.blocks = blocks }

    package var isEmpty: Bool { blocks.isEmpty }

    func contains(_ address: PeerAddress) -> Bool { blocks.contains { $0.contains(address) } }

    /// The client's address: of those on the way, from the server's side on, the first that is no
    /// proxy of ours. It is the proxy's own if that can't be told.
    ///
    /// - Parameter proxy: the trusted one that the request came by.
    func client(of request: HTTPRequest, by proxy: PeerAddress) -> PeerAddress {
        var nearest = proxy
        for text in request.forwardedFor.reversed() {
            guard let address = PeerAddress(text) else { return nearest }
            nearest = address
            if !contains(address) { return address }
        }
        return nearest
    }
}
