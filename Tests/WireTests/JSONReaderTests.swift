import Testing

@testable import Wire

/// RFC 8259 as far as the protocol uses it: integers up to 2^53, eight levels of unknown values.
struct JSONReaderTests {
    private func accepts(_ bytes: [UInt8]) -> Bool {
        var json = JSONReader(bytes)
        do throws(WireError) {
            try json.skip()
            try json.finish()
            return true
        } catch {
            return false
        }
    }

    private func accepts(_ text: String) -> Bool { accepts(Array(text.utf8)) }

    private func string(_ text: String) -> String? { string(Array(text.utf8)) }

    private func string(_ bytes: [UInt8]) -> String? {
        var json = JSONReader(bytes)
        do throws(WireError) {
            let text = try json.string()
            try json.finish()
            return text
        } catch {
            return nil
        }
    }

    private func integer<Number: FixedWidthInteger>(_ text: String, as: Number.Type) -> Number? {
        var json = JSONReader(Array(text.utf8))
        do throws(WireError) {
            let number = try json.integer(as: Number.self)
            try json.finish()
            return number
        } catch {
            return nil
        }
    }

    @Test(
        "Values of every kind are skipped",
        arguments: [
            "{}", "[]", "null", "true", "false", "0", "-0", "1.5e+10", "-1E-2", "\"\"", " [ ] ",
            "\t{\"a\" : [1 , {\"b\":null}]\r\n}", "[[[[[[[1]]]]]]]",
            "123456789012345678901234567890",
        ])
    func skips(text: String) {
        #expect(accepts(text))
    }

