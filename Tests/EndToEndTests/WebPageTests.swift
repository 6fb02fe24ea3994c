import Foundation
import HTTP
import SyncServer
import TestSupport
import Testing
import WebPage

@Suite("The web page of the real server")
struct WebPageTests {
    /// One answer, read by its length.
    struct Answer {
        var head: String
        var body: [UInt8]

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    private static func request(
        _ path: String, _ fields: String = "", method: String = "GET"
    ) -> [UInt8] {
        Array("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8)
    }

    /// Reads an answer of a connection that stays open.
    private static func answer(_ client: RawClient, _ unread: inout [UInt8]) throws -> Answer {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                let answer = Answer(head: head, body: [])
                let length = answer.field("Content-Length").flatMap(Int.init) ?? 0
                if unread.count >= end.upperBound + length {
                    let body = Array(unread[end.upperBound..<end.upperBound + length])
                    unread.removeFirst(end.upperBound + length)
                    return Answer(head: head, body: body)
                }
            }
            let bytes = try client.receive()
            if bytes.isEmpty { throw RawClient.HungUp() }
            unread += bytes
        }
    }

    @Test("All of the page comes over one connection")
    func servesPage() async throws {
        try await onOwnThread {
            let page = WebPage.embedded()
            let paths = page.keys.sorted()
            #expect(paths.count > 10)
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            for path in paths {
                client.send(Self.request(path))
                let answer = try Self.answer(client, &unread)
                #expect(answer.head.hasPrefix("HTTP/1.1 200 OK"))
                #expect(answer.body == page[path]?.body, "\(path)")
            }
            client.send(Self.request("/j/K7MPQX", "Connection: close\r\n"))
            let last = try client.readToEnd()
            #expect(last.starts(with: Array("HTTP/1.1 200 OK".utf8)))
        }
    }

