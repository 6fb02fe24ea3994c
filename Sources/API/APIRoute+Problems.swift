package import HTTP

extension APIRoute {
    /// All problems that the operation may have, each once, in the order of their numbers.
    package var allProblems: [HTTPProblem.Terms] {
        var found: Set<HTTPProblem.Terms> = []
        found.formUnion(ofTheWay.map(\.terms))
        found.formUnion((ofTheBearer + ofTheForm + problems).map(\.terms))
        return found.sorted { $0.number < $1.number }
    }

    /// What the server says before it knows more of a request than its head.
    private var ofTheWay: [HTTPProblem] {
        var found: [HTTPProblem] = [
            .uriTooLong, .tooManyRequests, .requestHeaderFieldsTooLarge, .busy, .draining,
        ]
        found.append(body == nil ? .contentTooLarge : .lengthRequired)
        if body != nil { found += [.contentTooLarge, .unsupportedMediaType] }
        if !isConstant { found.append(.notFound) }
        return found
    }

    /// What comes of who asks.
    private var ofTheBearer: [APIProblem.Kind] {
        switch access {
        case .anyone: [.needsBearer]
        case .device: [.needsBearer, .signedOut]
        case .account: [.needsBearer, .signedOut, .notSignedIn]
        case .full: [.needsBearer, .signedOut, .notSignedIn, .readOnlyToken]
        case .fresh: [.needsBearer, .signedOut, .notSignedIn, .readOnlyToken, .notFresh]
        }
    }

    /// What comes of the form of the parts, and of the store that nearly all need.
    private var ofTheForm: [APIProblem.Kind] {
        var found: [APIProblem.Kind] = [.badField]
        if body != nil { found.append(.bodyNotJSON) }
        if needsMatch { found += [.preconditionRequired, .stale] }
        if !isConstant { found += [.storage, .storageFull] }
        return found
    }
}

extension APITable {
    /// The problems of HTTP and of the API, in the order of their numbers.
    package static let problems =
        (HTTPProblem.allCases.map(\.terms) + APIProblem.Kind.allCases.map(\.terms))
        .sorted { $0.number < $1.number }
}
