import Testing
import WebPage

/// Modules as they are sent. That each of the page's own stays the same program, the tests of the
/// modules say (`Scripts/web-tests`).
struct BareModuleTests {
    private func bare(_ source: String) -> String {
        String(decoding: BareModule.bytes(of: Array(source.utf8)), as: UTF8.self)
    }

    @Test(
        "Comments, blanks and line ends that nobody needs are left out",
        arguments: [
            ("a\n\n  b\n", "a\nb\n"),
            ("// one\n  // two\nlet a = 1;\n", "let a=1;\n"),
            ("/** says\n * much\n */\nf();\n", "f();\n"),
            ("let a /* b */ = c; // d\ne();\n", "let a=c;e();\n"),
            ("if (a) {\n  b();\n}\nc();\n", "if(a){b()}\nc();\n"),
            ("f(\n  a,\n  { b, },\n);\n", "f(a,{b});\n"),
            ("return x\n  ? 'a' : \"b\";\n", "return x?'a':\"b\";\n"),
            ("import { a } from './a.js';\n", "import{a}from'./a.js';\n"),
            ("a = b ? .5 : 1 .toFixed();\n", "a=b?.5:1 .toFixed();\n"),
            ("// no line feed at the end", ""), ("", ""), ("/* never ends\nb\n", ""),
        ])
    func leftOut(source: String, expected: String) {
        #expect(bare(source) == expected)
    }

    @Test("Private names become short ones, each the same everywhere, and constants variables")
    func shortNames() {
        let source = "class A {\n  #first;\n  #second = () => this.#first + '#first';\n}\n"
        #expect(bare(source) == "class A{#a;#b=()=>this.#a+'#first'}\n")
        let template = "class A {\n  #first = `#first ${this.#first}, ${this.#first.#b}`;\n}\n"
        #expect(bare(template) == "class A{#a=`#first ${this.#a}, ${this.#a.#b}`}\n")
        #expect(bare("const a = 'const';\n") == "let a='const';\n")
        let many = (0..<100).map { "#name\($0)" }
        let names = bare(many.joined(separator: ";")).split(separator: ";")
        #expect(Set(names).count == 100)
    }

    @Test(
        "Names of a module's own variables become short ones, those of what might be else stay",
        arguments: [
            ("const one = 1;\nf(one, one);\n", "let a=1;f(a,a);\n"),
            ("const one = { two: 1 };\none.two();\n", "let a={two:1};a.two();\n"),
            ("const one = 1;\nf({ one });\n", "let one=1;f({one});\n"),
            ("const one = 1;\nf(`one`);\n", "let one=1;f(`one`);\n"),
            ("let one = 1;\nclass B {\n  one = 2;\n}\n", "let one=1;class B{one=2}\n"),
            ("let one = 1;\na = { one() {} };\n", "let one=1;a={one(){}};\n"),
            ("const name = 1;\nlet a = name + other;\n", "let name=1;let a=name+other;\n"),
            ("const f1 = (one, two) => two + one;\n", "let c=(a,b)=>b+a;\n"),
            (
                "function f1(one, { two: three }) {\n  return one(three);\n}\n",
                "function c(a,{two:b}){return a(b)}\n"
            ),
            ("if (one) {\n  two(one);\n}\n", "if(one){two(one)}\n"),
            (
                "try {\n  f();\n} catch (error) {\n  g(error, error);\n}\n",
                "try{f()}catch(a){g(a,a)}\n"
            ),
        ])
    func shortVariables(source: String, expected: String) {
        let bytes = BareModule.bytes(of: Array(source.utf8), shortensNames: true)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "A word that is a property and its variable becomes two, if that is shorter",
        arguments: [
            ("const { one } = b;\nf(one, one, one);\n", "let{one:a}=b;f(a,a,a);\n"),
            ("const [{ one }] = b;\nf(one, one, one);\n", "let[{one:a}]=b;f(a,a,a);\n"),
            ("const f1 = ({ one }) => [one, one, one];\n", "let b=({one:a})=>[a,a,a];\n"),
            ("const one = 1;\nf(one, one, one, { one });\n", "let a=1;f(a,a,a,{one:a});\n"),
            ("const { one } = b;\nf(one);\n", "let{one}=b;f(one);\n"),
            ("const { one } = b;\nf(one, one, c.one);\n", "let{one}=b;f(one,one,c.one);\n"),
            ("f({ one }, one, one, one);\n", "f({one},one,one,one);\n"),
        ])
    func doubles(source: String, expected: String) {
        let bytes = BareModule.bytes(of: Array(source.utf8), shortensNames: true)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "A line end that may end a statement stays, and a blank between signs that would be one",
        arguments: [
            "a\n(b)\n", "a\n[b]\n", "a\n+b\n", "a\n`b`\n", "a\n/b/g\n", "a++\nb\n", "a\n!b\n",
            "x\n*f(){}\n", "a+ +b\n", "a- --b\n", "a/ /b/.c\n", "in a\n", "[,,]\n", "[a,,]\n",
        ])
    func stays(source: String) {
        #expect(bare(source) == source)
    }

    @Test(
        "Texts and regular expressions stay as they are, with what looks like a comment in them",
        arguments: [
            "'http://b  c'\n", "\"it's  /* \\\" a\"\n", "`a  ${b  ? `${'}'} // c` : {d:1}}  e`\n",
            "`\\`  ${a}\\${  b`\n", "/\\/  \\/*[/*'  ]/u.test(a)\n", "a=/'  /\n", "(/  /)\n",
            "return/'  /\n", "`a\n  // b`\n",
        ])
    func texts(source: String) {
        #expect(bare(source) == source)
    }

    @Test("A slash behind a value divides", arguments: ["a / b / ' c'", "(a) / b / ' c'"])
    func division(source: String) {
        #expect(bare(source) == source.replacing(" / ", with: "/") + "\n")
    }

    @Test(
        "What ends in the middle of a text is sent to its end", arguments: ["'a", "`a${b", "/a["])
    func unfinished(source: String) {
        #expect(bare(source) == source + "\n")
    }
}

/// Style sheets as they are sent.
struct BareStyleTests {
    private func bare(_ source: String) -> String {
        String(decoding: BareStyle.bytes(of: Array(source.utf8)), as: UTF8.self)
    }

    @Test(
        "Comments, blanks and semicolons that nobody needs are left out",
        arguments: [
            (
                "/* colours */\n:root {\n  --a: #fff;\n  color: red;\n}\n",
                ":root{--a:#fff;color:red}\n"
            ),
            ("a,\nb > c {\n  margin: 0 auto;\n}\n", "a,b>c{margin:0 auto}\n"),
            (
                "@media (min-width: 9px) {\n  a {\n    b: c;\n  }\n}\n",
                "@media (min-width:9px){a{b:c}}\n"
            ),
            ("a /* b */ c {}", "a c{}\n"), ("/* never ends", ""), ("", ""),
        ])
    func leftOut(source: String, expected: String) {
        #expect(bare(source) == expected)
    }

    @Test(
        "Blanks that mean something stay, and texts as they are",
        arguments: [
            "a :hover{b:calc(1px + 2px)}\n", "a{content:';  }'}\n", "a + b{c:d !important}\n",
            "[a=\"b  c\"]{d:e}\n", "a{--b: ;c:d}\n", "a{--b: }\n",
        ])
    func stays(source: String) {
        #expect(bare(source) == source)
    }
}
