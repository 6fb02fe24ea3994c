import Documents
import HTTP

/// The reading of calls. Whatever the document says of their form is seen to here, and nowhere
/// else.
extension APITable {
    /// Reads a call; throws unless each part has the form that its route asks for.
    package static func check(_ request: APIRequest) throws(APIProblem) -> APICall {
        let route = route(request.operation)
        let token = try token(request.authorization, route.access)
        let path = try path(request.parameters, route)
        let query = try query(request.query, route)
        let body = try body(request.body, route)
        let expected = HTTPCondition(request.ifMatch)
        guard expected != nil || !route.needsMatch else { throw APIProblem(.preconditionRequired) }
        return APICall(
            operation: request.operation, token: token, path: path, query: query, body: body,
            expected: expected, known: HTTPCondition(request.ifNoneMatch),
            languages: request.languages, network: request.network, isPrivate: request.isPrivate)
    }

    /// The bytes of a bearer (RFC 6750 section 2.1).
    private static func token(
        _ authorization: [String], _ access: APIAccess
    ) throws(APIProblem) -> [UInt8]? {
        if authorization.isEmpty, access == .anyone { return nil }
        let words = authorization.flatMap { $0.split(separator: " ") }
        guard authorization.count == 1, words.count == 2, words[0].lowercased() == "bearer",
            let token = JSONValue.text(String(words[1])).token
        else { throw APIProblem(.needsBearer) }
        return token
    }

    private static func path(
        _ parameters: PathParameters, _ route: APIRoute
    ) throws(APIProblem) -> APIFields {
        var object = JSONObject()
        for name in route.parameterNames {
            guard let text = try? parameters.value(name, { $0 }) else {
                throw APIProblem(.badField, field: name)
            }
            object[name] = .text(text)
            try parameter(name).check(.text(text), as: name)
        }
        return APIFields(object)
    }

    private static func query(
        _ text: String, _ route: APIRoute
    ) throws(APIProblem) -> APIFields {
        guard let query = try? HTTPQuery(text) else { throw APIProblem(.badField) }
        var object = JSONObject()
        for field in route.query {
            guard let value = try? query.text(field.name) else {
                guard !query.contains(field.name), !field.isRequired else {
                    throw APIProblem(.badField, field: field.name)
                }
                continue
            }
            let read = field.shape.value(ofQuery: value)
            try field.shape.check(read, as: field.name)
            object[field.name] = read
        }
        return APIFields(object)
    }

    private static func body(
        _ bytes: [UInt8], _ route: APIRoute
    ) throws(APIProblem) -> APIFields {
        guard let fields = route.body else { return APIFields(JSONObject()) }
        let value = try? JSONValue(
            bytes, depthMax: APILimits.bodyDepthMax, fieldsMax: APILimits.bodyFieldsMax)
        guard case .object(let object) = value else { throw APIProblem(.bodyNotJSON) }
        try Shape.object(fields).check(.object(object), as: nil)
        try route.needs?.check(object)
        return APIFields(object)
    }
}
