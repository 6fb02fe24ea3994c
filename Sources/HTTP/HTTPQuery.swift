/// The part of a target behind the "?", as names and values. A "+" is a blank, as forms and
/// `URLSearchParams` write it.
public struct HTTPQuery: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads the query of a request; throws if something can't be decoded.
    public init(of request: HTTPRequest) throws(HTTPProblem) {
        try self.init(request.query)
    }

    /// Reads a body of the type "application/x-www-form-urlencoded".
    public init(form body: [UInt8]) throws(HTTPProblem) {
        guard let text = String(validating: body, as: UTF8.self) else { throw .badRequest }
        try self.init(text)
    }

    /// Reads what stands behind a "?".
    package init(_ text: some StringProtocol) throws(HTTPProblem) {
        var pairs: [(name: String, value: String)] = []
        for part in Substring(text).split(separator: "&") {
            let end = part.firstIndex(of: "=") ?? part.endIndex
            let name = try Self.decode(part[..<end])
            pairs.append((name, try Self.decode(part[end...].dropFirst())))
        }
        self.pairs = pairs
    }

    /// Whether `name` is there, whatever its value.
    public func contains(_ name: String) -> Bool { pairs.contains { $0.name == name } }

    /// The value of `name`; nil if there is none. Throws if there are several.
    public func text(_ name: String) throws(HTTPProblem) -> String? {
        let values = pairs.filter { $0.name == name }
        guard values.count <= 1 else { throw .badRequest }
        return values.first?.value
    }

    /// The value of `name` as a number in `range`; nil if there is none. Throws if the value isn't
    /// such a number, or if there are several.
    public func number(
        _ name: String, in range: ClosedRange<Int>
    ) throws(HTTPProblem) -> Int? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number)
        else { throw .badRequest }
        return number
    }

    private static func decode(_ text: Substring) throws(HTTPProblem) -> String {
        let blanks = text.replacing("+", with: " ")
        guard let decoded = PercentCoding.decode(blanks[...]) else { throw .badRequest }
        return decoded
    }
}
