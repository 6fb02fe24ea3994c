import Testing

@testable import HTTP

/// A table with a bit of everything, as an API would have it.
private let table = RouteTable([
    Route(.get, at: "/"), Route(.get, at: "/notes", gives: "application/json"),
    Route(.post, at: "/notes", takes: note, gives: "application/json"),
    Route(.get, at: "/notes/{number}"), Route(.put, at: "/notes/{number}", takes: note),
    Route(.delete, at: "/notes/{number}"), Route(.get, at: "/notes/{number}.svg"),
    Route(.get, at: "/notes/{number}/by/{name}"), Route(.get, at: "/notes/newest"),
    Route(.get, at: "/files/*"), Route(upgradeAt: "/live"),
])

private let note = Route.Body(bytesMax: 10, types: ["application/json", "text/plain"])

private func request(
    _ method: HTTPMethod, _ target: String, _ fields: [(String, String)] = []
) -> HTTPRequest {
    HTTPRequest(
        method: method, target: target, headers: fields.map { HTTPHeader($0.0, $0.1) })
}

/// The result of looking a request up in the table, in words.
private func found(
    _ method: HTTPMethod, _ target: String, _ fields: [(String, String)] = []
) -> String {
    switch table.match(request(method, target, fields)) {
    case .route(let place, _): "\(place) \(table[place].pattern.text)"
    case .options(let allowed, of: _): "options " + allowed.map(\.rawValue).joined(separator: " ")
    case .problem(let problem, let allowed):
        ([problem.terms.name] + allowed.map(\.rawValue)).joined(separator: " ")
    }
}

@Suite("Routes") struct RouteTests {
    @Test(
        "A path leads to the route that is written out, or to the first pattern that fits",
        arguments: [
            ("/", "0 /"), ("/?x=y", "0 /"), ("/notes", "1 /notes"),
            ("/notes/12", "3 /notes/{number}"),
            ("/notes/newest", "8 /notes/newest"), ("/notes/a%2Fb", "3 /notes/{number}"),
            ("/notes/1/by/2", "7 /notes/{number}/by/{name}"), ("/files/", "9 /files/*"),
            ("/files/a/b/c", "9 /files/*"), ("/files", "not_found"), ("/notes/", "not_found"),
            ("//", "not_found"), ("/Notes", "not_found"), ("/%6Eotes", "not_found"),
            ("/notes/1/by/", "not_found"), ("/notes/1/by/2/", "not_found"), ("/live", "10 /live"),
        ])
    func paths(target: String, expected: String) {
        #expect(found(.get, target) == expected)
    }

    @Test(
        "A method that isn't for a path is told which are",
        arguments: [
            (HTTPMethod.put, "/notes", "method_not_allowed GET HEAD POST OPTIONS"),
            (.post, "/notes/1", "method_not_allowed GET HEAD PUT DELETE OPTIONS"),
            (.patch, "/", "method_not_allowed GET HEAD OPTIONS"),
            (.head, "/live", "method_not_allowed GET OPTIONS"),
            (.trace, "/notes", "method_not_allowed GET HEAD POST OPTIONS"),
            (.query, "/notes", "method_not_allowed GET HEAD POST OPTIONS"),
            (.put, "/nothing", "not_found"), (.head, "/notes", "1 /notes"),
            (.head, "/files/a", "9 /files/*"), (.delete, "/notes/1", "5 /notes/{number}"),
            (.options, "/notes", "options GET HEAD POST OPTIONS"),
            (.options, "/live", "options GET OPTIONS"), (.options, "/nothing", "not_found"),
        ])
    func methods(method: HTTPMethod, target: String, expected: String) {
        #expect(found(method, target) == expected)
    }

    @Test(
        "A body that isn't for a route is refused by the head alone",
        arguments: [
            (["content-length": "10", "content-type": "text/plain"], "2 /notes"),
            (["content-length": "0", "content-type": "text/plain"], "2 /notes"),
            (
                ["transfer-encoding": "chunked", "content-type": "Text/Plain ; charset=utf-8"],
                "2 /notes"
            ),
            (["content-length": "11", "content-type": "text/plain"], "content_too_large"),
            (["content-type": "text/plain"], "length_required"),
            (["content-length": "1"], "unsupported_media_type"),
            (["content-length": "1", "content-type": "text/html"], "unsupported_media_type"),
            (
                ["content-length": "1", "content-type": "text/plain", "content-encoding": "gzip"],
                "unsupported_media_type"
            ),
            (
                [
                    "content-length": "1", "content-type": "text/plain",
                    "content-encoding": "identity",
                ],
                "2 /notes"
            ),
            (
                ["content-length": "1", "content-type": "text/plain", "accept": "text/html"],
                "not_acceptable"
            ),
            (
                ["content-length": "1", "content-type": "text/plain", "accept": "*/*"], "2 /notes"
            ),
        ] as [([String: String], String)])
    func bodies(fields: [String: String], expected: String) {
        #expect(found(.post, "/notes", fields.map { ($0.key, $0.value) }) == expected)
    }

