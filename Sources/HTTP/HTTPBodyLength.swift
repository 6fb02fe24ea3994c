/// The length of the body behind a request's head, as the head announces it (RFC 9112 section 6.3).
///
/// Whoever sends two announcements, or one that can be read in two ways, wants the server to end
/// the request elsewhere than the proxy before it did: that is refused, however harmless.
public enum HTTPBodyLength: Equatable, Sendable {
    /// There is no body, and nothing is said about one.
    case unannounced
    /// A body of so many bytes; 0 is none.
    case bytes(Int)
    /// A body in chunks, the last of which says that it is.
    case chunked

    /// Whether bytes follow that belong to the request.
    public var isBody: Bool {
        switch self {
        case .unannounced, .bytes(0): false
        case .bytes, .chunked: true
        }
    }

    init(_ fields: HTTPFields) throws(HTTPProblem) {
        let lengthCount = fields.count(of: "content-length")
        switch (lengthCount, fields.count(of: "transfer-encoding")) {
        case (0, 0): self = .unannounced
        case (1, 0): self = .bytes(try Self.length(fields))
        case (0, _):
            try Self.checkCodings(fields)
            self = .chunked
        default: throw .badRequest
        }
    }

    /// Accepts one field that says "chunked" and nothing else. A list that ends with it, where that
    /// stands once, names others that aren't understood; any other has no end that one could rely
    /// on.
    private static func checkCodings(_ fields: HTTPFields) throws(HTTPProblem) {
        let values = fields.values(of: "transfer-encoding")
        if values.count == 1, values[0].lowercased() == "chunked" { return }
        let isChunked = values.flatMap(HTTPList.members).map { $0.lowercased() == "chunked" }
        guard isChunked.count > 1, isChunked.firstIndex(of: true) == isChunked.count - 1 else {
            throw .badRequest
        }
        throw .notImplemented
    }

    /// Reads the length; one beyond what any limit allows counts as the largest there is.
    private static func length(_ fields: HTTPFields) throws(HTTPProblem) -> Int {
        guard let place = fields.only("content-length"), !place.isEmpty else {
            throw .badRequest
        }
        let digits = fields.bytes.span.extracting(place)
        var number = 0
        for place in digits.indices {
            guard digits[place].isDigit else { throw .badRequest }
            let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooMuch) = tens.addingReportingOverflow(Int(digits[place] - 0x30))
            number = isOver || isTooMuch ? .max : sum
        }
        return number
    }
}
