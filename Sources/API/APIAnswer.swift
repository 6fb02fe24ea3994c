package import Documents
package import HTTP

/// An answer to a call.
package struct APIAnswer: Hashable, Sendable {
    package let status: HTTPStatus
    package let headers: [HTTPHeader]
    /// The body; nil for a status that has none.
    package let body: [UInt8]?
    /// The body as gzip, for those who take it; nil where it has secrets beside what others choose,
    /// which its length would tell.
    package private(set) var compressed: [UInt8]?

    /// An answer that can't have a body.
    package static let nothing = APIAnswer(status: .noContent, headers: [], body: nil)

    package static func json(
        _ value: JSONValue, status: HTTPStatus = .ok, tag: HTTPEntityTag? = nil
    ) -> APIAnswer {
        json(bytes: value.bytes, status: status, tag: tag)
    }

    static func json(
        bytes: [UInt8], status: HTTPStatus = .ok, tag: HTTPEntityTag?
    ) -> APIAnswer {
        let type = HTTPHeader("Content-Type", "application/json")
        return APIAnswer(status: status, headers: [type] + field(tag), body: bytes)
    }

    /// An answer whose status says it all.
    package static func empty(_ status: HTTPStatus) -> APIAnswer {
        APIAnswer(status: status, headers: [], body: [])
    }

    /// JSON that is the same for all, with its gzip.
    package static func shared(
        _ json: [UInt8], compressed: [UInt8]?, tag: HTTPEntityTag
    ) -> APIAnswer {
        var answer = APIAnswer.json(bytes: json, tag: tag)
        answer.compressed = compressed
        return answer
    }

    /// Comma-separated values.
    package static func table(_ text: String) -> APIAnswer {
        let type = HTTPHeader("Content-Type", "text/csv; charset=utf-8")
        return APIAnswer(status: .ok, headers: [type], body: Array(text.utf8))
    }

    /// What the client has is what is there.
    package static func unchanged(_ tag: HTTPEntityTag) -> APIAnswer {
        APIAnswer(status: .notModified, headers: field(tag), body: nil)
    }

    package init(_ problem: APIProblem) {
        status = problem.terms.status
        var fields = [HTTPHeader("Content-Type", "application/problem+json")]
        if let wait = problem.retryMilliseconds {
            fields.append(.retryAfter(milliseconds: wait))
        }
        if status == .unauthorized { fields.append(HTTPHeader("WWW-Authenticate", "Bearer")) }
        headers = fields
        body = problem.terms.json(
            field: problem.field, retryMilliseconds: problem.retryMilliseconds)
    }

    private init(status: HTTPStatus, headers: [HTTPHeader], body: [UInt8]?) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    private static func field(_ tag: HTTPEntityTag?) -> [HTTPHeader] {
        tag.map { [HTTPHeader("ETag", $0.text)] } ?? []
    }
}
