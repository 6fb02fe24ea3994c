import TestSupport
import Testing

@testable import HTTP

/// The result of reading a request with a body and the one behind it, if its body may have
/// `bytesMax`.
private struct BodyOutcome: Equatable, CustomStringConvertible {
    var bodies: [String] = []
    var requestCount = 0
    var problem: HTTPProblem?
    var consumed = 0

    var description: String {
        "\(bodies) \(requestCount) \(String(describing: problem)) \(consumed)"
    }
}

/// Feeds `text` cut in every way and expects the same of all.
private func outcome(
    of text: String, bytesMax: Int = 100, limits: HTTPLimits = HTTPLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> BodyOutcome {
    let bytes = utf8(text)
    let outcomes = cuttings(of: bytes.count).map { ranges in
        var parser = HTTPRequestParser(limits: limits)
        var outcome = BodyOutcome()
        for range in ranges {
            let part = bytes.span.extracting(range)
            var cursor = 0
            while outcome.problem == nil, feed(part, &cursor, to: &parser, bytesMax, &outcome) {}
            outcome.consumed += cursor
        }
        return outcome
    }
    for other in outcomes.dropFirst() {
        #expect(other == outcomes[0], "however it is cut", sourceLocation: sourceLocation)
    }
    return outcomes[0]
}

/// Notes what the parser reads next; false if it needs more bytes.
private func feed(
    _ part: Span<UInt8>, _ cursor: inout Int, to parser: inout HTTPRequestParser,
    _ bytesMax: Int, _ outcome: inout BodyOutcome
) -> Bool {
    switch parser.receive(part, cursor: &cursor) {
    case .needMore: return false
    case .request(let request):
        outcome.requestCount += 1
        if request.bodyLength.isBody { parser.takeBody(bytesMax: bytesMax) }
    case .body(let body): outcome.bodies.append(String(decoding: body, as: UTF8.self))
    case .failed(let problem): outcome.problem = problem
    }
    return true
}

private func post(_ fields: String, _ body: String = "") -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
}

private let next = "GET /b HTTP/1.1\r\nHost: b\r\n\r\n"

