import SystemCalls
import TLS

/// The two files that hold a server's certificate and its key.
struct CertificateFiles: Sendable {
    /// A reason, in words, why they can't be used.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// Far more than a chain has.
    private static let bytesMax = 256 * 1024

    let certificate: String
    let key: String

    /// Changes when one of them does.
    var stamps: [FileStamp?] { [FileStamp(of: certificate), FileStamp(of: key)] }

    func read() throws(Failure) -> TLSIdentity {
        let certificates = try Self.read(certificate)
        let secret = try Self.read(key)
        do throws(TLSError) {
            return try TLSIdentity(certificates: certificates, key: secret)
        } catch {
            throw Failure(reason: "\(path(of: error)): \(error)")
        }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            return try contents(of: path, bytesMax: bytesMax)
        } catch {
            throw Failure(reason: "\(path) can't be read: \(error.text)")
        }
    }

    /// The file that an error is about.
    private func path(of error: TLSError) -> String {
        switch error {
        case .noCertificate, .damagedCertificate, .reversed, .refused: certificate
        case .noKey, .lockedKey, .keyOfAnother: key
        }
    }
}
