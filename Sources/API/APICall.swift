package import Documents
package import HTTP

/// A call whose parts all have the form that its route asks for.
package struct APICall: Sendable {
    package let operation: APIOperation
    /// The bearer's 32 bytes; nil where there is none, which only `APIAccess.anyone` allows.
    package let token: [UInt8]?
    package let path: APIFields
    package let query: APIFields
    /// The body's fields; none where there is no body.
    package let body: APIFields
    /// The version that a change is based on; nil if the client doesn't say.
    package let expected: HTTPCondition?
    /// The versions that the client has; nil if it doesn't say.
    package let known: HTTPCondition?
    /// The values of `Accept-Language`.
    package let languages: [String]
    package let network: Identifier128
    package let isPrivate: Bool
}

/// Fields whose form was checked.
package struct APIFields: Hashable, Sendable {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    /// All of them.
    package var json: JSONValue { .object(object) }

    /// The value of a field; nil if there is none.
    package subscript(name: String) -> JSONValue? { object[name] }

    /// The value of a field that has to be there, as `read` understands it.
    package func value<Value>(
        _ name: String, _ read: (JSONValue) -> Value?
    ) throws(APIProblem) -> Value {
        guard let value = object[name].flatMap(read) else {
            throw APIProblem(.badField, field: name)
        }
        return value
    }
}

extension JSONValue {
    /// The id that 32 digits stand for.
    package var identifier: Identifier128? { string.flatMap { Identifier128($0) } }

    /// The 32 bytes of a token that 64 digits stand for.
    package var token: [UInt8]? {
        guard let digits = string.map({ Array($0.utf8) }), digits.count == 64,
            let high = Identifier128(digits: digits.span.extracting(..<32)),
            let low = Identifier128(digits: digits.span.extracting(32...))
        else { return nil }
        return high.bytes + low.bytes
    }
}
