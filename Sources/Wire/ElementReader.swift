package import Documents

/// A reader of what `ElementWriter` writes. Every count and number is checked against its limit, so
/// that what comes out can be used without further care.
package struct ElementReader {
    package var json: JSONReader
    /// The texts of a log record; nil in messages.
    var textsApart: [String]?

    init(_ json: JSONReader, textsApart: [String]? = nil) {
        self.json = json
        self.textsApart = textsApart
    }

    package func unexpected() -> WireError { .unexpected(at: json.position) }

    package mutating func next() throws(WireError) { try json.nextPosition() }

    /// Reads an integer after a comma.
    package mutating func nextInteger<Number: FixedWidthInteger>(
        as type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        try json.nextPosition()
        return try json.integer(as: type)
    }

    /// Reads an integer after a comma that stands for a case of an enumeration.
    package mutating func nextCase<Value: RawRepresentable>(
        of type: Value.Type = Value.self
    ) throws(WireError) -> Value where Value.RawValue: FixedWidthInteger {
        guard let value = Value(rawValue: try nextInteger()) else { throw unexpected() }
        return value
    }

    package mutating func text() throws(WireError) -> String {
        guard let textsApart else { return try json.string() }
        let index = try json.integer(as: Int.self)
        guard textsApart.indices.contains(index) else { throw unexpected() }
        return textsApart[index]
    }

    package mutating func textOrNull() throws(WireError) -> String? {
        try json.isNull() ? nil : try text()
    }

    package mutating func identifier() throws(WireError) -> Identifier128 {
        let digits = try json.utf8()
        guard let id = Identifier128(digits: digits.span) else { throw unexpected() }
        return id
    }

    package mutating func identifierOrNull() throws(WireError) -> Identifier128? {
        try json.isNull() ? nil : try identifier()
    }

    mutating func epoch() throws(WireError) -> Epoch {
        let digits = try json.utf8()
        guard let epoch = Epoch(digits: digits.span) else { throw unexpected() }
        return epoch
    }

    /// Reads a token; nil for a string that is none.
    mutating func token() throws(WireError) -> Token? {
        let digits = try json.utf8()
        return Token(digits: digits.span)
    }

    /// Reads a proof; nil for a string that is none.
    mutating func proof() throws(WireError) -> PositionProof? {
        let digits = try json.utf8()
        return PositionProof(digits: digits.span)
    }

    package mutating func code() throws(WireError) -> JoinCode? {
        if try json.isNull() { return nil }
        guard let code = JoinCode(try json.string()) else { throw unexpected() }
        return code
    }

    /// Reads an array of positional arrays; `element` reads the positions it knows.
    package mutating func list<Element>(
        countMax: Int, _ element: (inout ElementReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        try array(countMax: countMax) { reader throws(WireError) in
            try reader.json.beginPositions()
            let value = try element(&reader)
            try reader.json.endPositions()
            return value
        }
    }

    /// Reads an array of at most `countMax` values; `element` must consume one.
    package mutating func array<Element>(
        countMax: Int, _ element: (inout ElementReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        var elements: [Element] = []
        try json.beginArray()
        while try json.hasElement() {
            guard elements.count < countMax else { throw .tooMany(at: json.position) }
            elements.append(try element(&self))
        }
        return elements
    }

    /// Reads an object; `field` must consume the value of the name it is given.
    mutating func object(
        _ field: (inout ElementReader, JSONWord) throws(WireError) -> Void
    ) throws(WireError) {
        try json.beginObject()
        while let name = try json.nextField() { try field(&self, name) }
    }

    /// Reads an object in which a field that is null says as much as one that isn't there.
    package mutating func fields(
        _ field: (inout ElementReader, JSONWord) throws(WireError) -> Void
    ) throws(WireError) {
        try object { reader, name throws(WireError) in
            if try !reader.json.isNull() { try field(&reader, name) }
        }
    }
}
