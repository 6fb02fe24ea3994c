import Lobby
import WebSocket

/// What is answered about the page.
struct PageAnswer {
    var status = HTTPStatus.ok
    var headers: [HTTPHeader]
    /// Nil if the client has it already.
    var body: [UInt8]?
}

/// The web page: its files, and the paths that it reads itself.
extension SyncServer {
    static let indexPath = "/index.html"
    /// Whatever comes behind one of these is for the page to understand.
    static let clientPaths = ["/j/", "/w/", "/g/", "/r/"]

    /// Nil if there is nothing at the request's path.
    func pageAnswer(to request: HTTPRequest) -> PageAnswer? {
        let path = request.path
        if let address = Self.address(in: path, of: request) {
            return qrCode(of: address, for: request)
        }
        let isIndex =
            ["/", "/new"].contains(path) || Self.clientPaths.contains(where: path.hasPrefix)
        return configuration.page(isIndex ? Self.indexPath : path).map { answer(request, with: $0) }
    }

    private func answer(_ request: HTTPRequest, with file: PageFile) -> PageAnswer {
        let compressed = request.accepts(coding: "gzip") ? file.compressed : nil
        let tag = compressed == nil ? file.tag : file.compressedTag
        var headers = [
            HTTPHeader("ETag", "\"\(tag)\""),
            // To be asked for again each time: a new version reaches everyone at once.
            HTTPHeader("Cache-Control", "no-cache"),
            HTTPHeader("Vary", "Accept-Encoding"),
        ]
        headers += Self.precautions
        if file.hasPolicy { headers += Self.policy(for: request.host, of: file) }
        guard !request.has(oneOf: [file.tag, file.compressedTag]) else {
            return PageAnswer(status: .notModified, headers: headers)
        }
        headers.append(HTTPHeader("Content-Type", file.contentType))
        if compressed != nil { headers.append(HTTPHeader("Content-Encoding", "gzip")) }
        return PageAnswer(headers: headers, body: compressed ?? file.body)
    }

    /// What every answer tells a browser not to do.
    static let precautions = [
        HTTPHeader("X-Content-Type-Options", "nosniff"),
        HTTPHeader("Referrer-Policy", "no-referrer"),
        HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// What a document or a worker may do: load and call what comes from here. The WebSocket's
    /// origin is named, because not every browser counts it as the page's own.
    static func policy(for host: String, of file: PageFile? = nil) -> [HTTPHeader] {
        let scripts = ["script-src 'self'"] + (file?.scriptHashes ?? [])
        let styles = ["style-src 'self'"] + (file?.styleHashes ?? [])
        let content = [
            "default-src 'none'", scripts.joined(separator: " "), styles.joined(separator: " "),
            "img-src 'self' data:",
            "connect-src 'self' ws://\(host) wss://\(host)", "manifest-src 'self'",
            "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return [
            HTTPHeader("Content-Security-Policy", content.joined(separator: "; ")),
            HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
            HTTPHeader(
                "Permissions-Policy",
                "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ]
    }
}

/// Links as QR codes: "/qr/CODE.svg" leads to the game, "/qr/CODE.svg?watch" and
/// "/qr/LOBBY-WATCH.svg" to watching it.
extension SyncServer {
    /// Bytes of a host and port that go into a QR code: those of the longest name (RFC 1035
    /// section 2.3.4), a colon and a port.
    package static let qrHostBytesMax = 259

    /// What a picture leads to; nil unless the path is one as the server writes it.
    static func address(in path: String, of request: HTTPRequest) -> String? {
        let (start, end) = ("/qr/", ".svg")
        guard path.hasPrefix(start), path.hasSuffix(end),
            path.utf8.count > start.utf8.count + end.utf8.count
        else { return nil }
        let text = path.dropFirst(start.count).dropLast(end.count)
        if let code = JoinCode(text), code.description == text {
            return request.queryNames.contains("watch") ? "w/\(code)" : "j/\(code)"
        }
        let ids = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ids.count == 2,
            ids.allSatisfy({ Identifier128($0)?.description == String($0) })
        else { return nil }
        return "w/\(text)"
    }

    /// Nothing is looked up: whoever asks has the address, and learns nothing about it.
    private func qrCode(of address: String, for request: HTTPRequest) -> PageAnswer? {
        guard request.host.utf8.count <= Self.qrHostBytesMax else { return nil }
        let scheme = isSecure(request) ? "https" : "http"
        let link = "\(scheme)://\(request.host)/\(address)"
        guard let picture = configuration.qrCode(link) else { return nil }
        var headers = [
            HTTPHeader("Content-Type", "image/svg+xml"),
            HTTPHeader("Cache-Control", "max-age=86400"),
        ]
        if configuration.isBehindProxy { headers.append(HTTPHeader("Vary", "X-Forwarded-Proto")) }
        return PageAnswer(
            headers: headers + Self.precautions + Self.policy(for: request.host), body: picture)
    }

    /// Whether people reach the server by https, as far as it can know: a proxy says so, or the
    /// page, which knows where it came from.
    private func isSecure(_ request: HTTPRequest) -> Bool {
        if request.queryNames.contains("https") { return true }
        return configuration.isBehindProxy && request.values(of: "x-forwarded-proto") == ["https"]
    }
}
