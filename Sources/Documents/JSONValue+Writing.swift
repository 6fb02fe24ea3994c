extension JSONValue {
    /// The value as JSON on one line without blanks, fields in their order.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (place, field) in object.fields.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += JSONText.quoted(field.name).utf8
                bytes.append(UInt8(ascii: ":"))
                field.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .text(let text): bytes += JSONText.quoted(text).utf8
        case .integer(let number): bytes += String(number).utf8
        // As JavaScript does it: JSON has no word for infinity.
        case .fraction(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
        case .truth(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .nothing: bytes += "null".utf8
        }
    }
}
