import HTTP

/// What programs that look for pages are told (RFC 9309, and the protocol of sitemaps.org).
extension ServerRoutes {
    /// A game is for those who were invited, and nobody has asked to be found by strangers.
    private static let privatePaths = ["/j/", "/w/", "/g/", "/r/", "/a/", "/p/", "/qr/", "/sync"]

    /// Asks them to leave games alone, and says where the rest is listed.
    func robots(for request: HTTPRequest) -> HTTPAnswer {
        let lines =
            ["User-agent: *"] + Self.privatePaths.map { "Disallow: " + $0 }
            + ["Sitemap: \(origin(of: request))/sitemap.xml"]
        return Self.text(lines.joined(separator: "\n") + "\n", type: "text/plain")
    }

    func sitemap(for request: HTTPRequest) -> HTTPAnswer {
        let origin = origin(of: request)
        let leaflets = Leaflet.all.map { leaflet in
            let alternates = Leaflet.all.filter { $0.subject == leaflet.subject }.map {
                let place = "hreflang=\"\($0.language)\" href=\"\(origin)\($0.path)\""
                return "<xhtml:link rel=\"alternate\" \(place)/>"
            }
            return "<url><loc>\(origin)\(leaflet.path)</loc>\(alternates.joined())</url>"
        }
        return Self.text(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" \
            xmlns:xhtml="http://www.w3.org/1999/xhtml">\
            <url><loc>\(origin)/</loc></url>\(leaflets.joined())</urlset>

            """, type: "application/xml")
    }

    /// The beginning of the server's addresses, as whoever asks has called it. The parser has
    /// checked that a host has no letters that mean something in XML.
    private func origin(of request: HTTPRequest) -> String {
        (cameSecurely(request) ? "https://" : "http://") + request.host
    }

    private static func text(_ text: String, type: String) -> HTTPAnswer {
        let headers = [
            HTTPHeader("Content-Type", type), HTTPHeader("Cache-Control", "max-age=86400"),
            HTTPHeader("Vary", "Host"),
        ]
        return HTTPAnswer(headers: headers + precautions, body: Array(text.utf8))
    }
}
