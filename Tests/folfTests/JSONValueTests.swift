import Foundation
import Testing

@testable import folf

struct JSONValueTests {
    @Test("Any text comes through JSON unharmed")
    func texts() throws {
        let text = "a\"b\\c\u{1}\u{1F}\n\té😀\u{2028}"
        let json = JSONValue.object([
            (text, .array([.string(text), .null, .integer(-5), .bool(true)]))
        ])
        #expect(!json.text.contains("\n"))
        let read = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: [Any]]
        #expect(read?[text]?.first as? String == text)
        #expect(read?[text]?.count == 4)
    }

    @Test("A view is an object that every JSON reader can read")
    func view() throws {
        let json = JSONValue(try Sample.view(), nowMilliseconds: 0).text
        let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(read?["code"] as? String == "K7MPQX")
        let players = try #require(read?["players"] as? [[String: Any]])
        #expect(players.map { $0["total"] as? Int } == [8, 3, 0])
        #expect((players[0]["throws"] as? [Any])?.count == 3)
        let disputes = try #require(read?["disputes"] as? [[String: Any]])
        let claims = try #require(disputes.first?["claims"] as? [[String: Any]])
        #expect(claims.map { $0["value"] as? Int } == [3, 2])
    }
}
