import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "A server that gets its certificate by itself",
    .enabled(if: Pebble.isAvailable, "needs pebble and curl"))
struct AuthorityTests {
    private func start(_ pebble: Pebble, _ options: [String] = []) throws -> TestServer {
        try TestServer(
            [
                "--redirect", "127.0.0.1:\(pebble.settings.httpPort)", "--acme", "yes", "--name",
                "localhost", "--contact", "anna@folf.example", "--acme-directory",
                pebble.directory,
            ] + options,
            environment: Pebble.trust())
    }

    private func file(_ server: TestServer, _ pebble: Pebble) -> String {
        "\(server.data)/acme/\(pebble.label)/localhost.pem"
    }

    @Test("It waits for an authority that is down, then serves the certificate, also next time")
    func wholeWay() async throws {
        try await onOwnThread {
            let pebble = try Pebble()
            let server = try start(pebble)
            #expect(server.errorText.contains(" info certificate_substituted "))
            try server.waitUntilSaid("certificate_order_failed")
            #expect(server.errorText.contains("can't be connected to"))
            #expect(throws: SecureClient.HungUp.self) { try SecureClient(port: server.port) }
            try pebble.start()
            kill(server.identifier, SIGHUP)
            try server.waitUntilSaid("certificate_taken")
            let root = try pebble.root()
            let client = try SecureClient(port: server.port, trusting: root)
            #expect(try client.get("/healthz").hasPrefix("HTTP/1.1 200 "))
            let path = file(server, pebble)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let account = "\(server.data)/acme/\(pebble.label)/account.key"
            let key = try String(contentsOfFile: account, encoding: .utf8)
            #expect(!server.errorText.contains("PRIVATE KEY"))

            pebble.stop()
            server.stop()
            try server.start()
            let again = try SecureClient(port: server.port, trusting: root)
            #expect(again.serialText == client.serialText)
            #expect(server.said("certificate_substituted") == 0)
            #expect(server.said("certificate_ordered") == 0)
            #expect(try String(contentsOfFile: account, encoding: .utf8) == key)
        }
    }

    @Test("Two thirds through its life a certificate is replaced")
    func renewal() async throws {
        try await onOwnThread {
            let pebble = try Pebble(.init(validSeconds: 90, refusedNoncesPercent: 30))
            try pebble.start()
            let server = try start(pebble)
            try server.waitUntilSaid("certificate_taken")
            let root = try pebble.root()
            let before = try SecureClient(port: server.port, trusting: root)
            try server.waitUntilSaid("certificate_taken", count: 2)
            let after = try SecureClient(port: server.port, trusting: root)
            #expect(after.serialText != before.serialText)
            #expect(server.said("certificate_order_failed") == 0)
        }
    }

    @Test("A file that is damaged is replaced at SIGHUP; until then the old certificate is served")
    func damagedFile() async throws {
        try await onOwnThread {
            let pebble = try Pebble()
            try pebble.start()
            let server = try start(pebble)
            try server.waitUntilSaid("certificate_taken")
            let root = try pebble.root()
            let before = try SecureClient(port: server.port, trusting: root).serialText
            pebble.stop()
            try Data("nonsense".utf8).write(to: URL(filePath: file(server, pebble)))
            kill(server.identifier, SIGHUP)
            try server.waitUntilSaid("certificate_refused")
            try server.waitUntilSaid("certificate_order_failed")
            #expect(try SecureClient(port: server.port, trusting: root).serialText == before)
            try pebble.start()
            kill(server.identifier, SIGHUP)
            try server.waitUntilSaid("certificate_taken", count: 2)
            let new = try SecureClient(port: server.port, trusting: pebble.root())
            #expect(new.serialText != before)
        }
    }

