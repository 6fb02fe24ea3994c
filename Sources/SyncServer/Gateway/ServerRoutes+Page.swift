import HTTP

/// The web page's files.
extension ServerRoutes {
    func answer(
        _ request: HTTPRequest, with file: PageFile?
    ) throws(HTTPProblem) -> HTTPAnswer {
        guard let file else { throw .notFound }
        let compressed = request.accepts(coding: "gzip") ? file.compressed : nil
        let tag = compressed == nil ? file.tag : file.compressedTag
        var headers = [
            HTTPHeader("ETag", tag.text),
            // A browser asks again each time, so a new version reaches everyone at once.
            HTTPHeader("Cache-Control", "no-cache"),
            HTTPHeader("Vary", "Accept-Encoding"),
        ]
        headers += Self.precautions
        if file.hasPolicy {
            headers += Self.policy(
                for: request.host, of: file, images: configuration.imageOrigins)
        }
        guard !request.has(oneOf: [file.tag, file.compressedTag]) else {
            return HTTPAnswer(status: .notModified, headers: headers)
        }
        headers.append(HTTPHeader("Content-Type", file.contentType))
        if compressed != nil { headers.append(HTTPHeader("Content-Encoding", "gzip")) }
        return HTTPAnswer(headers: headers, body: compressed ?? file.body)
    }

    /// Headers of every answer that forbid a browser what no page of ours does.
    static let precautions = precautions(referrer: "no-referrer")

    static func precautions(referrer: String) -> [HTTPHeader] {
        [
            HTTPHeader("X-Content-Type-Options", "nosniff"),
            HTTPHeader("Referrer-Policy", referrer),
            HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    /// The policy for a document or a worker: it may load and call what comes from here. The
    /// WebSocket's origin is named, because not every browser counts it as the page's own.
    ///
    /// - Parameter images: other origins from which it may show pictures.
    static func policy(
        for host: String, of file: PageFile? = nil, images: [String] = []
    ) -> [HTTPHeader] {
        let scripts = ["script-src 'self'"] + (file?.scriptHashes ?? [])
        let styles = ["style-src 'self'"] + (file?.styleHashes ?? [])
        let content = [
            "default-src 'none'", scripts.joined(separator: " "), styles.joined(separator: " "),
            (["img-src 'self' data:"] + images).joined(separator: " "),
            "connect-src 'self' ws://\(host) wss://\(host)", "manifest-src 'self'",
            "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return [
            HTTPHeader("Content-Security-Policy", content.joined(separator: "; ")),
            HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
            HTTPHeader(
                "Permissions-Policy",
                "camera=(), geolocation=(self), microphone=(), payment=(), usb=()"),
        ]
    }
}
