import Documents
import HTTP

/// What the document says of one operation.
extension OpenAPI {
    static func operation(_ route: APIRoute, tag: String) -> JSONObject {
        var object: JSONObject = [
            "operationId": .text(route.operation.rawValue), "summary": .text(route.summary),
            "description": .text(description(route)), "tags": [.text(tag)],
            "security": route.access.schemes,
        ]
        let quotas = route.quotas + route.mailQuotas
        if !quotas.isEmpty {
            let most = quotas.map {
                (name: $0.rawValue, value: JSONValue.integer(Int64($0.max)))
            }
            object["x-limits"] = .object(JSONObject(distinct: most))
        }
        let parameters = parameters(route)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        if let fields = route.body {
            var schema = Shape.schema(of: fields)
            schema["maxProperties"] = .integer(Int64(APILimits.bodyFieldsMax))
            for rule in route.needs?.schema.fields ?? [] { schema[rule.name] = rule.value }
            object["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": .object(schema)]],
            ]
        }
        object["responses"] = .object(responses(route))
        return object
    }

    private static func description(_ route: APIRoute) -> String {
        var words = route.access.words
        if !route.problems.isEmpty {
            let own = route.problems.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            words += " May not be done because of: \(own)."
        }
        if !route.quotas.isEmpty {
            let most = route.quotas.map { "\(counted($0)) (`\($0.problem.rawValue)`)" }
            words += " At most: " + most.joined(separator: "; ") + "."
        }
        if !route.mailQuotas.isEmpty {
            let most = route.mailQuotas.map(counted).joined(separator: "; ")
            words += " Mails, at most: \(most); beyond that none goes, and nothing is said."
        }
        return words
    }

    private static func counted(_ quota: APIQuota) -> String { "\(quota.max) \(quota.words)" }

    private static func parameters(_ route: APIRoute) -> [JSONValue] {
        let path = route.parameterNames.map { name in
            parameter(.required(name, APITable.parameter(name)), in: "path")
        }
        let query = route.query.map { parameter($0, in: "query") }
        let conditions: [JSONValue] = [
            route.needsMatch ? condition("If-Match", "the `ETag` of what is to be changed") : nil,
            route.hasTag ? condition("If-None-Match", "the `ETag` of what is known") : nil,
        ].filter { $0 != nil }
        return path + query + conditions
    }

    private static func parameter(_ field: Shape.Field, in place: String) -> JSONValue {
        var object: JSONObject = [
            "name": .text(field.name), "in": .text(place), "required": .truth(field.isRequired),
            "schema": field.shape.schema,
        ]
        object["description"] = field.note.map { .text($0) }
        return .object(object)
    }

    private static func condition(_ name: String, _ note: String) -> JSONValue {
        [
            "name": .text(name), "in": "header", "required": .truth(name == "If-Match"),
            "schema": ["type": "string"], "description": .text(note),
        ]
    }

    private static func responses(_ route: APIRoute) -> JSONObject {
        var responses = JSONObject()
        for (status, content) in route.answers {
            responses["\(status.rawValue)"] = .object(answer(route, status, content))
        }
        for status in Set(route.allProblems.map(\.status.rawValue)).sorted() {
            responses["\(status)"] = ["$ref": "#/components/responses/\(status)"]
        }
        return responses
    }

    private static func answer(
        _ route: APIRoute, _ status: HTTPStatus, _ content: APIContent
    ) -> JSONObject {
        var object: JSONObject = ["description": .text(status.reason)]
        switch content {
        case .nothing: break
        case .json(let shape):
            object["content"] = ["application/json": ["schema": shape.schema]]
        case .table: object["content"] = ["text/csv": ["schema": ["type": "string"]]]
        }
        if route.hasTag {
            object["headers"] = ["ETag": ["required": true, "schema": ["type": "string"]]]
        }
        if !route.links.isEmpty, status != .notModified {
            let links = route.links.map { link in
                let parameters = JSONObject(
                    distinct: link.parameters.map { ($0.name, .text($0.expression)) })
                let value: JSONValue = [
                    "operationId": .text(link.operation.rawValue),
                    "parameters": .object(parameters),
                ]
                return (name: link.operation.rawValue, value: value)
            }
            object["links"] = .object(JSONObject(distinct: links))
        }
        return object
    }
}

extension APIAccess {
    fileprivate var words: String {
        switch self {
        case .anyone: "Anybody may ask."
        case .device: "Asked with the token of a device, whether or not it is signed in."
        case .account: "Asked with a token of the account, also that of a program."
        case .full: "Asked with the token of a device of the account."
        case .fresh:
            "Asked with the token of a device of the account that has shown within the last five "
                + "minutes who holds it: `signIn`, from a device that is signed in, does that."
        }
    }

    fileprivate var schemes: JSONValue {
        switch self {
        case .anyone: [[:], ["device": []]]
        case .device, .full, .fresh: [["device": []]]
        case .account: [["device": []], ["program": []]]
        }
    }
}
