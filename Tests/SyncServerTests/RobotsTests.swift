import HTTP
import Structures
import SyncServer
import Testing

@Suite("What programs that look for pages are told")
struct RobotsTests {
    private func get(_ path: String, isSecured: Bool = false) -> String {
        let shell = FakeShell { $0.isSecured = isSecured }
        let wire = FakeWire(shell)
        wire.send(Array("GET \(path) HTTP/1.1\r\nHost: folf.example:8080\r\n\r\n".utf8))
        return wire.takeHTTP()
    }

    @Test("Games are to be left alone, and the list of pages is named by the server's address")
    func robots() {
        let answer = get("/robots.txt")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("\r\nContent-Type: text/plain\r\n"))
        for path in ["/j/", "/w/", "/g/", "/r/", "/a/", "/p/", "/qr/", "/sync"] {
            #expect(answer.contains("\nDisallow: \(path)\n"), "\(path)")
        }
        for path in ["", "about", "um", "privacy", "api"] {
            #expect(!answer.contains("Disallow: /\(path)\n"))
        }
        #expect(answer.contains("\nSitemap: http://folf.example:8080/sitemap.xml\n"))
        #expect(get("/robots.txt", isSecured: true).contains("Sitemap: https://folf.example:8080/"))
    }

    @Test("The list of pages has those that are for everybody, by their whole addresses")
    func sitemap() {
        let answer = get("/sitemap.xml", isSecured: true)
        #expect(answer.contains("\r\nContent-Type: application/xml\r\n"))
        #expect(answer.contains("<url><loc>https://folf.example:8080/</loc></url>"))
        #expect(!answer.contains("/j/"))
        for (english, icelandic) in [
            ("about", "um"), ("privacy", "personuvernd"), ("api", "forritaskil"),
        ] {
            let alternates = [("en", english), ("is", icelandic)].map { language, path in
                "<xhtml:link rel=\"alternate\" hreflang=\"\(language)\" "
                    + "href=\"https://folf.example:8080/\(path)\"/>"
            }.joined()
            for path in [english, icelandic] {
                let place = "<loc>https://folf.example:8080/\(path)</loc>"
                #expect(answer.contains("<url>\(place)\(alternates)</url>"))
            }
        }
    }
}
