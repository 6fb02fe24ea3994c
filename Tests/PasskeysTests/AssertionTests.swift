import TestSupport
import Testing

@testable import Passkeys

@Suite("A passkey that is used")
struct AssertionTests {
    private let authenticator: SoftAuthenticator
    private let passkey: Passkey

    init() throws {
        authenticator = try SoftAuthenticator()
        passkey = try Ceremony.register(authenticator.create(Ceremony.challenge))
    }

    private func fails(
        _ fault: PasskeyFault, _ change: (inout SoftAuthenticator) -> Void,
        at location: SourceLocation = #_sourceLocation
    ) {
        let use = authenticator.with(change).use(Ceremony.challenge)
        #expect(throws: fault, sourceLocation: location) {
            try Ceremony.signIn(use, by: passkey)
        }
    }

    @Test("It lets its owner in", arguments: SigningKey.Algorithm.allCases)
    func used(algorithm: SigningKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator(algorithm)
        let passkey = try Ceremony.register(authenticator.create(Ceremony.challenge))
        #expect(try Ceremony.signIn(authenticator.use(Ceremony.challenge), by: passkey) == 0)
    }

    @Test("Another challenge, ceremony, page or domain doesn't")
    func elsewhere() {
        #expect(throws: PasskeyFault.challenge) {
            try Ceremony.signIn(authenticator.use("another"), by: passkey)
        }
        #expect(throws: PasskeyFault.type) {
            try Ceremony.signIn(
                authenticator.use(Ceremony.challenge, type: "webauthn.create"), by: passkey)
        }
        fails(.origin) { $0.origin = "https://evil.example" }
        fails(.crossOrigin) { $0.members = ",\"crossOrigin\":true" }
        fails(.crossOrigin) { $0.members = ",\"topOrigin\":\"https://folf.example\"" }
        fails(.relyingParty) { $0.relyingParty = "evil.example" }
    }

    @Test("Nor does somebody who isn't there, or hasn't shown who they are")
    func nobody() {
        fails(.userPresence) { $0.flags = 0x1C }
        fails(.userVerification) { $0.flags = 0x19 }
        fails(.backupState) { $0.flags = 0x15 }
    }

    @Test("Whether it can be backed up doesn't change")
    func backupEligibility() throws {
        fails(.backupEligibility) { $0.flags = 0x05 }
        #expect(
            try Ceremony.signIn(
                authenticator.with { $0.flags = 0x0D }.use(Ceremony.challenge), by: passkey) == 0)
    }

    @Test("The account is said by the authenticator, and is the passkey's")
    func userHandle() {
        let use = authenticator.use(Ceremony.challenge)
        for handle in [nil, [], Array(Ceremony.account.dropLast())] as [[UInt8]?] {
            #expect(throws: PasskeyFault.userHandle) {
                try Ceremony.signIn(use, by: passkey, userHandle: handle)
            }
        }
    }

    @Test(
        "A counter that hasn't grown is refused, unless both are 0 as for those synchronised",
        arguments: [
            (0, 0, true), (0, 1, true), (5, 6, true), (5, 5, false), (5, 4, false),
            (5, 0, false), (UInt32.max, UInt32.max, false), (1, UInt32.max, true),
        ])
    func counter(kept: UInt32, said: UInt32, isGood: Bool) throws {
        var passkey = passkey
        passkey.counter = kept
        let use = authenticator.with { $0.counter = said }.use(Ceremony.challenge)
        if isGood {
            #expect(try Ceremony.signIn(use, by: passkey) == said)
        } else {
            #expect(throws: PasskeyFault.counter) { try Ceremony.signIn(use, by: passkey) }
        }
    }

    @Test("Another's signature doesn't, nor one that is longer than any")
    func signature() throws {
        var use = authenticator.use(Ceremony.challenge)
        use.signature = try SoftAuthenticator().use(Ceremony.challenge).signature
        #expect(throws: PasskeyFault.signature) { try Ceremony.signIn(use, by: passkey) }
        use.signature = []
        #expect(throws: PasskeyFault.signature) { try Ceremony.signIn(use, by: passkey) }
        use.signature = Array(repeating: 0x30, count: 1_025)
        #expect(throws: PasskeyFault.tooLong) { try Ceremony.signIn(use, by: passkey) }
    }

    @Test("Extensions are signed and read over; what lies behind them isn't allowed")
    func extensions() throws {
        let extended = authenticator.with {
            $0.extensions = CBOR.map([(CBOR.text("uvm"), CBOR.array([]))])
        }
        #expect(try Ceremony.signIn(extended.use(Ceremony.challenge), by: passkey) == 0)
        fails(.authenticatorData) { $0.extensions = CBOR.map([]) + [0] }
    }

    @Test("No flipped bit gets anybody in", arguments: SigningKey.Algorithm.allCases)
    func flips(algorithm: SigningKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator(algorithm)
        let passkey = try Ceremony.register(authenticator.create(Ceremony.challenge))
        let use = authenticator.use(Ceremony.challenge)
        for part in [\SoftAuthenticator.Use.clientData, \.authenticatorData, \.signature] {
            for bit in 0..<use[keyPath: part].count * 8 {
                var flipped = use
                flipped[keyPath: part][bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(throws: PasskeyFault.self) { try Ceremony.signIn(flipped, by: passkey) }
            }
        }
    }
}
