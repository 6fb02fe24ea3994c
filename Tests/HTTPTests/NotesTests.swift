import TestSupport
import Testing

@testable import HTTP

/// A small API as one would write it on these parts: notes by number, each with a tag that changes
/// with its text.
private struct Notes {
    private enum Endpoint { case list, note, put, delete }

    private static let text = Route.Body(bytesMax: 20, types: ["text/plain"])
    private static let routes: [(Route, Endpoint)] = [
        (Route(.get, at: "/notes", gives: "application/json"), .list),
        (Route(.get, at: "/notes/{number}"), .note),
        (Route(.put, at: "/notes/{number}", takes: text), .put),
        (Route(.delete, at: "/notes/{number}"), .delete),
    ]
    private static let table = RouteTable(routes.map(\.0))

    private var notes: [Int: [UInt8]] = [:]
    private var parser = HTTPRequestParser()
    private var waiting: (request: HTTPRequest, place: Int, parameters: PathParameters)?

    /// Takes bytes of one connection, and returns the answers to them.
    mutating func receive(_ bytes: [UInt8]) -> String {
        var (cursor, answers): (Int, [UInt8]) = (0, [])
        while true {
            switch parser.receive(bytes.span, cursor: &cursor) {
            case .needMore: return String(decoding: answers, as: UTF8.self)
            case .failed(let problem):
                answers += HTTPResponse.problem(problem, to: waiting?.request)
                return String(decoding: answers, as: UTF8.self)
            case .request(let request): answers += begin(request)
            case .body(let body): answers += finish(body)
            }
        }
    }

    private mutating func begin(_ request: HTTPRequest) -> [UInt8] {
        switch Self.table.match(request) {
        case .problem(let problem, let allowed):
            return HTTPResponse.problem(problem, to: request, headers: [.allow(allowed)])
        case .options(let allowed, of: _):
            return HTTPResponse.head(
                .noContent, headers: [.allow(allowed)], bodyBytes: nil, ends: false)
        case .route(let place, let parameters):
            waiting = (request, place, parameters)
            guard request.bodyLength.isBody else { return finish([]) }
            parser.takeBody(bytesMax: Self.table[place].body?.bytesMax ?? 0)
            return request.expectsContinue ? HTTPResponse.goOn : []
        }
    }

    private mutating func finish(_ body: [UInt8]) -> [UInt8] {
        guard let (request, place, parameters) = waiting else { return [] }
        waiting = nil
        do throws(HTTPProblem) {
            switch Self.routes[place].1 {
            case .list: return try list(request)
            case .note: return try note(try number(parameters), request)
            case .put: return try change(try number(parameters), to: body, request)
            case .delete: return try change(try number(parameters), to: nil, request)
            }
        } catch {
            return HTTPResponse.problem(error, to: request)
        }
    }

    private func number(_ parameters: PathParameters) throws(HTTPProblem) -> Int {
        try parameters.value("number") { Int($0) }
    }

    private func tag(_ number: Int) -> HTTPEntityTag? {
        notes[number].map { HTTPEntityTag("\(number)-\($0.count)") }
    }

    private func list(_ request: HTTPRequest) throws(HTTPProblem) -> [UInt8] {
        let query = try HTTPQuery(of: request)
        let count = try query.number("count", in: 1...2) ?? 2
        let name = try query.text("with") ?? ""
        let found = notes.filter { String(decoding: $0.value, as: UTF8.self).contains(name) }
        let numbers = found.keys.sorted().prefix(count).map(String.init)
        return answer(.ok, Array("[\(numbers.joined(separator: ","))]".utf8))
    }

    private func note(_ number: Int, _ request: HTTPRequest) throws(HTTPProblem) -> [UInt8] {
        guard let text = notes[number], let tag = tag(number) else { throw .notFound }
        let isKnown = request.has(oneOf: [tag])
        return answer(isKnown ? .notModified : .ok, isKnown ? nil : text, tag)
    }

    private mutating func change(
        _ number: Int, to text: [UInt8]?, _ request: HTTPRequest
    ) throws(HTTPProblem) -> [UInt8] {
        guard request.allowsChange(of: tag(number)) else { throw .preconditionFailed }
        notes[number] = text
        return answer(.noContent, nil, tag(number))
    }

