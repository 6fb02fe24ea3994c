import HTTP
import Host
import Structures
import SyncServer
import Testing

@Suite("The page over HTTP")
struct PageTests {
    private static let document = PageFile(
        contentType: "text/html; charset=utf-8", tag: "1a", body: Array("<p>Folf".utf8),
        compressed: nil, hasPolicy: true)
    private static let module = PageFile(
        contentType: "text/javascript; charset=utf-8", tag: "2b",
        body: Array("export const one = 1;".utf8), compressed: Array("zzz".utf8), hasPolicy: false)
    private static let leafletPaths = [
        "/about.html", "/um.html", "/privacy.html", "/personuvernd.html", "/api.html",
        "/forritaskil.html",
    ]
    private static let leaflets = Dictionary(
        uniqueKeysWithValues: leafletPaths.map { path in
            let file = PageFile(
                contentType: "text/html; charset=utf-8", tag: path, body: Array(path.utf8),
                compressed: nil, hasPolicy: true, styleHashes: ["'sha256-c='"])
            return (path, file)
        })

    private let shell: FakeShell = FakeShell { configuration in
        let large = PageFile(
            contentType: "image/svg+xml", tag: "3c", body: [UInt8](repeating: 0x20, count: 60_000),
            compressed: nil, hasPolicy: true)
        let files = ["/index.html": Self.document, "/ui/one.js": Self.module, "/large.svg": large]
        configuration.site = .files(files.merging(Self.leaflets) { first, _ in first })
    }

    private func get(
        _ path: String, _ fields: [String] = [], method: String = "GET", body: String = "",
        on wire: FakeWire
    ) -> Answer? {
        wire.send(Self.request(path, fields, method: method) + Array(body.utf8))
        return Answer(wire.takeHTTP())
    }

