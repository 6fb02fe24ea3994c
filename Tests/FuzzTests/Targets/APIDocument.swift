import Documents
import Foundation

@testable import API
@testable import HTTP

/// The API's document as a reader of others understands it: as much of JSON Schema as it uses.
enum APIDocument {
    private static let document: JSONValue = {
        let request = APIRequest(
            .openapi, network: Identifier128(high: 0, low: 0), isPrivate: true)
        let bytes = APITable.constantAnswer(to: request)?.body ?? []
        return (try? JSONValue(bytes, depthMax: 32, fieldsMax: 1_000)) ?? .nothing
    }()

    /// The schema of an operation's body; nil where it takes none.
    static func body(of route: APIRoute) -> JSONValue? {
        let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
        return operation?["requestBody"]?["content"]?["application/json"]?["schema"]
    }

    /// Whether a value is one that a schema describes.
    static func allows(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            let named = document["components"]?["schemas"]?[String(name)]
            guard let named, allows(value, named) else { return false }
        }
        if let words = schema["enum"]?.elements, !words.contains(value) { return false }
        guard hasType(value, schema["type"]?.string) else { return false }
        switch value {
        case .text(let text): guard allows(text, schema) else { return false }
        case .integer(let number):
            guard number >= schema["minimum"]?.integer ?? .min,
                number <= schema["maximum"]?.integer ?? .max
            else { return false }
        case .array(let elements): guard allows(elements, schema) else { return false }
        case .object(let object): guard allows(object, schema) else { return false }
        case .fraction, .truth, .nothing: break
        }
        return allowsOne(value, schema)
    }

    private static func hasType(_ value: JSONValue, _ type: String?) -> Bool {
        switch (type, value) {
        case (nil, _), ("string", .text), ("integer", .integer), ("boolean", .truth),
            ("array", .array), ("object", .object):
            true
        default: false
        }
    }

    private static func allows(_ text: String, _ schema: JSONValue) -> Bool {
        let (signs, bytes) = (Int64(text.unicodeScalars.count), Int64(text.utf8.count))
        guard signs >= schema["minLength"]?.integer ?? 0,
            signs <= schema["maxLength"]?.integer ?? .max,
            bytes <= schema["x-bytes-max"]?.integer ?? .max
        else { return false }
        guard let pattern = schema["pattern"]?.string else { return true }
        // NSRegularExpression's "$" also stands before a last line end; the document's doesn't.
        let whole = NSRange(text.startIndex..., in: text)
        let expression = try? NSRegularExpression(pattern: pattern)
        return expression?.firstMatch(in: text, range: whole)?.range == whole
    }

    private static func allows(_ elements: [JSONValue], _ schema: JSONValue) -> Bool {
        let count = Int64(elements.count)
        guard count >= schema["minItems"]?.integer ?? 0,
            count <= schema["maxItems"]?.integer ?? .max
        else { return false }
        return elements.allSatisfy { allows($0, schema["items"] ?? [:]) }
    }

    private static func allows(_ object: JSONObject, _ schema: JSONValue) -> Bool {
        let required = schema["required"]?.elements?.compactMap(\.string) ?? []
        guard required.allSatisfy({ object[$0] != nil }),
            Int64(object.fields.count) <= schema["maxProperties"]?.integer ?? .max
        else { return false }
        return object.fields.allSatisfy { field in
            schema["properties"]?[field.name].map { allows(field.value, $0) } ?? true
        }
    }

    private static func allowsOne(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let any = schema["anyOf"]?.elements, !any.contains(where: { allows(value, $0) }) {
            return false
        }
        if let one = schema["oneOf"]?.elements, one.filter({ allows(value, $0) }).count != 1 {
            return false
        }
        guard case .object(let dependent) = schema["dependentSchemas"],
            case .object(let object) = value
        else { return true }
        return dependent.fields.allSatisfy { object[$0.name] == nil || allows(value, $0.value) }
    }
}
