import Foundation
import Mail
import TestSupport
import Testing

@testable import folfd

@Suite(
    "Letters that the server sends",
    .enabled(if: MailServer.python != nil, "FOLF_TEST_PYTHON isn't set; Scripts/test sets it"))
struct MailDeskTests {
    private func route(to port: Int) throws -> MailRoute {
        let options = try Options(
            [
                "--mail", "smtp+plain://127.0.0.1:\(port)", "--mail-from", "folf@folf.example",
                "--name", "folf.example",
            ]
        ) { _ in nil }
        return try #require(options.mail)
    }

    private func letter(
        _ subject: Letter.Subject, _ language: Letter.Language = .english,
        to address: String = "anna@x.example"
    ) throws -> Letter {
        Letter(to: try #require(MailAddress(address)), language: language, subject: subject)
    }

    private func desk(_ port: Int, pauses: [UInt64] = []) throws -> MailDesk {
        try MailDesk(
            try route(to: port), Logger(level: .error, format: .text, journal: nil),
            queue: MailQueue(pausesMilliseconds: pauses))
    }

    private func wait(for result: MailDesk.Result, of desk: MailDesk, count: Int = 1) {
        while desk.status.counts[result] != count { sched_yield() }
    }

    @Test("arrive in both languages, as text and as page, and a mail program finds no fault")
    func arrival() throws {
        let server = try MailServer()
        let desk = try desk(server.port)
        defer { desk.close() }
        let link = "https://folf.example/a/m#0123456789abcdef0123456789abcdef"
        #expect(try desk.send(letter(.confirmation(link: link))))
        let english = try server.next()
        #expect(english.sender == "folf@folf.example")
        #expect(english.recipients == ["anna@x.example"])
        #expect(english.host == "folf.example")
        #expect(english.values(of: "Subject") == ["Confirm your address at folf.example"])
        #expect(english.values(of: "From") == ["folf@folf.example"])
        #expect(english.values(of: "To") == ["anna@x.example"])
        #expect(english.types == ["text/plain", "text/html"])
        #expect(english.texts[0].contains("\r\n\r\n\(link)\r\n\r\n"))
        #expect(english.texts[1].contains("<a href=\"\(link)\">"))
        #expect(english.defects.isEmpty && english.ascii)
        #expect(english.lineBytesMax <= 78 && english.bareEnds == 0)

        #expect(try desk.send(letter(.confirmation(link: link), .icelandic)))
        let icelandic = try server.next()
        #expect(icelandic.values(of: "Subject") == ["Staðfestu netfangið þitt hjá folf.example"])
        #expect(icelandic.values(of: "Content-Language") == ["is"])
        #expect(icelandic.texts[0].contains("Þessi hlekkur staðfestir það"))
        #expect(icelandic.texts[1].contains("<html lang=\"is\">"))
        #expect(icelandic.values(of: "Message-ID") != english.values(of: "Message-ID"))
        wait(for: .sent, of: desk, count: 2)
    }

    @Test("have no line in the head, and no recipient, that somebody else has written")
    func injection() throws {
        let server = try MailServer()
        let desk = try desk(server.port)
        defer { desk.close() }
        let label = "x\r\nBcc: eve@evil.example\r\n.\r\nRCPT TO:<eve@evil.example>\r\n"
        #expect(try desk.send(letter(.newDevice(label: label))))
        let message = try server.next()
        #expect(message.recipients == ["anna@x.example"])
        #expect(message.values(of: "Bcc").isEmpty)
        #expect(message.fields.count == 9)
        #expect(message.texts[0].contains("\"xBcc: eve@evil.example.RCPT TO:<eve@evil.example>\""))
    }

    @Test("go later if the server puts them off")
    func deferral() throws {
        let server = try MailServer(["--failures", "2"])
        let desk = try desk(server.port, pauses: [0, 0, 0])
        defer { desk.close() }
        #expect(try desk.send(letter(.erased)))
        try server.nextRefusal()
        try server.nextRefusal()
        #expect(
            try server.next().values(of: "Subject")
                == ["Your account at folf.example was erased"])
        wait(for: .sent, of: desk)
        #expect(desk.status.counts == [.sent: 1, .deferred: 2])
    }

    @Test("are given up if the server is never there, or there is no such address")
    func loss() throws {
        let closedPort = try MailServer().port
        let lonely = try desk(closedPort, pauses: [0, 0, 0])
        defer { lonely.close() }
        #expect(try lonely.send(letter(.trial)))
        wait(for: .lost, of: lonely)
        #expect(lonely.status.counts == [.deferred: 3, .lost: 1])

        let server = try MailServer(["--refuse", "nobody@x.example=550 no such user"])
        let desk = try desk(server.port, pauses: [0, 0, 0])
        defer { desk.close() }
        #expect(try desk.send(letter(.trial, to: "nobody@x.example")))
        #expect(try desk.send(letter(.trial)))
        try server.nextRefusal()
        #expect(try server.next().recipients == ["anna@x.example"])
        wait(for: .sent, of: desk)
        #expect(desk.status.counts == [.refused: 1, .sent: 1])
        #expect(desk.status.waitingCount == 0)
    }