    private static func request(
        _ path: String, _ fields: [String] = [], method: String = "GET"
    ) -> [UInt8] {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: folf.example:8080"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    struct Answer {
        var status: String
        var fields: [String: String] = [:]
        var body: String

        init?(_ text: String) {
            guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
            let lines = text[..<end.lowerBound].split(separator: "\r\n")
            guard let first = lines.first else { return nil }
            status = String(first.dropFirst("HTTP/1.1 ".count))
            for line in lines.dropFirst() {
                guard let colon = line.firstRange(of: ": ") else { return nil }
                fields[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
            }
            body = String(text[end.upperBound...])
        }
    }

    @Test(
        "The page's own paths are answered with its index",
        arguments: [
            "/", "/index.html", "/?x", "/j/K7MPQX", "/w/K7MPQX", "/w/K7MPQX+K7MPQY", "/g/12ab",
            "/r/12ab", "/j/", "/j/a/b?c=d", "/a", "/a/", "/a/new?to=%2Fg%2F1", "/p/anna",
        ])
    func index(path: String) throws {
        let answer = try #require(get(path, on: FakeWire(shell)))
        #expect(answer.status == "200 OK")
        #expect(answer.body == "<p>Folf")
        #expect(answer.fields["content-length"] == "7")
        #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
        #expect(answer.fields["connection"] == nil)
    }

    @Test(
        "What is to be read has an address in each language, and a policy as strict as the page's",
        arguments: [
            ("/about", "/about.html"), ("/um", "/um.html"), ("/um?x", "/um.html"),
            ("/privacy", "/privacy.html"), ("/personuvernd", "/personuvernd.html"),
            ("/api", "/api.html"), ("/forritaskil", "/forritaskil.html"),
        ])
    func leaflet(path: String, file: String) throws {
        let answer = try #require(get(path, on: FakeWire(shell)))
        #expect(answer.status == "200 OK")
        #expect(answer.body == file)
        let policy = try #require(answer.fields["content-security-policy"])
        #expect(
            policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-c='"))
        #expect(!policy.contains("unsafe"))
    }

    @Test(
        "Whatever else isn't a file is not there",
        arguments: [
            "/j", "/p", "/about/", "/um/x", "/k/K7MPQX", "/ui/", "/ui/two.js", "//", "/one.js",
            "/../index.html",
        ])
    func nothing(path: String) throws {
        let wire = FakeWire(shell)
        let answer = try #require(get(path, on: wire))
        #expect(answer.status == "404 Not Found")
        #expect(answer.fields["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(wire.isGone)
    }

    @Test("A document may load and call what comes from here, and nothing else")
    func policy() throws {
        let fields = try #require(get("/", on: FakeWire(shell))).fields
        #expect(
            fields["content-security-policy"]
                == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self' ws://folf.example:8080 wss://folf.example:8080; "
                + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'")
        #expect(fields["cross-origin-opener-policy"] == "same-origin")
        #expect(fields["permissions-policy"]?.contains("camera=()") == true)
        for path in ["/", "/ui/one.js"] {
            let fields = try #require(get(path, on: FakeWire(shell))).fields
            #expect(fields["x-content-type-options"] == "nosniff")
            #expect(fields["referrer-policy"] == "no-referrer")
            #expect(fields["cross-origin-resource-policy"] == "same-origin")
        }
        let part = try #require(get("/ui/one.js", on: FakeWire(shell)))
        #expect(part.fields["content-security-policy"] == nil)
    }

    @Test("A document may show pictures from elsewhere if the operator says from where")
    func images() throws {
        let file = PageFile(
            contentType: "text/html; charset=utf-8", tag: "4e", body: Array("<p>".utf8),
            compressed: nil, hasPolicy: true)
        let shell = FakeShell { configuration in
            configuration.site = .files(["/index.html": file])
            configuration.imageOrigins = ["https://tile.example"]
        }
        let fields = try #require(get("/", on: FakeWire(shell))).fields
        let policy = try #require(fields["content-security-policy"])
        #expect(policy.contains("img-src 'self' data: https://tile.example; connect-src 'self'"))
    }

    @Test("A document that holds a script or a style itself may run just that one")
    func hashes() throws {
        let file = PageFile(
            contentType: "text/html; charset=utf-8", tag: "4d", body: Array("<p>".utf8),
            compressed: nil, hasPolicy: true, scriptHashes: ["'sha256-a='"],
            styleHashes: ["'sha256-b='"])
        let shell = FakeShell { $0.site = .files(["/index.html": file]) }
        let policy = try #require(get("/", on: FakeWire(shell))?.fields["content-security-policy"])
        #expect(policy.contains("script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b='; "))
    }

    @Test("A file comes compressed to whom accepts that, under a tag of its own")
    func compressed() throws {
        let wire = FakeWire(shell)
        let plain = try #require(get("/ui/one.js", on: wire))
        let short = try #require(get("/ui/one.js", ["Accept-Encoding: br, gzip"], on: wire))
        let refused = try #require(get("/ui/one.js", ["Accept-Encoding: gzip;q=0"], on: wire))
        #expect(plain.body == "export const one = 1;")
        #expect(plain.fields["content-encoding"] == nil)
        #expect(plain.fields["etag"] == "\"2b\"")
        #expect(short.body == "zzz")
        #expect(short.fields["content-encoding"] == "gzip")
        #expect(short.fields["content-length"] == "3")
        #expect(short.fields["etag"] == "\"2b-gzip\"")
        #expect(refused.body == plain.body)
        for answer in [plain, short, refused] {
            #expect(answer.fields["vary"] == "Accept-Encoding")
            #expect(answer.fields["cache-control"] == "no-cache")
        }
        let index = try #require(get("/", ["Accept-Encoding: gzip"], on: wire))
        #expect(index.body == "<p>Folf")
        #expect(index.fields["content-encoding"] == nil)
        #expect(index.fields["vary"] == "Accept-Encoding")
    }

    @Test(
        "Who has a file already is told so, without the file",
        arguments: [
            ("\"2b\"", true), ("\"2b-gzip\"", true), ("W/\"2b\"", true), ("*", true),
            ("\"1a\", \"2b\"", true), ("\"1a\"", false), ("2b", false),
        ])
    func notModified(tags: String, isKnown: Bool) throws {
        let wire = FakeWire(shell)
        let answer = try #require(get("/ui/one.js", ["If-None-Match: \(tags)"], on: wire))
        #expect(answer.status == (isKnown ? "304 Not Modified" : "200 OK"))
        #expect(answer.body.isEmpty == isKnown)
        #expect(answer.fields["etag"] == "\"2b\"")
        #expect(answer.fields["cache-control"] == "no-cache")
        #expect(answer.fields["vary"] == "Accept-Encoding")
        #expect((answer.fields["content-length"] == nil) == isKnown)
        #expect(get("/", on: wire)?.status == "200 OK")
    }

    @Test("HEAD gets what GET would, without the file, and another method 405")
    func methods() throws {
        let wire = FakeWire(shell)
        let head = try #require(get("/ui/one.js", method: "HEAD", on: wire))
        let whole = try #require(get("/ui/one.js", on: wire))
        #expect(head.body.isEmpty)
        #expect(head.fields == whole.fields)
        let post = try #require(get("/ui/one.js", method: "POST", on: wire))
        #expect(post.status == "405 Method Not Allowed")
        #expect(post.fields["allow"] == "GET, HEAD, OPTIONS")
        #expect(wire.isGone)
    }
}

/// Links as QR codes. The picture is the link itself here.
extension PageTests {
    private func picture(
        _ path: String, _ fields: [String] = [], isBehindProxy: Bool = false
    ) -> Answer? {
        let shell = FakeShell {
            if isBehindProxy { $0.trustedProxies = TrustedProxies([AddressBlock("::/0")!]) }
        }
        return get(path, fields, on: FakeWire(shell))
    }

