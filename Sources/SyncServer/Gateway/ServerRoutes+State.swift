import HTTP
import Metrics

/// How the server is: for whoever watches over it.
extension ServerRoutes {
    static func answer(_ health: ServerHealth, _ status: HTTPStatus) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: [HTTPHeader("Content-Type", "application/json")] + precautions,
            body: Array("{\"state\":\"\(health.rawValue)\"}\n".utf8), isLast: true)
    }

    static func answer(_ readiness: Readiness) -> HTTPAnswer {
        switch readiness {
        case .ready: answer(ServerHealth.ok, .ok)
        case .full: answer(ServerHealth.full, .serviceUnavailable)
        case .readOnly: answer(ServerHealth.readOnly, .serviceUnavailable)
        }
    }

    static func answer(withMetrics text: [UInt8]) -> HTTPAnswer {
        let type = HTTPHeader("Content-Type", Exposition.contentType)
        return HTTPAnswer(headers: [type] + precautions, body: text, isLast: true)
    }
}