    @Test("are given up, not refused, if the server doesn't take their sender")
    func sender() throws {
        let server = try MailServer(["--refuse-sender", "550 we don't know you"])
        let desk = try desk(server.port, pauses: [0])
        defer { desk.close() }
        #expect(try desk.send(letter(.trial)))
        wait(for: .lost, of: desk)
        #expect(desk.status.counts == [.deferred: 1, .lost: 1])
    }

    @Test("and so they are if it says that, or that it takes none of ours, only at the recipient")
    func afterSender() throws {
        for refusal in ["553 5.7.1 sender rejected", "554 relay denied", "550 5.1.8 sender"] {
            let server = try MailServer(["--refuse", "anna@x.example=\(refusal)"])
            let desk = try desk(server.port, pauses: [0])
            defer { desk.close() }
            #expect(try desk.send(letter(.trial)))
            wait(for: .lost, of: desk)
            #expect(desk.status.counts == [.deferred: 1, .lost: 1], "\(refusal)")
        }
    }

    @Test(
        "Only an address that isn't any is one, whatever else a server refuses at it",
        arguments: [
            ("550", "550 no such user", true), ("550", "550 5.1.1 no such user", true),
            ("553", "553-5.1.3 bad", true), ("552", "552 5.2.2 full", true),
            ("550", "550 5.1.7 sender", false), ("550", "550 5.7.1 relaying denied", false),
            ("554", "554 5.1.1 no", false), ("452", "452 4.2.2 full", false),
        ])
    func addresses(status: String, answer: String, isAbout: Bool) {
        func isAboutAddress(refused command: String) -> Bool {
            Helper.isAboutAddress(
                Int(status)!, words: "\(status) \(command) failed: \(status)", answer: answer)
        }
        #expect(isAboutAddress(refused: "RCPT") == isAbout)
        #expect(!isAboutAddress(refused: "MAIL") && !isAboutAddress(refused: "DATA"))
    }

    @Test("are no more than a hundred: the next is told at once")
    func full() throws {
        let desk = try desk(try MailServer().port, pauses: [3_600_000])
        defer { desk.close() }
        // The first is on its way, or waits to be tried again.
        var taken = 0
        while try desk.send(letter(.trial)) { taken += 1 }
        #expect((100...200).contains(taken))
        #expect(desk.status.counts[.dropped] == 1)
    }
}

@Suite("The way of mail")
struct MailRouteTests {
    private func route(_ arguments: [String], password: String? = nil) throws -> MailRoute? {
        try Options(
            ["--mail-from", "folf@folf.example", "--name", "folf.example"] + arguments
        ) { $0 == "FOLFD_MAIL_PASSWORD" ? password : nil }.mail
    }

    @Test("is secured, unless it leads to this machine and the operator says so")
    func security() throws {
        #expect(try route([]) == nil)
        #expect(try route(["--mail", "smtp://mail.example:587"])?.security == .asked)
        #expect(try route(["--mail", "smtps://mail.example:465"])?.security == .complete)
        #expect(
            try route(["--mail", "smtp+plain://[::1]:25"])?.security == MailRoute.Security.none)
        #expect(try route(["--mail", "smtp://localhost:25"])?.security == .asked)
        #expect(throws: OptionError.self) { try route(["--mail", "smtp+plain://mail.example:25"]) }
    }

    @Test(
        "is a server and a port, and nothing else",
        arguments: [
            "mail.example:25", "http://mail.example:25", "smtp://mail.example",
            "smtp://mail.example:x", "smtp://mail.example:25/x", "smtp://anna@mail.example:25",
            "smtp://mail example:25", "smtp://:25", "smtp://mail.example:25\nuser=a",
            "smtp://\"mail.example:25",
        ])
    func unfit(url: String) {
        #expect(throws: OptionError.self) { try route(["--mail", url]) }
    }

    @Test("needs an address that mail is from, and a name that links lead to")
    func needs() {
        let url = ["--mail", "smtp://mail.example:587"]
        for arguments in [
            ["--name", "folf.example"], ["--mail-from", "folf@folf.example"],
            ["--name", "folf.example", "--mail-from", "folf@folf.example\r\nBcc: eve@x"],
        ] {
            #expect(throws: OptionError.self) { try Options(url + arguments) { _ in nil } }
        }
    }

    @Test("takes user and password from a file, or from a variable")
    func login() throws {
        let url = ["--mail", "smtp://mail.example:587"]
        #expect(try route(url)?.readLogin() == nil)
        #expect(try route(url, password: "anna:s3:cret")?.readLogin() == "anna:s3:cret")
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("login")
        try Data("anna:s3cret\nmore\n".utf8).write(to: file)
        let fromFile = try route(url + ["--mail-password-file", file.path], password: "x:y")
        #expect(try fromFile?.readLogin() == "anna:s3cret")
        let missing = try route(url + ["--mail-password-file", file.path + "x"])
        #expect(throws: (any Error).self) { try missing?.readLogin() }
    }
}