    @Test(
        "A code's picture holds the link to join, or to watch",
        arguments: [
            ("/qr/K7MPQX.svg", "http://folf.example:8080/j/K7MPQX"),
            ("/qr/K7MPQXK7MPQX.svg", "http://folf.example:8080/j/K7MPQXK7MPQX"),
            ("/qr/K7MPQX.svg?watch", "http://folf.example:8080/w/K7MPQX"),
            ("/qr/K7MPQX.svg?https", "https://folf.example:8080/j/K7MPQX"),
            ("/qr/K7MPQX.svg?watch&https=1", "https://folf.example:8080/w/K7MPQX"),
            ("/qr/K7MPQX.svg?watching", "http://folf.example:8080/j/K7MPQX"),
        ])
    func link(path: String, link: String) throws {
        let answer = try #require(picture(path))
        #expect(answer.status == "200 OK")
        #expect(answer.body == link)
        #expect(answer.fields["content-type"] == "image/svg+xml")
        #expect(answer.fields["cache-control"] == "max-age=86400")
        #expect(answer.fields["content-security-policy"]?.contains("default-src 'none'") == true)
    }

    @Test(
        "What isn't a code as the server writes it has no picture",
        arguments: [
            "/qr/K7MPQ.svg", "/qr/K7MPQXK7MPQXK.svg", "/qr/k7mpqx.svg", "/qr/K7M-PQX.svg",
            "/qr/K7MPQ0.svg", "/qr/K7MPQX", "/qr/K7MPQX.png", "/qr/.svg", "/qr/", "/qr.svg",
            "/qr/K7MPQX.svg.svg", "/qr/K7%20MPQX.svg", "/qr/x/K7MPQX.svg",
        ])
    func noLink(path: String) {
        #expect(picture(path)?.status == "404 Not Found")
    }