    @Test("What is wrong here is found out at the staging authority, said, and counted")
    func rehearsal() async throws {
        try await onOwnThread {
            let staging = try Pebble()
            try staging.start()
            let real = try Pebble()
            let metrics = Pebble.freePort()
            let server = try start(
                real,
                ["--acme-staging", staging.directory, "--metrics", "127.0.0.1:\(metrics)"])
            try server.waitUntilSaid("certificate_order_failed")
            let errors = server.errorText
            #expect(errors.contains("certificate_ordered authority=\(staging.label)"))
            #expect(!errors.contains("certificate_ordered authority=\(real.label)"))
            #expect(errors.contains("the authority says: "))
            #expect(errors.contains("(connection)") && errors.contains("again_seconds=3600"))
            let client = try RawClient(port: metrics)
            client.send(Array("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            let text = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(text.contains("\nfolf_acme_orders_total{result=\"failed\"} 1\n"))
            #expect(text.contains("\nfolf_acme_failure_timestamp_seconds "))
            #expect(!text.contains("folf_acme_success_timestamp_seconds"))
        }
    }

    @Test("Orders that fail for a minute are told to the webhook, with the reason")
    func told() async throws {
        try await onOwnThread {
            let listener = try Listener()
            let server = try start(try Pebble(), ["--webhook", listener.url])
            let message = try listener.next()
            #expect(message["trouble"] as? String == "certificate_order")
            #expect((message["text"] as? String)?.contains("can't be connected to") == true)
            #expect(server.said("certificate_order_failed") > 0)
        }
    }

    @Test("A rehearsal that goes well is followed by the order, whose certificate is served")
    func staging() async throws {
        try await onOwnThread {
            let real = try Pebble()
            try real.start()
            let staging = try Pebble(.init(httpPort: real.settings.httpPort))
            try staging.start()
            let server = try start(real, ["--acme-staging", staging.directory])
            try server.waitUntilSaid("certificate_taken")
            _ = try SecureClient(port: server.port, trusting: real.root())
            #expect(server.said("certificate_ordered") == 2)
            let left = "\(server.data)/acme/\(staging.label)"
            #expect(try FileManager.default.contentsOfDirectory(atPath: left) == ["account.key"])
        }
    }

    @Test("A name that the authority refuses is told in its words")
    func refusedName() async throws {
        try await onOwnThread {
            let pebble = try Pebble(.init(blockedNames: ["localhost"]))
            try pebble.start()
            let server = try start(pebble)
            try server.waitUntilSaid("certificate_order_failed")
            #expect(server.errorText.contains("(rejectedIdentifier)"))
        }
    }

    @Test(
        "Settings that can't go together are named",
        arguments: [
            ([], "--name"),
            (["--name", "a", "--tls-certificate", "c", "--tls-key", "k"], "beside it"),
            (["--name", "a", "--contact", "anna"], "--contact is an address"),
            (["--name", "a", "--contact", "a@b,c@d"], "--contact is an address"),
            (["--name", "a", "--acme-directory", "ca"], "begins with https://"),
        ])
    func wrongSettings(options: [String], reason: String) throws {
        let output = try Child("folfd", ["--acme", "yes"] + options).wait()
        #expect(output.status == 2 && output.errors.contains(reason), "\(output.errors)")
    }

    @Test("Without a door where the authority can look, the server says so and doesn't start")
    func noDoor() throws {
        let folder = try TemporaryFolder()
        let output = try Child(
            "folfd",
            [
                "--listen", "127.0.0.1:0", "--data", folder.path, "--acme", "yes", "--name", "a",
                "--acme-directory", "https://localhost:1/dir",
            ]
        ).wait()
        #expect(output.status == 2 && output.errors.contains("--acme yes needs port 80"))
        #expect(output.errors.contains("enable --now folfd-redirect.socket"))
    }

    @Test("folfd check says what a certificate by itself needs")
    func check() throws {
        let folder = try TemporaryFolder()
        let options = ["check", "--data", folder.path, "--acme", "yes", "--name", "folf.example"]
        let bare = try Child("folfd", options).wait().text
        #expect(bare.contains("none yet: it is ordered when the server starts"))
        #expect(bare.contains("no --redirect") && bare.contains("no --contact"))
        #expect(bare.contains("acme-v02.api.letsencrypt.org/directory is asked for folf.example"))
        let whole = try Child(
            "folfd", options + ["--redirect", "0.0.0.0:80", "--contact", "anna@folf.example"]
        ).wait().text
        #expect(whole.contains("finds its answer at 0.0.0.0:80"))
        #expect(whole.contains("may write to mailto:anna@folf.example"))
        #expect(whole.contains("curl is there"))
    }
}

private let hasCertbot = FileManager.default.isExecutableFile(atPath: "/usr/bin/certbot")

@Suite(
    "A server whose certificate certbot gets",
    .enabled(if: Pebble.isAvailable && hasCertbot, "needs pebble, curl and certbot"))
struct CertbotTests {
    @Test("certbot's answers are found, and its hook has the new certificate served at once")
    func certbot() async throws {
        try await onOwnThread {
            let pebble = try Pebble()
            try pebble.start()
            let folder = try TemporaryFolder()
            func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
            let first = try TestAuthority.shared.get().identity("certbot")
            try Data(first.certificate).write(to: URL(filePath: path("fullchain.pem")))
            try Data(first.key).write(to: URL(filePath: path("privkey.pem")))
            try FileManager.default.createDirectory(
                atPath: path("web"), withIntermediateDirectories: true)
            let server = try TestServer([
                "--tls-certificate", path("fullchain.pem"), "--tls-key", path("privkey.pem"),
                "--redirect", "127.0.0.1:\(pebble.settings.httpPort)",
                "--acme-webroot", path("web"),
            ])
            let hook =
                "cp \"$RENEWED_LINEAGE\"/fullchain.pem \"$RENEWED_LINEAGE\"/privkey.pem "
                + "\(folder.path) && kill -HUP \(server.identifier)"
            let output = try Child(
                "/usr/bin/certbot",
                [
                    "certonly", "--webroot", "-w", path("web"), "-d", "localhost", "--server",
                    pebble.directory, "--non-interactive", "--agree-tos",
                    "--register-unsafely-without-email", "--config-dir", path("config"),
                    "--work-dir", path("work"), "--logs-dir", path("logs"), "--deploy-hook", hook,
                ], environment: Pebble.trust()
            ).wait()
            #expect(output.status == 0, "\(output.text) \(output.errors)")
            try server.waitUntilSaid("certificate_taken")
            let client = try SecureClient(port: server.port, trusting: pebble.root())
            #expect(try client.get("/healthz").hasPrefix("HTTP/1.1 200 "))
        }
    }
}
