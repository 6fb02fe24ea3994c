import Documents
import Foundation
import TestSupport
import Testing

@testable import Passkeys

/// Another implementation of both ceremonies: py_webauthn, in a process of its own.
private struct Oracle {
    static let python = ProcessInfo.processInfo.environment["FOLF_TEST_PYTHON"]
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Oracles/webauthn_verdicts.py")

    private let child: Child

    init() throws {
        child = try Child(try #require(Self.python), ["-B", Self.script.path])
    }

    /// Nil if it takes the registration; the name of its error if not.
    func fault(
        _ creation: SoftAuthenticator.Creation, credential: [UInt8]
    ) throws -> String? {
        try fault([
            "client_data": text(creation.clientData), "attestation": text(creation.attestation),
            "id": text(credential),
        ])
    }

    func fault(
        _ use: SoftAuthenticator.Use, of authenticator: SoftAuthenticator, counter: UInt32 = 0
    ) throws -> String? {
        try fault([
            "client_data": text(use.clientData), "signature": text(use.signature),
            "authenticator_data": text(use.authenticatorData), "counter": .integer(Int64(counter)),
            "id": text(authenticator.credential), "key": text(authenticator.key.cose),
        ])
    }

    private func fault(_ fields: JSONObject) throws -> String? {
        var fields = fields
        fields["challenge"] = .text(Ceremony.challenge)
        fields["rp"] = .text(Ceremony.party.id)
        fields["origin"] = .array(Ceremony.party.origins.map { .text($0) })
        child.write(String(decoding: JSONValue.object(fields).bytes, as: UTF8.self))
        let answer = try #require(child.readLine())
        return answer == "yes" ? nil : answer
    }

    private func text(_ bytes: [UInt8]) -> JSONValue { .text(Base64URL.text(bytes)) }
}

@Suite(
    "py_webauthn",
    .enabled(if: Oracle.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct OracleTests {
    private static let faults: [@Sendable (inout SoftAuthenticator) -> Void] = [
        { $0.origin = "https://evil.example" }, { $0.relyingParty = "evil.example" },
        { $0.flags = 0x1C }, { $0.flags = 0x19 }, { $0.flags = 0x15 },
        { $0.extensions = [0xA0, 0] }, { $0.members = "," },
    ]

    @Test("takes and refuses what we do", arguments: SigningKey.Algorithm.allCases)
    func agrees(algorithm: SigningKey.Algorithm) throws {
        let oracle = try Oracle()
        let authenticator = try SoftAuthenticator(algorithm)
        let creation = authenticator.create(Ceremony.challenge)
        let passkey = try Ceremony.register(creation)
        #expect(try oracle.fault(creation, credential: passkey.credential) == nil)
        let use = authenticator.use(Ceremony.challenge)
        #expect(throws: Never.self) { try Ceremony.signIn(use, by: passkey) }
        #expect(try oracle.fault(use, of: authenticator) == nil)

        for change in Self.faults {
            let other = authenticator.with(change)
            let (creation, use) = (
                other.create(Ceremony.challenge), other.use(Ceremony.challenge)
            )
            #expect(throws: PasskeyFault.self) { try Ceremony.register(creation) }
            #expect(try oracle.fault(creation, credential: passkey.credential) != nil)
            #expect(throws: PasskeyFault.self) { try Ceremony.signIn(use, by: passkey) }
            #expect(try oracle.fault(use, of: other) != nil)
        }
        for challenge in ["AAAA", ""] {
            #expect(throws: PasskeyFault.challenge) {
                try Ceremony.register(authenticator.create(challenge))
            }
            let creation = authenticator.create(challenge)
            #expect(try oracle.fault(creation, credential: passkey.credential) != nil)
        }
    }

    @Test("sees a counter that hasn't grown as we do")
    func counter() throws {
        let oracle = try Oracle()
        let authenticator = try SoftAuthenticator()
        let passkey = try Ceremony.register(authenticator.create(Ceremony.challenge))
        for (kept, said) in [(0, 0), (0, 1), (5, 6), (5, 5), (5, 0)] as [(UInt32, UInt32)] {
            var passkey = passkey
            passkey.counter = kept
            let use = authenticator.with { $0.counter = said }.use(Ceremony.challenge)
            let isTaken = (try? Ceremony.signIn(use, by: passkey)) != nil
            #expect(try (oracle.fault(use, of: authenticator, counter: kept) == nil) == isTaken)
        }
    }

    @Test("takes whatever we take of an authenticator's data that were changed on the way")
    func mutations() throws {
        let oracle = try Oracle()
        var generator = SeededGenerator(seed: 11)
        let authenticator = try SoftAuthenticator()
        let creation = authenticator.create(Ceremony.challenge)
        let data = try #require(try CBORValue(creation.attestation)["authData"]?.bytes)
        let places = creation.attestation.count - data.count..<creation.attestation.count
        var takenCount = 0
        for _ in 0..<600 {
            var changed = creation
            let place = Int.random(in: places, using: &generator)
            changed.attestation[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            guard let passkey = try? Ceremony.register(changed) else { continue }
            takenCount += 1
            let fault = try oracle.fault(changed, credential: passkey.credential)
            #expect(fault == nil, "byte \(place)")
        }
        #expect(takenCount > 100)
    }
}
