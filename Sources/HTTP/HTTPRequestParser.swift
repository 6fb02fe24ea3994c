/// Reads one request after the other, refusing what could be understood in two ways (RFC 9112).
///
/// A request is handed over with its head, so that whoever knows what is at its path can say how
/// long a body it may have, before any of it is read. A body that nobody takes is too large.
///
/// | refused | with |
/// | --- | --- |
/// | head over `headBytesMax`, more than `headerCountMax` fields; trailers too | 431 |
/// | target over `requestTargetBytesMax` | 414 |
/// | a version other than HTTP/1.1 | 505 |
/// | a method that `HTTPMethod` doesn't have | 501 |
/// | a `Transfer-Encoding` that isn't understood before `chunked` | 501 |
/// | a body over the limit that it was given | 413 |
/// | everything else that is wrong | 400 |
public struct HTTPRequestParser: Sendable {
    public enum Progress: Equatable, Sendable {
        case needMore
        /// A request; the cursor is just behind its blank line. If it has a body, `takeBody` or
        /// end the connection.
        case request(HTTPRequest)
        /// The body of the last request, whole.
        case body([UInt8])
        /// To be answered with this, then closed: nothing more can be understood.
        case failed(HTTPProblem)
    }

    private enum State: Sendable {
        case head
        /// The head of a request with such a body has been handed over.
        case announced(HTTPBodyLength)
        indirect case body(HTTPBodyReader)
        case failed(HTTPProblem)
    }

    private let limits: HTTPLimits
    private var head: HTTPHeadReader
    private var line: HTTPRequestLine?
    private var state = State.head

    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        head = HTTPHeadReader(limits: limits)
    }

    /// Reads from `bytes` starting at `cursor` and advances it, never beyond a request's blank
    /// line or its body. After a failure it consumes nothing and reports the same one again.
    public mutating func receive(_ bytes: Span<UInt8>, cursor: inout Int) -> Progress {
        do throws(HTTPProblem) {
            switch state {
            case .head: return try readRequest(bytes, &cursor)
            case .announced: throw .contentTooLarge
            case .body: return try readBody(bytes, &cursor)
            case .failed(let problem): return .failed(problem)
            }
        } catch {
            state = .failed(error)
            return .failed(error)
        }
    }

    /// Has the body of the request that was handed over last read, up to so many bytes.
    public mutating func takeBody(bytesMax: Int) {
        guard case .announced(let length) = state else {
            preconditionFailure("a request with a body was handed over")
        }
        do throws(HTTPProblem) {
            state = .body(try HTTPBodyReader(length, bytesMax: bytesMax, limits: limits))
        } catch {
            state = .failed(error)
        }
    }

    private mutating func readRequest(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPProblem) -> Progress {
        while true {
            switch try readHead(bytes, &cursor) {
            case .needMore:
                return .needMore
            case .startLine:
                line = try HTTPRequestLine(head.startLine ?? [], limits: limits)
            case .complete:
                return .request(try takeRequest())
            }
        }
    }

    private mutating func takeRequest() throws(HTTPProblem) -> HTTPRequest {
        guard let line else { throw .badRequest }
        try checkHost()
        let request = HTTPRequest(
            method: line.method, target: line.target, fields: head.fields,
            bodyLength: try HTTPBodyLength(head.fields))
        self = HTTPRequestParser(limits: limits)
        if request.bodyLength.isBody { state = .announced(request.bodyLength) }
        return request
    }

    private mutating func readBody(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPProblem) -> Progress {
        guard case .body(var reader) = state else { return .needMore }
        // Held by nobody else meanwhile, so that what it has read isn't copied.
        state = .head
        guard let body = try reader.read(bytes, cursor: &cursor) else {
            state = .body(reader)
            return .needMore
        }
        return .body(body)
    }

    private mutating func readHead(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPProblem) -> HTTPHeadReader.Progress {
        do throws(HTTPHeadFault) {
            return try head.read(bytes, cursor: &cursor)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// "A server MUST respond with 400 to any HTTP/1.1 request message that lacks a Host header
    /// field and to any that contains more than one" or an invalid one (RFC 9112 section 3.2).
    private func checkHost() throws(HTTPProblem) {
        guard let host = head.fields.only("host"),
            HTTPAuthority.isValid(head.fields.bytes.span.extracting(host))
        else { throw .badRequest }
    }
}

extension HTTPProblem {
    init(_ fault: HTTPHeadFault) {
        switch fault {
        case .malformed: self = .badRequest
        case .tooLarge: self = .requestHeaderFieldsTooLarge
        }
    }
}