    @Test(
        "Only a proxy is believed that people came by https",
        arguments: [
            (["X-Forwarded-Proto: https"], true, "https"), ([], true, "http"),
            (["X-Forwarded-Proto: http"], true, "http"),
            (["X-Forwarded-Proto: https, http"], true, "http"),
            (["X-Forwarded-Proto: https"], false, "http"),
        ])
    func scheme(fields: [String], isBehindProxy: Bool, scheme: String) throws {
        let answer = try #require(picture("/qr/K7MPQX.svg", fields, isBehindProxy: isBehindProxy))
        #expect(answer.body == scheme + "://folf.example:8080/j/K7MPQX")
        #expect(answer.fields["vary"] == (isBehindProxy ? "X-Forwarded-Proto" : nil))
    }

    @Test("A host longer than any there is gets no picture")
    func longHost() {
        func status(hostBytes: Int) -> Bool {
            let wire = FakeWire(FakeShell())
            let host = String(repeating: "a", count: hostBytes)
            wire.send(Array("GET /qr/K7MPQX.svg HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
            return wire.takeHTTP().hasPrefix("HTTP/1.1 200 ")
        }
        #expect(status(hostBytes: ServerPaths.qrHostBytesMax))
        #expect(!status(hostBytes: ServerPaths.qrHostBytesMax + 1))
    }
}

/// Links with a secret, which are sent to be drawn.
extension PageTests {
    private func draw(
        _ link: String, type: String = "text/plain;charset=UTF-8", on wire: FakeWire
    ) -> Answer? {
        let length = "Content-Length: \(link.utf8.count)"
        return get(
            "/qr", ["Content-Type: \(type)", length], method: "POST", body: link, on: wire)
    }

    @Test(
        "A link that is sent is drawn, and nobody keeps the picture",
        arguments: [
            "http://folf.example:8080/a/f#0a1b2c3d", "https://folf.example:8080/a/l#0a1b2c3d",
            "https://folf.example:8080/",
        ])
    func sentLink(link: String) throws {
        let wire = FakeWire(FakeShell())
        let answer = try #require(draw(link, on: wire))
        #expect(answer.status == "200 OK")
        #expect(answer.body == link)
        #expect(answer.fields["content-type"] == "image/svg+xml")
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["vary"] == nil)
        #expect(answer.fields["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(draw(link, on: wire)?.body == link, "on the same connection")
    }

    @Test(
        "A link that leads elsewhere, or that no browser writes so, isn't drawn",
        arguments: [
            "", "folf.example:8080/a/f#1", "http://folf.example:8080", "http://folf.example/a",
            "http://folf.example:8080.evil.example/", "http://folf.example:8080@evil.example/",
            "ftp://folf.example:8080/", "javascript:1//folf.example:8080/",
            " http://folf.example:8080/", "http://folf.example:8080/a b",
            "http://folf.example:8080/\u{e1}", "http://folf.example:8080/\n",
        ])
    func strangeLink(link: String) throws {
        let answer = try #require(draw(link, on: FakeWire(FakeShell())))
        #expect(answer.status == "400 Bad Request")
        #expect(answer.body.contains("\"name\":\"bad_request\""))
        #expect(link.isEmpty || !answer.body.contains(link), "a secret isn't repeated")
    }

    @Test("A link that is too long, isn't text or is missing isn't drawn")
    func noSentLink() throws {
        let start = "http://folf.example:8080/"
        let most = ServerConfiguration.drawnLinkBytesMax - start.utf8.count
        let longest = start + String(repeating: "a", count: most)
        #expect(draw(longest, on: FakeWire(FakeShell()))?.body == longest)
        let longer = draw(longest + "a", on: FakeWire(FakeShell()))
        #expect(longer?.status == "413 Content Too Large")
        let json = draw(start, type: "application/json", on: FakeWire(FakeShell()))
        #expect(json?.status == "415 Unsupported Media Type")
        let bare = get("/qr", method: "POST", on: FakeWire(FakeShell()))
        #expect(bare?.status == "411 Length Required")
        #expect(get("/qr", on: FakeWire(FakeShell()))?.fields["allow"] == "POST, OPTIONS")
    }
}

/// Several requests on one connection.
extension PageTests {
    @Test("A connection serves request after request, then says that it ends")
    func manyRequests() throws {
        let wire = FakeWire(shell)
        for _ in 1..<100 {
            #expect(get("/ui/one.js", on: wire)?.fields["connection"] == nil)
        }
        #expect(get("/ui/one.js", on: wire)?.fields["connection"] == "close")
        #expect(wire.isGone)
        #expect(shell.shards[0].server.sessionCount == 0)
    }

