import API
import HTTP

/// Answers calls of the API that always get the same answer, and hands on the others.
struct FrontDesk: APIDesk {
    /// Where the others are answered; nil: nowhere.
    let desk: (any APIDesk)?

    func take(_ request: APIRequest, answer: @escaping @Sendable (APIAnswer) -> Void) {
        if let constant = APITable.constantAnswer(to: request) { return answer(constant) }
        guard let desk else { return answer(APIAnswer(APIProblem(.notImplemented))) }
        desk.take(request) { reply in
            assert(
                APITable.route(request.operation).promises(reply),
                "\(request.operation) isn't to be answered so: \(reply)")
            answer(reply)
        }
    }
}
