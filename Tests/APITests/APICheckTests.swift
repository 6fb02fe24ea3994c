import API
import Documents
import HTTP
import Testing

@Suite("What a call has to look like")
struct APICheckTests {
    private static let bearer = "Bearer " + String(repeating: "0a", count: 32)

    /// A call all of whose parts are as small as they may be, or as large.
    private static func request(
        _ route: APIRoute, isLarge: Bool = false, authorization: [String]? = nil,
        path: [String: JSONValue] = [:], query: [String: JSONValue] = [:],
        body: [UInt8]? = nil, ifMatch: [String] = ["*"]
    ) -> APIRequest {
        let place = isLarge ? 1 : 0
        var parameters = PathParameters()
        for name in route.parameterNames {
            let value = path[name] ?? APITable.parameter(name).samples[place]
            parameters.add(name, encoded(value))
        }
        let fields = route.query.filter { isLarge || $0.isRequired || query[$0.name] != nil }
        let pairs = fields.map { field in
            let value = query[field.name] ?? field.shape.samples.last!
            return field.name + "=" + encoded(value)
        }
        let own = sampleBody(of: route, isLarge: isLarge)?.bytes ?? []
        return APIRequest(
            route.operation, parameters: parameters, query: pairs.joined(separator: "&"),
            body: body ?? own, authorization: authorization ?? [bearer], ifMatch: ifMatch,
            network: Identifier128(high: 0, low: 0), isPrivate: true)
    }

    /// A body as small as it may be, or as large.
    private static func sampleBody(of route: APIRoute, isLarge: Bool) -> JSONValue? {
        guard let fields = route.body else { return nil }
        let samples = Shape.object(fields).samples
        guard case .object(var body) = samples[isLarge ? 1 : 0], let needs = route.needs else {
            return samples[isLarge ? 1 : 0]
        }
        switch needs {
        case .oneOrMore(let names): if !isLarge { body[names[0]] = samples[1][names[0]] }
        case .justOne(let names, _, let by):
            for name in names { body[name] = nil }
            body[names[0]] = samples[1][names[0]]
            if let by = by.first { body[by] = samples[1][by] }
        }
        return .object(body)
    }

    private static func encoded(_ value: JSONValue) -> Substring {
        let text = value.string ?? String(decoding: value.bytes, as: UTF8.self)
        let digits = text.utf8.flatMap { byte -> [UInt8] in
            var digits = Array("%".utf8)
            Hexadecimal.append(UInt64(byte), digits: 2, to: &digits)
            return digits
        }
        return Substring(String(decoding: digits, as: UTF8.self))
    }

    private static func problem(_ request: APIRequest) -> APIProblem? {
        do throws(APIProblem) {
            _ = try APITable.check(request)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "The smallest and the largest call of each operation is taken",
        arguments: APIOperation.allCases)
    func taken(operation: APIOperation) throws {
        let route = APITable.route(operation)
        for isLarge in [false, true] {
            let request = Self.request(route, isLarge: isLarge)
            let call = try APITable.check(request)
            #expect(call.operation == operation)
            #expect(call.token?.count == 32)
            for field in (route.body ?? []) where isLarge || field.isRequired {
                #expect(
                    call.body[field.name]
                        == Self.sampleBody(of: route, isLarge: isLarge)?[field.name])
            }
            for field in route.query where isLarge || field.isRequired {
                #expect(call.query[field.name] == field.shape.samples.last)
            }
            for name in route.parameterNames {
                #expect(call.path[name] == APITable.parameter(name).samples[isLarge ? 1 : 0])
            }
        }
    }

