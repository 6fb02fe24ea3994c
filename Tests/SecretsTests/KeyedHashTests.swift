import Club
import Documents
import TestSupport
import Testing

@testable import Secrets

@Suite("What only the server's secret makes")
struct KeyedHashTests {
    private let secret = [UInt8](repeating: 7, count: 32)
    private let other = [UInt8](repeating: 8, count: 32)
    private let anna = AccountID(Identifier128(high: 1, low: 2))
    private let bjarni = AccountID(Identifier128(high: 1, low: 3))

    @Test("is another hash for each code, account and secret")
    func recovery() throws {
        var generator = SeededGenerator(seed: 3)
        let code = RecoveryCode(using: &generator)
        let hash = code.hash(of: anna, secret: secret)
        let typed = try #require(RecoveryCode(code.description.lowercased()))
        #expect(typed.hash(of: anna, secret: secret) == hash)
        #expect(RecoveryCode(using: &generator).hash(of: anna, secret: secret) != hash)
        #expect(code.hash(of: bjarni, secret: secret) != hash)
        #expect(code.hash(of: anna, secret: other) != hash)
    }

    @Test("is what a known device shows, for its account alone")
    func knownDevice() throws {
        let device = KnownDevice(nonce: Identifier128(high: 5, low: 6))
        let proof = device.proof(of: anna, secret: secret)
        #expect(proof.count == KnownDevice.proofBytes)
        #expect(KnownDevice(proof: proof, of: anna, secret: secret) == device)
        #expect(KnownDevice(proof: proof, of: bjarni, secret: secret) == nil)
        #expect(KnownDevice(proof: proof, of: anna, secret: other) == nil)
        for place in proof.indices {
            var flipped = proof
            flipped[place] ^= 1
            #expect(KnownDevice(proof: flipped, of: anna, secret: secret) == nil)
            #expect(KnownDevice(proof: Array(proof[..<place]), of: anna, secret: secret) == nil)
        }
        #expect(KnownDevice(proof: proof + [0], of: anna, secret: secret) == nil)
    }

    @Test("is no hash that another use has: a code is no device")
    func uses() {
        let message = [UInt8](repeating: 1, count: 32)
        #expect(
            KeyedHash.hash(message, for: "known", secret: secret)
                != KeyedHash.hash(message, for: "recovery", secret: secret))
    }

    @Test("Bytes are equal if all are")
    func equality() {
        #expect(SecretBytes.areEqual([], []))
        #expect(SecretBytes.areEqual([1, 2], [1, 2]))
        #expect(!SecretBytes.areEqual([1, 2], [1, 3]))
        #expect(!SecretBytes.areEqual([1, 2], [1, 2, 0]))
    }
}
