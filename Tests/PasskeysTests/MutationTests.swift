import TestSupport
import Testing

@testable import Passkeys

@Suite("Whatever bytes come")
struct MutationTests {
    /// Changes, drops and repeats a few bytes.
    private func mutated(
        _ bytes: [UInt8], using generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0..<8, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(place..<end, with: generator.bytes(end - place))
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                // A head of CBOR that claims a length, whatever comes behind it.
                let kind = UInt8.random(in: 0..<8, using: &generator) << 5
                bytes.insert(contentsOf: [kind | 27] + generator.bytes(8), at: place)
            }
        }
        return bytes
    }

    @Test("no registration and no sign-in does more than fail")
    func mutations() throws {
        var generator = SeededGenerator(seed: 5)
        let authenticator = try SoftAuthenticator.make {
            $0.extensions = CBOR.map([(CBOR.text("credProtect"), CBOR.integer(2))])
        }
        let creation = authenticator.create(Ceremony.challenge)
        let passkey = try Ceremony.register(creation)
        let use = authenticator.use(Ceremony.challenge)
        var (taken, letIn) = (0, 0)
        for _ in 0..<4_000 {
            var changed = creation
            changed.attestation = mutated(creation.attestation, using: &generator)
            taken += (try? Ceremony.register(changed)) == nil ? 0 : 1
            var other = use
            other.authenticatorData = mutated(use.authenticatorData, using: &generator)
            guard other.authenticatorData != use.authenticatorData else { continue }
            letIn += (try? Ceremony.signIn(other, by: passkey)) == nil ? 0 : 1
        }
        // Some change what matters to nobody, such as the authenticator's model.
        #expect(taken < 2_000)
        #expect(letIn == 0)
    }
}
