/// A pattern for the paths of a route: "/healthz"; "/qr/{link}.svg", where `link` stands for
/// whatever is there, up to the next "/" and not nothing; "/j/*", with whatever comes behind that.
///
/// Text outside the braces stands for itself, byte by byte: "/%6A/" isn't "/j/". Only what a name
/// stands for is decoded, after the path has been cut at its "/".
package struct PathPattern: ExpressibleByStringLiteral, Sendable {
    private enum Segment: Sendable {
        case literal(String)
        case parameter(String, before: String)
        case rest
    }

    package let text: String
    private let segments: [Segment]

    package init(stringLiteral text: String) { self.init(text) }

    package init(_ text: String) {
        precondition(text.utf8.first == 0x2F, "a path begins with a slash")
        self.text = text
        let parts = Self.segments(of: text)
        segments = parts.enumerated().map { place, part in
            if part == "*" {
                precondition(place == parts.count - 1, "nothing comes behind the rest")
                return .rest
            }
            guard part.first == "{" else { return .literal(String(part)) }
            guard let end = part.firstIndex(of: "}") else {
                preconditionFailure("a name ends")
            }
            let name = part[part.index(after: part.startIndex)..<end]
            return .parameter(String(name), before: String(part[part.index(after: end)...]))
        }
    }

    /// Whether there is one path only.
    var isLiteral: Bool {
        segments.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    /// What stands between the slashes of a path, behind the first of them.
    static func segments(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The parts of a path that the names stand for; nil if the pattern isn't for this path.
    ///
    /// - Parameter path: its segments.
    func parameters(of path: [Substring]) -> PathParameters? {
        var parts = path[...]
        var parameters = PathParameters()
        for segment in segments {
            if case .rest = segment { return parts.isEmpty ? nil : parameters }
            guard let part = parts.popFirst() else { return nil }
            switch segment {
            case .literal(let text):
                guard part == text else { return nil }
            case .parameter(let name, let end):
                guard part.hasSuffix(end), part.utf8.count > end.utf8.count else { return nil }
                parameters.add(name, part.dropLast(end.count))
            case .rest: break
            }
        }
        return parts.isEmpty ? parameters : nil
    }
}

/// The parts of a path that the names of its pattern stand for.
package struct PathParameters: Hashable, Sendable {
    private struct Parameter: Hashable {
        let name: String
        let encoded: Substring
    }

    private var values: [Parameter] = []

    package init() {}

    package mutating func add(_ name: String, _ encoded: Substring) {
        values.append(Parameter(name: name, encoded: encoded))
    }

    /// The part that `name` stands for, decoded and read by `read`. A part that can't be read is a
    /// path at which there is nothing.
    package func value<Value>(
        _ name: String, _ read: (String) -> Value?
    ) throws(HTTPProblem) -> Value {
        guard let found = values.first(where: { $0.name == name }) else {
            preconditionFailure("the pattern has that name")
        }
        guard let text = PercentCoding.decode(found.encoded) else { throw .badRequest }
        guard let value = read(text) else { throw .notFound }
        return value
    }
}