    @Test("A body where none is taken is too large, whatever the method")
    func noBody() {
        for fields in [("content-length", "1"), ("transfer-encoding", "chunked")] {
            #expect(found(.get, "/", [fields]) == "content_too_large")
            #expect(found(.delete, "/notes/1", [fields]) == "content_too_large")
            #expect(found(.options, "/", [fields]) == "content_too_large")
            #expect(found(.get, "/live", [fields]) == "content_too_large")
        }
        #expect(found(.get, "/", [("content-length", "0")]) == "0 /")
    }

    private func parameters(_ target: String) throws -> PathParameters {
        guard case .route(_, let parameters) = table.match(request(.get, target)) else {
            throw HTTPProblem.notFound
        }
        return parameters
    }

    @Test("What stands at a name is decoded once, behind the cuts")
    func pathParameters() throws {
        let text = { (text: String) in text }
        #expect(try parameters("/notes/a%2Fb+c").value("number", text) == "a/b+c")
        #expect(try parameters("/notes/%2541").value("number", text) == "%41")
        #expect(try parameters("/notes/%C3%B0").value("number", text) == "ð")
        #expect(try parameters("/notes/12").value("number", Int.init) == 12)
        #expect(throws: HTTPProblem.notFound) {
            try parameters("/notes/x").value("number", Int.init)
        }
        let two = try parameters("/notes/1/by/J%C3%B3n")
        #expect(try two.value("number", Int.init) == 1 && two.value("name", text) == "Jón")
        for bad in ["%", "%4", "%4g", "a%", "%C3", "%C0%AF", "%ED%A0%80", "%+1", "%FF"] {
            #expect(throws: HTTPProblem.badRequest) {
                try parameters("/notes/\(bad)").value("number", text)
            }
        }
    }

    @Test("A name may be followed by an ending, which is no part of what stands there")
    func endings() throws {
        let pattern = PathPattern("/qr/{link}.svg")
        let text = { (text: String) in text }
        #expect(
            try pattern.parameters(of: PathPattern.segments(of: "/qr/a.svg"))?.value("link", text)
                == "a")
        #expect(
            try pattern.parameters(of: PathPattern.segments(of: "/qr/a.svg.svg"))?.value(
                "link", text) == "a.svg")
        for path in ["/qr/.svg", "/qr/a.png", "/qr/a", "/qr/a.svg/", "/qr/b/a.svg", "/qr"] {
            #expect(pattern.parameters(of: PathPattern.segments(of: path)) == nil)
        }
    }

    @Test("A query's names and values are decoded once, and read as what they have to be")
    func query() throws {
        func query(_ text: String) throws -> HTTPQuery {
            try HTTPQuery(of: request(.get, "/" + text))
        }
        let some = try query("?a=1&b&c=&d%3D=x%26y+z&e=1=2&&f=%2B")
        #expect(try some.text("a") == "1" && some.text("b") == "" && some.text("c") == "")
        #expect(try some.text("d=") == "x&y z" && some.text("e") == "1=2" && some.text("f") == "+")
        #expect(some.contains("b") && !some.contains("g") && !some.contains(""))
        #expect(try some.text("g") == nil && query("").text("a") == nil)
        #expect(throws: HTTPProblem.badRequest) { try query("?a=1&a=1").text("a") }
        for bad in ["?%", "?a=%4", "?a=%FF", "?%zz=1"] {
            #expect(throws: HTTPProblem.badRequest) { try query(bad) }
        }
    }

    @Test(
        "A number in a query is digits within its range",
        arguments: [
            ("", nil), ("?n=0", nil), ("?n=1", 1), ("?n=50", 50), ("?n=51", nil), ("?n=-1", nil),
            ("?n=%2B1", nil), ("?n=1.0", nil), ("?n=", nil), ("?n=99999999999999999999", nil),
        ] as [(String, Int?)])
    func numbers(query: String, number: Int?) throws {
        let read = try HTTPQuery(of: request(.get, "/" + query))
        if query.isEmpty || number != nil {
            #expect(try read.number("n", in: 1...50) == number)
        } else {
            #expect(throws: HTTPProblem.badRequest) { try read.number("n", in: 1...50) }
        }
    }
}
