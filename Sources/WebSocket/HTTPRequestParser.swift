/// Reads the head of one request after the other, refusing what could be understood in two ways
/// (RFC 9112). Requests with a body are refused: nothing here has a use for one.
///
/// | refused | with |
/// | --- | --- |
/// | head over `headBytesMax`, more than `headerCountMax` fields | 431 |
/// | target over `requestTargetBytesMax` | 414 |
/// | a version other than HTTP/1.1 | 505 |
/// | a method other than GET and HEAD | 405 |
/// | any `Transfer-Encoding` | 501, or 400 beside a `Content-Length` |
/// | one `Content-Length` above 0 | 413 |
/// | everything else that is wrong | 400 |
public struct HTTPRequestParser: Sendable {
    public enum Progress: Equatable, Sendable {
        case needMore
        /// A request; the cursor is just behind its blank line.
        case request(HTTPRequest)
        /// To be answered with this status, then closed: nothing more can be understood.
        case failed(HTTPStatus)
    }

    private let limits: HTTPLimits
    private var head: HTTPHeadReader
    private var line: HTTPRequestLine?
    private var failure: HTTPStatus?

    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        head = HTTPHeadReader(limits: limits)
    }

    /// Reads from `bytes` starting at `cursor` and advances it, never beyond a request's blank
    /// line. After a failure it consumes nothing and reports the same one again.
    public mutating func receive(_ bytes: Span<UInt8>, cursor: inout Int) -> Progress {
        if let failure { return .failed(failure) }
        do throws(HTTPRequestFault) {
            guard let request = try read(bytes, &cursor) else { return .needMore }
            self = HTTPRequestParser(limits: limits)
            return .request(request)
        } catch {
            failure = error.status
            return .failed(error.status)
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPRequestFault) -> HTTPRequest? {
        while true {
            switch try readHead(bytes, &cursor) {
            case .needMore:
                return nil
            case .startLine:
                line = try HTTPRequestLine(head.startLine ?? [], limits: limits)
            case .complete:
                guard let line else { throw HTTPRequestFault(.badRequest) }
                try checkHost()
                try checkBody()
                return HTTPRequest(method: line.method, target: line.target, fields: head.fields)
            }
        }
    }

    private mutating func readHead(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPRequestFault) -> HTTPHeadReader.Progress {
        do throws(HTTPHeadFault) {
            return try head.read(bytes, cursor: &cursor)
        } catch {
            switch error {
            case .malformed: throw HTTPRequestFault(.badRequest)
            case .tooLarge: throw HTTPRequestFault(.requestHeaderFieldsTooLarge)
            }
        }
    }

    /// "A server MUST respond with 400 to any HTTP/1.1 request message that lacks a Host header
    /// field and to any that contains more than one" or an invalid one (RFC 9112 section 3.2).
    private func checkHost() throws(HTTPRequestFault) {
        guard let host = head.fields.only("host"),
            HTTPAuthority.isValid(head.fields.bytes.span.extracting(host))
        else { throw HTTPRequestFault(.badRequest) }
    }

    /// The announced length is never converted to a number: only its being zero matters.
    private func checkBody() throws(HTTPRequestFault) {
        let lengths = head.fields.values(of: "content-length")
        let codings = head.fields.values(of: "transfer-encoding")
        guard lengths.count <= 1, lengths.isEmpty || codings.isEmpty else {
            throw HTTPRequestFault(.badRequest)
        }
        guard codings.isEmpty else { throw HTTPRequestFault(.notImplemented) }
        guard let length = lengths.first?.utf8 else { return }
        guard !length.isEmpty, length.allSatisfy(\.isDigit) else {
            throw HTTPRequestFault(.badRequest)
        }
        guard length.allSatisfy({ $0 == 0x30 }) else { throw HTTPRequestFault(.contentTooLarge) }
    }
}

/// Why a request is refused, as the status that says so.
struct HTTPRequestFault: Error {
    let status: HTTPStatus

    init(_ status: HTTPStatus) { self.status = status }
}
