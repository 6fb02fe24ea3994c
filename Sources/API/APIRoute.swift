package import HTTP

/// Who may ask for something.
package enum APIAccess: Hashable, Sendable {
    /// Whoever likes; a bearer is used if there is one.
    case anyone
    /// Any well-formed token, known or not.
    case device
    /// A token of an account, also one of a program.
    case account
    /// A token of an account, but none of a program, which may only read.
    case full
    /// The same, if its holder has proved a moment ago who they are.
    case fresh
}

/// What an answer brings.
package enum APIContent: Hashable, Sendable {
    case nothing
    case json(Shape)
    /// Comma-separated values (RFC 4180).
    case table
}

/// One operation: where it is, who may ask for it, what it takes and what it gives.
package struct APIRoute: Sendable {
    package let operation: APIOperation
    package let method: HTTPMethod
    /// The path, with the names of its parameters in braces.
    package let path: String
    package let access: APIAccess
    /// What may stand behind the "?".
    package let query: [Shape.Field]
    /// The fields of the body; nil where there is none.
    package let body: [Shape.Field]?
    /// Whether a change has to say which version it is based on.
    package let needsMatch: Bool
    package let answers: [(status: HTTPStatus, content: APIContent)]
    /// The problems that this operation has besides those of all.
    package let problems: [APIProblem.Kind]
    package let summary: String

    init(
        _ operation: APIOperation, _ method: HTTPMethod, _ path: String, _ access: APIAccess,
        query: [Shape.Field] = [], body: [Shape.Field]? = nil, needsMatch: Bool = false,
        answers: [(status: HTTPStatus, content: APIContent)],
        problems: [APIProblem.Kind] = [], _ summary: String
    ) {
        self.operation = operation
        self.method = method
        self.path = APITable.root + path
        self.access = access
        self.query = query
        self.body = body
        self.needsMatch = needsMatch
        self.answers = answers
        self.problems = problems
        self.summary = summary
    }
}
