/// The ways of signing that are taken (RFC 9053, RFC 8812), the best first, with their numbers in
/// the registry of COSE.
package enum PasskeyAlgorithm: Int, CaseIterable, Sendable {
    /// ECDSA on the curve P-256, with SHA-256: what nearly all authenticators have.
    case es256 = -7
    /// EdDSA on the curve Ed25519.
    case edDSA = -8
    /// RSA by PKCS #1 v1.5, with SHA-256: what older Windows has.
    case rs256 = -257
}
