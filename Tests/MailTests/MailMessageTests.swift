import Documents
import TestSupport
import Testing

@testable import Mail

@Suite("A letter as it goes to a mail server")
struct MailMessageTests {
    private let sender: MailMessage.Sender
    private let anna: MailAddress

    init() throws {
        anna = try #require(MailAddress("anna@x.example"))
        sender = .init(
            from: try #require(MailAddress("folf@folf.example")), server: "folf.example",
            address: "https://folf.example")
    }

    private func message(
        _ subject: Letter.Subject, _ language: Letter.Language = .english
    ) throws -> MailMessage {
        try MailMessage(
            Letter(to: anna, language: language, subject: subject), from: sender,
            id: Identifier128(high: 1, low: 0xABC), at: WallTime(milliseconds: 1_764_041_400_000))
    }

    private static let subjects: [Letter.Subject] = [
        .confirmation(link: "https://folf.example/a/m#00"), .wayIn(link: "https://folf.example/a"),
        .newDevice(label: "Firefox on Android"), .addressLeft, .erased, .trial,
    ]

    @Test("begins with what every mail program wants to know")
    func head() throws {
        let text = String(decoding: try message(.trial).bytes, as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(10) == [
                "Date: Tue, 25 Nov 2025 03:30:00 +0000", "From: folf@folf.example",
                "To: anna@x.example",
                "Subject: =?UTF-8?Q?Mail_from_folf=2Eexample_arrives?=",
                "Message-ID: <00000000000000010000000000000abc@folf.example>",
                "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Language: en",
                "Content-Type: multipart/alternative;",
                " boundary=\"=_00000000000000010000000000000abc\"",
            ])
        #expect(text.hasSuffix("\r\n--=_00000000000000010000000000000abc--\r\n"))
    }

    @Test("is ASCII in short lines", arguments: subjects, Letter.Language.allCases)
    func lines(subject: Letter.Subject, language: Letter.Language) throws {
        let bytes = try message(subject, language).bytes
        #expect(bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A })
        let text = String(decoding: bytes, as: UTF8.self)
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 76 && !line.contains { $0.isNewline })
        }
    }

    @Test("has a head that no text from outside adds a line to")
    func injection() throws {
        let label = "Phone\r\nBcc: eve@evil.example\r\n\r\n<a href=\"https://evil.example\">"
        let text = String(decoding: try message(.newDevice(label: label)).bytes, as: UTF8.self)
            .replacing("=\r\n", with: "")
        #expect(!text.contains("\r\nBcc") && !text.contains("<a href=3D\"https://evil"))
        #expect(text.contains("PhoneBcc: eve@evil.example"))
        let hostile = MailMessage.Sender(
            from: anna, server: "folf.example\r\nBcc: eve@evil.example", address: "")
        // What would be a line is a word in a word.
        let other = try MailMessage(
            Letter(to: anna, language: .english, subject: .trial), from: hostile,
            id: Identifier128(high: 0, low: 0), at: WallTime(milliseconds: 0))
        #expect(String(decoding: other.bytes, as: UTF8.self).contains("=0D=0ABcc=3A"))
    }

    @Test(
        "is dated in UTC",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 +0000"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 +0000"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 +0000"),
            (-5, "Thu, 01 Jan 1970 00:00:00 +0000"),
        ] as [(Int64, String)])
    func date(seconds: Int64, text: String) {
        #expect(MailDate.text(WallTime(milliseconds: seconds * 1_000)) == text)
    }

    @Test("has no line that ends with a space, and none that is too long")
    func quotedPrintable() {
        #expect(QuotedPrintable.text("a=b\nþ \n c") == "a=3Db\r\n=C3=BE=20\r\n c")
        let long = QuotedPrintable.text(String(repeating: "þ", count: 40))
        let lines = long.split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix("=") })
        #expect(long.replacing("=\r\n", with: "") == String(repeating: "=C3=BE", count: 40))
        #expect(QuotedPrintable.text(String(repeating: "a", count: 76)).contains("=\r\n"))
        #expect(!QuotedPrintable.text(String(repeating: "a", count: 75)).contains("\r"))
    }

    @Test("has a subject of words that are short enough and tear no sign")
    func encodedWords() {
        #expect(EncodedWords.lines("Halló þú") == ["=?UTF-8?Q?Hall=C3=B3_=C3=BE=C3=BA?="])
        let lines = EncodedWords.lines(String(repeating: "🥏", count: 20))
        #expect(lines.count == 5)
        #expect(lines[0] == "=?UTF-8?Q?" + String(repeating: "=F0=9F=A5=8F", count: 4) + "?=")
    }
}
