import COpenSSL

/// The reason why certificates and keys can't be used, in words for an operator.
package enum TLSError: Error, Equatable, Sendable {
    /// There is no certificate in what should hold some.
    case noCertificate
    /// A certificate can't be read; its place in the file, from 1.
    case damagedCertificate(Int)
    /// There is no private key in what should hold one, or it can't be read.
    case noKey
    /// The private key is locked by a password, which nobody could type when a server starts.
    case lockedKey
    /// The key belongs to another certificate.
    case keyOfAnother
    /// The key belongs to a certificate further behind: they begin with the authority's.
    case reversed
    /// OpenSSL refuses it: its words.
    case refused(String)
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCertificate: "the file holds no certificate (-----BEGIN CERTIFICATE-----)"
        case .damagedCertificate(let place): "certificate \(place) of the file is damaged"
        case .noKey: "the file holds no private key that can be read (-----BEGIN … KEY-----)"
        case .lockedKey: "the private key is locked by a password; the server needs one that isn't"
        case .keyOfAnother: "the private key isn't that of the certificate"
        case .reversed: "the certificates are in the wrong order: the server's own comes first"
        case .refused(let reason): "OpenSSL refuses it: \(reason)"
        }
    }
}

/// The errors that OpenSSL keeps for each thread (ERR_get_error(3)).
enum OpenSSLErrors {
    static func clear() { ERR_clear_error() }

    /// Takes the oldest in OpenSSL's words, and forgets the others.
    static func take() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let reason = unsafe ERR_reason_error_string(code) else {
            return "for no reason that it says"
        }
        return unsafe String(cString: reason)
    }
}