    @Test("Whatever part of a body hasn't its form is named", arguments: APIOperation.allCases)
    func bodies(operation: APIOperation) {
        let route = APITable.route(operation)
        guard let fields = route.body else { return }
        for (value, field) in Shape.object(fields).faults(as: "") {
            guard case .object = value else { continue }
            let problem = Self.problem(Self.request(route, body: value.bytes))
            let expected = APIProblem(.badField, field: String(field.dropFirst()))
            #expect(problem == expected, "\(String(decoding: value.bytes, as: UTF8.self))")
        }
        for text in ["", "[]", "1", "{", "{\"a\":1,\"a\":1}", "\u{FEFF}{}", "{}{}"] {
            #expect(
                Self.problem(Self.request(route, body: Array(text.utf8)))
                    == APIProblem(.bodyNotJSON))
        }
    }

    @Test("Whoever signs in brings just one proof, and says whose it is where that doesn't show")
    func oneProof() throws {
        let route = APITable.route(.signIn)
        let token = String(repeating: "0a", count: 16)
        func problem(_ body: JSONValue) -> String? {
            Self.problem(Self.request(route, body: body.bytes)).map { $0.field ?? "" }
        }
        #expect(problem([:]) == "password")
        #expect(problem(["handle": "anna", "password": "x", "mail": "y"]) == "password")
        #expect(problem(["password": "x"]) == "handle")
        #expect(problem(["recovery_code": "x"]) == "handle")
        #expect(problem(["password": "x", "email": "a@b"]) == nil)
        #expect(problem(["recovery_code": "x", "handle": "anna"]) == nil)
        #expect(problem(["link": .text(token)]) == nil)
        #expect(problem(["mail": "y"]) == nil)
    }

    @Test("Whoever signs up brings a way to come back")
    func wayBack() {
        let route = APITable.route(.signUp)
        var body: JSONObject = ["handle": "anna", "name": "Anna", "age": 0]
        #expect(
            Self.problem(Self.request(route, body: JSONValue.object(body).bytes))
                == APIProblem(.badField, field: "password"))
        body["password"] = "x"
        #expect(Self.problem(Self.request(route, body: JSONValue.object(body).bytes)) == nil)
    }

    @Test("What isn't the text of whole bytes is no base64url")
    func base64url() {
        let route = APITable.route(.removePasskey)
        for text in ["A", "AAAAA", "AB", "AAB", "AA=", "A A"] {
            #expect(
                Self.problem(Self.request(route, path: ["credential": .text(text)]))
                    == APIProblem(.badField, field: "credential"), "\(text)")
        }
        for text in ["AA", "AQ", "AAE", "AAAA", "_-_-", "AAAAAA"] {
            #expect(
                Self.problem(Self.request(route, path: ["credential": .text(text)])) == nil,
                "\(text)")
        }
    }

    @Test("A name shows something, for people as for games")
    func visibleNames() {
        let blanks = [" ", "   ", "\u{A0}", "\u{200B}\u{2060}", "\u{2800}", "\u{3164}", "\u{FEFF}"]
        for operation in [APIOperation.signUp, .changeMe, .createGame] {
            let route = APITable.route(operation)
            guard case .object(var body) = Self.sampleBody(of: route, isLarge: true) else { return }
            for text in blanks {
                body["name"] = .text(text)
                let problem = Self.problem(Self.request(route, body: JSONValue.object(body).bytes))
                #expect(problem == APIProblem(.badField, field: "name"), "\(operation)")
            }
            body["name"] = " \u{200B}Þ "
            #expect(Self.problem(Self.request(route, body: JSONValue.object(body).bytes)) == nil)
        }
    }

    @Test("A history goes on behind the number of an event, and behind nothing else")
    func historyPages() throws {
        let route = APITable.route(.gameHistory)
        for text in ["x", "-1", "1.5", "9007199254740992", "18446744073709551615"] {
            #expect(
                Self.problem(Self.request(route, query: ["after": .text(text)]))
                    == APIProblem(.badField, field: "after"), "\(text)")
        }
        let call = try APITable.check(Self.request(route, query: ["after": 7]))
        #expect(call.query["after"] == 7)
    }

    @Test("Whatever part of an address hasn't its form is named", arguments: APIOperation.allCases)
    func addresses(operation: APIOperation) {
        let route = APITable.route(operation)
        for name in route.parameterNames {
            for (value, _) in APITable.parameter(name).faults(as: name) {
                guard case .text = value else { continue }
                let problem = Self.problem(Self.request(route, path: [name: value]))
                #expect(problem == APIProblem(.badField, field: name), "\(value)")
            }
        }
        for field in route.query {
            for (value, _) in field.shape.faults(as: field.name) {
                guard value.string != nil || value.integer != nil else { continue }
                let problem = Self.problem(Self.request(route, query: [field.name: value]))
                #expect(problem == APIProblem(.badField, field: field.name), "\(value)")
            }
        }
    }

    @Test("Numbers of a query are digits and nothing else")
    func queryNumbers() throws {
        let route = APITable.route(.games)
        let call = try APITable.check(Self.request(route, query: ["limit": 7]))
        #expect(call.query["limit"]?.integer == 7)
        for text in ["", "07", "+7", " 7", "7.0", "7e0", "-7", "0", "101"] {
            let problem = Self.problem(Self.request(route, query: ["limit": .text(text)]))
            #expect(problem == APIProblem(.badField, field: "limit"), "\(text)")
        }
    }

    @Test(
        "Each operation that needs a bearer says so, and a bad one is taken nowhere",
        arguments: APIOperation.allCases)
    func bearers(operation: APIOperation) throws {
        let route = APITable.route(operation)
        let none = Self.request(route, authorization: [])
        if route.access == .anyone {
            #expect(try APITable.check(none).token == nil)
        } else {
            #expect(Self.problem(none) == APIProblem(.needsBearer))
        }
        let digits = String(repeating: "0a", count: 32)
        let bad = [
            [""], [digits], ["Bearer"], ["Bearer "], ["Bearer " + digits.dropLast()],
            ["Bearer " + digits + "0"], ["Bearer " + digits + " x"], ["Basic " + digits],
            ["Bearer " + String(repeating: "0g", count: 32)], [Self.bearer, Self.bearer],
        ]
        for authorization in bad {
            let problem = Self.problem(Self.request(route, authorization: authorization))
            #expect(problem == APIProblem(.needsBearer), "\(authorization)")
        }
        for authorization in ["bearer " + digits, "BEARER  " + digits.uppercased()] {
            let request = Self.request(route, authorization: [authorization])
            #expect(try APITable.check(request).token == Array(repeating: 10, count: 32))
        }
    }

    @Test("A change of what others may have changed says which version it is based on")
    func versions() throws {
        let route = APITable.route(.changeMe)
        #expect(
            Self.problem(Self.request(route, ifMatch: [])) == APIProblem(.preconditionRequired))
        let call = try APITable.check(Self.request(route, ifMatch: ["\"7\""]))
        #expect(call.expected?.isMet(by: HTTPEntityTag("7")) == true)
        #expect(call.expected?.isMet(by: HTTPEntityTag("8")) == false)
    }

    @Test("Fields that nobody knows are passed over, but there may not be any number of them")
    func others() throws {
        let route = APITable.route(.erase)
        func body(_ count: Int) -> [UInt8] {
            let others = (1..<count).map { ("x\($0)", JSONValue.integer(1)) }
            return JSONValue.object(JSONObject(distinct: [("handle", "anna")] + others)).bytes
        }
        let call = try APITable.check(Self.request(route, body: body(64)))
        #expect(try call.body.value("handle", \.string) == "anna")
        #expect(Self.problem(Self.request(route, body: body(65))) == APIProblem(.bodyNotJSON))
        #expect(throws: APIProblem(.badField, field: "name")) {
            try call.body.value("name", \.string)
        }
    }

    @Test("What can't be decoded is refused")
    func encodings() {
        var parameters = PathParameters()
        parameters.add("handle", "a%FFb")
        let request = APIRequest(
            .handle, parameters: parameters, network: Identifier128(high: 0, low: 0),
            isPrivate: true)
        #expect(Self.problem(request) == APIProblem(.badField, field: "handle"))
        for query in ["name=%", "name=a&name=b", "name=%FF", "", "nam=x", "name"] {
            let request = APIRequest(
                .suggestHandle, query: query, network: Identifier128(high: 0, low: 0),
                isPrivate: true)
            #expect(Self.problem(request)?.terms == APIProblem.Kind.badField.terms, "\(query)")
        }
    }
}
