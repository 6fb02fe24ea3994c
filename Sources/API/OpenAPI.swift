import Documents
import HTTP

/// The table as an OpenAPI document (version 3.1.0), for people and for their tools.
enum OpenAPI {
    static var document: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Folf Sync", "version": "1", "summary": "Scores of disc golf",
                "description": .text(description),
                "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "tags": .array(
                APITable.groups.map { group in
                    ["name": .text(group.name), "description": .text(group.description)]
                }),
            "paths": .object(paths), "components": components,
        ]
    }

    private static let description = """
        What isn't played: accounts, devices, friends, invitations; and games to be read by \
        programs. Games are played over a WebSocket, see Protocol.md.

        Bodies are JSON in UTF-8, of at most \(APILimits.bodyBytesMax) bytes. Limits on texts with \
        other signs than ASCII are of their bytes (`x-bytes-max`). Fields that one side doesn't \
        know are passed over, and others may be added at any time; nothing changes its meaning. \
        What isn't done is told as a problem (RFC 9457): go by `code` or `name`. Whatever creates \
        something has an id that the caller makes, 128 random bits: sent again after a lost answer \
        it does nothing twice. Lists are told in pages; `next` of one is `after` of the next. \
        Answers aren't to be kept. Who is asked to come again is told when, in `Retry-After`.
        """

    private static var paths: JSONObject {
        var paths = JSONObject()
        for group in APITable.groups {
            for route in group.routes {
                var path: JSONObject = [:]
                if case .object(let known) = paths[route.path] { path = known }
                path[route.method.rawValue.lowercased()] = .object(
                    operation(route, tag: group.name))
                paths[route.path] = .object(path)
            }
        }
        return paths
    }

    private static var components: JSONValue {
        var schemas: [String: JSONValue] = [:]
        problem.collect(into: &schemas)
        for route in APITable.routes {
            for (_, content) in route.answers {
                if case .json(let shape) = content { shape.collect(into: &schemas) }
            }
            let names = route.parameterNames
            for name in names { APITable.parameter(name).collect(into: &schemas) }
            for field in route.query + (route.body ?? []) { field.shape.collect(into: &schemas) }
        }
        let sorted = schemas.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return [
            "schemas": .object(JSONObject(distinct: sorted)), "responses": .object(refusals),
            "securitySchemes": ["device": device, "program": program],
        ]
    }

    /// An answer for each status that a problem of any operation has.
    private static var refusals: JSONObject {
        let all = Set(APITable.routes.flatMap(\.allProblems))
        let byStatus = Dictionary(grouping: all, by: \.status.rawValue)
        return JSONObject(
            distinct: byStatus.sorted { $0.key < $1.key }.map { status, problems in
                ("\(status)", .object(refusal(problems.sorted { $0.number < $1.number })))
            })
    }

    private static func refusal(_ problems: [HTTPProblem.Terms]) -> JSONObject {
        let names = problems.map { "`\($0.name)` (\($0.number))" }
        var object: JSONObject = [
            "description": .text(names.joined(separator: ", ")),
            "content": ["application/problem+json": ["schema": problem.schema]],
        ]
        let status = problems[0].status
        if status == .unauthorized {
            object["headers"] = [
                "WWW-Authenticate": ["required": true, "schema": ["type": "string"]]
            ]
        } else if status == .tooManyRequests || status == .serviceUnavailable {
            object["headers"] = ["Retry-After": ["schema": ["type": "integer"]]]
        }
        return object
    }

    private static let device: JSONValue = [
        "type": "http", "scheme": "bearer", "bearerFormat": "64 hexadecimal digits",
        "description": .text(
            "The token that a device has drawn. It says who plays there, and is good for an "
                + "account once it is signed in."),
    ]

    private static let program: JSONValue = [
        "type": "http", "scheme": "bearer", "bearerFormat": "64 hexadecimal digits",
        "description": .text(
            "A token that a program has drawn and the account's owner has let in (`addToken`). It "
                + "can only read."),
    ]

    static let problem = Shape.named(
        "Problem",
        .object([
            .required("type", .name, "a reference to the list of all problems"),
            .required("title", .name), .required("status", .integer(400...599)),
            .required("detail", .text(bytes: 1...256), "a sentence for people"),
            .required("code", .integer(400...499), "a number that never changes its meaning"),
            .required("name", .name, "a word that never changes its meaning"),
            .optional("field", .text(bytes: 1...256), "the part of the call that is wrong"),
            .optional("retry_ms", .time, "when to try again"),
        ]))
}
