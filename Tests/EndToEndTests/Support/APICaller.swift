import Documents
import Foundation
import Wire

/// A client of the API of a real server: one connection for each call. Its calls wait; use it on a
/// thread of its own.
struct APICaller {
    struct Reply {
        let status: Int
        let head: String
        /// The body as it came.
        let bytes: [UInt8]
        let body: JSONValue

        subscript(name: String) -> JSONValue? { body[name] }
        /// The field that changes only the state that this answer tells of.
        var ifMatch: String {
            let tag = head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }
            return "If-Match: \(tag?.dropFirst(6) ?? "")\r\n"
        }
        /// The problem's name; nil if it is none.
        var problem: String? { status >= 400 ? body["name"]?.string : nil }
    }

    let port: UInt16

    @discardableResult
    func ask(
        _ method: String, _ path: String, as token: String? = nil, _ body: JSONValue? = nil,
        fields: String = ""
    ) throws -> Reply {
        let bytes = body?.bytes ?? []
        var head = "\(method) /api/v1\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        head += "Connection: close\r\n\(fields)"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if body != nil {
            head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n"
        }
        let client = try RawClient(port: port)
        client.send(Array((head + "\r\n").utf8) + bytes)
        return try Self.reply(try client.readToEnd())
    }

    private static func reply(_ bytes: [UInt8]) throws -> Reply {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw RawClient.HungUp()
        }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let status = Int(words[1]) else { throw RawClient.HungUp() }
        let content = Array(bytes[end.upperBound...])
        return Reply(
            status: status, head: head, bytes: content,
            body: (try? JSONValue(content)) ?? .nothing)
    }
}

/// Somebody's account at a real server, with the token of one device.
struct AccountHolder {
    static let password = "korktappi ja harmonikka"

    let handle: String
    let account = Identifier128.random()
    let token = newToken()

    static func newToken() -> String { "\(Identifier128.random())\(Identifier128.random())" }

    /// The id of a device that comes with this token, and of the person that it is by itself.
    static func key(of token: String) -> String {
        Token(token).map { "\($0.person.value)" } ?? ""
    }

    @discardableResult
    func signUp(at server: TestServer) throws -> APICaller.Reply {
        try APICaller(port: server.port).ask(
            "PUT", "/accounts/\(account)", as: token,
            [
                "handle": .text(handle), "name": .text(handle.capitalized), "age": 0,
                "password": .text(Self.password),
            ])
    }

    @discardableResult
    func signIn(at server: TestServer, as token: String) throws -> APICaller.Reply {
        try APICaller(port: server.port).ask(
            "POST", "/sessions", as: token,
            ["handle": .text(handle), "password": .text(Self.password), "label": "another"])
    }

    func me(at server: TestServer, as token: String? = nil) throws -> APICaller.Reply {
        try APICaller(port: server.port).ask("GET", "/me", as: token ?? self.token)
    }
}
