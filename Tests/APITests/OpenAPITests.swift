import API
import Documents
import Foundation
import HTTP
import Testing

@Suite("The document of the API")
struct OpenAPITests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/openapi.json")

    /// Set to write the file instead of comparing it.
    private static let isWriting =
        ProcessInfo.processInfo.environment["FOLF_WRITE_VECTORS"] == "1"

    private static func constant(
        _ operation: APIOperation, ifNoneMatch: [String] = [], authorization: [String] = []
    ) throws -> APIAnswer {
        let request = APIRequest(
            operation, authorization: authorization, ifNoneMatch: ifNoneMatch,
            network: Identifier128(high: 0, low: 0), isPrivate: true)
        return try #require(APITable.constantAnswer(to: request))
    }

    private static func document() throws -> JSONValue {
        try JSONValue(try constant(.openapi).body ?? [], depthMax: 32, fieldsMax: 1_000)
    }

    @Test("The document is the one of the golden file, so that each change of it is seen")
    func golden() throws {
        let document = try JSONSerialization.jsonObject(
            with: Data(try Self.constant(.openapi).body ?? []))
        let text = try JSONSerialization.data(
            withJSONObject: document,
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        if Self.isWriting { try (text + Data("\n".utf8)).write(to: Self.file) }
        #expect(try Data(contentsOf: Self.file) == text + Data("\n".utf8))
    }

    @Test("Each operation is in it by its name, with whatever may be answered")
    func operations() throws {
        let document = try Self.document()
        for route in APITable.routes {
            let operation = document["paths"]?[route.path]?["\(route.method)".lowercased()]
            #expect(operation?["operationId"]?.string == route.operation.rawValue)
            let responses = try #require(operation?["responses"])
            for (status, _) in route.answers { #expect(responses["\(status.rawValue)"] != nil) }
            for terms in route.allProblems {
                let status = "\(terms.status.rawValue)"
                #expect(responses[status]?["$ref"]?.string == "#/components/responses/\(status)")
                let words = document["components"]?["responses"]?[status]?["description"]?.string
                #expect(words?.contains("`\(terms.name)` (\(terms.number))") == true)
            }
            for kind in route.problems {
                #expect(operation?["description"]?.string?.contains("`\(kind.rawValue)`") == true)
            }
        }
    }

    @Test("Whatever there may only be so many of is told with each operation that adds to it")
    func quotas() throws {
        let document = try Self.document()
        var told: Set<APIQuota> = []
        for route in APITable.routes {
            let operation = document["paths"]?[route.path]?["\(route.method)".lowercased()]
            for quota in route.quotas + route.mailQuotas {
                told.insert(quota)
                #expect(operation?["x-limits"]?[quota.rawValue]?.integer == Int64(quota.max))
                #expect(operation?["description"]?.string?.contains(" \(quota.max) ") == true)
            }
            for quota in route.quotas {
                #expect(route.problems.contains(quota.problem), "\(route.operation): \(quota)")
            }
            #expect(
                !route.problems.contains(.tooMany) || !route.quotas.isEmpty
                    || route.operation == .openLink)
        }
        #expect(told == Set(APIQuota.allCases))
    }

    @Test("Whatever is referred to is there, and links lead to operations that take what they give")
    func references() throws {
        let document = try Self.document()
        var names: Set<String> = []
        func collect(_ value: JSONValue) throws {
            if let reference = value["$ref"]?.string {
                names.insert(String(try #require(reference.split(separator: "/").last)))
            }
            if let operation = value["operationId"]?.string, let given = value["parameters"],
                case .object(let parameters) = given
            {
                let route = APITable.route(try #require(APIOperation(rawValue: operation)))
                let given = parameters.fields.map(\.name)
                #expect(given.starts(with: route.parameterNames))
                #expect(
                    Set(route.query.map(\.name)).isSuperset(
                        of: given.dropFirst(route.parameterNames.count)))
            }
            if case .object(let object) = value {
                for field in object.fields { try collect(field.value) }
            }
            for element in value.elements ?? [] { try collect(element) }
        }
        try collect(document)
        let components = try #require(document["components"])
        for name in names {
            #expect(
                components["schemas"]?[name] != nil || components["responses"]?[name] != nil,
                "\(name)")
        }
    }

    @Test("It is sent once, and again only when another version runs")
    func tags() throws {
        for operation in [APIOperation.openapi, .problems] {
            let first = try Self.constant(operation)
            #expect(first.status == .ok && APITable.route(operation).promises(first))
            let tag = try #require(first.headers.first { $0.name == "ETag" })
            let again = try Self.constant(operation, ifNoneMatch: [tag.value])
            #expect(again == .unchanged(HTTPEntityTag(String(tag.value.dropFirst().dropLast()))))
            #expect(APITable.route(operation).promises(again))
            #expect(try Self.constant(operation, ifNoneMatch: ["\"x\""]) == first)
            #expect(try Self.constant(operation, authorization: ["x"]).status == .unauthorized)
        }
    }

    @Test("An answer that the document doesn't have is told from one that it has")
    func promises() {
        let route = APITable.route(.handle)
        #expect(route.promises(.json(["handle": "anna"])))
        #expect(route.promises(.json(["handle": "anna", "more": 1])))
        #expect(!route.promises(.json(["handle": "a"])))
        #expect(!route.promises(.json([:])) && !route.promises(.nothing))
        #expect(!route.promises(.json(["handle": "anna"], status: .created)))
        #expect(route.promises(APIAnswer(APIProblem(.handleTaken))))
        #expect(!route.promises(APIAnswer(APIProblem(.stale))))
        #expect(APITable.route(.exportTable).promises(.table("a,b\r\n")))
    }

    @Test(
        "What the document says of a text's signs is what is checked",
        arguments: Shape.Pattern.allCases)
    func patterns(pattern: Shape.Pattern) throws {
        guard let text = pattern.expression else { return }
        let expression = try NSRegularExpression(pattern: text)
        let signs = (0...0x2070).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
        var texts = ["", "a", "a@b", "@b", "a@", "a@b@c", "a.b@c.d", "-", "_a", "A1", "🥏"]
        for sign in signs {
            texts += [sign, "a" + sign, "a@" + sign, sign + "@a", "/" + sign, "/a" + sign]
        }
        for text in texts {
            // NSRegularExpression's "$" also stands before a last line end; the document's doesn't.
            let whole = NSRange(text.startIndex..., in: text)
            let found = expression.firstMatch(in: text, range: whole)?.range
            #expect((found == whole) == pattern.admits(text), "\(text.unicodeScalars.map(\.value))")
        }
    }
}
