import COpenSSL
import TestSupport
import Testing

@testable import TLS

@Suite("A secured stream")
struct TLSStreamTests {
    @Test(
        "What is said comes whole, in whatever pieces its bytes come",
        arguments: [1, 2, 5, 6, 1_000, 64 * 1024])
    func pieces(pieceBytes: Int) throws {
        let pair = try Pair()
        pair.settle(pieceBytes: pieceBytes)
        #expect(pair.client.tls.isReady && pair.server.tls.isReady)
        let text = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        pair.client.say(text)
        pair.server.say([1, 2, 3])
        pair.settle(pieceBytes: pieceBytes)
        #expect(pair.server.said == text)
        #expect(pair.client.said == [1, 2, 3])
        pair.server.tls.end(through: pair.server.glue)
        pair.server.collect()
        pair.settle(pieceBytes: pieceBytes)
        #expect(pair.client.end == .peer)
    }

    @Test("A record holds at most 4 KiB, so that a slow line can use what has come")
    func records() throws {
        let pair = try Pair()
        pair.settle()
        pair.server.say([UInt8](repeating: 0, count: 10_000))
        let lengths = Self.recordLengths(pair.server.sent)
        #expect(lengths.count == 3)
        #expect(lengths.allSatisfy { $0 <= 4_096 + 17 })
    }

    private static func recordLengths(_ bytes: [UInt8]) -> [Int] {
        var lengths: [Int] = []
        var place = 0
        while place + 5 <= bytes.count {
            lengths.append(Int(bytes[place + 3]) << 8 | Int(bytes[place + 4]))
            place += 5 + lengths[lengths.count - 1]
        }
        return lengths
    }

    @Test("A bit that is flipped on the way ends the stream, and nothing false is said")
    func flips() throws {
        for place in 0..<30 {
            let pair = try Pair()
            pair.settle()
            pair.client.say([1, 2, 3])
            let index = place % pair.client.sent.count
            pair.client.sent[index] ^= 1 << UInt8(place % 8)
            pair.settle()
            #expect(pair.server.said.isEmpty)
            // A longer length only makes the server wait for more.
            #expect(pair.server.end != nil || (3...4).contains(index))
        }
    }

    @Test("A server that isn't who it should be isn't trusted, and is told nothing")
    func wrongName() throws {
        for name in ["other.example", "127.0.0.2", "xn--localhost", "local"] {
            let pair = try Pair(name: name)
            pair.settle()
            guard case .untrusted = pair.client.end else {
                Issue.record("\(name): \(String(describing: pair.client.end))")
                continue
            }
            #expect(!pair.client.tls.isReady)
            pair.client.say([])
            #expect(pair.server.said.isEmpty)
        }
        let right = try Pair(name: "127.0.0.1")
        right.settle()
        #expect(right.client.end == nil)
    }

    @Test("Without an authority that vouches for it nobody is trusted")
    func unknownAuthority() throws {
        let pair = try Pair(client: TLSContext(trusting: TestAuthority().certificate))
        pair.settle()
        guard case .untrusted(let reason) = pair.client.end else {
            Issue.record("it is trusted")
            return
        }
        #expect(reason.contains("issuer") || reason.contains("self"))
    }

    @Test("TLS 1.2 is spoken, 1.1 is not")
    func versions() throws {
        for (version, works) in [(TLS1_1_VERSION, false), (TLS1_2_VERSION, true)] {
            let pair = try Pair(
                client: unsafe Self.client { context in
                    unsafe SSL_CTX_set_security_level(context, 0)
                    _ = unsafe copenssl_set_versions(context, version, version)
                })
            pair.settle()
            #expect(pair.server.tls.isReady == works)
            #expect(!pair.server.tls.isReady || !pair.server.tls.isVersion13)
        }
    }

    @Test("Who asks for another protocol than HTTP/1.1 is refused, who asks for none isn't")
    func applications() throws {
        for (names, works) in [
            ([2] + Array("h2".utf8), false),
            ([2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8), true), ([], true),
        ] as [([UInt8], Bool)] {
            let pair = try Pair(
                client: unsafe Self.client { context in
                    _ = unsafe SSL_CTX_set_alpn_protos(context, names, UInt32(names.count))
                })
            pair.settle()
            #expect(pair.server.tls.isReady == works, "\(names)")
        }
    }

    @Test("Keys of TLS 1.2 aren't negotiated anew")
    func renegotiation() throws {
        let pair = try Pair(
            client: unsafe Self.client { context in
                _ = unsafe copenssl_set_versions(context, TLS1_2_VERSION, TLS1_2_VERSION)
            })
        pair.settle()
        // The client would be willing to (SSL_OP_NO_RENEGOTIATION).
        unsafe SSL_clear_options(pair.client.tls.connection, 1 << 30)
        unsafe SSL_renegotiate(pair.client.tls.connection)
        unsafe SSL_do_handshake(pair.client.tls.connection)
        pair.client.collect()
        #expect(!pair.client.sent.isEmpty)
        pair.server.receive(pair.client.sent)
        // A refusal is one short record; new keys would take hundreds of bytes.
        #expect(pair.server.sent.count < 64)
    }

    @Test("No bytes make the server's side do anything but end, or wait for more")
    func junk() throws {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<300 {
            let pair = try Pair()
            var bytes = pair.client.sent
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                bytes.removeLast(Int.random(in: 0...50, using: &random))
            }
            pair.client.sent = []
            pair.server.receive(bytes)
            #expect(pair.server.said.isEmpty && !pair.server.tls.isReady)
        }
    }

    private static func client(_ configure: (OpaquePointer) -> Void) throws -> TLSContext {
        let context = try TLSContext(trusting: TestAuthority.shared.get().certificate)
        unsafe configure(context.pointer)
        return context
    }
}
