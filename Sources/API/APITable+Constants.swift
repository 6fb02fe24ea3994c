import Documents
import HTTP

/// What is answered without looking anything up.
extension APITable {
    private struct Constant: Sendable {
        let bytes: [UInt8]
        let tag: HTTPEntityTag

        init(_ value: JSONValue) {
            bytes = value.bytes
            tag = HTTPEntityTag("\(SHA256.half(of: bytes))")
        }
    }

    private static let document = Constant(OpenAPI.document)
    private static let list = Constant([
        "items": .array(
            problems.map { terms in
                [
                    "code": .integer(Int64(terms.number)), "name": .text(terms.name),
                    "status": .integer(Int64(terms.status.rawValue)),
                    "detail": .text(terms.sentence),
                ]
            })
    ])

    /// The answer to a call that gets the same one until another version of the server runs; nil
    /// for others.
    package static func constantAnswer(to request: APIRequest) -> APIAnswer? {
        let constant: Constant
        switch request.operation {
        case .openapi: constant = document
        case .problems: constant = list
        default: return nil
        }
        do throws(APIProblem) {
            let call = try check(request)
            let isKnown = call.known?.names(oneOf: [constant.tag]) ?? false
            return isKnown
                ? .unchanged(constant.tag) : .json(bytes: constant.bytes, tag: constant.tag)
        } catch {
            return APIAnswer(error)
        }
    }
}
