import Documents
import Foundation
import Testing

@testable import folf

struct ViewJSONTests {
    @Test("A view is an object that every JSON reader can read")
    func view() throws {
        let json = JSONValue(try Sample.view(), nowMilliseconds: 0).line
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
