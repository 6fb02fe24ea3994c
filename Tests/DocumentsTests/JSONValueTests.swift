import Documents
import Foundation
import Testing

@Suite("JSON as a tree")
struct JSONValueTests {
    private func read(_ text: String) throws -> JSONValue { try JSONValue(Array(text.utf8)) }

    @Test("JSON is read as a tree, its fields in their order")
    func tree() throws {
        let text =
            #" {"z": [true, false, null, -1.5e3, 0.25], "b\n\u0041\ud83e\udd4f": {"c": ""}} "#
        let value = try read(text)
        #expect(value["z"]?.elements == [true, false, nil, -1500, .fraction(0.25)])
        #expect(value["z"]?.elements?[0].truth == true)
        #expect(value["b\nA🥏"]?["c"]?.string == "")
        #expect(value["c"] == nil && value.string == nil && value.integer == nil)
        #expect(
            value == ["z": [true, false, nil, -1500, .fraction(0.25)], "b\nA🥏": ["c": ""]])
        #expect(value != ["b\nA🥏": ["c": ""], "z": [true, false, nil, -1500, .fraction(0.25)]])
    }

    @Test(
        "A whole number is one however it is written, as long as it is exact",
        arguments: [
            ("0", JSONValue.integer(0)), ("-0", 0), ("1.0", 1), ("10e-1", 1), ("1E+2", 100),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .fraction(9_223_372_036_854_775_808)),
            ("9007199254740993.0", .fraction(9_007_199_254_740_992)),
            ("-9007199254740991.0", -9_007_199_254_740_991), ("1.5", .fraction(1.5)),
            ("1e-400", 0), ("1e300", .fraction(1e300)),
        ])
    func numbers(text: String, value: JSONValue) throws { #expect(try read(text) == value) }

    @Test(
        "What is no JSON, lies too deep or can be understood in two ways is refused",
        arguments: [
            "", "{", "[1,]", "[1 2]", "{\"a\" 1}", "{a: 1}", "{\"a\": 1,}", "\"\\u12\"",
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\x\"", "\"\u{1}\"", "\"", "tru",
            "{} {}", "{\"a\": 1, \"a\": 2}", "{\"a\": 1, \"\\u0061\": 2}", "\"\\", "nul",
            "\u{FEFF}1",
            "01", "-", "+1", ".5", "1.", "1e", "1e+", "--1", "1.2.3", "0x1", "NaN", "Infinity",
            "1e400", "-1e400", String(repeating: "1", count: 1_101),
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
            String(repeating: "[", count: 100_000),
        ])
    func refused(text: String) {
        #expect(throws: JSONValue.Fault.self) { try read(text) }
    }

    @Test("Bytes that are no UTF-8 are refused")
    func encoding() {
        #expect(throws: JSONValue.Fault.self) { try JSONValue([0x22, 0xC3, 0x22]) }
        #expect(throws: JSONValue.Fault.self) { try JSONValue([0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test("Depth and fields end where they are told to")
    func limits() throws {
        let deep = Array("[[{\"a\":[1]}]]".utf8)
        #expect(throws: Never.self) { try JSONValue(deep, depthMax: 4) }
        #expect(throws: JSONValue.Fault.self) { try JSONValue(deep, depthMax: 3) }
        let wide = Array("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2}]".utf8)
        #expect(throws: Never.self) { try JSONValue(wide, fieldsMax: 2) }
        #expect(throws: JSONValue.Fault.self) { try JSONValue(wide, fieldsMax: 1) }
    }

    @Test("What is written is what was there, on one line and in the same order")
    func writing() throws {
        let value: JSONValue = [
            "b": ["\n\u{2028}\"", nil, true, false, 1, .fraction(-0.1), .fraction(1e20)],
            "a": [:], "c": "\("x")y",
        ]
        let text = String(decoding: value.bytes, as: UTF8.self)
        #expect(
            text
                == #"{"b":["\n\u2028\"",null,true,false,1,-0.1,1e+20],"a":{},"c":"xy"}"#)
        #expect(try read(text) == value)
        #expect(JSONValue.fraction(.infinity).bytes == Array("null".utf8))
        let other = try JSONSerialization.jsonObject(with: Data(value.bytes)) as? [String: Any]
        #expect((other?["b"] as? [Any])?[6] as? Double == 1e20)
    }

    @Test("A field is changed where it is, added behind, and taken away")
    func fields() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["c"] = 3
        object["a"] = "x"
        object["b"] = nil
        object["d"] = nil
        #expect(object == ["a": "x", "c": 3])
        object["a"] = .nothing
        #expect(object["a"] == .nothing && object.fields.map(\.name) == ["a", "c"])
    }
}
