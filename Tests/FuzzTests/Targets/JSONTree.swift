import Foundation

@testable import Wire

/// A JSON value, read by the reader of this house or by Foundation's, for comparison.
enum JSONTree: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string([UInt8])
    case array([JSONTree])
    case object([String: JSONTree])

    /// Foundation reads long numbers by way of decimals, and so not to the last digit.
    static func == (first: JSONTree, second: JSONTree) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.number(let first), .number(let second)):
            first == second || abs(first - second) <= abs(first) * 1e-12
        case (.string(let first), .string(let second)): first == second
        case (.array(let first), .array(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        default: false
        }
    }

    /// The result of reading a text with our reader.
    struct Reading {
        var tree: JSONTree?
        var error: WireError?
        /// Some object has a name twice, which every reader may understand as it likes.
        var hasDuplicates = false
        /// Some number is beyond what a `Double` holds; Foundation refuses it, we skip it.
        var hasHugeNumber = false
    }

    /// Foundation takes bytes of 0 and byte order marks for signs of UTF-16 and UTF-32.
    static func isComparable(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && !bytes.starts(with: [0xEF, 0xBB, 0xBF])
            && !bytes.starts(with: [0xFE, 0xFF]) && !bytes.starts(with: [0xFF, 0xFE])
    }
}

extension JSONTree {
    static func read(_ bytes: [UInt8]) -> Reading {
        var reading = Reading()
        var json = JSONReader(bytes)
        do throws(WireError) {
            let tree = try read(&json, depth: 0, &reading)
            try json.finish()
            reading.tree = tree
        } catch {
            reading.error = error
        }
        return reading
    }

    private static func read(
        _ json: inout JSONReader, depth: Int, _ reading: inout Reading
    ) throws(WireError) -> JSONTree {
        // Skipping is compared with reading, once for each text.
        if depth == 0 {
            var probe = json
            try probe.skip()
        }
        switch json.bytes[json.position...].first(where: { !" \t\r\n".utf8.contains($0) }) {
        case UInt8(ascii: "{"): return try object(&json, depth, &reading)
        case UInt8(ascii: "["):
            var elements: [JSONTree] = []
            try json.beginArray()
            while try json.hasElement() {
                elements.append(try read(&json, depth: depth + 1, &reading))
            }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(Array(try json.string().utf8))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try json.bool())
        case UInt8(ascii: "n"):
            _ = try json.isNull()
            return .null
        default: return try number(&json, &reading)
        }
    }

    private static func object(
        _ json: inout JSONReader, _ depth: Int, _ reading: inout Reading
    ) throws(WireError) -> JSONTree {
        var fields: [String: JSONTree] = [:]
        try json.beginObject()
        while try json.hasField() {
            let name = try json.string()
            try json.colon()
            let value = try read(&json, depth: depth + 1, &reading)
            if fields.updateValue(value, forKey: name) != nil { reading.hasDuplicates = true }
        }
        return .object(fields)
    }

    private static func number(
        _ json: inout JSONReader, _ reading: inout Reading
    ) throws(WireError) -> JSONTree {
        var probe = json
        let text = String(decoding: json.bytes[try json.skip()], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            reading.hasHugeNumber = true
            return .number(.infinity)
        }
        let isWhole = text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
        let integer: Int64? = try? probe.integer()
        let isInRange = abs(number) <= Double(JSONReader.integerMax)
        // 2^53 + 1 is rounded to 2^53, and refused.
        let expected = isWhole && isInRange ? Int64(text) : nil
        if integer != expected, (expected?.magnitude ?? 0) <= JSONReader.integerMax.magnitude {
            throw .unknownType("\(text) is read as \(String(describing: integer))")
        }
        return .number(number)
    }
}

extension JSONTree {
    /// Whether this is one value of JSON, whatever else it is.
    static func isGrammatical(_ bytes: [UInt8]) -> Bool {
        var json = JSONReader(bytes)
        do throws(WireError) {
            _ = try json.skipOfAnyDepth()
            try json.finish()
            return true
        } catch {
            return false
        }
    }

    /// The number of what is an op to anybody who knows JSON; nil if it is none.
    static func number(ofOp bytes: [UInt8]) -> UInt64? {
        var json = JSONReader(bytes)
        var number: UInt64?
        do throws(WireError) {
            try json.beginObject()
            while try json.hasField() {
                let start = json.position
                try json.skipString()
                let isNumber = name(in: bytes[start..<json.position]) == "n"
                try json.colon()
                let value = Array(bytes[try json.skipOfAnyDepth().place])
                if isNumber { number = UInt64(String(decoding: value, as: UTF8.self)) }
            }
        } catch {
            return nil
        }
        return number.flatMap { (1...1 << 53).contains($0) ? $0 : nil }
    }

    /// The name that `bytes` hold as a JSON string; nil if they hold something else.
    private static func name(in bytes: ArraySlice<UInt8>) -> String? {
        var json = JSONReader(Array(bytes))
        return try? json.string()
    }

    /// The result of reading a text with Foundation; nil if it refuses it.
    static func foundation(_ bytes: [UInt8]) -> JSONTree? {
        let value = try? JSONSerialization.jsonObject(
            with: Data(bytes), options: .fragmentsAllowed)
        return value.map(tree(of:))
    }

    private static func tree(of value: Any) -> JSONTree {
        switch value {
        case is NSNull: return .null
        case let text as String: return .string(Array(text.utf8))
        case let elements as [Any]: return .array(elements.map(tree(of:)))
        case let fields as [String: Any]: return .object(fields.mapValues(tree(of:)))
        case let number as NSNumber:
            // Foundation gives booleans and numbers as one class, told apart by this type code.
            if unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) {
                return .bool(number.boolValue)
            }
            return .number(number.doubleValue)
        default: return .null
        }
    }
}
