@testable import WebSocket

/// The head of HTTP requests, one behind the other, as they come in on a new connection.
enum RequestTarget {
    private static let limits = HTTPLimits(
        headBytesMax: 1024, headerCountMax: 8, requestTargetBytesMax: 64)

    static func run(_ input: [UInt8]) throws(Finding) {
        let whole = read(input, upTo: input.count)
        let parts = read(input, upTo: 1)
        try expect(whole == parts, "cut into bytes, other requests: \(whole) \(parts)")
        for request in whole.requests {
            try check(request)
            try checkUpgrade(request)
            try checkChoices(request)
        }
    }

    struct Reading: Equatable {
        var requests: [HTTPRequest] = []
        var failure: HTTPStatus?
        var consumed = 0
    }

    /// Gives the parser at most `stepBytes` bytes at a time.
    private static func read(_ input: [UInt8], upTo stepBytes: Int) -> Reading {
        var parser = HTTPRequestParser(limits: limits)
        var reading = Reading()
        while reading.consumed < input.count {
            let end = min(input.count, reading.consumed + stepBytes)
            let part = input.span.extracting(0..<end)
            switch parser.receive(part, cursor: &reading.consumed) {
            case .needMore: continue
            case .request(let request): reading.requests.append(request)
            case .failed(let status):
                reading.failure = status
                return reading
            }
        }
        return reading
    }

    private static func check(_ request: HTTPRequest) throws(Finding) {
        try expect(request.headers.count <= limits.headerCountMax, "too many header fields")
        try expect(request.target.utf8.count <= limits.requestTargetBytesMax, "long target")
        try expect(request.target.hasPrefix("/"), "a target that isn't a path")
        try expect(request.values(of: "host").count == 1, "not one host")
        try expect(request.values(of: "transfer-encoding").isEmpty, "a body is coming")
        let bytes = head(of: request)
        let again = read(bytes, upTo: bytes.count)
        try expect(again.requests == [request], "written down again, another request")
    }

    private static func head(of request: HTTPRequest) -> [UInt8] {
        let method = request.method == .get ? "GET" : "HEAD"
        var bytes = Array("\(method) \(request.target) HTTP/1.1\r\n".utf8)
        for header in request.headers {
            let value = header.value.unicodeScalars.map { UInt8($0.value) }
            bytes += Array(header.name.utf8) + Array(": ".utf8) + value + Array("\r\n".utf8)
        }
        return bytes + Array("\r\n".utf8)
    }

    /// What a request wants is read from whatever it says.
    private static func checkChoices(_ request: HTTPRequest) throws(Finding) {
        if request.accepts(coding: "gzip") {
            let codings = request.values(of: "accept-encoding").joined().lowercased()
            try expect(codings.contains("gzip") || codings.contains("*"), "nobody wants gzip")
        }
        if request.has(oneOf: ["a"]) {
            let tags = request.values(of: "if-none-match").joined()
            try expect(tags.contains("\"a\"") || tags.contains("*"), "nobody has that tag")
        }
        let names = request.queryNames
        try expect(
            names.allSatisfy { !$0.contains("=") && !$0.contains("&") }, "more than a name")
    }

    /// What the server accepts, the client of this house takes for accepted.
    private static func checkUpgrade(_ request: HTTPRequest) throws(Finding) {
        let answer = WebSocketHandshake.accept(request, subprotocol: "folf.sync.v1") { _, _ in
            true
        }
        guard case .accepted(let response) = answer else { return }
        guard let key = Base64.decode(request.values(of: "sec-websocket-key")[0].utf8.span) else {
            throw Finding("accepted without a key")
        }
        guard Base64.encode(key) == request.values(of: "sec-websocket-key")[0] else { return }
        var parser = HTTPResponseParser(key: key, subprotocol: "folf.sync.v1")
        var cursor = 0
        let progress = parser.receive(response.span, cursor: &cursor)
        try expect(progress == .accepted && cursor == response.count, "its own answer refused")
    }
}
