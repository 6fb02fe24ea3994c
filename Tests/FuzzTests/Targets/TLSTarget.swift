import COpenSSL
import TestSupport

@testable import TLS

/// A server's or a client's end of a secured connection. The first byte chooses: 1 for a client, 2
/// for a handshake that is over before. Then come steps: a byte for what happens, one for how much,
/// and for some as many bytes.
enum TLSTarget {
    private static let steps = 64

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let choice = input.first else { return }
        var line = try Line(isClient: choice & 1 != 0)
        if choice & 2 != 0 { try line.shakeHands() }
        var rest = input.dropFirst()
        for _ in 0..<steps {
            guard let kind = rest.popFirst(), let amount = rest.popFirst() else { break }
            switch kind % 8 {
            case 0:
                let bytes = Array(rest.prefix(Int(amount)))
                rest = rest.dropFirst(bytes.count)
                try line.inject(bytes)
            case 1:
                try line.inject(Array(rest))
                rest = []
            case 2: try line.peerSays(Int(amount) * 67)
            case 3: try line.carry(Int(amount) + 1)
            case 4: try line.carry(.max)
            case 5: line.flip(at: Int(amount))
            case 6: line.changeKeys()
            default: amount & 1 == 0 ? line.peer.finish() : line.answer()
            }
        }
        try line.carry(.max)
        try line.check(isOver: true)
    }

    /// Two ends, and what is on its way between them.
    private struct Line {
        let end: SecureEnd
        let peer: SecureEnd
        /// What the peer has said, and not all of which has to arrive.
        private var spoken: [UInt8] = []
        private var isTouched = false

        init(isClient: Bool) throws(Finding) {
            guard let contexts = TLSTarget.contexts,
                let server = try? TLSStream(server: contexts.server),
                let client = try? TLSStream(client: contexts.client, to: "localhost")
            else { throw Finding("OpenSSL makes no connection") }
            let (serving, asking) = (
                SecureEnd(server, isClient: false), SecureEnd(client, isClient: true)
            )
            (end, peer) = isClient ? (asking, serving) : (serving, asking)
        }

        mutating func shakeHands() throws(Finding) {
            for _ in 0..<4 { try carry(.max) }
            try expect(end.tls.isReady && peer.tls.isReady, "the handshake comes to no end")
        }

        /// Bytes that nobody has sealed come to the end.
        mutating func inject(_ bytes: [UInt8]) throws(Finding) {
            isTouched = isTouched || !bytes.isEmpty
            try receive(bytes)
        }

        mutating func peerSays(_ count: Int) throws(Finding) {
            guard peer.tls.isReady, !peer.tls.isEnded else { return }
            let start = spoken.count
            let words = (0..<count).map { UInt8(truncatingIfNeeded: (start + $0) &* 31 >> 3) }
            peer.say(words)
            try expect(peer.sent.count <= 1 << 20, "much is kept")
            spoken += words
        }

        /// Carries so many bytes to the end, and all to the peer.
        mutating func carry(_ count: Int) throws(Finding) {
            let bytes = Array(peer.sent.prefix(count))
            peer.sent.removeFirst(bytes.count)
            try receive(bytes)
            let back = end.sent
            end.sent = []
            peer.receive(back)
        }

        mutating func flip(at place: Int) {
            guard !peer.sent.isEmpty else { return }
            peer.sent[place % peer.sent.count] ^= 1
            isTouched = true
        }

        func changeKeys() {
            guard peer.tls.isReady, !peer.tls.isEnded else { return }
            unsafe SSL_key_update(peer.tls.connection, SSL_KEY_UPDATE_NOT_REQUESTED)
            unsafe SSL_do_handshake(peer.tls.connection)
            peer.collect()
        }

        /// Nothing is said before the handshake is over.
        func answer() {
            if end.tls.isReady { end.say([1, 2, 3]) }
        }

        private func receive(_ bytes: [UInt8]) throws(Finding) {
            let (said, sent, hasFailed) = (end.said.count, end.sent.count, end.end != nil)
            end.receive(bytes)
            try expect(
                end.said.count - said <= max(bytes.count, 0) + 17 * 1024, "words from nowhere")
            try expect(end.sent.count - sent <= TLSGlue.outgoingBytesMax, "much is answered")
            try expect(!hasFailed || end.said.count == said, "words behind a failure")
            try check(isOver: false)
        }

        /// What arrives is what was said, in order, up to where somebody has meddled with it.
        func check(isOver: Bool) throws(Finding) {
            try expect(spoken.starts(with: end.said), "other words than were said")
            try expect(end.said.isEmpty || end.tls.isReady, "words before the handshake is over")
            guard isOver, !isTouched, !end.tls.isEnded else { return }
            try expect(end.said == spoken, "words are missing")
        }
    }

    private static let contexts: (server: TLSContext, client: TLSContext)? = {
        guard let key = try? PrivateKey(),
            let certificate = try? key.selfSignedCertificate(for: "localhost", days: 1),
            let identity = try? TLSIdentity(certificates: certificate, key: key.pem),
            let server = try? TLSContext(serving: identity),
            let client = try? TLSContext(trusting: certificate)
        else { return nil }
        return (server, client)
    }()
}
