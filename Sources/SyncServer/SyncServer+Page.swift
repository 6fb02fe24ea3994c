import WebSocket

/// The web page: its files, and the paths that it reads itself.
extension SyncServer {
    static let indexPath = "/index.html"
    /// Whatever comes behind one of these is for the page to understand.
    static let clientPaths = ["/j/", "/w/", "/g/", "/r/"]

    /// The file that a path stands for; nil if it stands for none.
    func pageFile(at path: String) -> PageFile? {
        let isIndex =
            ["/", "/new"].contains(path) || Self.clientPaths.contains(where: path.hasPrefix)
        return configuration.page(isIndex ? Self.indexPath : path)
    }

    /// Answers with a file, or says that the client has it.
    mutating func answer(
        _ id: SessionID, _ request: HTTPRequest, with file: PageFile, ends: Bool
    ) {
        let isCompressed = request.accepts(coding: "gzip") && file.compressed != nil
        let body = isCompressed ? file.compressed ?? file.body : file.body
        var headers = fields(of: file, isCompressed: isCompressed)
        if file.hasPolicy { headers += Self.policy(for: request.host) }
        let isKnown = request.has(oneOf: [file.tag, file.compressedTag])
        if isKnown {
            let head = HTTPResponse.head(
                .notModified, headers: headers, bodyBytes: nil, ends: ends)
            effects.append(.send(id, head, isDroppable: false))
        } else {
            headers.append(HTTPHeader("Content-Type", file.contentType))
            if isCompressed { headers.append(HTTPHeader("Content-Encoding", "gzip")) }
            let head = HTTPResponse.head(
                .ok, headers: headers, bodyBytes: body.count, ends: ends)
            effects.append(.send(id, head, isDroppable: false))
            if request.method == .get { effects.append(.send(id, body, isDroppable: false)) }
        }
    }

    private func fields(of file: PageFile, isCompressed: Bool) -> [HTTPHeader] {
        let tag = isCompressed ? file.compressedTag : file.tag
        return [
            HTTPHeader("ETag", "\"\(tag)\""),
            // To be asked for again each time: a new version reaches everyone at once.
            HTTPHeader("Cache-Control", "no-cache"),
            HTTPHeader("Vary", "Accept-Encoding"),
        ] + Self.precautions
    }

    /// What every answer tells a browser not to do.
    static let precautions = [
        HTTPHeader("X-Content-Type-Options", "nosniff"),
        HTTPHeader("Referrer-Policy", "no-referrer"),
        HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// What a document or a worker may do: load and call what comes from here. The WebSocket's
    /// origin is named, because not every browser counts it as the page's own.
    static func policy(for host: String) -> [HTTPHeader] {
        let content = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
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
