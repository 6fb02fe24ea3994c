import TestSupport
import Testing

@testable import TLS

@Suite("A public key of somebody else's")
struct PublicKeyTests {
    @Test(
        "verifies what its owner has signed, and nothing else",
        arguments: SigningKey.Algorithm.allCases)
    func verifies(algorithm: SigningKey.Algorithm) throws {
        let (owner, other) = (try SigningKey(algorithm), try SigningKey(algorithm))
        let key = try PublicKey(info: owner.info)
        let signature = owner.sign([1, 2, 3])
        #expect(key.verifies(signature, of: [1, 2, 3]))
        #expect(!key.verifies(signature, of: [1, 2, 4]))
        #expect(!key.verifies(other.sign([1, 2, 3]), of: [1, 2, 3]))
        #expect(!key.verifies([], of: [1, 2, 3]))
        #expect(!key.verifies(signature + [0], of: [1, 2, 3]))
    }

    @Test(
        "is refused if it is cut off, has something behind it, or is of another kind",
        arguments: SigningKey.Algorithm.allCases)
    func refused(algorithm: SigningKey.Algorithm) throws {
        let info = try SigningKey(algorithm).info
        for count in [0, 1, info.count - 1] {
            #expect(throws: TLSError.self) { try PublicKey(info: Array(info[..<count])) }
        }
        #expect(throws: TLSError.self) { try PublicKey(info: info + [0]) }
    }

    @Test("of a curve that isn't P-256 is refused, and so is a point that isn't on it")
    func curves() throws {
        var info = try SigningKey(.es256).info
        info[info.count - 1] ^= 1
        #expect(throws: TLSError.self) { try PublicKey(info: info) }
        // SubjectPublicKeyInfo of X25519 (RFC 8410), with any point.
        let exchange: [UInt8] =
            [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x03, 0x21, 0x00]
            + [UInt8](repeating: 9, count: 32)
        #expect(throws: TLSError.noKey) { try PublicKey(info: exchange) }
    }
}
