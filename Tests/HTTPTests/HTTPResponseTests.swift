import Testing

@testable import HTTP

@Suite struct HTTPResponseTests {
    @Test("A response has its length, ends its connection, and omits the body for HEAD")
    func plain() {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\nX: y\r\n\r\n"
        let headers = [HTTPHeader("X", "y")]
        #expect(HTTPResponse.bytes(.ok, headers: headers, body: utf8("hi")) == utf8(head + "hi"))
        let bare = HTTPResponse.bytes(.ok, headers: headers, body: utf8("hi"), includesBody: false)
        #expect(bare == utf8(head))
    }

    private func request(_ method: HTTPMethod = .get, accept: String...) -> HTTPRequest {
        HTTPRequest(
            method: method, target: "/", headers: accept.map { HTTPHeader("accept", $0) })
    }

    private func text(_ problem: HTTPProblem, to request: HTTPRequest?) -> String {
        let headers = [HTTPHeader("X", "y")]
        return String(
            decoding: HTTPResponse.problem(problem, to: request, headers: headers), as: UTF8.self)
    }

    @Test("A problem is said in JSON, whoever asks, with its status and a code for programs")
    func problem() {
        let body = """
            {"type":"/api/v1/problems#not_found","title":"Not Found","status":404,\
            "detail":"There is nothing here.","code":404,"name":"not_found"}

            """
        let head = """
            HTTP/1.1 404 Not Found\r
            Connection: close\r
            Content-Length: \(body.utf8.count)\r
            Content-Type: application/problem+json\r
            Vary: Accept\r
            X: y\r
            \r

            """
        for accepted in [request(), request(accept: "*/*"), request(accept: "application/json")] {
            #expect(text(.notFound, to: accepted) == head + body)
        }
        #expect(text(.notFound, to: nil) == head + body)
        #expect(text(.notFound, to: request(.head)) == head)
    }

    @Test("A browser that wants to show a page gets a problem as a sentence")
    func shownProblem() {
        let browser = request(accept: "text/html,application/xhtml+xml,*/*;q=0.8")
        let shown = text(.notFound, to: browser)
        #expect(shown.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(shown.contains("\r\nContent-Type: text/plain; charset=utf-8\r\nVary: Accept\r\n"))
        #expect(shown.hasSuffix("\r\n\r\nThere is nothing here.\n"))
        let refusing = request(accept: "text/html;q=0, */*")
        #expect(text(.notFound, to: refusing).contains("application/problem+json"))
    }

    @Test("Every problem has an error's status, and its JSON needs no escapes")
    func problems() {
        for terms in HTTPProblem.allCases.map(\.terms) {
            #expect(terms.status.rawValue >= 400)
            #expect(
                (terms.sentence + terms.status.reason).allSatisfy { $0 != "\"" && $0 != "\\" })
        }
    }

    @Test("A problem may tell the part that is wrong, and when to come again")
    func hints() {
        let json = HTTPProblem.busy.terms.json(field: "a.b", retryMilliseconds: 1_000)
        #expect(
            String(decoding: json, as: UTF8.self).hasSuffix(
                "\"name\":\"busy\",\"field\":\"a.b\",\"retry_ms\":1000}\n"))
    }

    @Test("A value that would end its line is our own fault and stops the program")
    func injection() async {
        await #expect(processExitsWith: .failure) {
            _ = HTTPResponse.bytes(.ok, headers: [HTTPHeader("X", "a\r\nY: b")])
        }
    }
}
