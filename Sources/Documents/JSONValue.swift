/// A value of JSON (RFC 8259) as a tree, for what is small and comes rarely; messages of clients
/// have a reader and a writer that cost less (`Wire`).
package enum JSONValue: Hashable, Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case text(String)
    /// A whole number, however it was written: 1, 1.0 and 10e-1 are the same.
    case integer(Int64)
    /// A number that is no whole one, or too large for that.
    case fraction(Double)
    case truth(Bool)
    case nothing

    /// A field of an object; nil if there is none, or this is no object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name]
    }

    package var string: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    package var truth: Bool? {
        guard case .truth(let isTrue) = self else { return nil }
        return isTrue
    }
}

/// The fields of an object in their order; no two have the same name.
package struct JSONObject: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var value: JSONValue
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// - Parameter fields: no two have the same name.
    package init(distinct fields: [(name: String, value: JSONValue)]) {
        precondition(Set(fields.map(\.name)).count == fields.count, "a name stands once")
        self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    }

    /// The value of a field. One that is new comes behind the others; nil takes a field away.
    package subscript(name: String) -> JSONValue? {
        get { fields.first { $0.name == name }?.value }
        set {
            let place = fields.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (nil, let value?): fields.append(Field(name: name, value: value))
            case (let place?, nil): fields.remove(at: place)
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, JSONValue)...) { self.init(distinct: fields) }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
    package init(booleanLiteral isTrue: Bool) { self = .truth(isTrue) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(nilLiteral: ()) { self = .nothing }

    package init(dictionaryLiteral fields: (String, JSONValue)...) {
        self = .object(JSONObject(distinct: fields))
    }
}
