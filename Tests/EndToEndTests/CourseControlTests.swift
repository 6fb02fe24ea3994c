import Documents
import Foundation
import TestSupport
import Testing

@Suite("The operator's commands about changes of courses")
struct CourseControlTests {
    private static let facts = #"{"holes":[["1",3,[],[]]],"name":"1","tees":[]}"#

    /// A course as somebody gives it.
    static func course(_ name: String) -> JSONValue {
        [
            "name": .text(name), "country": "IS",
            "layouts": [
                [
                    "id": .text("\(Identifier128.random())"), "name": "1", "kind": "lasting",
                    "status": "offered", "series": 1, "facts": .text(facts),
                ]
            ],
        ]
    }

    @Test("They say what waits, accept, refuse and undo it, and have somebody look after a course")
    func courses() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let caller = APICaller(port: server.port)
            let (anna, ben) = (AccountHolder(handle: "anna"), AccountHolder(handle: "ben"))
            try anna.signUp(at: server)
            try ben.signUp(at: server)
            let id = "\(Identifier128.random())"
            func propose(_ body: JSONValue, as token: String) throws -> (String, JSONValue?) {
                let change = "\(Identifier128.random())"
                let reply = try caller.ask(
                    "PUT", "/courses/\(id)/changes/\(change)", as: token, body)
                #expect(reply.status == 201)
                return (change, reply["state"])
            }
            let name = "Barn\u{1B}[2J"
            #expect(
                try caller.ask("PUT", "/courses/\(id)", as: anna.token, Self.course(name)).problem
                    == "bad_field")
            #expect(
                try caller.ask("PUT", "/courses/\(id)", as: anna.token, Self.course("Barnes"))
                    .status == 201)
            let licence: JSONValue = "ODbL 1.0"
            let publication: JSONValue = ["publish": .truth(true), "licence": licence]
            let (first, _) = try propose(publication, as: anna.token)
            let waiting = try server.run(["course", "changes"])
            #expect(waiting.status == 0 && waiting.text.contains(first))
            #expect(waiting.text.contains("Barnes \(id), by anna"))
            #expect(waiting.text.contains("    to be in the catalogue\n"))
            #expect(try server.run(["course", "accept", first]).text == "done\n")
            let again = try server.run(["course", "accept", first])
            #expect(again.status == 1 && again.errors.contains("that is decided already"))

            let change: JSONValue = ["fields": ["name": "Barn"], "licence": licence]
            let (second, state) = try propose(change, as: ben.token)
            #expect(state == "proposed")
            let json = try JSONValue(
                Array(try server.run(["course", "changes", "--json"]).text.utf8))
            #expect(json["changes"]?.elements?.first?["has_keeper"] == .truth(true))
            #expect(json["changes"]?.elements?.first?["by"] == "ben")
            let told = try server.run(["course", "changes"]).text
            #expect(told.contains("name: Barnes -> Barn"))
            #expect(try server.run(["course", "refuse", second, "No. It isn't"]).status == 0)
            #expect(try server.run(["course", "changes"]).text.isEmpty)

            #expect(try server.run(["course", "steward", id, "ben"]).status == 0)
            let (third, now) = try propose(change, as: ben.token)
            #expect(now == "in_force")
            #expect(try server.run(["course", "undo", third, "A joke"]).status == 0)
            #expect(try server.run(["course", "dismiss", id, "ben"]).status == 0)
            #expect(try propose(change, as: ben.token).1 == "proposed")
            let nobody = try server.run(["course", "steward", id, "cara"])
            #expect(nobody.status == 1 && nobody.errors.contains("nobody of that name"))
            let none = try server.run(["course", "accept", "\(Identifier128.random())"])
            #expect(none.status == 1 && none.errors.contains("there is no such change"))
            #expect(try server.run(["course", "accept", "../x"]).status == 2)
            #expect(try server.run(["course", "rename"]).status == 2)
            let log = try caller.ask("GET", "/courses/\(id)/changes", as: ben.token)
            #expect(
                log["items"]?.elements?.map { $0["state"] }
                    == ["proposed", "undone", "refused", "in_force"])
            #expect(log["items"]?.elements?[2]["reason"] == "No. It isn't")
        }
    }

    @Test("They say which comments were reported, show them again and remove them")
    func comments() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let caller = APICaller(port: server.port)
            let anna = AccountHolder(handle: "anna")
            try anna.signUp(at: server)
            let (id, change) = ("\(Identifier128.random())", "\(Identifier128.random())")
            func put(_ path: String, _ body: JSONValue) throws {
                let reply = try caller.ask("PUT", "/courses/\(id)\(path)", as: anna.token, body)
                #expect(reply.status == 201)
            }
            try put("", Self.course("Barn"))
            try put("/changes/\(change)", ["publish": .truth(true), "licence": "ODbL 1.0"])
            #expect(try server.run(["course", "accept", change]).status == 0)
            let comment = "\(Identifier128.random())"
            try put("/comments/\(comment)", ["text": "A line\nand another"])
            #expect(try server.run(["course", "comments"]).text.isEmpty)
            func mark(_ mark: JSONValue) throws -> JSONValue? {
                try caller.ask(
                    "POST", "/courses/\(id)/comments/\(comment)", as: anna.token, ["mark": mark]
                )["state"]
            }
            #expect(try mark("report") == "reported")
            let told = try server.run(["course", "comments"]).text
            #expect(told.hasPrefix("\(comment)  "))
            #expect(told.contains("  reported  Barn \(id), by anna\n"))
            #expect(told.hasSuffix("    A line\n    and another\n"))
            #expect(try mark("hide") == "hidden")
            let json = try JSONValue(
                Array(try server.run(["course", "comments", "--json"]).text.utf8))
            #expect(json["comments"]?.elements?.first?["state"] == "hidden")
            #expect(try server.run(["course", "keep", comment]).text == "done\n")
            #expect(try server.run(["course", "comments"]).text.isEmpty)
            #expect(try server.run(["course", "remove", comment]).status == 0)
            let again = try server.run(["course", "remove", comment])
            #expect(again.status == 1 && again.errors.contains("there is no such comment"))
            let list = try caller.ask("GET", "/courses/\(id)/comments")
            #expect(list["items"]?.elements?.isEmpty == true)
        }
    }
}
