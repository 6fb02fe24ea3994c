import Testing

@testable import Mail

@Suite("What a letter says")
struct LetterTextTests {
    private func text(
        _ subject: Letter.Subject, _ language: Letter.Language = .english
    ) throws -> LetterText {
        let anna = try #require(MailAddress("anna@x.example"))
        return LetterText(
            Letter(to: anna, language: language, subject: subject), from: "folf.example",
            at: "https://folf.example")
    }

    @Test("is said in both languages, each with the same links")
    func languages() throws {
        let subjects: [Letter.Subject] = [
            .confirmation(link: "https://folf.example/a/m#1"),
            .wayIn(link: "https://folf.example/2"),
            .newDevice(label: "Phone"), .addressLeft, .erased, .trial,
        ]
        var titles: Set<String> = []
        for subject in subjects {
            let (english, icelandic) = (try text(subject), try text(subject, .icelandic))
            #expect(links(english) == links(icelandic))
            #expect(english.paragraphs.count == icelandic.paragraphs.count)
            #expect(
                english.title.contains("folf.example") && icelandic.title.contains("folf.example"))
            titles.formUnion([english.title, icelandic.title])
        }
        #expect(titles.count == 2 * subjects.count)
    }

    private func links(_ text: LetterText) -> [String] {
        text.paragraphs.compactMap { if case .link(let link) = $0 { link } else { nil } }
    }

    @Test("is on the page what it is in plain text, and the page loads nothing")
    func page() throws {
        let confirmation = try text(.confirmation(link: "https://folf.example/a/m#1&2"))
        #expect(confirmation.plain.contains("\n\nhttps://folf.example/a/m#1&2\n\n"))
        let page = confirmation.page(in: .english)
        #expect(page.contains("<a href=\"https://folf.example/a/m#1&amp;2\">"))
        #expect(page.contains("<html lang=\"en\">"))
        for word in ["<img", "<script", "<link", "url(", "src="] { #expect(!page.contains(word)) }
    }

    @Test("by others is the name of a device, on one line, within quotes, without marks of a page")
    func label() throws {
        let label = "A \"phone\"\n\u{202E}<b>\u{2028}\u{7}þ"
        let text = try text(.newDevice(label: label))
        #expect(text.plain.contains(": \"A phone<b>þ\"\n"))
        #expect(text.page(in: .english).contains("&quot;A phone&lt;b&gt;þ&quot;</p>"))
    }
}