    @Test("Who wants the connection to end gets the answer and the end")
    func endsOnRequest() throws {
        let wire = FakeWire(shell)
        let answer = try #require(get("/", ["Connection: close"], on: wire))
        #expect(answer.body == "<p>Folf")
        #expect(answer.fields["connection"] == "close")
        #expect(wire.isGone)
    }

    @Test("Requests that come at once are answered in their order, however they are cut")
    func pipelined() throws {
        let requests =
            Self.request("/") + Self.request("/ui/one.js", method: "HEAD")
            + Self.request("/ui/one.js") + Self.request("/nothing") + Self.request("/")
        let whole = FakeWire.answers(to: [requests], by: shell)
        #expect(whole.ranges(of: "HTTP/1.1 200 OK").count == 3)
        #expect(whole.ranges(of: "HTTP/1.1 404 Not Found").count == 1)
        #expect(whole.ranges(of: "export const one").count == 1)
        #expect(whole.hasSuffix("\"name\":\"not_found\"}\n"))
        #expect(FakeWire.answers(to: requests.map { [$0] }, by: shell) == whole)
    }

    @Test("Of requests that come at once only so much is answered, and the end is said")
    func pipelinedBytes() throws {
        let wire = FakeWire(shell)
        let requests = (0..<5).flatMap { _ in Self.request("/large.svg") }
        wire.send(requests)
        let text = wire.takeHTTP()
        #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 3)
        #expect(text.ranges(of: "Connection: close").count == 1)
        #expect(wire.isGone)
        let patient = FakeWire(shell)
        for _ in 0..<5 { #expect(get("/large.svg", on: patient)?.fields["connection"] == nil) }
    }

    @Test("An idle connection ends after a while, and later if it may be busy with an answer")
    func idle() {
        let wire = FakeWire(shell)
        _ = get("/", on: wire)
        shell.wait(14_000)
        #expect(!wire.isGone)
        _ = get("/", on: wire)
        shell.wait(14_000)
        #expect(!wire.isGone)
        shell.wait(2_000)
        #expect(wire.isGone)
        let slow = FakeWire(shell)
        _ = get("/large.svg", on: slow)
        shell.wait(134_000)
        #expect(!slow.isGone)
        shell.wait(12_000)
        #expect(slow.isGone)
        #expect(shell.shards[0].server.sessionCount == 0)
    }

    @Test("A request that takes its time to come is given up")
    func slowRequest() {
        let wire = FakeWire(shell)
        _ = get("/", on: wire)
        for byte in "GET / HTTP/1.1\r\nHost: a".utf8.prefix(20) {
            wire.send([byte])
            shell.wait(1_000)
        }
        #expect(wire.isGone)
    }

    @Test("A connection that fetched the page can become a WebSocket, with the time of a new one")
    func upgrades() {
        let wire = FakeWire(shell)
        _ = get("/large.svg", on: wire)
        wire.upgrade()
        #expect(String(decoding: wire.http, as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
        shell.wait(9_500)
        #expect(!wire.isGone)
        shell.wait(11_000)
        #expect(wire.isGone)
    }

    @Test("A draining server ends what is idle, and answers what still comes")
    func draining() {
        let idle = FakeWire(shell)
        let new = FakeWire(shell)
        _ = get("/", on: idle)
        shell.post(.drain, to: 0)
        #expect(idle.isGone)
        #expect(get("/", on: new)?.fields["connection"] == "close")
        #expect(new.isGone)
    }
}
