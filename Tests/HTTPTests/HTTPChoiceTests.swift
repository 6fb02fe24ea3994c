import Testing

@testable import HTTP

@Suite("What a request wants")
struct HTTPChoiceTests {
    private func request(_ name: String, _ values: [String]) -> HTTPRequest {
        HTTPRequest(
            method: .get, target: "/", headers: values.map { HTTPHeader(name, $0) })
    }

    @Test(
        "A coding is accepted if it is named, or anything is, and not with a weight of nothing",
        arguments: [
            ([], false), ([""], false), (["gzip"], true), (["GZip"], true), (["deflate"], false),
            (["deflate, gzip"], true), (["deflate", "gzip"], true), (["br,gzip"], true),
            (["gzip;q=1"], true), (["gzip;q=0.001"], true), (["gzip ; q=0.5"], true),
            (["gzip;q=0"], false), (["gzip; Q=0.000"], false), (["gzip;q=0."], false),
            (["*"], true), (["*;q=0"], false), (["gzip;q=0, *"], false), (["*, gzip;q=0"], false),
            (["*;q=0, gzip"], true), (["identity"], false), (["gzipped"], false),
            (["xgzip"], false),
            ([",,gzip,,"], true), ([";q=1"], false), (["gzip;"], true), (["\tgzip\t"], true),
        ] as [([String], Bool)])
    func accepts(values: [String], isAccepted: Bool) {
        #expect(request("accept-encoding", values).accepts(coding: "gzip") == isAccepted)
    }

    @Test(
        "A client has what one of its tags stands for",
        arguments: [
            ([], false), (["\"a\""], true), (["\"b\""], true), (["\"c\""], false), (["a"], false),
            (["*"], true), (["W/\"a\""], true), (["w/\"a\""], false), (["\"c\", \"b\""], true),
            (["\"c\"", "W/\"b\""], true), (["\"a"], false), (["\"\""], false), ([""], false),
            (["\"A\""], false), (["\"a\";x"], false), (["\"a,b\""], false),
            (["\"x,\", \"b\""], true), (["\"a\" \"b\""], false), (["*, \"a\""], false),
            ([",, \"a\" ,,"], true), (["W/ \"a\""], false),
        ] as [([String], Bool)])
    func has(values: [String], isKnown: Bool) {
        #expect(
            request("if-none-match", values).has(oneOf: [HTTPEntityTag("a"), HTTPEntityTag("b")])
                == isKnown)
    }

    @Test(
        "Something may be changed if it is, byte for byte, what the client expects",
        arguments: [
            ([], true), (["*"], true), (["\"a\""], true), (["\"b\", \"a\""], true),
            (["\"b\""], false), (["W/\"a\""], false), (["a"], false), ([""], false),
        ] as [([String], Bool)])
    func allowsChange(values: [String], isAllowed: Bool) {
        let request = request("if-match", values)
        #expect(request.allowsChange(of: HTTPEntityTag("a")) == isAllowed)
        #expect(
            !request.allowsChange(of: HTTPEntityTag("a", isWeak: true))
                || values.first ?? "*" == "*")
        #expect(request.allowsChange(of: nil) == values.isEmpty)
    }

    @Test(
        "Of what is said about media types the most particular counts",
        arguments: [
            ([], true, false), (["application/json"], true, true), (["*/*"], true, false),
            (["application/*"], true, false), (["text/html"], false, false),
            (["application/json;q=0, */*"], false, false),
            (["application/*;q=0", "*/*"], false, false),
            (["application/*;q=0, application/json"], true, true),
            (["*/*;q=0"], false, false), (["APPLICATION/JSON; q=0.1"], true, true),
        ] as [([String], Bool, Bool)])
    func types(values: [String], isAccepted: Bool, isNamed: Bool) {
        let request = request("accept", values)
        #expect(request.accepts(type: "application/json") == isAccepted)
        #expect(request.asks(forType: "application/json") == isNamed)
    }

    @Test(
        "A connection ends if the client says so",
        arguments: [
            ([], false), (["keep-alive"], false), (["close"], true), (["Close"], true),
            (["keep-alive, close"], true), (["closed"], false),
        ] as [([String], Bool)])
    func ends(values: [String], endsConnection: Bool) {
        #expect(request("connection", values).endsConnection == endsConnection)
    }

    @Test("The head of an answer says how long its body is, and whether the connection ends")
    func heads() {
        func head(_ status: HTTPStatus, _ bodyBytes: Int?, ends: Bool) -> String {
            let headers = [HTTPHeader("ETag", "\"a\"")]
            let head = HTTPResponse.head(status, headers: headers, bodyBytes: bodyBytes, ends: ends)
            return String(decoding: head, as: UTF8.self)
        }
        #expect(
            head(.ok, 12, ends: true)
                == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 12\r\n"
                + "ETag: \"a\"\r\n\r\n"
        )
        #expect(
            head(.ok, 0, ends: false)
                == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nETag: \"a\"\r\n\r\n")
        #expect(
            head(.notModified, nil, ends: false)
                == "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n")
    }
}
