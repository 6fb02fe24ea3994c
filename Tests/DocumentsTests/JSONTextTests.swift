import Documents
import Foundation
import Testing

@Suite("Text as JSON has it")
struct JSONTextTests {
    @Test("Whatever sign is quoted is read back, and none ends the line or commands a terminal")
    func signs() throws {
        let signs = (UInt32(0)..<0x3000).compactMap(Unicode.Scalar.init) + ["🥏", "\u{10FFFF}"]
        var text = ""
        text.unicodeScalars.append(contentsOf: signs)
        let quoted = JSONText.quoted(text)
        let read = try JSONSerialization.jsonObject(
            with: Data(quoted.utf8), options: .fragmentsAllowed)
        #expect((read as? String).map { Array($0.unicodeScalars) } == signs)
        #expect(!quoted.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!quoted.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
        #expect(JSONText.quoted("a\"\\\n\u{1B}é") == #""a\"\\\n\u001bé""#)
    }
}
