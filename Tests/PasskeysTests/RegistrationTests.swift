import TestSupport
import Testing

@testable import Passkeys

@Suite("A passkey that is registered")
struct RegistrationTests {
    private let authenticator: SoftAuthenticator

    init() throws { authenticator = try SoftAuthenticator() }

    private func fails(
        _ fault: PasskeyFault, _ change: (inout SoftAuthenticator) -> Void,
        at location: SourceLocation = #_sourceLocation
    ) {
        let creation = authenticator.with(change).create(Ceremony.challenge)
        #expect(throws: fault, sourceLocation: location) { try Ceremony.register(creation) }
    }

    @Test("It is kept as what OpenSSL reads", arguments: SigningKey.Algorithm.allCases)
    func kept(algorithm: SigningKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator.make(algorithm) { $0.counter = 7 }
        let passkey = try Ceremony.register(authenticator.create(Ceremony.challenge))
        #expect(passkey.credential == authenticator.credential)
        #expect(passkey.key == authenticator.key.info)
        #expect(passkey.algorithm == [.es256, .edDSA, .rs256][algorithm.place])
        #expect(passkey.counter == 7 && passkey.isBackupEligible)
    }

    @Test("The longest key of RSA is taken, a shorter one than 2,048 bits is not")
    func rsa() throws {
        let longest = try SigningKey(.rs256, bits: 4_096)
        let passkey = try Ceremony.register(
            authenticator.with { $0.publicKey = longest.cose }.create(Ceremony.challenge))
        #expect(passkey.key == longest.info)
        let short = try SigningKey(.rs256, bits: 1_024)
        fails(.key) { $0.publicKey = short.cose }
        let modulus = [0x80] + [UInt8](repeating: 1, count: 255)
        fails(.key) {
            $0.publicKey = SigningKey.rsa(modulus: [1] + modulus + modulus, exponent: [3])
        }
        for exponent in [[], [0], [1], [0, 1], [2], [1, 0, 0, 0, 1]] as [[UInt8]] {
            fails(.key) { $0.publicKey = SigningKey.rsa(modulus: modulus, exponent: exponent) }
        }
    }