@Suite("Bodies of requests") struct HTTPBodyTests {
    @Test("A body of known length ends where it says, and the next request begins there")
    func counted() {
        let text = post("Content-Length: 5", "ab\r\nc") + next
        #expect(
            outcome(of: text)
                == BodyOutcome(bodies: ["ab\r\nc"], requestCount: 2, consumed: text.utf8.count))
    }

    @Test(
        "A body in chunks is what its chunks hold, and the next request begins behind the last",
        arguments: [
            ("0\r\n\r\n", ""), ("5\r\nab\r\nc\r\n0\r\n\r\n", "ab\r\nc"),
            ("1\r\na\r\n2\r\nbc\r\n000\r\n\r\n", "abc"),
            ("00A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
            ("b\r\n0123456789a\r\n0\r\n\r\n", "0123456789a"),
            ("1;x=y;z=\"; \t\"\r\na\r\n0;last\r\n\r\n", "a"),
            ("1\r\na\r\n0\r\nX: y\r\nContent-Length: 7\r\n\r\n", "a"),
        ])
    func chunked(body: String, content: String) {
        let text = post("Transfer-Encoding: Chunked", body) + next
        #expect(
            outcome(of: text)
                == BodyOutcome(bodies: [content], requestCount: 2, consumed: text.utf8.count))
    }

    @Test(
        "An announcement that could be understood in two ways is refused, whatever it comes to",
        arguments: [
            ("Content-Length: 0\r\nContent-Length: 0", HTTPProblem.badRequest),
            ("Content-Length: 1\r\nContent-Length: 2", .badRequest),
            ("Content-Length: 0, 0", .badRequest), ("Content-Length:", .badRequest),
            ("Content-Length: +0", .badRequest), ("Content-Length: -1", .badRequest),
            ("Content-Length: 0x0", .badRequest), ("Content-Length: 1 1", .badRequest),
            ("Content-Length: 1e1", .badRequest),
            ("Transfer-Encoding: chunked\r\nContent-Length: 0", .badRequest),
            ("Content-Length: 3\r\nTransfer-Encoding: chunked", .badRequest),
            ("Content-Length: 3\r\nTransfer-Encoding: identity", .badRequest),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .badRequest),
            ("Transfer-Encoding: chunked, chunked", .badRequest),
            ("Transfer-Encoding: chunked, gzip", .badRequest),
            ("Transfer-Encoding: chunked,", .badRequest),
            ("Transfer-Encoding: ,chunked", .badRequest),
            ("Transfer-Encoding: chunked;x", .badRequest),
            ("Transfer-Encoding: xchunked", .badRequest),
            ("Transfer-Encoding: \u{B}chunked", .badRequest),
            ("Transfer-Encoding: identity", .badRequest), ("Transfer-Encoding:", .badRequest),
            ("Transfer-Encoding: gzip, chunked", .notImplemented),
            ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", .notImplemented),
        ])
    func announcements(fields: String, problem: HTTPProblem) {
        let outcome = outcome(of: post(fields, "0\r\n\r\n"))
        #expect(outcome.problem == problem && outcome.requestCount == 0)
    }

    @Test(
        "A chunk whose edges could be seen elsewhere is refused",
        arguments: [
            "\r\n", ";x\r\n", " 1\r\na\r\n", "1 \r\na\r\n", "1 ;x\r\na\r\n", "+1\r\na\r\n",
            "-1\r\na\r\n",
            "0x1\r\na\r\n", "1g\r\na\r\n", "1\na\r\n", "1\ra\r\n", "1\r\na\n", "1\r\nab\r\n",
            "1\r\na0\r\n",
            "1\r\na\r\r\n", "1\r\nabc\r\n", "1\rx\r\na\r\n", "1;a\nb\r\na\r\n",
            "1;a\u{0}b\r\na\r\n", "1;\"a\r\nb\"\r\na\r\n",
            "1\r\na\r\n0\r\n\n", "1\r\na\r\n0\r\nX : y\r\n\r\n", "1\r\na\r\n0\r\n X: y\r\n\r\n",
        ])
    func badChunks(body: String) {
        let result = outcome(of: post("Transfer-Encoding: chunked", body + "0\r\n\r\n"))
        #expect(result.problem == .badRequest && result.bodies.isEmpty)
    }

    @Test("A body may be as long as its limit and not a byte longer, however it is announced")
    func limits() {
        let (fits, over) = (String(repeating: "a", count: 20), String(repeating: "a", count: 21))
        #expect(outcome(of: post("Content-Length: 20", fits), bytesMax: 20).bodies == [fits])
        #expect(
            outcome(of: post("Content-Length: 021", over), bytesMax: 20).problem == .contentTooLarge
        )
        let chunks = "Transfer-Encoding: chunked"
        let two = "a\r\n0123456789\r\n"
        #expect(
            outcome(of: post(chunks, two + two + "0\r\n\r\n"), bytesMax: 20).bodies
                == ["01234567890123456789"])
        let result = outcome(of: post(chunks, two + two + "1\r\na\r\n0\r\n\r\n"), bytesMax: 20)
        #expect(result.problem == .contentTooLarge)
        #expect(result.consumed == post(chunks, two + two).utf8.count, "at the digit that shows it")
    }

    @Test(
        "No length is too long to be refused",
        arguments: [
            "Content-Length: 9223372036854775807", "Content-Length: 9223372036854775808",
            "Content-Length: 18446744073709551617",
            "Content-Length: 99999999999999999999999999999999999999",
        ])
    func overflow(field: String) {
        #expect(outcome(of: post(field, "a")).problem == .contentTooLarge)
        for size in ["FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "10000000000000001"] {
            let chunks = post("Transfer-Encoding: chunked", size + "\r\na\r\n")
            #expect(outcome(of: chunks).problem == .contentTooLarge)
        }
    }

    @Test("What stands around the chunks has limits of its own")
    func overhead() {
        let limits = HTTPLimits(headBytesMax: 80, headerCountMax: 2, chunkLineBytesMax: 8)
        func problem(_ body: String) -> HTTPProblem? {
            outcome(of: post("Transfer-Encoding: chunked", body), limits: limits).problem
        }
        #expect(problem("000001\r\na\r\n") == nil)
        #expect(problem("0000001\r\na\r\n") == .badRequest)
        #expect(problem("1;abcd\r\na\r\n") == nil)
        #expect(problem("1;abcde\r\na\r\n") == .badRequest)
        #expect(problem("0\r\nA: b\r\nC: d\r\n\r\n") == nil)
        #expect(problem("0\r\nA: b\r\nC: d\r\nE: f\r\n\r\n") == .requestHeaderFieldsTooLarge)
        #expect(
            problem("0\r\nA: \(String(repeating: "b", count: 80))") == .requestHeaderFieldsTooLarge)
    }

    @Test("A body that nobody takes is too large, and no byte of it is read")
    func untaken() {
        for body in ["Content-Length: 1", "Transfer-Encoding: chunked"] {
            let bytes = utf8(post(body, "1\r\na\r\n"))
            var parser = HTTPRequestParser()
            var cursor = 0
            guard case .request = parser.receive(bytes.span, cursor: &cursor) else {
                return #expect(Bool(false), "a request")
            }
            let end = cursor
            #expect(parser.receive(bytes.span, cursor: &cursor) == .failed(.contentTooLarge))
            #expect(cursor == end)
        }
    }

    @Test("Memory is taken for bytes that have come, not for those that are announced")
    func announcedMemory() throws {
        let length = 1 << 40
        var reader = try HTTPBodyReader(.bytes(length), bytesMax: length, limits: HTTPLimits())
        var cursor = 0
        #expect(try reader.read([0x61, 0x62].span, cursor: &cursor) == nil)
        #expect(cursor == 2)
    }

    @Test(
        "Who waits for a word before the body says so",
        arguments: [
            ("Expect: 100-continue", true), ("Expect: 100-Continue", true),
            ("Expect: 200-ok", false),
            ("X: 100-continue", false),
        ])
    func expectation(field: String, expects: Bool) {
        guard case .request(let request) = parse(post(field)).progress else {
            return #expect(Bool(false), "a request")
        }
        #expect(request.expectsContinue == expects)
    }

    @Test("Each method is read", arguments: HTTPMethod.allCases)
    func methods(method: HTTPMethod) {
        let text = "\(method.rawValue) / HTTP/1.1\r\nHost: a\r\n\r\n"
        let request = HTTPRequest(method: method, target: "/", headers: [HTTPHeader("host", "a")])
        #expect(parse(text).progress == .request(request))
    }

    @Test(
        "Random bodies never trap and mean the same however they are cut",
        arguments: 1...300 as ClosedRange<UInt64>)
    func byteSoup(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "1\r\n", "a\r\n", "0\r\n", "\r\n", "\n", "3;x\r\nabc\r\n", "FF", "X: y\r\n", next, " ",
            "5\r\n01234\r\n",
        ]
        let fields = ["Content-Length: 7", "Transfer-Encoding: chunked"].randomElement(
            using: &generator)!
        let text = (0..<10).map { _ in pieces.randomElement(using: &generator)! }.joined()
        let result = outcome(of: post(fields, text), bytesMax: 12)
        #expect(result.bodies.allSatisfy { $0.utf8.count <= 12 })
    }
}
