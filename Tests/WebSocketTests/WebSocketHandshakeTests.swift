import HTTP
import TestSupport
import Testing

@testable import WebSocket

/// The example of RFC 6455 section 1.3, asking for a subprotocol of ours besides.
private let example = [
    HTTPHeader("host", "server.example.com"), HTTPHeader("upgrade", "websocket"),
    HTTPHeader("connection", "Upgrade"),
    HTTPHeader("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    HTTPHeader("origin", "http://example.com"),
    HTTPHeader("sec-websocket-protocol", "chat, superchat"),
    HTTPHeader("sec-websocket-version", "13"),
]

private let exampleResponse = utf8(
    """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    Sec-WebSocket-Protocol: chat\r
    \r

    """)

private let exampleKey = utf8("the sample nonce")

private func answer(
    _ headers: [HTTPHeader], method: HTTPMethod = .get, subprotocol: String = "chat",
    allowsOrigin: Bool = true
) -> WebSocketHandshake.Answer {
    let request = chatRequest(headers, method: method)
    return WebSocketHandshake.accept(request, subprotocol: subprotocol) { _, _ in allowsOrigin }
}

private func chatRequest(_ headers: [HTTPHeader], method: HTTPMethod = .get) -> HTTPRequest {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return try! parsed(utf8("\(method.rawValue) /chat HTTP/1.1\r\n\(lines)\r\n"))
}

private func parsed(_ bytes: [UInt8]) throws -> HTTPRequest {
    var parser = HTTPRequestParser()
    var cursor = 0
    guard case .request(let request) = parser.receive(bytes.span, cursor: &cursor) else {
        throw NoRequest()
    }
    return request
}

private struct NoRequest: Error {}

/// The example with the fields called `name` replaced by one for each of `values`.
private func example(_ name: String, _ values: String...) -> [HTTPHeader] {
    example.filter { $0.name != name } + values.map { HTTPHeader(name, $0) }
}

@Suite("The server's half of the handshake") struct WebSocketAcceptTests {
    @Test("The RFC's example is accepted with the RFC's key")
    func accepted() {
        #expect(answer(example) == .accepted(response: exampleResponse))
    }

    @Test("Tokens are found in lists, in any letter case and any number of fields")
    func lists() {
        for headers in [
            example("connection", "keep-alive, Upgrade"),
            example("connection", "keep-alive", "UPGRADE"),
            example("upgrade", "WebSocket"), example("upgrade", "h2c , websocket"),
            example("sec-websocket-protocol", "x", "y,\tchat ,, z"),
            example("sec-websocket-extensions", "permessage-deflate; client_max_window_bits"),
            example("origin"),
        ] { #expect(answer(headers) == .accepted(response: exampleResponse)) }
    }

    @Test("What is missing or wrong is refused by its name")
    func refused() {
        let cases: [([HTTPHeader], HTTPProblem)] = [
            (example("upgrade"), .upgradeRequired), (example("upgrade", "h2c"), .upgradeRequired),
            (example("upgrade", "websockets"), .upgradeRequired),
            (example("connection"), .badRequest), (example("connection", "close"), .badRequest),
            (example("connection", "upgrades"), .badRequest),
            (example("sec-websocket-version"), .upgradeRequired),
            (example("sec-websocket-version", "8"), .upgradeRequired),
            (example("sec-websocket-version", "13, 8"), .upgradeRequired),
            (example("sec-websocket-version", "13", "13"), .badRequest),
            (example("sec-websocket-key"), .badRequest),
            (example("sec-websocket-key", ""), .badRequest),
            (example("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ"), .badRequest),
            (example("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZR=="), .badRequest),
            (example("sec-websocket-key", "dGhlIHNhbXBsZSBub25j"), .badRequest),
            (example("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZSEh"), .badRequest),
            (
                example(
                    "sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ=="),
                .badRequest
            ),
            (example("sec-websocket-protocol"), .badRequest),
            (example("sec-websocket-protocol", "Chat, superchat"), .badRequest),
            (example("origin", "http://example.com", "http://example.com"), .badRequest),
        ]
        for (headers, status) in cases {
            #expect(answer(headers) == .refused(status), "\(headers)")
        }
        #expect(answer(example, method: .head) == .refused(.methodNotAllowed))
        #expect(answer(example, subprotocol: "hat") == .refused(.badRequest))
    }

    @Test("The origin is shown to the caller with the host, and refused on its word")
    func origin() {
        #expect(answer(example, allowsOrigin: false) == .refused(.forbidden))
        #expect(
            answer(example("origin"), allowsOrigin: false) == .accepted(response: exampleResponse))
        let request = chatRequest(example)
        _ = WebSocketHandshake.accept(request, subprotocol: "chat") { origin, host in
            #expect(origin == "http://example.com" && host == "server.example.com")
            return true
        }
    }
}

@Suite("The client's half of the handshake") struct HTTPResponseParserTests {
    private func progress(_ bytes: [UInt8], limits: HTTPLimits = HTTPLimits())
        -> HTTPResponseParser.Progress
    {
        let results = cuttings(of: bytes.count).map { ranges in
            var parser = HTTPResponseParser(key: exampleKey, subprotocol: "chat", limits: limits)
            var progress = HTTPResponseParser.Progress.needMore
            for range in ranges where progress == .needMore {
                var cursor = 0
                progress = parser.receive(bytes.span.extracting(range), cursor: &cursor)
            }
            return progress
        }
        #expect(results.allSatisfy { $0 == results[0] })
        return results[0]
    }

    /// The response with one part replaced.
    private func replacing(_ part: String, by other: String) -> [UInt8] {
        let text = String(decoding: exampleResponse, as: UTF8.self)
        let start = text.utf8.indices.first { text.utf8[$0...].starts(with: part.utf8) }!
        let end = text.utf8.index(start, offsetBy: part.utf8.count)
        return Array(text.utf8[..<start]) + utf8(other) + Array(text.utf8[end...])
    }

    @Test("A client's request is accepted by the server, and the server's response by the client")
    func bothHalves() throws {
        let bytes = WebSocketHandshake.request(
            host: "[::1]:8080", path: "/sync?v=1", key: exampleKey, subprotocol: "chat",
            origin: "https://example.org")
        let request = try parsed(bytes)
        #expect(request.host == "[::1]:8080" && request.target == "/sync?v=1")
        #expect(request.values(of: "origin") == ["https://example.org"])
        #expect(answer(request.headers) == .accepted(response: exampleResponse))
        #expect(progress(exampleResponse) == .accepted)
    }

    @Test("A client that asked for no subprotocol gets none, and takes none")
    func noSubprotocol() {
        let bytes = WebSocketHandshake.request(
            host: "localhost", path: "/", key: exampleKey, subprotocol: nil)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Protocol"))
        var parser = HTTPResponseParser(key: exampleKey, subprotocol: nil)
        var cursor = 0
        #expect(
            parser.receive(exampleResponse.span, cursor: &cursor) == .failed(.subprotocol))
        let plain = replacing("Sec-WebSocket-Protocol: chat\r\n", by: "")
        parser = HTTPResponseParser(key: exampleKey, subprotocol: nil)
        cursor = 0
        #expect(parser.receive(plain.span, cursor: &cursor) == .accepted)
    }

    @Test("The first bytes of WebSocket stay with the caller")
    func following() {
        let bytes = exampleResponse + [0x81, 0x00]
        var parser = HTTPResponseParser(key: exampleKey, subprotocol: "chat")
        var cursor = 0
        #expect(parser.receive(bytes.span, cursor: &cursor) == .accepted)
        #expect(cursor == exampleResponse.count)
        #expect(parser.receive(bytes.span, cursor: &cursor) == .accepted)
        #expect(cursor == exampleResponse.count)
    }

    @Test(
        "What is wrong is said by name",
        arguments: [
            ("HTTP/1.1 101 Switching Protocols", "HTTP/1.1 101", nil),
            ("HTTP/1.1 101 Switching Protocols", "HTTP/1.1 101 ", nil),
            ("HTTP/1.1 101 Switching Protocols", "HTTP/1.1 403 Forbidden", .status(403)),
            ("HTTP/1.1 101 Switching Protocols", "HTTP/1.1 503", .status(503)),
            ("HTTP/1.1", "HTTP/1.0", .malformed), ("HTTP/1.1 101 ", "HTTP/1.1 1011 ", .malformed),
            ("HTTP/1.1 101", "HTTP/1.1 001", .malformed),
            ("HTTP/1.1 101 ", "HTTP/1.1  101 ", .malformed),
            ("HTTP/1.1 101 Switching Protocols", "SSH-2.0-x", .malformed),
            ("Upgrade: websocket\r\n", "", .upgrade),
            ("Upgrade: websocket", "Upgrade: h2c", .upgrade),
            ("Upgrade: websocket", "Upgrade: WebSocket", nil),
            ("websocket\r\n", "websocket\n", .malformed),
            ("Connection: Upgrade\r\n", "", .connection), ("s3pPLM", "s3pPLm", .acceptance),
            ("Sec-WebSocket-Accept", "X", .acceptance),
            ("Protocol: chat", "Protocol: other", .subprotocol),
            ("Sec-WebSocket-Protocol: chat\r\n", "", .subprotocol),
            ("Upgrade:", "Sec-WebSocket-Extensions: x\r\nUpgrade:", .unofferedExtension),
        ] as [(String, String, WebSocketHandshakeError?)])
    func wrong(_ part: String, _ other: String, _ error: WebSocketHandshakeError?) {
        #expect(progress(replacing(part, by: other)) == error.map { .failed($0) } ?? .accepted)
    }

    @Test("A response over the limits is refused")
    func limits() {
        let tight = HTTPLimits(headBytesMax: exampleResponse.count - 1)
        #expect(progress(exampleResponse, limits: tight) == .failed(.headTooLarge))
        let few = HTTPLimits(headerCountMax: 3)
        #expect(progress(exampleResponse, limits: few) == .failed(.headTooLarge))
        #expect(progress(Array(exampleResponse.dropLast())) == .needMore)
    }
}
