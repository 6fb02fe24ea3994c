import API
import Documents
import HTTP

/// The API at the front door. All that is read here of a call is where it goes: its query and body
/// are read where it is answered, beside the loop.
extension ServerRoutes {
    private static let body = Route.Body(
        bytesMax: APILimits.bodyBytesMax, types: ["application/json"])

    static let api: [(route: Route, endpoint: Endpoint)] = APITable.routes.map { route in
        let path = PathPattern(route.path)
        let body = route.body == nil ? nil : Self.body
        return (Route(route.method, at: path, takes: body), .api(route.operation))
    }

    func call(
        _ operation: APIOperation, _ call: Call, body: [UInt8], from caller: Caller
    ) -> APIRequest {
        let request = call.request
        let network = caller.network
        return APIRequest(
            operation, parameters: call.parameters, query: String(request.query), body: body,
            authorization: request.values(of: "authorization"),
            ifMatch: request.values(of: "if-match"),
            ifNoneMatch: request.values(of: "if-none-match"),
            languages: request.values(of: "accept-language"),
            network: Identifier128(high: network.high, low: network.low),
            isPrivate: caller.isPrivate(request, isSecured: configuration.isSecured))
    }

    func answer(_ call: Call, with answer: APIAnswer) -> HTTPAnswer {
        var headers =
            answer.headers + Self.precautions + secrecy(of: call.target, to: call.request)
        guard let compressed = answer.compressed else {
            return HTTPAnswer(status: answer.status, headers: headers, body: answer.body)
        }
        headers.append(HTTPHeader("Vary", "Accept-Encoding"))
        guard call.request.accepts(coding: "gzip") else {
            return HTTPAnswer(status: answer.status, headers: headers, body: answer.body)
        }
        headers.append(HTTPHeader("Content-Encoding", "gzip"))
        return HTTPAnswer(status: answer.status, headers: headers, body: compressed)
    }

    /// The fields that say who may keep an answer of the API, and which pages of others may read
    /// it; none for other targets.
    func secrecy(of target: RequestTarget, to request: HTTPRequest) -> [HTTPHeader] {
        guard case .api(let operation) = target else { return [] }
        let isConstant = APITable.route(operation).isSameForAll
        let hasBearer = !request.values(of: "authorization").isEmpty
        let isOpen = Self.isOpen(operation, request.method, hasBearer: hasBearer)
        return [HTTPHeader("Cache-Control", isConstant ? "no-cache" : "no-store")]
            + sharing(with: request, isOpen: isOpen, [Self.exposed])
    }
}

/// Pages of others: what a browser lets them ask for and read (the Fetch standard, "CORS
/// protocol").
///
/// What anybody may read without a bearer is for every page: it is what any program gets. All else
/// is for the origins alone that the operator has named. No foreign page gets at anybody's account
/// either way, since a browser has no cookie of ours to lend it; but it could try passwords from
/// the networks of all who look at it, and ask people for theirs under another name.
extension ServerRoutes {
    private static let preflightSeconds = 600
    private static let exposed = HTTPHeader(
        "Access-Control-Expose-Headers", "ETag, Retry-After, WWW-Authenticate")
    private static let askedWith = HTTPHeader(
        "Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, If-None-Match")

    /// The answer to a browser that asks before it sends what a page of others wants.
    func leave(
        to request: HTTPRequest, _ allowed: [HTTPMethod], _ endpoints: [Endpoint]
    ) -> [HTTPHeader] {
        let operations = endpoints.compactMap { endpoint in
            if case .api(let operation) = endpoint { operation } else { nil }
        }
        guard !operations.isEmpty else { return [] }
        let wanted = request.values(of: "access-control-request-method")
        let hasBearer = request.asksToSend("authorization")
        let isOpen = operations.contains { operation in
            HTTPMethod(rawValue: wanted.first ?? "").map {
                Self.isOpen(operation, $0, hasBearer: hasBearer)
            } ?? false
        }
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return sharing(
            with: request, isOpen: isOpen,
            [
                HTTPHeader("Access-Control-Allow-Methods", methods), Self.askedWith,
                HTTPHeader("Access-Control-Max-Age", "\(Self.preflightSeconds)"),
            ])
    }

    private static func isOpen(
        _ operation: APIOperation, _ method: HTTPMethod, hasBearer: Bool
    ) -> Bool {
        let route = APITable.route(operation)
        return route.access == .anyone && route.method == .get && !hasBearer
            && [.get, .head].contains(method)
    }

    /// - Parameter more: what is said besides to a page that may.
    private func sharing(
        with request: HTTPRequest, isOpen: Bool, _ more: [HTTPHeader]
    ) -> [HTTPHeader] {
        let field = "Access-Control-Allow-Origin"
        if isOpen { return [HTTPHeader(field, "*")] + more }
        let origins = request.values(of: "origin")
        guard origins.count == 1, configuration.originsAllowed.contains(origins[0]) else {
            return [HTTPHeader("Vary", "Origin")]
        }
        return [HTTPHeader("Vary", "Origin"), HTTPHeader(field, origins[0])] + more
    }
}

extension HTTPRequest {
    /// Whether a browser says that it is to send the field `name`, which is lower-case.
    fileprivate func asksToSend(_ name: String) -> Bool {
        fields.hasToken(name, in: "access-control-request-headers")
    }
}
