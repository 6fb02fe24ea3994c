import API
import Documents

/// Values that have a shape, and values that just don't.
extension Shape {
    /// The smallest value and the largest one.
    var samples: [JSONValue] {
        switch self {
        case .named(_, let shape): shape.samples
        case .object(let fields):
            [
                .object(JSONObject(distinct: fields.filter(\.isRequired).map(\.smallest))),
                .object(JSONObject(distinct: fields.map(\.largest))),
            ]
        case .array(let shape, let count):
            [
                .array(Array(repeating: shape.samples[0], count: count.lowerBound)),
                .array(Array(repeating: shape.samples.last!, count: min(count.upperBound, 8))),
            ]
        case .text(let bytes, let pattern):
            [pattern.text(bytes.lowerBound), pattern.text(bytes.upperBound)].map { .text($0) }
        case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .id: ["00000000000000000000000000000000", "ffffffffffffffffFFFFFFFFFFFFFFFF"]
        case .token:
            [.text(String(repeating: "0a", count: 32)), .text(String(repeating: "Ff", count: 32))]
        case .time: [0, 9_007_199_254_740_991]
        case .truth: [true, false]
        case .choice(let words): words.map { .text($0) }
        }
    }

    /// Values that don't have this shape, each by a little, with the part that is wrong.
    func faults(as name: String) -> [(value: JSONValue, field: String)] {
        switch self {
        case .named(_, let shape): return shape.faults(as: name)
        case .object(let fields):
            let missing = fields.filter(\.isRequired).map { field in
                (without(field.name), "\(name).\(field.name)")
            }
            return missing + others(name)
                + fields.flatMap { field in
                    field.shape.faults(as: "\(name).\(field.name)").map {
                        (with(field.name, $0.value), $0.field)
                    }
                }
        case .array(let shape, let count):
            var found = shape.faults(as: name).prefix(3).map {
                (JSONValue.array([$0.value]), $0.field)
            }
            if count.lowerBound > 0 { found.append(([], name)) }
            let many = Array(repeating: shape.samples[0], count: count.upperBound + 1)
            return found + [(.array(many), name)] + others(name)
        case .text(let bytes, let pattern):
            var found = [JSONValue.text(pattern.text(bytes.upperBound + 1))]
            if bytes.lowerBound > 0 { found.append(.text(pattern.text(bytes.lowerBound - 1))) }
            found += pattern.strangers(bytes.lowerBound).map { .text($0) }
            return found.map { ($0, name) } + others(name)
        case .integer(let range):
            let below = range.lowerBound.subtractingReportingOverflow(1)
            let above = range.upperBound.addingReportingOverflow(1)
            let near = [below, above].filter { !$0.overflow }.map {
                JSONValue.integer($0.partialValue)
            }
            return (near + [.fraction(0.5)]).map { ($0, name) } + others(name)
        case .id:
            return ["0", "0000000000000000000000000000000g", "000000000000000000000000000000000"]
                .map { (.text($0), name) } + others(name)
        case .token:
            return [String(repeating: "0", count: 63), String(repeating: "0", count: 66)]
                .map { (.text($0), name) } + others(name)
        case .time: return [(-1, name), (9_007_199_254_740_992, name)] + others(name)
        case .truth: return [(1, name), ("true", name), (nil, name)]
        case .choice: return [("", name), ("nonsense", name)] + others(name)
        }
    }

    /// Values of other kinds.
    private func others(_ name: String) -> [(value: JSONValue, field: String)] {
        let all: [JSONValue] = [nil, true, ["a": 1], [1], .fraction(1e300)]
        return all.filter { other in
            switch (self, other) {
            case (.object, .object), (.array, .array): false
            default: true
            }
        }.map { ($0, name) }
    }

    private func with(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var object) = samples[1] else { return samples[1] }
        object[name] = value
        return .object(object)
    }

    private func without(_ name: String) -> JSONValue {
        guard case .object(var object) = samples[1] else { return samples[1] }
        object[name] = nil
        return .object(object)
    }
}

extension Shape.Field {
    var smallest: (name: String, value: JSONValue) { (name, shape.samples[0]) }
    var largest: (name: String, value: JSONValue) { (name, shape.samples.last!) }
}

extension Shape.Pattern {
    /// A text of this pattern with so many bytes.
    func text(_ bytes: Int) -> String {
        // Of base64url that is a row of zeros.
        let sign = self == .base64url ? "A" : "a"
        if self == .way, bytes > 0 { return "/" + String(repeating: sign, count: bytes - 1) }
        guard self == .email, bytes >= 3 else { return String(repeating: sign, count: bytes) }
        return "a@" + String(repeating: "b", count: bytes - 2)
    }

    /// Texts that have a sign too many, and at least so many bytes.
    func strangers(_ bytes: Int) -> [String] {
        let signs: [String] =
            switch self {
            case .any: []
            case .line, .visible: ["\n", "\u{0}", "\u{7F}", "\u{202E}"]
            case .lines: ["\r", "\u{0}", "\u{2028}"]
            case .handle: [" ", "@", "é", "\n"]
            case .email: [" ", "@", "é", "\n", "\r\n"]
            case .base64url: ["+", "/", "=", "é"]
            case .hexadecimal: ["g", " ", "é"]
            case .letters: ["1", "[", "é"]
            // Behind "/", the shortest way.
            case .way: ["/", "\\", "/\\", " ", "\n", "é"]
            }
        return signs.map { text(bytes) + $0 }
    }
}
