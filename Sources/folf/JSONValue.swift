import Documents

/// JSON for other programs (RFC 8259), on one line.
enum JSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init(_ number: (some BinaryInteger)?) {
        self = number.map { .integer(Int64(clamping: $0)) } ?? .null
    }

    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .string(let value): JSONText.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let fields):
            "{"
                + fields.map { JSONText.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
        }
    }
}
