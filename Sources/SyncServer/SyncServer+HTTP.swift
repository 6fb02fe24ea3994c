import WebSocket
import Wire

/// What is answered over plain HTTP, and the way from there to WebSocket.
extension SyncServer {
    /// Where WebSocket begins.
    package static let syncPath = "/sync"
    static let healthPath = "/healthz"

    mutating func readRequests(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID, now: ServerTime
    ) {
        var answeredBytes = 0
        while sessions.contains(id), sessions[id].phase == .requesting {
            switch sessions[id].arrival.value.request.receive(bytes, cursor: &cursor) {
            case .needMore: return
            case .failed(let status): answer(id, HTTPResponse.refusal(status), now: now)
            case .request(let request): handle(request, from: id, &answeredBytes, now: now)
            }
        }
    }

    private mutating func handle(
        _ request: HTTPRequest, from id: SessionID, _ answeredBytes: inout Int, now: ServerTime
    ) {
        switch request.path {
        case Self.syncPath: upgrade(id, request, to: .greeting, now: now)
        case Self.echoPath where configuration.opensEcho:
            upgrade(id, request, to: .echoing, now: now)
        case Self.healthPath: answer(id, health(for: request), now: now)
        default:
            guard let answer = pageAnswer(to: request) else {
                return self.answer(id, Self.nothing(for: request), now: now)
            }
            let bytes = request.method == .get ? answer.body ?? [] : []
            let ends = isLast(request, of: id, bytes: bytes.count, behind: answeredBytes)
            let head = HTTPResponse.head(
                answer.status, headers: answer.headers, bodyBytes: answer.body?.count, ends: ends)
            effects.append(.send(id, head, isDroppable: false))
            if !bytes.isEmpty { effects.append(.send(id, bytes, isDroppable: false)) }
            answeredBytes += bytes.count
            if ends { close(id, now: now) } else { awaitRequest(id, bytes: bytes.count, now: now) }
        }
    }

    /// Whether the connection ends with an answer of `bytes`.
    private func isLast(
        _ request: HTTPRequest, of id: SessionID, bytes: Int, behind answeredBytes: Int
    ) -> Bool {
        let isTooMuch = answeredBytes + bytes > configuration.answeredBytesPerReadMax
        return request.endsConnection || isDraining || answeredBytes > 0 && isTooMuch
            || sessions[id].arrival.value.requestCount + 1 >= configuration.requestsPerConnectionMax
    }

    /// The time that an answer of `bytes` takes on a slow line isn't idle.
    private mutating func awaitRequest(_ id: SessionID, bytes: Int, now: ServerTime) {
        let line = UInt64(bytes) * 1_000 / configuration.slowestLineBytesPerSecond
        sessions[id].arrival.value.requestCount += 1
        sessions[id].arrival.value.deadline =
            now.monotonicMilliseconds + configuration.requestIdleMilliseconds
            + min(line, configuration.catchUpMillisecondsMax)
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
            if sessions[id].arrival.value.requestCount > 0 {
                let deadline = now.monotonicMilliseconds + configuration.helloMilliseconds
                sessions[id].arrival.value.deadline = deadline
            }
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

    private func health(for request: HTTPRequest) -> [UInt8] {
        let state = isDraining ? "draining" : isReadOnly ? "read_only" : "ok"
        return HTTPResponse.bytes(
            state == "ok" ? .ok : .serviceUnavailable,
            headers: [HTTPHeader("Content-Type", "application/json")] + Self.precautions,
            body: Array("{\"state\":\"\(state)\"}\n".utf8), includesBody: request.method == .get)
    }

    private static func nothing(for request: HTTPRequest) -> [UInt8] {
        HTTPResponse.text(
            .notFound, "There is nothing here.",
            headers: precautions + policy(for: request.host),
            includesBody: request.method == .get)
    }
}
