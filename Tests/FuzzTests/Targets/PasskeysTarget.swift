import Documents
import TestSupport

@testable import Passkeys

/// A byte of choice, then client data, a zero, and the rest: an attestation, or authenticator data
/// of a signature that is good. What is taken was said about this challenge, page and
/// domain, whatever bytes say it.
enum PasskeysTarget {
    private static let challenge = "AAAAAAAAAAAAAAAAAAAAAA"
    private static let party = RelyingParty(
        id: "folf.example", origins: ["https://folf.example"])

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let party, let choice = input.first else { return }
        let rest = input.dropFirst()
        let end = rest.firstIndex(of: 0) ?? rest.endIndex
        let (clientData, bytes) = (Array(rest[..<end]), Array(rest[end...].dropFirst()))
        try checkReader(bytes)
        if choice & 1 == 0 {
            try register(clientData, bytes, party)
        } else {
            try use(clientData, bytes, party, counter: UInt32(choice >> 1))
        }
    }

    private static func checkReader(_ bytes: [UInt8]) throws(Finding) {
        var reader = CBORReader(bytes[...])
        guard let value = try? reader.value() else { return }
        let length = bytes.count - reader.rest.count
        try expect((1...bytes.count).contains(length), "a value of no bytes")
        let again = try? CBORValue(Array(bytes[..<length]))
        try expect(again == value, "the same bytes are another value")
    }

    private static func register(
        _ clientData: [UInt8], _ attestation: [UInt8], _ party: RelyingParty
    ) throws(Finding) {
        var asked: [UInt8]?
        let registration = Registration(clientData: clientData, attestation: attestation)
        let passkey = try? registration.verify(for: party, challenge: challenge) {
            asked = $0
            return true
        }
        guard let passkey else { return }
        try check(clientData, "webauthn.create")
        try expect(asked == passkey.key, "a key that nobody has looked at")
        try expect((1...1_023).contains(passkey.credential.count), "a long id")
        try expect((44...600).contains(passkey.key.count), "no key is as long")
    }

    private static func use(
        _ clientData: [UInt8], _ data: [UInt8], _ party: RelyingParty, counter: UInt32
    ) throws(Finding) {
        let passkey = Passkey(
            credential: [1], key: [2], algorithm: .es256, counter: counter,
            isBackupEligible: true)
        var signed: [UInt8]?
        let assertion = Assertion(
            clientData: clientData, authenticatorData: data, signature: [3], userHandle: [4])
        let kept = try? assertion.verify(
            by: passkey, of: [4], for: party, challenge: challenge
        ) { key, message, signature in
            signed = message
            return key == [2] && signature == [3]
        }
        guard let kept else { return }
        try check(clientData, "webauthn.get")
        try expect(signed == data + SHA256.whole(of: clientData), "not all is signed")
        try expect(kept > counter || kept == 0, "the counter goes back")
    }

    /// What must be in the client data, in whichever form JSON may have it.
    private static func check(_ clientData: [UInt8], _ type: String) throws(Finding) {
        let value = try? JSONValue(clientData)
        try expect(
            value?["type"] == .text(type) && value?["challenge"] == .text(challenge)
                && value?["origin"] == "https://folf.example" && value?["topOrigin"] == nil,
            "client data of something else")
    }
}
