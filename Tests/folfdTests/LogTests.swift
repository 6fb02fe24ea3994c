import Foundation
import Testing

@testable import folfd

@Suite("Lines of the log")
struct LogTests {
    private static let time = "2026-07-01T09:30:00.042Z"

    @Test("A line is time, level, event and values, or an object of JSON with the same keys")
    func forms() throws {
        let line = LogLine(
            event: .commitFailed, fields: ["lobbies": 3, "reason": "full", "text": "The disk"])
        #expect(
            line.text(time: Self.time)
                == "\(Self.time) error commit_failed lobbies=3 reason=full text=\"The disk\"")
        #expect(line.text(time: nil) == "commit_failed lobbies=3 reason=full text=\"The disk\"")
        #expect(
            line.json(time: Self.time) == """
                {"time":"\(Self.time)","level":"error","event":"commit_failed",\
                "lobbies":3,"reason":"full","text":"The disk"}
                """)
        #expect(line.json(time: nil).hasPrefix("{\"event\":\"commit_failed\",\"lobbies\":3"))
    }

    @Test(
        "Whatever a value is, it is one value on one line, and no terminal is commanded by it",
        arguments: [
            "", "a b", "\"", "\\", "a=b", "a\nb", "\r\u{1B}[2J", "\u{0}", "\u{7F}\u{85}\u{9B}",
            "\u{2028}\u{202E}\u{2066}", "Ásdís", "level=error event=stopped", "{}", "null",
        ])
    func escapes(value: String) throws {
        let line = LogLine(event: .stopped, fields: ["a": .text(value), "b": 1])
        let object = try JSONSerialization.jsonObject(with: Data(line.json(time: nil).utf8))
        let members = try #require(object as? [String: Any])
        #expect(members["a"] as? String == value && members["b"] as? Int == 1)
        let text = line.text(time: nil)
        #expect(text.hasPrefix("stopped a=") && text.hasSuffix(" b=1"))
        for printed in [text, line.json(time: nil)] {
            #expect(!printed.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(!printed.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
        }
        let quoted = text.dropFirst("stopped a=".count).dropLast(" b=1".count)
        guard quoted.hasPrefix("\"") else {
            #expect(quoted == value && !value.contains(" "))
            return
        }
        let read = try JSONSerialization.jsonObject(
            with: Data(quoted.utf8), options: .fragmentsAllowed)
        #expect(read as? String == value)
    }

    @Test("Sources/README.md lists every event with its level and what it means")
    func list() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(
            contentsOf: root.appendingPathComponent("Sources/README.md"), encoding: .utf8)
        let rows = LogEvent.allCases.map {
            "| `\($0.rawValue)` | \($0.level.rawValue) | \($0.meaning) |"
        }
        #expect(readme.contains(rows.joined(separator: "\n")), "\(rows.joined(separator: "\n"))")
    }
}
