import WebSocket
import Wire

/// What is answered over plain HTTP, and the way from there to WebSocket.
extension SyncServer {
    /// Where WebSocket begins.
    package static let syncPath = "/sync"

    mutating func readRequest(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        switch sessions[id].arrival.value.request.receive(bytes, cursor: &cursor) {
        case .needMore: break
        case .failed(let status): answer(id, HTTPResponse.refusal(status), now: now)
        case .request(let request):
            switch request.path {
            case Self.syncPath: upgrade(id, request, to: .greeting, now: now)
            case Self.echoPath where configuration.opensEcho:
                upgrade(id, request, to: .echoing, now: now)
            default: answer(id, page(for: request), now: now)
            }
        }
    }

    private mutating func upgrade(
        _ id: SessionID, _ request: HTTPRequest, to phase: Session.Phase, now: ServerTime
    ) {
        let includesBody = request.method == .get
        guard !isDraining else {
            let refusal = HTTPResponse.refusal(.serviceUnavailable, includesBody: includesBody)
            return answer(id, refusal, now: now)
        }
        let allowed = configuration.originsAllowed
        let subprotocol = phase == .echoing ? nil : WireLimits.subprotocol
        let outcome = WebSocketHandshake.accept(request, subprotocol: subprotocol) { origin, host in
            allowed.contains(origin) || origin == "http://" + host || origin == "https://" + host
        }
        switch outcome {
        case .accepted(let response):
            effects.append(.send(id, response, isDroppable: false))
            sessions[id].phase = phase
            if phase == .echoing { sessions[id].arrival = Boxed() }
        case .refused(let status):
            let refusal = HTTPResponse.refusal(status, includesBody: includesBody)
            answer(id, refusal, now: now)
        }
    }

    private mutating func answer(_ id: SessionID, _ response: [UInt8], now: ServerTime) {
        effects.append(.send(id, response, isDroppable: false))
        close(id, now: now)
    }

    private func page(for request: HTTPRequest) -> [UInt8] {
        let includesBody = request.method == .get
        switch request.path {
        case "/":
            return HTTPResponse.bytes(
                .ok, headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
                body: Array(Self.welcomePage.utf8), includesBody: includesBody)
        case "/healthz":
            let state = isDraining ? "draining" : isReadOnly ? "read_only" : "ok"
            let status: HTTPStatus = state == "ok" ? .ok : .serviceUnavailable
            return HTTPResponse.bytes(
                status, headers: [HTTPHeader("Content-Type", "application/json")],
                body: Array("{\"state\":\"\(state)\"}\n".utf8), includesBody: includesBody)
        default:
            return HTTPResponse.text(
                .notFound, "There is nothing here.", includesBody: includesBody)
        }
    }

    private static let welcomePage = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Folf Sync</title>
        <h1>Folf Sync is running</h1>
        <p>Keep score together from a terminal: <code>folf host --name Anna</code></p>
        </html>

        """
}
