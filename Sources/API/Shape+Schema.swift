import Documents

/// Shapes as the document has them (JSON Schema 2020-12).
extension Shape {
    /// Shapes that are called by a name wherever they are used.
    private static let scalars: [(name: String, shape: Shape, schema: JSONObject)] = [
        (
            "Id", .id,
            ["type": "string", "pattern": "^[0-9A-Fa-f]{32}$", "description": "128 bits"]
        ),
        (
            "Token", .token,
            [
                "type": "string", "pattern": "^[0-9A-Fa-f]{64}$",
                "description": "256 bits that a device or a program has drawn; keep it secret",
            ]
        ),
        (
            "Time", .time,
            [
                "type": "integer", "minimum": .integer(times.lowerBound),
                "maximum": .integer(times.upperBound), "description": "milliseconds since 1970",
            ]
        ),
    ]

    /// What the document says of the shape.
    var schema: JSONValue {
        switch self {
        case .named(let name, _): Self.reference(to: name)
        case .id: Self.reference(to: "Id")
        case .token: Self.reference(to: "Token")
        case .time: Self.reference(to: "Time")
        case .object(let fields): .object(Self.schema(of: fields))
        case .array(let shape, let count):
            [
                "type": "array", "items": shape.schema,
                "minItems": .integer(Int64(count.lowerBound)),
                "maxItems": .integer(Int64(count.upperBound)),
            ]
        case .text(let bytes, let pattern): .object(Self.schema(of: pattern, bytes))
        case .integer(let range): .object(Self.schema(of: range))
        case .truth: ["type": "boolean"]
        case .choice(let words): ["type": "string", "enum": .array(words.map { .text($0) })]
        }
    }

    private static func reference(to name: String) -> JSONValue {
        ["$ref": "#/components/schemas/\(name)"]
    }

    static func schema(of fields: [Field]) -> JSONObject {
        var properties = JSONObject()
        for field in fields {
            guard case .object(var schema) = field.shape.schema else { continue }
            if let note = field.note { schema["description"] = .text(note) }
            properties[field.name] = .object(schema)
        }
        var object: JSONObject = ["type": "object"]
        if !fields.isEmpty { object["properties"] = .object(properties) }
        let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
        if !required.isEmpty { object["required"] = .array(required) }
        return object
    }

    /// A text's signs are never more than its bytes; but they may be fewer, and then it is the
    /// bytes that count.
    private static func schema(of pattern: Pattern, _ bytes: ClosedRange<Int>) -> JSONObject {
        var object: JSONObject = ["type": "string"]
        if bytes.lowerBound > 0 { object["minLength"] = .integer(Int64(bytes.lowerBound)) }
        object["maxLength"] = .integer(Int64(bytes.upperBound))
        if let expression = pattern.expression { object["pattern"] = .text(expression) }
        if !pattern.isASCII { object["x-bytes-max"] = .integer(Int64(bytes.upperBound)) }
        return object
    }

    private static func schema(of range: ClosedRange<Int64>) -> JSONObject {
        var object: JSONObject = ["type": "integer", "minimum": .integer(range.lowerBound)]
        if range.upperBound < .max { object["maximum"] = .integer(range.upperBound) }
        return object
    }

    /// Adds the schemas of all shapes in this one that have names.
    func collect(into schemas: inout [String: JSONValue]) {
        switch self {
        case .named(let name, let shape):
            guard schemas[name] == nil else { return }
            schemas[name] = shape.schema
            shape.collect(into: &schemas)
        case .array(let shape, _): shape.collect(into: &schemas)
        case .object(let fields): for field in fields { field.shape.collect(into: &schemas) }
        default:
            guard let own = Self.scalars.first(where: { $0.shape == self }) else { return }
            schemas[own.name] = .object(own.schema)
        }
    }
}

extension Shape.Pattern {
    /// The pattern as a regular expression of ECMA-262; nil for any signs.
    package var expression: String? {
        let unseen = "\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069"
        return switch self {
        case .any: nil
        case .line: "^[^\\u0000-\\u001f\(unseen)]*$"
        case .visible:
            "^[^\\u0000-\\u001f\(unseen)]*[^\\u0000-\\u001f\(unseen)\(Self.blankSigns)]"
                + "[^\\u0000-\\u001f\(unseen)]*$"
        case .lines: "^[^\\u0000-\\u0009\\u000b-\\u001f\(unseen)]*$"
        case .handle: "^[A-Za-z][A-Za-z0-9._-]*$"
        case .email: "^[!-?A-~]+@[!-?A-~]+$"
        case .base64url: Self.wholeBytes
        case .hexadecimal: "^[0-9A-Fa-f]*$"
        case .letters: "^[A-Za-z]*$"
        case .way: "^/(?:[!-.0-\\[\\]-~][!-\\[\\]-~]*)?$"
        }
    }

    private static var blankSigns: String {
        func digits(_ sign: UInt32) -> String {
            let text = String(sign, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - text.count) + text
        }
        return blanks.map { range in
            range.count == 1
                ? digits(range.lowerBound)
                : digits(range.lowerBound) + "-" + digits(range.upperBound)
        }.joined()
    }

    /// Whole bytes, and no bit behind them.
    private static var wholeBytes: String {
        let sign = "[A-Za-z0-9_-]"
        let last = "\(sign){4}|\(sign){2}[AEIMQUYcgkosw048]|\(sign)[AQgw]"
        return "^(?:\(sign){4})*(?:\(last))$"
    }

    fileprivate var isASCII: Bool {
        switch self {
        case .any, .line, .visible, .lines: false
        case .handle, .email, .base64url, .hexadecimal, .letters, .way: true
        }
    }
}
