import TestSupport
import Testing

@testable import HTTP

struct HTTPResponseReaderTests {
    /// Reads `text` cut in every way, and expects the same of all.
    private func outcome(
        of text: String, bodyBytesMax: Int = 100, limits: HTTPLimits = HTTPLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Result<HTTPReceivedResponse?, HTTPResponseFault> {
        let bytes = utf8(text)
        let outcomes = cuttings(of: bytes.count).map { ranges in
            Result { () throws(HTTPResponseFault) -> HTTPReceivedResponse? in
                var reader = HTTPResponseReader(bodyBytesMax: bodyBytesMax, limits: limits)
                for range in ranges {
                    let response = try reader.receive(bytes.span.extracting(range))
                    if let response { return response }
                }
                return nil
            }
        }
        for other in outcomes.dropFirst() {
            #expect(other == outcomes[0], "however it is cut", sourceLocation: sourceLocation)
        }
        return outcomes[0]
    }

    private func response(_ text: String) throws -> HTTPReceivedResponse {
        try #require(try outcome(of: text).get())
    }

    @Test("A response is read to the end of its body, and not beyond")
    func whole() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabcdef"
        let response = try response(text)
        #expect(response.status == 200)
        #expect(response.fields.values(of: "content-type") == ["text/plain"])
        #expect(response.body == utf8("abc"))
    }

    @Test(
        "Some have no body, whatever their head says",
        arguments: [
            "HTTP/1.1 204\r\n\r\n", "HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 7\r\n\r\n",
            "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n",
        ])
    func empty(text: String) throws { #expect(try response(text).body.isEmpty) }

    @Test("What only says that one is to wait on isn't the response")
    func interim() throws {
        let wait = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
        let response = try response(wait + "HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\na")
        #expect(response.status == 201)
        #expect(response.fields.values(of: "link").isEmpty)
    }

    @Test(
        "A part of a response is none",
        arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"])
    func partial(text: String) { #expect(outcome(of: text) == .success(nil)) }

    @Test(
        "What is no response is refused",
        arguments: [
            "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n",
            "HTTP/1.1 2000\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n", "<html>\r\n\r\n",
            "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ])
    func malformed(text: String) { #expect(outcome(of: text) == .failure(.malformed)) }

    @Test(
        "A body that doesn't begin with its length is refused",
        arguments: ["", "Transfer-Encoding: chunked\r\n"])
    func unannounced(field: String) {
        let text = "HTTP/1.1 200 OK\r\n\(field)\r\n0\r\n\r\n"
        #expect(outcome(of: text) == .failure(.unannouncedLength))
    }

    @Test("A body is refused by what is announced, and a head once it is too long")
    func limits() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: "
        #expect(outcome(of: text + "101\r\n\r\n") == .failure(.bodyTooLarge))
        #expect(outcome(of: text + "99999999999999999999\r\n\r\n") == .failure(.bodyTooLarge))
        let outcome = outcome(of: text + "1\r\n\r\na", limits: HTTPLimits(headBytesMax: 37))
        #expect(outcome == .failure(.headTooLarge))
    }
}
