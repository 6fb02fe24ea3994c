import Documents
import HTTP

/// Links as QR codes: "/qr/CODE.svg" leads to the lobby, "/qr/CODE.svg?watch" and
/// "/qr/LOBBY-WATCH.svg" to watching it. A link with a secret in it comes as the body of a POST to
/// "/qr", since addresses are written down on the way.
extension ServerRoutes {
    static let linkBody = Route.Body(
        bytesMax: ServerConfiguration.drawnLinkBytesMax, types: ["text/plain"])
    private static let visible: ClosedRange<UInt8> = 0x21...0x7e

    /// The link that a page wants drawn: one that leads here, as a browser writes it.
    static func link(_ body: [UInt8], for request: HTTPRequest) throws(HTTPProblem) -> String {
        let link = String(decoding: body, as: UTF8.self)
        guard body.allSatisfy(visible.contains),
            ["http", "https"].contains(where: { link.hasPrefix("\($0)://\(request.host)/") })
        else { throw .badRequest }
        return link
    }

    /// The link for a picture. Nothing is looked up: someone who asks has the address, and learns
    /// nothing about it.
    func link(
        _ parameters: PathParameters, for request: HTTPRequest
    ) throws(HTTPProblem) -> String {
        let query = try HTTPQuery(of: request)
        let watches = query.contains("watch")
        let address = try parameters.value("link") { Self.address(of: $0, watches: watches) }
        guard request.host.utf8.count <= ServerPaths.qrHostBytesMax else { throw .notFound }
        let scheme = query.contains("https") || cameSecurely(request) ? "https" : "http"
        return "\(scheme)://\(request.host)/\(address)"
    }

    func answer(
        _ request: HTTPRequest, with picture: [UInt8]?
    ) throws(HTTPProblem) -> HTTPAnswer {
        guard let picture else { throw .notFound }
        let isSecret = request.method == .post
        var headers = [
            HTTPHeader("Content-Type", "image/svg+xml"),
            HTTPHeader("Cache-Control", isSecret ? "no-store" : "max-age=86400"),
        ]
        if !isSecret && !configuration.trustedProxies.isEmpty {
            headers.append(HTTPHeader("Vary", "X-Forwarded-Proto"))
        }
        return HTTPAnswer(
            headers: headers + Self.precautions + Self.policy(for: request.host), body: picture)
    }

    /// The address that a picture leads to; nil unless `text` is a code or an address as the server
    /// writes it.
    private static func address(of text: String, watches: Bool) -> String? {
        if let code = JoinCode(text), code.description == text {
            return watches ? "w/\(code)" : "j/\(code)"
        }
        let ids = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ids.count == 2,
            ids.allSatisfy({ Identifier128($0)?.description == String($0) })
        else { return nil }
        return "w/\(text)"
    }

    /// Whether people reach the server by https, as far as it can know unless the page, which
    /// knows where it came from, has said so: a proxy does.
    func cameSecurely(_ request: HTTPRequest) -> Bool {
        configuration.isSecured
            || !configuration.trustedProxies.isEmpty && request.forwardedScheme == "https"
    }
}
