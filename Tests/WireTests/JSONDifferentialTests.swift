import Foundation
import TestSupport
import Testing

@testable import Wire

/// The reader against Foundation's on drawn texts, whole and damaged.
struct JSONDifferentialTests {
    private indirect enum Tree: Equatable {
        case null
        case bool(Bool)
        case number(Double)
        case string([UInt8])
        case array([Tree])
        case object([String: Tree])
    }

    @Test("Drawn texts are read as Foundation reads them", arguments: 0..<20 as Range<UInt64>)
    func valid(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let text = Self.text(depth: 0, using: &random)
            let ours = try #require(read(Array(text.utf8)), "seed \(seed): \(text)")
            #expect(foundation(Array(text.utf8)) == ours, "seed \(seed): \(text)")
        }
    }

    @Test(
        "Damaged texts are refused by both or read alike", arguments: 100..<120 as Range<UInt64>)
    func mutated(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            var bytes = Array(Self.text(depth: 0, using: &random).utf8)
            for _ in 0...Int.random(in: 0...2, using: &random) { damage(&bytes, using: &random) }
            guard isComparable(bytes) else { continue }
            let (ours, theirs) = (read(bytes), foundation(bytes))
            #expect(
                ours == theirs, "seed \(seed): \(String(decoding: bytes, as: UTF8.self)) \(bytes)")
        }
    }

    /// Foundation guesses UTF-16 and UTF-32 from bytes of 0 and from byte order marks.
    private func isComparable(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && !bytes.starts(with: [0xEF, 0xBB, 0xBF])
            && !bytes.starts(with: [0xFE, 0xFF]) && !bytes.starts(with: [0xFF, 0xFE])
    }

    private func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let signs = Array("{}[]\",:\\/u0123456789eE+-. \t\ntrufalsn".utf8) + [0xC3, 0xFF, 0x1F]
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(random.pick(signs), at: place)
        case 2: bytes[place] = random.pick(signs)
        default: bytes.removeSubrange(place...)
        }
    }

    private static func text(depth: Int, using random: inout SeededGenerator) -> String {
        let space = random.pick(["", "", " ", "\n\t"])
        let value: String
        switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &random) {
        case 0: value = random.pick(["null", "true", "false"])
        case 1, 2: value = number(using: &random)
        case 3, 4: value = string(using: &random)
        case 5, 6:
            let count = Int.random(in: 0...3, using: &random)
            value =
                "["
                + (0..<count).map { _ in text(depth: depth + 1, using: &random) }
                .joined(separator: ",") + "]"
        default:
            let count = Int.random(in: 0...3, using: &random)
            value =
                "{"
                + (0..<count).map { place in
                    "\"k\(place)\":" + text(depth: depth + 1, using: &random)
                }
                .joined(separator: ",") + "}"
        }
        return space + value + space
    }

    private static func number(using random: inout SeededGenerator) -> String {
        random.pick([
            "0", "-0", "7", "-12", "123456", "9007199254740992", "1.5", "-0.25", "1e3", "2E-2",
            "1.25e+2",
        ])
    }

    private static func string(using random: inout SeededGenerator) -> String {
        let parts = [
            "a", "é", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\ud83d\\ude00",
            "\u{2028}", "\\b", "x y",
        ]
        let count = Int.random(in: 0...4, using: &random)
        return "\"" + (0..<count).map { _ in random.pick(parts) }.joined() + "\""
    }

    private func read(_ bytes: [UInt8]) -> Tree? {
        var json = JSONReader(bytes)
        do throws(WireError) {
            let tree = try tree(&json)
            try json.finish()
            return tree
        } catch {
            return nil
        }
    }

    private func tree(_ json: inout JSONReader) throws(WireError) -> Tree {
        var probe = json
        let range = try probe.skip()
        switch json.bytes[range.lowerBound] {
        case UInt8(ascii: "{"):
            var fields: [String: Tree] = [:]
            try json.beginObject()
            while try json.hasField() {
                let name = try json.string()
                try json.colon()
                fields[name] = try tree(&json)
            }
            return .object(fields)
        case UInt8(ascii: "["):
            var elements: [Tree] = []
            try json.beginArray()
            while try json.hasElement() { elements.append(try tree(&json)) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(Array(try json.string().utf8))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try json.bool())
        case UInt8(ascii: "n"):
            _ = try json.isNull()
            return .null
        default:
            let text = String(decoding: json.bytes[try json.skip()], as: UTF8.self)
            // Foundation refuses what no Double can hold; the reader skips any number.
            guard let number = Double(text), number.isFinite else {
                throw .unexpected(at: json.position)
            }
            return .number(number)
        }
    }

    private func foundation(_ bytes: [UInt8]) -> Tree? {
        let value = try? JSONSerialization.jsonObject(
            with: Data(bytes), options: .fragmentsAllowed)
        return value.map(tree(of:))
    }

    private func tree(of value: Any) -> Tree {
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
