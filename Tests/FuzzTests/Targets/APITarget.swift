import Documents

@testable import API
@testable import HTTP

/// An operation and a byte of choice (bearer, `If-Match`), then the parts of the path with slashes
/// between, a zero, the query, a zero, and the body. A call is taken if the document allows it, and
/// refused if it doesn't, which is found out by a reader of the document that knows no shapes; what
/// it is refused for stands in the document too.
enum APITarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        guard input.count >= 2 else { return }
        let route = APITable.routes[Int(input[0]) % APITable.routes.count]
        let parts = input[2...].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        let body = parts.count > 2 ? Array(parts[2]) : []
        let request = request(
            route, choice: input[1], path: texts[0], query: texts.count > 1 ? texts[1] : "", body)
        switch Result(catching: { () throws(APIProblem) in try APITable.check(request) }) {
        case .success(let call): try isRight(call, for: route)
        case .failure(let problem): try isRight(problem, for: route, body)
        }
        try isRight(APITable.constantAnswer(to: request), for: route)
    }

    private static func request(
        _ route: APIRoute, choice: UInt8, path: String, query: String, _ body: [UInt8]
    ) -> APIRequest {
        var parameters = PathParameters()
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (place, name) in route.parameterNames.enumerated() {
            parameters.add(name, place < segments.count ? segments[place] : "")
        }
        let digits = String(repeating: "0a", count: 32)
        let bearers = [["Bearer " + digits], [], ["Bearer " + path], ["bearer  " + digits]]
        return APIRequest(
            route.operation, parameters: parameters, query: query, body: body,
            authorization: bearers[Int(choice & 3)], ifMatch: choice & 4 == 0 ? ["*"] : [],
            network: Identifier128(high: 0, low: 0), isPrivate: choice & 8 == 0)
    }

    private static func isRight(_ call: APICall, for route: APIRoute) throws(Finding) {
        try expect(call.token?.count ?? 32 == 32, "a token of another length")
        try expect(call.token != nil || route.access == .anyone, "nobody is let in")
        for name in route.parameterNames {
            let schema = APITable.parameter(name).schema
            try expect(
                call.path[name].map { APIDocument.allows($0, schema) } ?? false, "path: \(name)")
        }
        for field in route.query {
            let value = call.query[field.name]
            try expect(value != nil || !field.isRequired, "query: no \(field.name)")
            try expect(
                value.map { APIDocument.allows($0, field.shape.schema) } ?? true,
                "query: \(field.name)")
        }
        guard let schema = APIDocument.body(of: route) else { return }
        var body = JSONObject()
        for field in route.body ?? [] { body[field.name] = call.body[field.name] }
        try expect(APIDocument.allows(.object(body), schema), "a body that isn't allowed is taken")
    }

    private static func isRight(
        _ problem: APIProblem, for route: APIRoute, _ body: [UInt8]
    ) throws(Finding) {
        try expect(route.promises(APIAnswer(problem)), "a problem that the document hasn't")
        guard problem.terms == APIProblem.Kind.badField.terms, let field = problem.field else {
            return
        }
        let name = String(field.prefix { $0 != "." })
        let others = route.parameterNames + route.query.map(\.name)
        if others.contains(name) { return }
        try expect(route.body?.contains { $0.name == name } ?? false, "it has no \(name)")
        let value = try? JSONValue(
            body, depthMax: APILimits.bodyDepthMax, fieldsMax: APILimits.bodyFieldsMax)
        guard let value, let schema = APIDocument.body(of: route) else { return }
        try expect(!APIDocument.allows(value, schema), "a body that is allowed is refused: \(name)")
    }

    private static func isRight(_ answer: APIAnswer?, for route: APIRoute) throws(Finding) {
        try expect(route.isConstant == (answer != nil), "what is constant has its answer")
        if let answer { try expect(route.promises(answer), "an answer that the document hasn't") }
    }
}
