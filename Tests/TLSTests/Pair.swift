import COpenSSL
import TestSupport

@testable import TLS

/// A client and a server whose bytes go through the test.
final class Pair {
    let client: SecureEnd
    let server: SecureEnd

    init(
        client context: TLSContext? = nil, server identity: TLSIdentity? = nil,
        name: String = "localhost"
    ) throws {
        let authority = try TestAuthority.shared.get()
        let identity = try identity ?? Pair.identity()
        let trusting = try context ?? TLSContext(trusting: authority.certificate)
        client = SecureEnd(try TLSStream(client: trusting, to: name), isClient: true)
        server = SecureEnd(
            try TLSStream(server: TLSContext(serving: identity)), isClient: false)
    }

    private static let shared = Result { try TestAuthority.shared.get().identity("pair") }

    static func identity() throws -> TLSIdentity {
        let identity = try shared.get()
        return try TLSIdentity(certificates: identity.certificate, key: identity.key)
    }

    /// Carries bytes in both directions, in pieces of this length, until nobody says anything.
    func settle(pieceBytes: Int = 64 * 1024) {
        while !client.sent.isEmpty || !server.sent.isEmpty {
            for (from, to) in [(client, server), (server, client)] {
                let bytes = from.sent
                from.sent = []
                for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
                    to.receive(Array(bytes[start..<min(bytes.count, start + pieceBytes)]))
                }
            }
        }
    }
}
