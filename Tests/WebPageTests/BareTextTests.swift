import Testing
import WebPage

/// Modules and style sheets as they are sent.
struct BareTextTests {
    private func bare(_ source: String, hasLineComments: Bool = true) -> String {
        let bytes = BareText.bytes(of: Array(source.utf8), hasLineComments: hasLineComments)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "Lines of comments, empty lines and indentation are left out",
        arguments: [
            ("a\n\n  b\n", "a\nb\n"),
            ("// one\n  // two\nlet a = 1;\n", "let a = 1;\n"),
            ("/** says\n * much\n */\nf();\n", "f();\n"),
            ("  /** @type {any} */\n  let a;\n", "let a;\n"),
            ("/** @type {any} */ let a;\n", "let a;\n"),
            ("/* a */ /* b\n */ c\n", "c\n"),
            ("/* a */ // b\nc\n", "c\n"),
            ("// no line feed at the end", ""), ("", ""), ("/* never ends\nb\n", ""),
        ])
    func leftOut(source: String, expected: String) {
        #expect(bare(source) == expected)
    }

    @Test(
        "Code stays as it is, with what looks like a comment behind it",
        arguments: [
            "a = 'http://b';\n", "a /= 2; // halved\n", "a = b /* c */ + d;\n",
            "a = /\\/\\/*/;\n",
        ])
    func codeStays(source: String) {
        #expect(bare(source) == source)
    }

    @Test("A style sheet has no comments but those of several lines")
    func styleSheets() {
        let source = "/* colours */\n:root {\n  //: odd;\n}\n"
        #expect(bare(source, hasLineComments: false) == ":root {\n//: odd;\n}\n")
    }
}