    private func answer(
        _ status: HTTPStatus, _ body: [UInt8]?, _ tag: HTTPEntityTag? = nil
    ) -> [UInt8] {
        let headers = tag.map { [HTTPHeader("ETag", $0.text)] } ?? []
        let head = HTTPResponse.head(
            status, headers: headers, bodyBytes: body?.count, ends: false)
        return head + (body ?? [])
    }
}

@Suite("An API on routes") struct NotesTests {
    private func request(
        _ line: String, _ fields: [String] = [], body: String? = nil
    ) -> [UInt8] {
        let length = body.map { ["Content-Length: \($0.utf8.count)", "Content-Type: text/plain"] }
        let lines = [line + " HTTP/1.1", "Host: a"] + fields + (length ?? [])
        return utf8((lines + ["", ""]).joined(separator: "\r\n") + (body ?? ""))
    }

    private func status(_ answer: String) -> Int? {
        answer.wholeMatch(of: #/(?s)HTTP/1\.1 (\d{3}) .*/#).flatMap { Int($0.1) }
    }

    @Test("What is put is there, with a tag that says which state it is in")
    func put() {
        var notes = Notes()
        #expect(status(notes.receive(request("GET /notes/1"))) == 404)
        let put = notes.receive(request("PUT /notes/1", body: "one"))
        #expect(put == "HTTP/1.1 204 No Content\r\nETag: \"1-3\"\r\n\r\n")
        let get = notes.receive(request("GET /notes/1"))
        #expect(
            get == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"1-3\"\r\n\r\none")
        #expect(
            notes.receive(request("GET /notes/1", ["If-None-Match: W/\"x\", W/\"1-3\""]))
                == "HTTP/1.1 304 Not Modified\r\nETag: \"1-3\"\r\n\r\n")
    }

    @Test("Who expects another state than there is changes nothing")
    func preconditions() {
        var notes = Notes()
        #expect(status(notes.receive(request("PUT /notes/1", ["If-Match: *"], body: "a"))) == 412)
        #expect(status(notes.receive(request("PUT /notes/1", body: "one"))) == 204)
        for tag in ["\"1-2\"", "W/\"1-3\"", "nonsense"] {
            let refused = notes.receive(request("DELETE /notes/1", ["If-Match: \(tag)"]))
            #expect(status(refused) == 412 && refused.contains("\"name\":\"precondition_failed\""))
        }
        let match = ["If-Match: \"x\", \"1-3\""]
        #expect(status(notes.receive(request("PUT /notes/1", match, body: "four"))) == 204)
        #expect(status(notes.receive(request("DELETE /notes/1", ["If-Match: *"]))) == 204)
        #expect(status(notes.receive(request("GET /notes/1"))) == 404)
    }

    @Test("What a query asks for is read or refused")
    func queries() {
        var notes = Notes()
        for (number, text) in [(1, "a b"), (2, "a"), (3, "a b")] {
            _ = notes.receive(request("PUT /notes/\(number)", body: text))
        }
        #expect(notes.receive(request("GET /notes?with=a+b")).hasSuffix("\r\n\r\n[1,3]"))
        #expect(notes.receive(request("GET /notes?with=%62&count=1")).hasSuffix("\r\n\r\n[1]"))
        for query in ["count=3", "count=", "count=1&count=1", "with=%zz"] {
            #expect(status(notes.receive(request("GET /notes?\(query)"))) == 400)
        }
        #expect(status(notes.receive(request("GET /notes", ["Accept: text/html"]))) == 406)
        #expect(status(notes.receive(request("GET /notes", ["Accept: application/*"]))) == 200)
    }

    @Test("Requests that come at once are dealt with in their order, however they are cut")
    func pipelined() {
        let bytes =
            request("PUT /notes/1", body: "one") + request("GET /notes/1")
            + request("PUT /notes/1", ["Expect: 100-continue"], body: "three")
            + request("OPTIONS /notes/1") + request("GET /notes/1")
        func answers(_ ranges: [Range<Int>]) -> String {
            var notes = Notes()
            return ranges.map { notes.receive(Array(bytes[$0])) }.joined()
        }
        let whole = answers([0..<bytes.count])
        #expect(whole.hasSuffix("\r\n\r\nthree") && whole.contains("Allow: GET, HEAD, PUT, DELETE"))
        for ranges in cuttings(of: bytes.count) { #expect(answers(ranges) == whole) }
    }
}
