import Documents

/// Reads values of CBOR from the beginning of some bytes. A value costs memory in proportion to its
/// bytes, and a stack in proportion to `depthMax`, whatever lengths it claims to have.
struct CBORReader {
    /// Arrays and maps that lie in each other; authenticators may use four (FIDO CTAP 2.1 section
    /// 8).
    static let depthMax = 8

    /// What isn't read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Takes the value at the beginning.
    mutating func value() throws(PasskeyFault) -> CBORValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(PasskeyFault) -> CBORValue {
        guard depth <= Self.depthMax, let head = rest.popFirst() else { throw .form }
        let argument = try argument(head & 0x1F)
        switch head >> 5 {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else {
                throw .form
            }
            return .text(text)
        case 4: return .array(try elements(argument, depth: depth))
        case 5: return .map(try pairs(argument, depth: depth))
        case 7: return .other(head, argument)
        default: throw .form
        }
    }

    /// The number in the low bits of a value's first byte, or behind it (RFC 8949 section 3).
    private mutating func argument(_ low: UInt8) throws(PasskeyFault) -> UInt64 {
        switch low {
        case 0..<24: return UInt64(low)
        case 24...27:
            return UInt64(bigEndianBytes: try take(1 << UInt64(low - 24)))
        default: throw .form
        }
    }

    private mutating func take(_ count: UInt64) throws(PasskeyFault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .form }
        let taken = rest.prefix(Int(count))
        rest = rest.dropFirst(taken.count)
        return taken
    }

    private mutating func elements(
        _ count: UInt64, depth: Int
    ) throws(PasskeyFault) -> [CBORValue] {
        // Every element has a byte at least.
        guard count <= rest.count else { throw .form }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
        return elements
    }

    private mutating func pairs(
        _ count: UInt64, depth: Int
    ) throws(PasskeyFault) -> [CBORValue: CBORValue] {
        guard count <= rest.count else { throw .form }
        var pairs: [CBORValue: CBORValue] = [:]
        for _ in 0..<count {
            let key = try value(depth: depth + 1)
            guard pairs.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                throw .form
            }
        }
        return pairs
    }
}
