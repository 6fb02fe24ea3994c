import TestSupport
import Testing

@testable import HTTP

/// Parses `text` cut in every way, expects the same of all, and returns it with how much of the
/// text was consumed when it was fed whole.
func parse(
    _ text: String, limits: HTTPLimits = HTTPLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> (progress: HTTPRequestParser.Progress, consumed: Int) {
    parse(utf8(text), limits: limits, sourceLocation: sourceLocation)
}

func parse(
    _ bytes: [UInt8], limits: HTTPLimits = HTTPLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> (progress: HTTPRequestParser.Progress, consumed: Int) {
    let results = cuttings(of: bytes.count).map { ranges in
        var parser = HTTPRequestParser(limits: limits)
        for range in ranges {
            var cursor = 0
            let part = bytes.span.extracting(range)
            let progress = parser.receive(part, cursor: &cursor)
            if progress != .needMore { return (progress, range.lowerBound + cursor) }
            #expect(cursor == part.count, sourceLocation: sourceLocation)
        }
        return (HTTPRequestParser.Progress.needMore, bytes.count)
    }
    for other in results.dropFirst() {
        #expect(other == results[0], "however it is cut", sourceLocation: sourceLocation)
    }
    return results[0]
}

@Suite struct HTTPRequestParserTests {
    @Test("A plain GET is read, names in lower case and values without blanks around")
    func plain() {
        let text =
            "GET /a/b%20c?d=e?f HTTP/1.1\r\nHOST: example.org:8080\r\n"
            + "X-Y:\t a  b \t\r\nx-y:\r\n\r\n"
        let headers = [
            HTTPHeader("host", "example.org:8080"), HTTPHeader("x-y", "a  b"),
            HTTPHeader("x-y", ""),
        ]
        let request = HTTPRequest(method: .get, target: "/a/b%20c?d=e?f", headers: headers)
        let result = parse(text)
        #expect(result == (.request(request), text.utf8.count))
        #expect(request.path == "/a/b%20c")
        #expect(request.values(of: "x-y") == ["a  b", ""])
        #expect(request.host == "example.org:8080" && !request.isUpgrade)
    }

    @Test("What follows the blank line stays with the caller, who may go on with it")
    func pipelined() {
        let first = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        let bytes = utf8(first + "HEAD /2 HTTP/1.1\r\nHost: b\r\n\r\n\u{1}\u{2}")
        var parser = HTTPRequestParser()
        var cursor = 0
        let headers = { [HTTPHeader("host", $0)] }
        let one = HTTPRequest(method: .get, target: "/1", headers: headers("a"))
        #expect(parser.receive(bytes.span, cursor: &cursor) == .request(one))
        #expect(cursor == first.utf8.count)
        let two = HTTPRequest(method: .head, target: "/2", headers: headers("b"))
        #expect(parser.receive(bytes.span, cursor: &cursor) == .request(two))
        #expect(cursor == bytes.count - 2)
    }

    @Test(
        "A malformed request line is refused",
        arguments: [
            ("", HTTPProblem.badRequest), ("GET", .badRequest), ("GET /", .badRequest),
            ("GET  / HTTP/1.1", .badRequest), ("GET / HTTP/1.1 ", .badRequest),
            (" GET / HTTP/1.1", .badRequest), ("GET /a b HTTP/1.1", .badRequest),
            ("GET\t/\tHTTP/1.1", .badRequest), ("G(T / HTTP/1.1", .badRequest),
            ("GET / http/1.1", .badRequest), ("GET / HTTP/1.1x", .badRequest),
            ("GET / HTTP/1,1", .badRequest), ("GET / HTTP/11", .badRequest),
            ("GET / HTTP/1.0", .httpVersionNotSupported),
            ("GET / HTTP/0.9", .httpVersionNotSupported),
            ("GET / HTTP/1.2", .httpVersionNotSupported),
            ("PRI * HTTP/2.0", .httpVersionNotSupported),
            ("BREW / HTTP/1.1", .notImplemented), ("get / HTTP/1.1", .notImplemented),
            ("OPTIONS * HTTP/1.1", .badRequest), ("CONNECT a:1 HTTP/1.1", .notImplemented),
            ("GET http://a/ HTTP/1.1", .badRequest), ("GET * HTTP/1.1", .badRequest),
            ("GET a:80 HTTP/1.1", .badRequest), ("GET /a#b HTTP/1.1", .badRequest),
            ("GET /é HTTP/1.1", .badRequest),
        ])
    func requestLine(_ line: String, _ status: HTTPProblem) {
        #expect(parse(line + "\r\nHost: a\r\n\r\n").progress == .failed(status))
    }

    @Test(
        "A field that could be understood in two ways is refused",
        arguments: [
            "X: a\r\n b", "X: a\r\n\tb", " X: a", "X : a", "X\t: a", ": a", "X", "X y: a",
            "X\u{B}: a",
            "X: a\nY: b", "X: a\rY: b", "X: a\r\rY: b", "X: a\u{0}b", "X: a\u{1B}b", "X: \u{7F}",
            "é: a", "X: a\n", "(X): a",
        ])
    func field(_ field: String) {
        let text = "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"
        #expect(parse(text).progress == .failed(.badRequest))
    }

    @Test("Each byte of a value is let pass or refused, wherever it stands and however it is cut")
    func valueBytes() {
        let isAllowed: (UInt8) -> Bool = { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
        for byte in [0x01, 0x09, 0x1F, 0x20, 0x21, 0x7E, 0x7F, 0x80, 0xFF] as [UInt8] {
            for place in 0..<20 {
                var value = [UInt8](repeating: 0x61, count: 20)
                value[place] = byte
                let bytes = utf8("GET / HTTP/1.1\r\nHost: a\r\nX: b") + value + utf8("c\r\n\r\n")
                guard case .request(let request) = parse(bytes).progress else {
                    #expect(!isAllowed(byte), "\(byte) at \(place)")
                    continue
                }
                let read = request.values(of: "x")[0].unicodeScalars.map { UInt8($0.value) }
                #expect(isAllowed(byte) && read == utf8("b") + value + utf8("c"))
            }
        }
    }

    @Test("Lines ended by LF or CR alone are refused at that byte")
    func lineEnds() {
        #expect(parse("GET / HTTP/1.1\nHost: a\n\n") == (.failed(.badRequest), 15))
        #expect(parse("GET / HTTP/1.1\rHost: a\r\r") == (.failed(.badRequest), 16))
        #expect(parse("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n") == (.failed(.badRequest), 2))
    }

    @Test(
        "Exactly one valid Host is required",
        arguments: [
            "", "Host:\r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a, b\r\n",
            "Host: a/b\r\n", "Host: u@a\r\n", "Host: a b\r\n", "Host: :80\r\n", "Host: a:b\r\n",
            "Host: a:123456\r\n", "Host: a:1:2\r\n", "Host: [::1\r\n", "Host: []\r\n",
            "Host: [::1]x\r\n", "Host: [g]\r\n", "Host: é\r\n",
        ])
    func hostRefused(_ fields: String) {
        #expect(parse("GET / HTTP/1.1\r\n\(fields)\r\n").progress == .failed(.badRequest))
    }

    @Test(
        "Names, addresses and ports are hosts",
        arguments: ["a", "A-b_c.example.org", "127.0.0.1:80", "[::1]", "[fe80::1]:65535", "a:"])
    func hostAccepted(_ host: String) {
        let request = HTTPRequest(method: .get, target: "/", headers: [HTTPHeader("host", host)])
        #expect(parse("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").progress == .request(request))
    }

    @Test("A head may be as long as the limit and not a byte longer, ended or not")
    func headLimit() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 50))\r\n\r\n"
        let count = text.utf8.count
        guard case .request = parse(text, limits: HTTPLimits(headBytesMax: count)).progress else {
            return #expect(Bool(false), "a head at the limit")
        }
        let tight = HTTPLimits(headBytesMax: count - 1)
        #expect(parse(text, limits: tight) == (.failed(.requestHeaderFieldsTooLarge), count))
        let endless = [UInt8](repeating: 0x61, count: 20_000)
        #expect(parse(endless) == (.failed(.requestHeaderFieldsTooLarge), 8193))
    }

    @Test("Fields are counted, and the one too many is refused when it ends")
    func countLimit() {
        let limits = HTTPLimits(headerCountMax: 2)
        let two = "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n"
        guard case .request = parse(two + "\r\n", limits: limits).progress else {
            return #expect(Bool(false), "as many fields as allowed")
        }
        let three = parse(two + "Y: 2\r\n\r\n", limits: limits)
        #expect(three == (.failed(.requestHeaderFieldsTooLarge), two.utf8.count + 6))
    }

    @Test("A target over the limit is refused at the end of its line")
    func targetLimit() {
        let limits = HTTPLimits(requestTargetBytesMax: 10)
        let text: (Int) -> String = {
            "GET /\(String(repeating: "x", count: $0 - 1)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        guard case .request = parse(text(10), limits: limits).progress else {
            return #expect(Bool(false), "a target at the limit")
        }
        #expect(parse(text(11), limits: limits) == (.failed(.uriTooLong), 26))
    }

    @Test("After a failure nothing is consumed and the same failure reported")
    func afterFailure() {
        var parser = HTTPRequestParser()
        let bytes = utf8("\nGET / HTTP/1.1\r\n")
        var cursor = 0
        #expect(parser.receive(bytes.span, cursor: &cursor) == .failed(.badRequest))
        #expect(parser.receive(bytes.span, cursor: &cursor) == .failed(.badRequest))
        #expect(cursor == 1)
    }

    @Test("Bytes above ASCII in a value are kept one by one and never become ASCII")
    func latin1() {
        let result = parse("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websoc\u{212A}et\r\n\r\n")
            .progress
        guard case .request(let request) = result else { return #expect(result == .needMore) }
        #expect(!request.isUpgrade)
        #expect(request.values(of: "upgrade")[0].unicodeScalars.count == 11)
    }

    @Test(
        "Random heads never trap and mean the same however they are cut",
        arguments: 1...300 as ClosedRange<UInt64>)
    func byteSoup(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "GET ", "/ ", "HTTP/1.1\r\n", "GET / HTTP/1.1\r\n", "Host: a\r\n", "\r\n", "\n", "\r",
            " ", "X:y\r\n",
            ":", "Content-Length: 0\r\n", "Upgrade: websocket\r\n", "\u{0}", "é",
            "HEAD /x HTTP/1.1\r\nHost: b\r\n\r\n",
        ]
        let text = (0..<12).map { _ in pieces.randomElement(using: &generator)! }.joined()
        var bytes = utf8("GET / HTTP/1.1\r\nHost: a\r\n" + text)
        _ = parse(bytes, limits: HTTPLimits(headBytesMax: 150, headerCountMax: 5))
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        _ = parse(bytes)
        _ = parse(generator.bytes(60))
    }
}
