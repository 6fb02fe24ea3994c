import Documents
import HTTP

extension APIRoute {
    /// Whether an answer is one of those that the document has for this operation, in status and
    /// shape. For tests, and for servers that are built for them.
    package func promises(_ answer: APIAnswer) -> Bool {
        if let (_, content) = answers.first(where: { $0.status == answer.status }) {
            switch content {
            case .nothing: return answer.body?.isEmpty ?? true
            case .table: return answer.body != nil
            case .json(let shape): return Self.has(answer, shape)
            }
        }
        let isKnown = allProblems.contains { $0.status == answer.status }
        return isKnown && Self.has(answer, OpenAPI.problem)
    }

    private static func has(_ answer: APIAnswer, _ shape: Shape) -> Bool {
        guard let value = try? JSONValue(answer.body ?? []) else { return false }
        return (try? shape.check(value, as: nil)) != nil
    }
}
