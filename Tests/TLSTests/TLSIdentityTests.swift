import TestSupport
import Testing

@testable import TLS

@Suite("A server's identity")
struct TLSIdentityTests {
    private let authority: TestAuthority
    private let files: TestAuthority.Identity

    init() throws {
        authority = try TestAuthority.shared.get()
        files = try authority.identity("identity", subjects: "DNS:*.folf.example,IP:192.0.2.7")
    }

    @Test("It is for the names and addresses in its certificate, and for no others")
    func names() throws {
        let identity = try TLSIdentity(certificates: files.certificate, key: files.key)
        #expect(identity.isFor("a.folf.example"))
        #expect(identity.isFor("192.0.2.7"))
        for name in ["folf.example", "a.b.folf.example", "192.0.2.8", "", "evil.example"] {
            #expect(!identity.isFor(name), "\(name)")
        }
    }

    @Test("It knows how long it is valid")
    func validity() throws {
        let identity = try TLSIdentity(certificates: files.certificate, key: files.key)
        let days = (identity.validSeconds.upperBound - identity.validSeconds.lowerBound) / 86_400
        #expect(days == 30)
    }

    @Test("An authority that only a test trusts isn't public")
    func publicity() throws {
        #expect(try !TLSIdentity(certificates: files.certificate, key: files.key).isPublic)
    }

    @Test("A chain is shown whole")
    func chain() throws {
        let chain = try files.certificate + authority.certificate
        let identity = try TLSIdentity(certificates: chain, key: files.key)
        #expect(unsafe identity.certificates.count == 2)
        let pair = try Pair(server: identity, name: "b.folf.example")
        pair.settle()
        #expect(pair.client.end == nil)
        #expect(pair.client.tls.isReady)
    }

    @Test("RSA keys work as well as those of elliptic curves")
    func rsa() throws {
        let files = try authority.identity(
            "rsa", algorithm: ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        let pair = try Pair(
            server: TLSIdentity(certificates: files.certificate, key: files.key))
        pair.settle()
        #expect(pair.client.tls.isReady && pair.server.tls.isReady)
    }

    @Test("What can't be used is refused with its reason")
    func errors() throws {
        let (chain, key) = (try files.certificate, try files.key)
        let other = try authority.identity("other-identity").key
        let cases: [([UInt8], [UInt8], TLSError)] = try [
            ([], key, .noCertificate), (chain, [], .noKey), (chain, chain, .noKey),
            (chain, other, .keyOfAnother), (authority.certificate + chain, key, .reversed),
            (Array(chain.dropLast(60)), key, .damagedCertificate(1)),
            (chain + chain.dropLast(60), key, .damagedCertificate(2)),
        ]
        for (certificates, key, error) in cases {
            #expect(throws: error) { try TLSIdentity(certificates: certificates, key: key) }
        }
    }
}
