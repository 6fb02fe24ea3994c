/// Requests that somebody on the way may see other ends of than the server does, each with another
/// request hidden behind or in it.
package enum SmuggledRequests {
    package static let hidden = "GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n"

    /// Requests that nobody can read for sure, each by what is wrong with it. None has more than
    /// one answer, whatever stands behind it, and that is 400 or 501: whoever reads it all the same
    /// gives another.
    package static let ambiguous: [(name: String, text: String)] = [
        ("two lengths", post("Content-Length: 0\r\nContent-Length: \(hidden.utf8.count)")),
        ("the same length twice", post("Content-Length: 0\r\nContent-Length: 0")),
        ("two lengths in a field", post("Content-Length: 0, \(hidden.utf8.count)")),
        ("a length with a sign", post("Content-Length: +0")),
        ("a length in another base", post("Content-Length: 0x0")),
        ("a length and chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked", end)),
        ("chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 5", end)),
        ("chunks twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", end)),
        ("an encoding behind chunks", post("Transfer-Encoding: chunked, identity", end)),
        ("an encoding before chunks", post("Transfer-Encoding: gzip, chunked", end)),
        ("an encoding that is none", post("Transfer-Encoding: identity")),
        ("an encoding like chunks", post("Transfer-Encoding: xchunked", end)),
        ("a tab before chunks", post("Transfer-Encoding: \u{B}chunked", end)),
        ("a blank before the colon", post("Transfer-Encoding : chunked", end)),
        ("a tab before the colon", post("Content-Length\t: \(hidden.utf8.count)")),
        ("a field that goes on", post("X: y\r\n Transfer-Encoding: chunked", end)),
        ("an encoding that goes on", post("Transfer-Encoding:\r\n chunked", end)),
        ("a field before the first", "POST / HTTP/1.1\r\n X: y\r\nHost: a\r\n\r\n"),
        ("lines ended by LF", "POST / HTTP/1.1\nHost: a\nContent-Length: 0\n\n"),
        ("a field ended by LF", post("X: y\nContent-Length: \(hidden.utf8.count)")),
        ("a head ended by LF", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        ("a CR in a field", post("X: y\rContent-Length: \(hidden.utf8.count)")),
        ("a zero in a field", post("X: y\u{0}z")),
        ("a zero in a name", post("Content\u{0}-Length: \(hidden.utf8.count)")),
        ("a zero in a length", post("Content-Length: \(hidden.utf8.count)\u{0}")),
        ("a whole address", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a whole address of another", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        ("a request without a version", "GET /\r\n"),
        ("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    /// Requests with a body, or more, that nobody takes there.
    package static let untaken: [(name: String, text: String)] = [
        ("a body that nobody takes", post("Content-Length: \(hidden.utf8.count)")),
        (
            "chunks that nobody takes",
            post("Transfer-Encoding: chunked", "0\r\n\r\n")
        ),
        ("a body of a GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"),
        ("a body of an upgrade", upgrade("Content-Length: \(hidden.utf8.count)")),
        ("chunks of an upgrade", upgrade("Transfer-Encoding: chunked", end)),
    ]

    private static let end = "0\r\n\r\n"

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    private static func upgrade(_ fields: String, _ body: String = "") -> String {
        "GET /sync HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n"
            + "Sec-WebSocket-Protocol: folf.sync.v1\r\n\(fields)\r\n\r\n\(body)"
    }

    /// The statuses of the answers in what came.
    package static func statuses(in answer: String) -> [Int] {
        answer.matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap { Int($0.1) }
    }
}
