import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import TLS

@Suite("A private key")
struct PrivateKeyTests {
    private func openssl(_ arguments: [String], _ input: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("input")
        try Data(input).write(to: file)
        let output = try Child("/usr/bin/openssl", arguments + ["-in", file.path]).wait()
        return output.text + output.errors
    }

    @Test("It is read back as it was written, and two are never the same")
    func pem() throws {
        let key = try PrivateKey()
        let again = try PrivateKey(pem: key.pem)
        #expect(again.x == key.x && again.y == key.y)
        #expect(key.x.count == 32 && key.y.count == 32)
        #expect(try PrivateKey().x != key.x)
        #expect(try openssl(["pkey", "-noout", "-text"], key.pem).contains("P-256"))
    }

    @Test("A key of another kind, or none, is refused")
    func otherKinds() throws {
        let rsa = try TestAuthority.shared.get().identity(
            "other", algorithm: ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        let larger = try TestAuthority.shared.get().identity(
            "larger", algorithm: ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
        for pem in [[], Array("nonsense".utf8), try rsa.key, try larger.key] {
            #expect(throws: TLSError.noKey) { try PrivateKey(pem: pem) }
        }
    }

    @Test("A signature has 64 bytes, and holds for its message alone")
    func signature() throws {
        let key = try PrivateKey()
        for _ in 0..<50 { #expect(key.sign([1, 2, 3]).count == 64) }
        #expect(verifies(key.sign([1, 2, 3]), of: [1, 2, 3], by: key))
        #expect(!verifies(key.sign([1, 2, 3]), of: [1, 2, 4], by: key))
    }

    /// Verifies with a public key that is made of the two coordinates alone.
    private func verifies(_ signature: [UInt8], of message: [UInt8], by key: PrivateKey) -> Bool {
        let pair = unsafe ECDSA_SIG_new()
        defer { unsafe ECDSA_SIG_free(pair) }
        let (r, s) = unsafe (
            BN_bin2bn(Array(signature[..<32]), 32, nil), BN_bin2bn(Array(signature[32...]), 32, nil)
        )
        unsafe ECDSA_SIG_set0(pair, r, s)
        var der: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_ECDSA_SIG(pair, &der)
        defer { unsafe CRYPTO_free(der, #file, 0) }
        // SubjectPublicKeyInfo of an uncompressed point of P-256 (RFC 5480).
        let prefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
            0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
        ]
        let info = prefix + key.x + key.y
        return unsafe info.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            let publicKey = unsafe d2i_PUBKEY(nil, &place, info.count)
            let context = unsafe EVP_MD_CTX_new()
            defer {
                unsafe EVP_MD_CTX_free(context)
                unsafe EVP_PKEY_free(publicKey)
            }
            return unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, publicKey) == 1
                && EVP_DigestVerify(context, der, Int(count), message, message.count) == 1
        }
    }

    @Test("A request asks for its one name, and is signed by the key")
    func signingRequest() throws {
        let key = try PrivateKey()
        let request = try key.signingRequest(for: "folf.example")
        let text = try openssl(
            ["req", "-inform", "DER", "-noout", "-text", "-verify"], request)
        #expect(text.contains("DNS:folf.example"))
        #expect(text.contains("verify OK"))
        #expect(throws: TLSError.self) { try key.signingRequest(for: "a,DNS:b,oops") }
    }

    @Test("A certificate of one's own is for its name, for so many days, and trusted by nobody")
    func selfSigned() throws {
        let key = try PrivateKey()
        let certificate = try key.selfSignedCertificate(for: "folf.example", days: 30)
        let identity = try TLSIdentity(certificates: certificate, key: key.pem)
        #expect(identity.isFor("folf.example") && !identity.isFor("other.example"))
        #expect(!identity.isPublic)
        let valid = identity.validSeconds
        #expect(valid.upperBound - valid.lowerBound == 30 * 86_400)
    }
}
