import Documents

/// The key by which an authority knows us: one of the curve P-256 that signs by ES256 (RFC 7518
/// section 3.4).
package struct ACMEAccount {
    private let x: [UInt8]
    private let y: [UInt8]
    private let sign: ([UInt8]) -> [UInt8]

    /// - Parameters:
    ///   - x, y: the public point's coordinates, 32 bytes each.
    ///   - sign: the signature of a message, R and S one behind the other in 64 bytes.
    package init(x: [UInt8], y: [UInt8], sign: @escaping ([UInt8]) -> [UInt8]) {
        self.x = x
        self.y = y
        self.sign = sign
    }

    /// The public key with its fields in the order in which its thumbprint is made (RFC 7638
    /// section 3.2).
    private var publicKey: String {
        "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(Base64URL.text(x))\","
            + "\"y\":\"\(Base64URL.text(y))\"}"
    }

    /// What shows that whoever answers a challenge holds this key (RFC 8555 section 8.1).
    func authorization(of token: String) -> String {
        token + "." + Base64URL.text(SHA256.whole(of: Array(publicKey.utf8)))
    }

    /// A signed message (RFC 8555 section 6.2).
    ///
    /// - Parameters:
    ///   - payload: an empty text where something is only asked for (section 6.3).
    ///   - account: the account's address; nil while it has none: the key is told then.
    func message(_ payload: String, to url: String, nonce: String, account: String?) -> String {
        let identity =
            account.map { "\"kid\":" + JSONText.quoted($0) } ?? "\"jwk\":" + publicKey
        let head =
            "{\"alg\":\"ES256\",\(identity),\"nonce\":\"\(nonce)\","
            + "\"url\":\(JSONText.quoted(url))}"
        let (protected, body) = (
            Base64URL.text(Array(head.utf8)), Base64URL.text(Array(payload.utf8))
        )
        let signature = Base64URL.text(sign(Array("\(protected).\(body)".utf8)))
        return "{\"protected\":\"\(protected)\",\"payload\":\"\(body)\","
            + "\"signature\":\"\(signature)\"}"
    }
}
