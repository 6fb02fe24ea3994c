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
    /// Which of those that may be absent can't all be.
    package let needs: APINeeds?
    /// Whether a change has to say which version it is based on.
    package let needsMatch: Bool
    package let answers: [(status: HTTPStatus, content: APIContent)]
    /// The problems that this operation has besides those of all.
    package let problems: [APIProblem.Kind]
    /// What it adds to, of which there may only be so much.
    package let quotas: [APIQuota]
    /// The same of mails that it sends beside its work: whoever wants more is told nothing, and no
    /// mail goes.
    package let mailQuotas: [APIQuota]
    package let summary: String
    /// What a caller may go on with.
    let links: [Link]

    /// An operation that takes a part of this one's call or answer.
    struct Link: Sendable {
        let operation: APIOperation
        /// Where the value of each parameter is found (OpenAPI 3.1.0 section 4.8.20.3).
        let parameters: [(name: String, expression: String)]

        init(_ operation: APIOperation, _ parameter: String, _ expression: String) {
            self.init(operation, [parameter: expression])
        }

        init(_ operation: APIOperation, _ parameters: KeyValuePairs<String, String>) {
            self.operation = operation
            self.parameters = parameters.map { ($0, $1) }
        }
    }

    init(
        _ operation: APIOperation, _ method: HTTPMethod, _ path: String, _ access: APIAccess,
        query: [Shape.Field] = [], body: [Shape.Field]? = nil, needs: APINeeds? = nil,
        needsMatch: Bool = false,
        answers: [(status: HTTPStatus, content: APIContent)],
        problems: [APIProblem.Kind] = [], quotas: [APIQuota] = [],
        mailQuotas: [APIQuota] = [], links: [Link] = [], _ summary: String
    ) {
        self.operation = operation
        self.method = method
        self.path = APITable.root + path
        self.access = access
        self.query = query
        self.body = body
        self.needs = needs
        self.needsMatch = needsMatch
        self.answers = answers
        self.problems = problems
        self.quotas = quotas
        self.mailQuotas = mailQuotas
        self.links = links
        self.summary = summary
    }

    /// Whether the answer is the same until another version of the server runs.
    package var isConstant: Bool { operation == .openapi || operation == .problems }

    /// Whether everybody gets the same answer, which may be kept and asked for again by its tag.
    package var isSameForAll: Bool {
        switch operation {
        case .openapi, .problems, .coursePacks, .coursePack, .courses, .course, .exportCourses,
            .courseFigures:
            true
        default: false
        }
    }

    /// Whether an answer has a tag by which a caller may say what it knows.
    var hasTag: Bool { answers.contains { $0.status == .notModified } }

    /// The names in the path, in their order.
    package var parameterNames: [String] {
        path.split(separator: "{").dropFirst().map { part in
            String(part.prefix { $0 != "}" })
        }
    }
}
