import COpenSSL
import TestSupport

@testable import TLS

/// A client and a server whose bytes go through the test.
final class Pair {
    final class Side {
        let tls: TLSStream
        let glue = TLSGlue()
        var said: [UInt8] = []
        var end: TLSArrival.End?
        /// What it has sent and nobody has taken yet.
        var sent: [UInt8] = []

        init(_ tls: TLSStream) { self.tls = tls }

        func receive(_ bytes: [UInt8]) {
            let arrival = tls.receive(bytes.span, through: glue)
            glue.withSaid(arrival.count) { span in
                for place in span.indices { said.append(span[place]) }
            }
            end = end ?? arrival.end
            collect()
        }

        func say(_ bytes: [UInt8]) {
            var rest = bytes.span
            while rest.count > 0 {
                rest = rest.extracting(droppingFirst: tls.seal(rest, into: glue))
                collect()
            }
        }

        func collect() {
            glue.takeOutgoing { span in
                for place in span.indices { sent.append(span[place]) }
            }
        }
    }

    let client: Side
    let server: Side

    init(
        client context: TLSContext? = nil, server identity: TLSIdentity? = nil,
        name: String = "localhost"
    ) throws {
        let authority = try TestAuthority.shared.get()
        let identity = try identity ?? Pair.identity()
        let trusting = try context ?? TLSContext(trusting: authority.certificate)
        client = Side(try TLSStream(client: trusting, to: name))
        server = Side(try TLSStream(server: TLSContext(serving: identity)))
        client.receive([])
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
