import Foundation
import Glibc
import TestSupport
import Testing

@Suite("folfd with a certificate")
struct SecuredServerTests: Sendable {
    /// The files that a server is started with; a test may write others into them.
    private final class Files: Sendable {
        let folder: TemporaryFolder
        let certificate: String
        let key: String

        init(_ identity: TestAuthority.Identity) throws {
            folder = try TemporaryFolder()
            certificate = folder.url.appendingPathComponent("fullchain.pem").path
            key = folder.url.appendingPathComponent("privkey.pem").path
            try write(certificate: identity.certificate, key: identity.key)
        }

        func write(certificate: [UInt8]? = nil, key: [UInt8]? = nil) throws {
            if let certificate {
                try Data(certificate).write(to: URL(filePath: self.certificate))
            }
            if let key { try Data(key).write(to: URL(filePath: self.key)) }
        }

        var options: [String] { ["--tls-certificate", certificate, "--tls-key", key] }
    }

    private let authority: TestAuthority
    private let files: Files

    init() throws {
        authority = try TestAuthority.shared.get()
        files = try Files(authority.identity(UUID().uuidString))
    }

    private func folf(
        _ arguments: [String], home: TemporaryFolder, _ server: TestServer, trusting: String? = nil
    ) throws -> Child.Output {
        try Child(
            "folf", arguments,
            environment: [
                "FOLF_HOME": home.path, "FOLF_SERVER": "wss://localhost:\(server.port)",
                "SSL_CERT_FILE": trusting ?? authority.certificatePath,
            ]
        ).wait()
    }