    @Test("The challenge is the one that was issued, and the ceremony the right one")
    func challenge() {
        #expect(throws: PasskeyFault.challenge) {
            try Ceremony.register(authenticator.create("another"))
        }
        #expect(throws: PasskeyFault.type) {
            try Ceremony.register(
                authenticator.create(Ceremony.challenge, type: "webauthn.get"))
        }
    }

    @Test("The page is one of ours, and stands alone")
    func origin() throws {
        for origin in [
            "https://folf.example.evil.example", "http://folf.example",
            "https://folf.example:8443", "https://other.folf.example", "",
        ] { fails(.origin) { $0.origin = origin } }
        fails(.crossOrigin) { $0.members = ",\"crossOrigin\":true" }
        fails(.crossOrigin) { $0.members = ",\"crossOrigin\":null" }
        fails(.crossOrigin) { $0.members = ",\"topOrigin\":\"https://evil.example\"" }
        let below = authenticator.with { $0.origin = "https://play.folf.example" }
        #expect(throws: Never.self) { try Ceremony.register(below.create(Ceremony.challenge)) }
    }

    @Test("Members that browsers add are read over: Chromium's other_keys_can_be_added_here")
    func members() {
        let added = authenticator.with {
            $0.members =
                ",\"crossOrigin\":false,\"other_keys_can_be_added_here\":\"do not compare "
                + "clientDataJSON against a template. See https://goo.gl/yabPex\""
        }
        #expect(throws: Never.self) { try Ceremony.register(added.create(Ceremony.challenge)) }
        fails(.clientData) { $0.members = ",\"type\":\"webauthn.get\"" }
        fails(.clientData) { $0.members = "," }
        fails(.tooLong) {
            $0.members = ",\"long\":\"" + String(repeating: "a", count: 4_096) + "\""
        }
    }

    @Test("The authenticator has seen our domain, and somebody who has shown who they are")
    func flags() {
        fails(.relyingParty) { $0.relyingParty = "evil.example" }
        fails(.userPresence) { $0.flags = 0x1C }
        fails(.userVerification) { $0.flags = 0x19 }
        fails(.backupState) { $0.flags = 0x15 }
        #expect(throws: Never.self) {
            try Ceremony.register(authenticator.with { $0.flags = 0x27 }.create(Ceremony.challenge))
        }
    }

    @Test("A credential's id has 1 to 1,023 bytes")
    func credentialLength() throws {
        fails(.credentialLength) { $0.credential = [] }
        fails(.credentialLength) { $0.credential = Array(repeating: 1, count: 1_024) }
        for count in [1, 1_023] {
            let creation = authenticator.with {
                $0.credential = Array(repeating: 1, count: count)
            }.create(Ceremony.challenge)
            #expect(try Ceremony.register(creation).credential.count == count)
        }
    }

    @Test("Extensions are read over, and nothing may lie behind them")
    func extensions() throws {
        let protection = CBOR.map([
            (CBOR.text("credProtect"), CBOR.integer(2)), (CBOR.text("hmac-secret"), [0xF5]),
            (CBOR.text("other"), CBOR.array([[0xFB, 0, 0, 0, 0, 0, 0, 0, 0], CBOR.bytes([1])])),
        ])
        let creation = authenticator.with { $0.extensions = protection }
            .create(Ceremony.challenge)
        #expect(throws: Never.self) { try Ceremony.register(creation) }
        fails(.authenticatorData) { $0.extensions = CBOR.map([]) + [0] }
        fails(.authenticatorData) { $0.extensions = CBOR.integer(1) }
        fails(.authenticatorData) { $0.publicKey = authenticator.key.cose + [0] }
        fails(.form) { $0.extensions = CBOR.map([]).map { _ in 0xA1 } }
    }

    @Test("An attestation is read over, whatever its format is: packed for one's own")
    func attestation() throws {
        let statement = CBOR.map([
            (CBOR.text("alg"), CBOR.integer(-7)), (CBOR.text("sig"), CBOR.bytes([1, 2, 3])),
        ])
        for format in ["packed", "tpm", "apple", "something else"] {
            let creation = authenticator.with {
                $0.format = format
                $0.statement = statement
            }.create(Ceremony.challenge)
            #expect(throws: Never.self) { try Ceremony.register(creation) }
        }
        fails(.attestation) { $0.statement = CBOR.array([]) }
        fails(.tooLong) {
            $0.statement = CBOR.map([
                (CBOR.text("x5c"), CBOR.bytes(Array(repeating: 0, count: 33_000)))
            ])
        }
        var creation = authenticator.create(Ceremony.challenge)
        creation.attestation.append(0)
        #expect(throws: PasskeyFault.form) { try Ceremony.register(creation) }
        for parts in [[], [(CBOR.text("fmt"), CBOR.text("none"))]] {
            creation.attestation = CBOR.map(parts)
            #expect(throws: PasskeyFault.attestation) { try Ceremony.register(creation) }
        }
    }

    @Test("What was made for signing in registers nothing")
    func noCredential() throws {
        let use = authenticator.use(Ceremony.challenge)
        let creation = SoftAuthenticator.Creation(
            clientData: authenticator.create(Ceremony.challenge).clientData,
            attestation: CBOR.map([
                (CBOR.text("fmt"), CBOR.text("none")), (CBOR.text("attStmt"), CBOR.map([])),
                (CBOR.text("authData"), CBOR.bytes(use.authenticatorData)),
            ]))
        #expect(throws: PasskeyFault.noCredential) { try Ceremony.register(creation) }
    }

    @Test("A point that isn't on the curve is refused now, not at the first sign-in")
    func offCurve() {
        let x = [UInt8](repeating: 1, count: 32)
        fails(.keyRefused) { $0.publicKey = SigningKey.elliptic(x: x, y: x) }
    }

    @Test("A key of another algorithm, or with a part that doesn't fit, is refused")
    func otherKeys() throws {
        func key(_ pairs: [(Int, [UInt8])]) -> [UInt8] {
            CBOR.map(pairs.map { (CBOR.integer($0), $1) })
        }
        let (part, short) = (
            CBOR.bytes(Array(repeating: 1, count: 32)), CBOR.bytes(Array(repeating: 1, count: 31))
        )
        let number = CBOR.integer
        // ES384, none at all, no map, an algorithm as text.
        for other in [
            key([(1, number(2)), (3, number(-35)), (-1, number(2)), (-2, part), (-3, part)]),
            key([(1, number(2)), (-1, number(1)), (-2, part), (-3, part)]),
            CBOR.array([]), key([(3, CBOR.text("ES256"))]),
        ] { fails(.algorithm) { $0.publicKey = other } }
        // Another curve, another kind, a compressed point, a short part, no second one.
        for other in [
            key([(1, number(2)), (3, number(-7)), (-1, number(2)), (-2, part), (-3, part)]),
            key([(1, number(1)), (3, number(-7)), (-1, number(1)), (-2, part), (-3, part)]),
            key([(1, number(2)), (3, number(-7)), (-1, number(1)), (-2, part), (-3, [0xF5])]),
            key([(1, number(2)), (3, number(-7)), (-1, number(1)), (-2, short), (-3, part)]),
            key([(1, number(2)), (3, number(-7)), (-1, number(1)), (-2, part)]),
            key([(1, number(1)), (3, number(-8)), (-1, number(4)), (-2, part)]),
            key([(1, number(1)), (3, number(-8)), (-1, number(6)), (-2, short)]),
            key([(1, number(3)), (3, number(-257)), (-1, part)]),
        ] { fails(.key) { $0.publicKey = other } }
    }
}

extension SigningKey.Algorithm {
    fileprivate var place: Int {
        switch self {
        case .es256: 0
        case .edDSA: 1
        case .rs256: 2
        }
    }
}