    @Test(
        "What isn't JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}",
            "{\"a\":1,}", "{1:1}", "nul", "nulll", "True", "tru", "01", "-01", "00", "-", "+1",
            ".5",
            "1.", "1e", "1e+", "1.e1", "0x1", "- 1", "NaN", "Infinity", "'a'", "\"a", "\"\t\"",
            "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\\u12\"", "[1]x", "{} {}", "1 1",
            "\u{FEFF}1", "\u{A0}1", "/**/1", "\"\\",
            "\"\\u",
            "\"\u{1F}\"",
        ])
    func refuses(text: String) {
        #expect(!accepts(text))
    }

    @Test("Unknown values may be eight levels deep, and no deeper")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(accepts(nested(JSONReader.depthMax)))
        #expect(accepts("[[[[[[[[1,\"a\",{}]]]]]]]]") == false)
        #expect(accepts("[[[[[[[[1,\"a\"]]]]]]]]"))
        #expect(accepts("[[[[[[[{\"a\":1,\"b\":null}]]]]]]]"))
        #expect(throws: WireError.tooDeep(at: JSONReader.depthMax)) {
            var json = JSONReader(Array(nested(JSONReader.depthMax + 1).utf8))
            try json.skip()
        }
        #expect(!accepts(String(repeating: "[", count: 1_000_000)))
        #expect(!accepts(String(repeating: "{\"a\":", count: 1_000_000)))
    }

    @Test(
        "Half a surrogate pair is JSON but no text; behind it reading goes on",
        arguments: [
            #""\ud800""#, #""Jo\ud83d""#, #""\udc00x""#, #""\ud800\u0041""#,
            #""\ud83d\ud83d\ude00""#,
            #""\udc00\ud800""#, #""\ud800\n""#,
        ])
    func loneSurrogates(text: String) throws {
        #expect(accepts(text))
        #expect(accepts(#"{\#(text):[\#(text)]}"#))
        var json = JSONReader(Array("[\(text),7]".utf8))
        try json.beginPositions()
        #expect(throws: WireError.notText(at: 2)) { try json.string() }
        try json.nextPosition()
        #expect(try json.integer(as: Int.self) == 7)
        try json.endPositions()
        json = JSONReader(Array(#"{\#(text):1}"#.utf8))
        try json.beginObject()
        #expect(try json.nextField() != "")
    }

    @Test("A sign that doesn't stand for itself is noticed wherever it stands")
    func specialSigns() {
        for place in 0..<20 {
            let (head, tail) = (
                String(repeating: "a", count: place), String(repeating: "z", count: 20 - place)
            )
            #expect(string(#""\#(head)\u00e9\#(tail)""#) == head + "é" + tail)
            #expect(string(#""\#(head)é\#(tail)""#) == head + "é" + tail)
            #expect(string(#""\#(head) ~\#(tail)""#) == head + " ~" + tail)
            #expect(string(#""\#(head)"\#(tail)""#) == nil)
            for byte in [0x00, 0x1F, 0x80, 0xFF] as [UInt8] {
                #expect(
                    string([0x22] + Array(head.utf8) + [byte] + Array(tail.utf8) + [0x22]) == nil)
            }
        }
    }

    @Test("Escapes are resolved")
    func escapes() {
        #expect(string(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
        #expect(string(#""\u0041\u00e5\u00C5\u2028""#) == "AåÅ\u{2028}")
        #expect(string(#""a\uD83D\uDE00b""#) == "a😀b")
        #expect(string(#""\u0000""#) == "\u{0}")
        #expect(string("\"\u{7F}é😀\"") == "\u{7F}é😀")
    }

    @Test("A combining sign behind an escape stays a scalar of its own")
    func combining() {
        let text = string(#""e\u0301\u0308""#)
        #expect(text.map { Array($0.unicodeScalars.map(\.value)) } == [0x65, 0x301, 0x308])
    }

    @Test(
        "Bytes that aren't UTF-8 are refused in strings",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xC3, 0x28],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(string([0x22] + bytes + [0x22]) == nil)
        #expect(string([0x22, 0x5C, 0x6E] + bytes + [0x22]) == nil)
    }

    @Test("Halves of a character on both sides of an escape don't make one")
    func splitUTF8() {
        #expect(string([0x22, 0xC3, 0x5C, 0x6E, 0xA5, 0x22]) == nil)
    }

    @Test("Integers reach from -2^53 to 2^53 and fit their type")
    func integers() {
        #expect(integer("9007199254740992", as: Int64.self) == 1 << 53)
        #expect(integer("-9007199254740992", as: Int64.self) == -(1 << 53))
        #expect(integer("9007199254740993", as: Int64.self) == nil)
        #expect(integer("18446744073709551616", as: UInt64.self) == nil)
        #expect(integer(String(repeating: "9", count: 10_000), as: UInt64.self) == nil)
        #expect(integer("-1", as: UInt64.self) == nil)
        #expect(integer("-0", as: UInt8.self) == 0)
        #expect(integer("255", as: UInt8.self) == 255)
        #expect(integer("256", as: UInt8.self) == nil)
        #expect(integer("-128", as: Int8.self) == -128)
        #expect(integer("-129", as: Int8.self) == nil)
    }

    @Test(
        "Where an integer belongs nothing else may stand",
        arguments: ["1.0", "1e0", "1E2", "01", "-", "\"1\"", "null", "true", "", "[1]", "1a"])
    func notIntegers(text: String) {
        #expect(integer(text, as: Int64.self) == nil)
    }

    @Test("An array may hold as many values as the place allows")
    func counted() {
        for count in [0, 1, 3, 4] {
            let text = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
            var reader = ElementReader(JSONReader(Array(text.utf8)))
            var found = 0
            let result = Result { () throws(WireError) in
                try reader.array(countMax: 3) { reader throws(WireError) in
                    try reader.json.skip()
                    found += 1
                }
            }
            #expect((try? result.get()) != nil || count == 4)
            #expect(found == min(count, 3))
        }
    }

    @Test("Elements that a later version adds to a positional array are skipped")
    func laterPositions() throws {
        var json = JSONReader(Array(#"[1,2,{"new":[true]},"x"]"#.utf8))
        try json.beginPositions()
        #expect(try json.integer(as: Int.self) == 1)
        try json.nextPosition()
        #expect(try json.integer(as: Int.self) == 2)
        try json.endPositions()
        try json.finish()
    }

    @Test("What the writer writes reads back")
    func roundTrip() {
        let texts = [
            "", "\"\\/", "\u{0}\u{1F}\u{20}\u{7F}", "Å😀\u{2028}", "e\u{301}",
            String(repeating: "x", count: 5_000),
        ]
        for text in texts {
            var writer = JSONWriter()
            writer.string(text)
            #expect(string(writer.take()).map { Array($0.utf8) } == Array(text.utf8))
        }
        var numbers = [Int64.min, -1, 0, 1 << 53, .max]
        var power: Int64 = 1
        for _ in 0...18 {
            numbers += [power - 1, power, power + 1, -power, power / 7 * 6]
            power &*= 10
        }
        for number in numbers {
            var writer = JSONWriter()
            writer.integer(number)
            #expect(String(decoding: writer.take(), as: UTF8.self) == "\(number)")
        }
        var writer = JSONWriter()
        writer.integer(UInt64.max)
        #expect(String(decoding: writer.take(), as: UTF8.self) == "18446744073709551615")
    }

    @Test("A word is equal to a literal if its text is, however it is written")
    func words() throws {
        let written: [(String, JSONWord, Bool)] = [
            (#""bv""#, "bv", true), (#""b\u0076""#, "bv", true), (#""bv ""#, "bv", false),
            (#""""#, "", true), (#""eightbyt""#, "eightbyt", true),
            (#""eightbyte""#, "eightbyt", false),
            (#""sevenby""#, "sevenby", true), (#""sevenby""#, "sevenbyt", false),
            (#""host_passes_in_ms""#, "host_passes_in_ms", true),
            (#""xost_passes_in_ms""#, "host_passes_in_ms", false),
            (#""abcdefghijklmnopqrstuvwxyz""#, "cdefghijklmnopqrstuvwxyz", false),
        ]
        for (text, literal, isEqual) in written {
            var json = JSONReader(Array(text.utf8))
            #expect(try (json.word() == literal) == isEqual, "\(text)")
        }
    }

    @Test("A string's end, escapes and faults are found at every place of an eight-byte block")
    func places() throws {
        let signs: [(String, text: String?)] = [
            ("\u{20}", "\u{20}"), ("~\u{7F}", "~\u{7F}"), (#"\""#, #"""#), (#"\\"#, #"\"#),
            ("\u{80}", "\u{80}"), ("\u{10FFFF}", "\u{10FFFF}"), ("\u{1F}", nil), ("\0", nil),
        ]
        for before in 0..<18 {
            for after in [0, 1, 7, 8, 9] {
                for (sign, text) in signs {
                    let letters = String(repeating: "!", count: before)
                    let rest = String(repeating: "#", count: after)
                    var json = JSONReader(Array("\"\(letters)\(sign)\(rest)\"1".utf8))
                    guard let text else {
                        #expect(throws: WireError.self) { try json.string() }
                        continue
                    }
                    #expect(try json.string() == letters + text + rest)
                    #expect(try json.integer(as: Int.self) == 1)
                }
            }
        }
    }
}