    @Test("A game is played over wss, also by those whose lobby is on another loop")
    func game() async throws {
        try await onOwnThread {
            let server = try TestServer(["--loops", "2"] + files.options)
            let (anna, ben) = (try TemporaryFolder(), try TemporaryFolder())
            for round in 0..<4 {
                let host = try folf(["host", "--name", "Anna \(round)"], home: anna, server)
                #expect(host.status == 0, "\(host.errors)")
                #expect(host.text.contains("https://localhost:\(server.port)/"))
                let code = try #require(
                    host.text.split(whereSeparator: \.isWhitespace).dropFirst().first)
                for (arguments, home) in [
                    (["join", "\(code)", "--name", "Ben"], ben), (["start", "\(code)"], anna),
                    (["score", "\(code)", "Ben", "1", "4"], ben),
                ] {
                    let output = try folf(arguments, home: home, server)
                    #expect(output.status == 0, "\(arguments): \(output.errors)")
                }
                let score = try folf(
                    ["score", "\(code)", "Anna \(round)", "1", "3"], home: ben, server)
                #expect(score.status == 0, "\(score.errors)")
            }
        }
    }

    @Test("A server that can't prove its name gets nothing, and the player is told why")
    func untrusted() async throws {
        try await onOwnThread {
            let server = try TestServer(files.options)
            let home = try TemporaryFolder()
            let stranger = try folf(
                ["host", "--name", "Anna"], home: home, server, trusting: "/dev/null")
            #expect(stranger.status == 3)
            #expect(stranger.text.contains("localhost can't prove that it is localhost: "))
            let other = try Files(authority.identity("other", subjects: "DNS:other.example"))
            let impostor = try TestServer(other.options)
            let refused = try folf(["host", "--name", "Anna"], home: home, impostor)
            #expect(refused.text.contains("can't prove that it is localhost: "))
            let late = try Files(authority.identity("late", days: -1))
            let expired = try TestServer(late.options)
            #expect(expired.errorText.contains("certificate_expired"))
            let dead = try folf(["host", "--name", "Anna"], home: home, expired)
            #expect(dead.text.contains("certificate has expired"))
        }
    }

    @Test("A player who expects https of a server without it is told so")
    func unsecured() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let output = try folf(
                ["host", "--name", "Anna"], home: try TemporaryFolder(), server)
            #expect(output.text.contains("There is no secure connection with localhost: "))
        }
    }

    @Test("A new certificate is shown from SIGHUP on, and those who are connected stay")
    func reload() async throws {
        try await onOwnThread {
            let server = try TestServer(files.options)
            let before = try SecureClient(port: server.port)
            #expect(try before.get("/").hasPrefix("HTTP/1.1 200 "))
            let new = try authority.identity("new")
            try files.write(certificate: new.certificate, key: new.key)
            try server.reload()
            let after = try SecureClient(port: server.port)
            #expect(after.serial != before.serial)
            #expect(try before.get("/").hasPrefix("HTTP/1.1 200 "))
            #expect(server.errorText.contains("certificate_taken"))
        }
    }

    @Test("A pair that doesn't fit is refused at SIGHUP, and the one in use stays")
    func refusedReload() async throws {
        try await onOwnThread {
            let server = try TestServer(files.options)
            let serial = try SecureClient(port: server.port).serial
            try files.write(key: authority.identity("another").key)
            try server.reload()
            try files.write(key: [])
            try server.reload()
            let late = try authority.identity("ended", days: -1)
            try files.write(certificate: late.certificate, key: late.key)
            try server.reload()
            #expect(try SecureClient(port: server.port).serial == serial)
            let lines = server.errorText.split(separator: "\n")
            #expect(lines.filter { $0.contains("certificate_refused") }.count == 3)
        }
    }

    @Test("Files that can't be used are named with the reason, and the exit code is 1")
    func wrongFiles() throws {
        let good = try authority.identity("good")
        let other = try authority.identity("stranger")
        let (chain, ca) = (try good.certificate, try authority.certificate)
        let locked = Array(
            """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBDs
            -----END ENCRYPTED PRIVATE KEY-----

            """.utf8)
        let cases: [(certificate: [UInt8], key: [UInt8], String)] = try [
            ([], good.key, "holds no certificate"), (chain, [], "holds no private key"),
            (Array("nonsense".utf8), good.key, "holds no certificate"),
            (chain, other.key, "isn't that of the certificate"),
            (ca + chain, good.key, "wrong order"), (chain, locked, "locked by a password"),
            (Array(chain.prefix(300)), good.key, "certificate 1 of the file is damaged"),
            (chain + chain.prefix(300), good.key, "certificate 2 of the file is damaged"),
            ([UInt8](repeating: 0x41, count: 300_000), good.key, "fullchain.pem can't be read"),
        ]
        for (certificate, key, reason) in cases {
            try files.write(certificate: certificate, key: key)
            let folder = try TemporaryFolder()
            let output = try Child(
                "folfd", ["--listen", "127.0.0.1:0", "--data", folder.path] + files.options
            ).wait()
            #expect(output.status == 1)
            #expect(output.errors.contains(reason), "\(output.errors)")
        }
        let absent = try Child(
            "folfd",
            [
                "--listen", "127.0.0.1:0", "--data", files.folder.path, "--tls-certificate",
                "/absent", "--tls-key", files.key,
            ]
        ).wait()
        #expect(absent.errors.contains("/absent can't be read: No such file or directory"))
        let half = try Child("folfd", ["--tls-key", files.key]).wait()
        #expect(half.status == 2 && half.errors.contains("go together"))
    }

    @Test("Without TLS the https port only says so, and the redirect leads there")
    func plain() async throws {
        try await onOwnThread {
            let server = try TestServer(files.options + ["--redirect", "127.0.0.1:0"])
            let client = try RawClient(port: server.port)
            client.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("This is https"))
            let port = try #require(TestServer.port(in: server.readLine() ?? ""))
            let redirected = try RawClient(port: port)
            redirected.send(Array("GET /new HTTP/1.1\r\nHost: localhost:80\r\n\r\n".utf8))
            let lead = String(decoding: try redirected.readToEnd(), as: UTF8.self)
            #expect(lead.contains("\r\nLocation: https://localhost:\(server.port)/new\r\n"))
        }
    }

    @Test("A server with a certificate draws https links, and starts again with TLS")
    func links() async throws {
        try await onOwnThread {
            let server = try TestServer(files.options)
            let client = try SecureClient(port: server.port)
            #expect(try client.get("/qr/K7MPQX.svg").hasPrefix("HTTP/1.1 200 "))
            server.crash()
            try server.start()
            #expect(try SecureClient(port: server.port).get("/healthz").hasPrefix("HTTP/1.1 200 "))
        }
    }
}
