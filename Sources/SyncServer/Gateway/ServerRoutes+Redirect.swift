import HTTP

/// The way from another port to the front door.
package struct Redirect: Sendable {
    /// Seconds for which browsers are told to come by https only (RFC 6797 section 6.1.1): half a
    /// year.
    static let strictSeconds = 15_552_000

    /// Whether the front door is secured. It may not be yet, if the authority for certificates
    /// wants to see first whose name it is.
    package var isSecured: Bool
    /// The server's name; nil: the one that the client has used.
    package var name: String?
    /// The port of the front door, as clients see it.
    package var port: UInt16

    package init(isSecured: Bool, name: String?, port: UInt16) {
        self.isSecured = isSecured
        self.name = name
        self.port = port
    }

    /// Sends the client to the same target with the same method: to https for good (RFC 9110
    /// section 15.4.9), else for now.
    func answer(to request: HTTPRequest) -> HTTPAnswer {
        let isUsualPort = port == (isSecured ? 443 : 80)
        let authority = (name ?? Self.name(in: request.host)) + (isUsualPort ? "" : ":\(port)")
        let scheme = isSecured ? "https" : "http"
        let location = HTTPHeader("Location", "\(scheme)://\(authority)\(request.target)")
        return HTTPAnswer(
            status: isSecured ? .permanentRedirect : .temporaryRedirect,
            headers: [location] + ServerRoutes.precautions, body: [],
            isLast: true)
    }

    /// An authority without its port.
    private static func name(in authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
            return authority
        }
        return String(authority[..<colon])
    }
}

/// The answers by which an authority for certificates sees that the name is ours (RFC 8555 section
/// 8.3).
extension ServerRoutes {
    private static let challengeBytesMax = 128

    /// The token that is asked for: one element of a path, base64url.
    func challenge(_ parameters: PathParameters) throws(HTTPProblem) -> String {
        try parameters.value("token") { token in
            let isToken =
                token.utf8.count <= Self.challengeBytesMax
                && token.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                    default: false
                    }
                }
            return isToken ? token : nil
        }
    }

    static func answer(withChallenge text: [UInt8]?) throws(HTTPProblem) -> HTTPAnswer {
        guard let text else { throw .notFound }
        let headers = [
            HTTPHeader("Content-Type", "text/plain"), HTTPHeader("Cache-Control", "no-store"),
        ]
        return HTTPAnswer(headers: headers + precautions, body: text, isLast: true)
    }
}
