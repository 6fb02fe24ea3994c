import HTTP

@testable import WebSocket

/// HTTP requests with and without bodies, one behind the other, as a new connection brings them.
enum RequestTarget {
    private static let limits = HTTPLimits(
        headBytesMax: 1024, headerCountMax: 8, requestTargetBytesMax: 64, chunkLineBytesMax: 16)
    private static let bodyBytesMax = 32

    static func run(_ input: [UInt8]) throws(Finding) {
        let whole = read(input, upTo: input.count)
        let parts = read(input, upTo: 1)
        try expect(whole == parts, "cut into bytes, other requests: \(whole) \(parts)")
        for message in whole.messages {
            try check(message)
            try checkUpgrade(message.request)
            try checkChoices(message.request)
            try checkRoute(message.request)
        }
    }

    struct Message: Equatable {
        var request: HTTPRequest
        /// The body; nil as long as it isn't whole.
        var body: [UInt8]?
    }

    struct Reading: Equatable {
        var messages: [Message] = []
        var failure: HTTPProblem?
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
            case .request(let request):
                let isBody = request.bodyLength.isBody
                reading.messages.append(Message(request: request, body: isBody ? nil : []))
                if isBody { parser.takeBody(bytesMax: bodyBytesMax) }
            case .body(let body): reading.messages[reading.messages.count - 1].body = body
            case .failed(let problem):
                reading.failure = problem
                return reading
            }
        }
        return reading
    }

    private static func check(_ message: Message) throws(Finding) {
        let request = message.request
        try expect(request.headers.count <= limits.headerCountMax, "too many header fields")
        try expect(request.target.utf8.count <= limits.requestTargetBytesMax, "long target")
        try expect(request.target.hasPrefix("/"), "a target that isn't a path")
        try expect(request.values(of: "host").count == 1, "not one host")
        let announcements =
            request.values(of: "content-length") + request.values(of: "transfer-encoding")
        try expect(announcements.count <= 1, "a body that ends in two ways")
        try expect(message.body?.count ?? 0 <= bodyBytesMax, "a body over its limit")
        if case .bytes(let count) = request.bodyLength, let body = message.body {
            try expect(body.count == count, "a body of another length")
        }
        guard let body = message.body else { return }
        let bytes = head(of: request) + encoded(body, request.bodyLength)
        let again = read(bytes, upTo: bytes.count)
        try expect(
            again == Reading(messages: [message], consumed: bytes.count),
            "written down again, another request")
    }

    private static func head(of request: HTTPRequest) -> [UInt8] {
        var bytes = Array("\(request.method.rawValue) \(request.target) HTTP/1.1\r\n".utf8)
        for header in request.headers {
            let value = header.value.unicodeScalars.map { UInt8($0.value) }
            // No blank is added: the head may already be as long as it may be.
            bytes += Array(header.name.utf8) + Array(":".utf8) + value + Array("\r\n".utf8)
        }
        return bytes + Array("\r\n".utf8)
    }

    /// The body in other chunks than those that it came in.
    private static func encoded(_ body: [UInt8], _ length: HTTPBodyLength) -> [UInt8] {
        guard length == .chunked else { return body }
        let chunks = body.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) }
        return chunks + Array("0\r\n\r\n".utf8)
    }

    private static let table = RouteTable([
        Route(.get, at: "/"), Route(.get, at: "/{one}/{two}.svg"),
        Route(.put, at: "/{one}", takes: Route.Body(bytesMax: bodyBytesMax, types: ["text/plain"])),
        Route(.get, at: "/f/*"),
    ])

    /// Checks that the route that is found takes the request as it is, and that the parameters in
    /// its target are read or refused.
    private static func checkRoute(_ request: HTTPRequest) throws(Finding) {
        guard case .route(let place, let parameters) = table.match(request) else { return }
        if case .bytes(let count) = request.bodyLength {
            try expect(count <= table[place].body?.bytesMax ?? 0, "a body over its route's limit")
        }
        if place == 1 || place == 2 {
            let text = try? parameters.value("one") { $0.isEmpty ? nil : $0 }
            let isEncoded = request.path.contains("%")
            try expect(text != nil || isEncoded, "nothing stands at a name")
        }
        if let query = try? HTTPQuery(of: request), query.contains("a") {
            try expect(request.target.contains("?"), "a name from nowhere")
        }
    }

    /// Checks that every choice read from a request follows from its fields.
    private static func checkChoices(_ request: HTTPRequest) throws(Finding) {
        if request.accepts(coding: "gzip") {
            let codings = request.values(of: "accept-encoding").joined().lowercased()
            try expect(codings.contains("gzip") || codings.contains("*"), "nobody wants gzip")
        }
        if request.has(oneOf: [HTTPEntityTag("a")]) {
            let tags = request.values(of: "if-none-match").joined()
            try expect(tags.contains("\"a\"") || tags.contains("*"), "nobody has that tag")
        }
        if request.allowsChange(of: nil) {
            try expect(request.values(of: "if-match").isEmpty, "nothing is what was expected")
        }
    }

    /// Checks that the client of this house accepts the answer to every upgrade that the server
    /// accepts.
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
