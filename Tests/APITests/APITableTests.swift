import API
import Documents
import HTTP
import Testing

@Suite("The table of the API")
struct APITableTests {
    @Test("Each operation has one route, each name in a path a shape, and no two share a place")
    func routes() {
        #expect(Set(APITable.routes.map(\.operation)) == Set(APIOperation.allCases))
        #expect(APITable.routes.count == APIOperation.allCases.count)
        for route in APITable.routes {
            for name in route.parameterNames { _ = APITable.parameter(name) }
        }
        // Removing one device or all others is told apart by the query.
        let places = Set(APITable.routes.map { "\($0.method) \($0.path)" })
        #expect(places.count == APITable.routes.count)
    }

    @Test("Only what is read is open to all; nothing that changes something is open to programs")
    func access() {
        for route in APITable.routes where route.method != .get && route.operation != .signOut {
            #expect(route.access != .account, "\(route.operation)")
        }
        let open = APITable.routes.filter { $0.access == .anyone && $0.method != .get }
        #expect(Set(open.map(\.operation)) == [.suggest, .sendMail, .passkeyChallenge])
    }

    @Test("Names that belong to one shape belong to no other")
    func names() {
        var shapes: [String: Shape] = [:]
        for route in APITable.routes {
            for (_, content) in route.answers {
                if case .json(let shape) = content { shape.collect(into: &shapes) }
            }
            for field in route.query + (route.body ?? []) { field.shape.collect(into: &shapes) }
        }
        #expect(shapes.count > 10)
    }

    @Test("All problems have numbers and names of their own, of 400 to 499")
    func problems() {
        let all = APITable.problems
        #expect(Set(all.map(\.number)).count == all.count)
        #expect(Set(all.map(\.name)).count == all.count)
        for terms in all {
            #expect((400...499).contains(terms.number) && terms.status.rawValue >= 400)
            #expect(terms.sentence.hasSuffix(".") && !terms.sentence.contains("\""))
            // Whoever sees the number of a status means that status.
            if let status = HTTPStatus(rawValue: terms.number) { #expect(status == terms.status) }
        }
    }

    @Test("A problem says what is wrong, where, and when to come again")
    func problem() throws {
        let answer = APIAnswer(
            APIProblem(.tooManyTries, field: "password", retryMilliseconds: 1_500))
        #expect(answer.status == .tooManyRequests)
        #expect(
            answer.headers == [
                HTTPHeader("Content-Type", "application/problem+json"),
                HTTPHeader("Retry-After", "2"),
            ])
        #expect(
            String(decoding: answer.body ?? [], as: UTF8.self) == """
                {"type":"/api/v1/problems#too_many_tries","title":"Too Many Requests",\
                "status":429,"detail":"Too many wrong tries. Wait a while.","code":458,\
                "name":"too_many_tries","field":"password","retry_ms":1500}

                """)
        let bare = APIAnswer(APIProblem(.notSignedIn))
        #expect(bare.headers.contains(HTTPHeader("WWW-Authenticate", "Bearer")))
        #expect(try JSONValue(bare.body ?? [])["field"] == nil)
        #expect(APIAnswer(APIProblem(.notFound)).status == .notFound)
    }
}

extension Shape {
    fileprivate func collect(into shapes: inout [String: Shape]) {
        switch self {
        case .named(let name, let shape):
            #expect(shapes[name] ?? shape == shape, "\(name)")
            shapes[name] = shape
            shape.collect(into: &shapes)
        case .array(let shape, _): shape.collect(into: &shapes)
        case .object(let fields): for field in fields { field.shape.collect(into: &shapes) }
        default: break
        }
    }
}
