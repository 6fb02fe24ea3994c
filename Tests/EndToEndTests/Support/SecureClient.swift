import CLinux
import COpenSSL
import Foundation
import Glibc
import TestSupport

@testable import TLS

/// A client of https that trusts the tests' authority. Its calls wait; use it on a thread of its
/// own (`onOwnThread`).
final class SecureClient {
    struct HungUp: Error { var end: TLSArrival.End? }

    private let descriptor: Int32
    private let secure: SecureEnd

    /// - Parameter root: the certificate of whom it trusts; nil: of the tests' authority.
    init(port: UInt16, name: String = "localhost", trusting root: [UInt8]? = nil) throws {
        descriptor = try Loopback.connect(to: port)
        let root = try root ?? TestAuthority.shared.get().certificate
        secure = SecureEnd(
            try TLSStream(client: TLSContext(trusting: root), to: name), isClient: true)
        while !secure.tls.isReady { try exchange() }
        send()
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The serial number of the server's certificate.
    var serial: Int {
        let certificate = unsafe SSL_get1_peer_certificate(secure.tls.connection)
        defer { unsafe X509_free(certificate) }
        return unsafe ASN1_INTEGER_get(X509_get_serialNumber(certificate))
    }

    /// The same, also where it is longer than a number here.
    var serialText: String {
        let certificate = unsafe SSL_get1_peer_certificate(secure.tls.connection)
        defer { unsafe X509_free(certificate) }
        let text = unsafe i2s_ASN1_INTEGER(nil, X509_get_serialNumber(certificate))
        defer { unsafe CRYPTO_free(text, #file, 0) }
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    /// Asks for a path and returns the answer's head, reading its body over.
    func get(_ path: String) throws -> String {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        secure.say(request)
        while true {
            let text = String(decoding: secure.said, as: UTF8.self)
            if let range = text.range(of: "\r\n\r\n") {
                let head = String(text[..<range.lowerBound])
                let length = head.firstMatch(of: #/Content-Length: (\d+)/#).flatMap { Int($0.1) }
                let whole = text[..<range.upperBound].utf8.count + (length ?? 0)
                if secure.said.count >= whole {
                    secure.said.removeFirst(whole)
                    return head
                }
            }
            try exchange()
        }
    }

    private func send() {
        while !secure.sent.isEmpty {
            let count = unsafe Glibc.send(
                descriptor, secure.sent, secure.sent.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            secure.sent.removeFirst(count)
        }
    }

    /// Sends what is to be sent, and reads what comes next.
    private func exchange() throws {
        send()
        let saidCount = secure.said.count
        var buffer = [UInt8](repeating: 0, count: 32 * 1024)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw HungUp(end: nil) }
        secure.receive(Array(buffer.prefix(count)))
        if let end = secure.end, secure.said.count == saidCount { throw HungUp(end: end) }
    }
}