    @Test("A phone that comes again is told that it has the page, and gets it compressed before")
    func revalidates() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            let coding = "Accept-Encoding: gzip, deflate\r\n"
            client.send(Self.request("/device/game.js", coding))
            let first = try Self.answer(client, &unread)
            #expect(first.field("Content-Encoding") == "gzip")
            #expect(first.body.starts(with: [0x1F, 0x8B]))
            let tag = try #require(first.field("ETag"))
            client.send(Self.request("/device/game.js", coding + "If-None-Match: \(tag)\r\n"))
            let second = try Self.answer(client, &unread)
            #expect(second.head.hasPrefix("HTTP/1.1 304"))
            #expect(second.body.isEmpty)
        }
    }

    @Test("A program that was moved still serves its page")
    func moved() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let program = folder.url.appending(path: "folfd")
            // Not copied here: a child that another test starts meanwhile would hold the copy open
            // for writing, and such a file can't be run.
            let copier = try Child("/bin/cp", [Programs.url("folfd").path, program.path])
            #expect(copier.wait().status == 0)
            let child = try Child(
                program.path, ["--listen", "127.0.0.1:0", "--data", folder.path + "/data"],
                environment: ["PWD": folder.path])
            let line = try #require(child.readLine())
            let port = try #require(line.firstMatch(of: /:(\d+),/).flatMap { UInt16($0.1) })
            let client = try RawClient(port: port)
            client.send(Self.request("/ui/app.js", "Connection: close\r\n"))
            let body = try #require(WebPage.embedded()["/ui/app.js"]?.body)
            #expect(try client.readToEnd().suffix(body.count) == body[...])
            child.kill(SIGTERM)
            child.wait()
        }
    }

    @Test("With --web-root the page is read from a folder, at each request")
    func webRoot() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let file = folder.url.appending(path: "index.html")
            try Data("one".utf8).write(to: file)
            let server = try TestServer(environment: ["FOLFD_WEB_ROOT": folder.path])
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            client.send(Self.request("/"))
            #expect(try Self.answer(client, &unread).body == Array("one".utf8))
            try Data("two".utf8).write(to: file)
            client.send(Self.request("/"))
            #expect(try Self.answer(client, &unread).body == Array("two".utf8))
            client.send(Self.request("/ui/app.js"))
            #expect(try Self.answer(client, &unread).head.hasPrefix("HTTP/1.1 404"))
        }
    }

    @Test("A large file comes whole to a reader that takes its time")
    func slowReader() async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            // More than the outbox lets wait for others, and nothing that gzip could shorten.
            let large = (0..<250_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
            try Data(large).write(to: folder.url.appending(path: "large.css"))
            let server = try TestServer(["--web-root", folder.path])
            for ending in ["", "Connection: close\r\n"] {
                let client = try RawClient(port: server.port, receiveBytes: 4 * 1024)
                client.send(Self.request("/large.css", ending))
                var unread: [UInt8] = []
                #expect(try Self.answer(client, &unread).body == large)
            }
        }
    }

    @Test("A link's QR code is drawn, by https behind a proxy that says so")
    func drawsCodes() async throws {
        try await onOwnThread {
            let server = try TestServer(["--trusted-proxy", "10.0.0.0/8,127.0.0.1"])
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            var pictures: [[UInt8]] = []
            for field in ["", "X-Forwarded-Proto: https\r\n", "X-Forwarded-Proto: http\r\n"] {
                client.send(Self.request("/qr/K7MPQX.svg", field))
                let answer = try Self.answer(client, &unread)
                #expect(answer.field("Content-Type") == "image/svg+xml")
                #expect(answer.body.starts(with: Array("<svg ".utf8)))
                pictures.append(answer.body)
            }
            #expect(pictures[0] != pictures[1])
            #expect(pictures[0] == pictures[2])
        }
    }

    @Test("A link that is sent is drawn, up to the longest")
    func drawsLinks() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            for length in [40, ServerConfiguration.drawnLinkBytesMax] {
                let start = "https://127.0.0.1/a/f#"
                let link = start + String(repeating: "a", count: length - start.utf8.count)
                let fields = "Content-Type: text/plain\r\nContent-Length: \(length)\r\n"
                client.send(Self.request("/qr", fields, method: "POST") + Array(link.utf8))
                let answer = try Self.answer(client, &unread)
                #expect(answer.field("Content-Type") == "image/svg+xml")
                #expect(answer.body.starts(with: Array("<svg ".utf8)))
            }
        }
    }

    @Test("A body comes in pieces after the word that it may, and one that is too large doesn't")
    func takesBodies() async throws {
        try await onOwnThread {
            let server = try TestServer(["--test-echo"])
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            let kind = "Content-Type: application/octet-stream\r\nExpect: 100-continue\r\n"
            let chunked = kind + "Transfer-Encoding: chunked\r\n"
            client.send(Self.request("/echo", chunked, method: "POST"))
            #expect(try Self.answer(client, &unread).head == "HTTP/1.1 100 Continue")
            let piece = [UInt8](repeating: 0x61, count: 0x1000)
            for _ in 0..<16 { client.send(Array("1000\r\n".utf8) + piece + Array("\r\n".utf8)) }
            client.send(Array("0\r\n\r\n".utf8))
            #expect(try Self.answer(client, &unread).body.count == 16 * piece.count)
            let long = kind + "Content-Length: 65537\r\n"
            client.send(Self.request("/echo", long, method: "POST"))
            let refusal = try Self.answer(client, &unread)
            #expect(refusal.head.hasPrefix("HTTP/1.1 413 "))
            #expect(refusal.field("Content-Type") == "application/problem+json")
            #expect(try client.receive().isEmpty)
        }
    }

    @Test("Idle connections that fetched the page don't hold up the server's end")
    func stops() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            var unread: [UInt8] = []
            client.send(Self.request("/"))
            _ = try Self.answer(client, &unread)
            #expect(server.stop()?.status == 0)
            #expect(try client.receive().isEmpty)
        }
    }
}
