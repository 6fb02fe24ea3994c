import Foundation
import Glibc
import TestSupport
import Testing

/// The real program hands a letter to a real mail server, over TLS and with a password.
@Suite(
    "Mail goes to a mail server",
    .enabled(if: MailServer.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct MailTests {
    private struct NoHelper: Error {}

    private static let login = "anna:s3cret"
    private let folder = try! TemporaryFolder()

    private func mail(
        _ scheme: String, _ port: Int, login: String? = nil, trusting: TestAuthority? = nil,
        to address: String = "anna@x.example"
    ) throws -> Child.Output {
        var arguments = [
            "mail", address, "--mail", "\(scheme)://localhost:\(port)", "--mail-from",
            "folf@folf.example", "--name", "folf.example",
        ]
        if let login {
            let file = folder.url.appendingPathComponent("login")
            try Data(login.utf8).write(to: file)
            arguments += ["--mail-password-file", file.path]
        }
        let authority = try trusting ?? TestAuthority.shared.get()
        return try Child(
            "folfd", arguments, environment: ["CURL_CA_BUNDLE": authority.certificatePath]
        ).wait()
    }

    private func server(_ arguments: [String] = []) throws -> MailServer {
        let identity = try TestAuthority.shared.get().identity("mail")
        return try MailServer(
            ["--certificate", identity.certificatePath, "--key", identity.keyPath] + arguments)
    }

    @Test("by STARTTLS, which is insisted on, with user and password")
    func startTLS() async throws {
        try await onOwnThread {
            let server = try server(["--login", Self.login])
            let output = try mail("smtp", server.port, login: Self.login)
            #expect(output.status == 0 && output.text.contains("has taken it"), "\(output.errors)")
            let message = try server.next()
            #expect(message.secured && message.login == Self.login)
            #expect(message.values(of: "Subject") == ["Mail from folf.example arrives"])

            let plain = try MailServer()
            let refused = try mail("smtp", plain.port)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("it offers no secure connection"))
        }
    }

    @Test("by TLS from the first byte")
    func smtps() async throws {
        try await onOwnThread {
            let server = try server(["--tls"])
            #expect(try mail("smtps", server.port).status == 0)
            #expect(try server.next().secured)
        }
    }

    @Test("not if that doesn't prove who it is, or takes no password, or isn't there: it says why")
    func failures() async throws {
        try await onOwnThread {
            let server = try server(["--login", Self.login])
            let stranger = try mail(
                "smtp", server.port, login: Self.login, trusting: try TestAuthority())
            #expect(stranger.status == 1 && stranger.errors.contains("prove"), "\(stranger)")
            let wrong = try mail("smtp", server.port, login: "anna:wrong")
            #expect(wrong.status == 1 && wrong.errors.contains("user and password"), "\(wrong)")
            #expect(!wrong.errors.contains("wrong"))
            let nobody = try mail("smtp", server.port)
            #expect(nobody.status == 1 && nobody.errors.contains("it answers 530"), "\(nobody)")
            let (listener, port) = try Loopback.listen()
            close(listener)
            let absent = try mail("smtp", Int(port))
            #expect(absent.status == 1 && absent.errors.contains("connected"), "\(absent)")
        }
    }

    @Test("not to an address that it refuses, and never to one that says more than where to")
    func addresses() async throws {
        try await onOwnThread {
            let server = try MailServer(["--refuse", "nobody@x.example=550 no such user"])
            let refused = try mail("smtp+plain", server.port, to: "nobody@x.example")
            #expect(refused.status == 1 && refused.errors.contains("550"), "\(refused)")
            let hostile = try mail(
                "smtp+plain", server.port,
                to: "anna@x.example>\r\nRCPT TO:<eve@evil.example")
            #expect(hostile.status == 2 && hostile.errors.contains("address"), "\(hostile)")
        }
    }

    @Test("with a password that no list of processes shows")
    func processes() async throws {
        try await onOwnThread {
            // It takes connections, and never says a word.
            let (listener, port) = try Loopback.listen()
            defer { close(listener) }
            let file = folder.url.appendingPathComponent("login")
            try Data(Self.login.utf8).write(to: file)
            let sender = try Child(
                "folfd",
                [
                    "mail", "anna@x.example", "--mail", "smtp://localhost:\(port)",
                    "--mail-from", "folf@folf.example", "--name", "folf.example",
                    "--mail-password-file", file.path,
                ])
            let helper = try waitForHelper(of: sender.identifier)
            #expect(helper.words == ["curl", "--config", "-"])
            kill(helper.process, SIGKILL)
            #expect(sender.wait().status == 1)
        }
    }

    /// The process that another one has started, once it is what it will be.
    private func waitForHelper(of parent: Int32) throws -> (process: Int32, words: [String]) {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            let children = try? String(
                contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
            if let first = children?.split(separator: " ").first, let process = Int32(first) {
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
                let words = line?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                if let words, words.first == "curl" { return (process, words) }
            }
            sched_yield()
        }
        throw NoHelper()
    }

    @Test("as folfd check says, and figures tell what has become of it")
    func seen() async throws {
        try await onOwnThread {
            let without = try Child("folfd", ["check", "--data", folder.path]).wait()
            #expect(without.text.contains("mail         none is set up (--mail)"))
            let options = [
                "--mail", "smtps://mail.example:465", "--mail-from", "folf@folf.example",
                "--name", "folf.example",
            ]
            let variable = ["FOLFD_MAIL_PASSWORD": Self.login]
            let with = try Child(
                "folfd", ["check", "--data", folder.path] + options, environment: variable
            ).wait()
            #expect(with.text.contains("by mail.example:465, secured by TLS"), "\(with.text)")
            #expect(with.text.contains("with user and password"))
            #expect(!with.text.contains("s3cret") && !with.text.contains("is no setting"))
            let missing = try Child(
                "folfd",
                ["check", "--data", folder.path, "--mail-password-file", "/nowhere"] + options
            ).wait()
            #expect(missing.status == 1 && missing.text.contains("can't be read"))

            let server = try TestServer(options + ["--metrics", "127.0.0.1:0"])
            let port = try #require(TestServer.port(in: server.readLine() ?? ""))
            let client = try RawClient(port: port)
            client.send(Array("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            let metrics = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(metrics.contains("\nfolf_mail_total{result=\"sent\"} 0\n"))
            #expect(metrics.contains("\nfolf_mail_waiting 0\n"))
        }
    }
}
