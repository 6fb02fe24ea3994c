/// A value of CBOR (RFC 8949) as authenticators write it: without tags, and everything with its
/// length in front (FIDO CTAP 2.1 section 8). That its form is the shortest isn't insisted on.
enum CBORValue: Hashable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    /// Truth values, nothing, and fractions, which matter to nobody here: the first byte, and the
    /// bits behind it.
    case other(UInt8, UInt64)

    /// Reads bytes that are one value.
    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        var reader = CBORReader(bytes[...])
        self = try reader.value()
        guard reader.rest.isEmpty else { throw .form }
    }

    /// A value of a map; nil if there is none, or this is no map.
    subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let values) = self else { return nil }
        return values[key]
    }

    var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    var isText: Bool {
        if case .text = self { true } else { false }
    }

    var isMap: Bool {
        if case .map = self { true } else { false }
    }
}

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    init(integerLiteral value: Int64) {
        self = value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
    }

    init(stringLiteral text: String) { self = .text(text) }
}
