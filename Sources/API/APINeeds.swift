package import Documents

/// Which of the fields that may be absent from a body can't all be.
package enum APINeeds: Hashable, Sendable {
    case oneOrMore([String])
    /// One and no more; those that are `named` need one of the fields in `by` as well.
    case justOne([String], named: [String], by: [String])

    /// Throws unless a body has what it needs.
    package func check(_ body: JSONObject) throws(APIProblem) {
        switch self {
        case .oneOrMore(let names):
            guard names.contains(where: { body[$0] != nil }) else {
                throw APIProblem(.badField, field: names[0])
            }
        case .justOne(let names, let named, let by):
            let found = names.filter { body[$0] != nil }
            guard found.count == 1 else { throw APIProblem(.badField, field: names[0]) }
            guard !named.contains(found[0]) || by.contains(where: { body[$0] != nil }) else {
                throw APIProblem(.badField, field: by[0])
            }
        }
    }

    /// What the document says of it (JSON Schema 2020-12).
    var schema: JSONObject {
        switch self {
        case .oneOrMore(let names): ["anyOf": Self.each(of: names)]
        case .justOne(let names, let named, let by):
            [
                "oneOf": Self.each(of: names),
                "dependentSchemas": .object(
                    JSONObject(distinct: named.map { ($0, ["anyOf": Self.each(of: by)]) })),
            ]
        }
    }

    private static func each(of names: [String]) -> JSONValue {
        .array(names.map { ["required": [.text($0)]] })
    }
}
