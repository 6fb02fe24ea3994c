import Foundation

/// An authority for certificates that nobody but a test trusts, and what it has vouched for. Made
/// by the program `openssl`.
package final class TestAuthority: Sendable {
    package struct Failure: Error {
        package let command: [String]
        package let output: String
    }

    /// One for a whole run: a key and two certificates take a tenth of a second.
    package static let shared = Result { try TestAuthority() }

    private let folder: TemporaryFolder

    package init() throws {
        folder = try TemporaryFolder()
        try key("authority")
        try run([
            "req", "-x509", "-new", "-key", path("authority.key"), "-out", path("authority.pem"),
            "-days", "3650", "-subj", "/CN=Authority of a test", "-addext",
            "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign",
        ])
    }

    /// The path of its own certificate.
    package var certificatePath: String { path("authority.pem") }
    package var certificate: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(filePath: certificatePath))) }
    }

    /// Certificate and key of a server, as files.
    package struct Identity: Sendable {
        package let certificatePath: String
        package let keyPath: String

        package var certificate: [UInt8] {
            get throws { Array(try Data(contentsOf: URL(filePath: certificatePath))) }
        }
        package var key: [UInt8] {
            get throws { Array(try Data(contentsOf: URL(filePath: keyPath))) }
        }
    }

    /// Vouches for a server.
    ///
    /// - Parameters:
    ///   - name: of its files.
    ///   - subjects: its names and addresses, as `subjectAltName` writes them.
    ///   - days: from now on; with a negative number it has expired.
    package func identity(
        _ name: String, subjects: String = "DNS:localhost,IP:127.0.0.1", days: Int = 30,
        algorithm: [String] = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ) throws -> Identity {
        // Tests that run at the same time may choose the same name.
        let name = "\(name)-\(UUID().uuidString)"
        try key(name, algorithm)
        try run([
            "req", "-new", "-key", path("\(name).key"), "-out", path("\(name).csr"),
            "-subj", "/CN=folf",
        ])
        try Data("subjectAltName=\(subjects)\n".utf8).write(to: url("\(name).ext"))
        try run([
            "x509", "-req", "-in", path("\(name).csr"), "-CA", certificatePath, "-CAkey",
            path("authority.key"), "-set_serial",
            "\(UInt32.random(in: 1 ... .max))", "-out", path("\(name).pem"), "-days",
            "\(days)", "-extfile", path("\(name).ext"),
        ])
        return Identity(certificatePath: path("\(name).pem"), keyPath: path("\(name).key"))
    }

    private func key(
        _ name: String,
        _ algorithm: [String] = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ) throws {
        try run(["genpkey", "-algorithm"] + algorithm + ["-out", path("\(name).key")])
    }

    private func url(_ file: String) -> URL { folder.url.appendingPathComponent(file) }
    private func path(_ file: String) -> String { url(file).path }

    private func run(_ arguments: [String]) throws {
        let output = try Child("/usr/bin/openssl", arguments).wait()
        guard output.status == 0 else {
            throw Failure(command: arguments, output: output.text + output.errors)
        }
    }
}
