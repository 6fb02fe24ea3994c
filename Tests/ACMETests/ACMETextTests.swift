import Documents
import Testing

@testable import ACME

@Suite("What is said to and by an authority")
struct ACMETextTests {
    @Test("A key's thumbprint is that of RFC 7638, in the answer to a challenge")
    func thumbprint() {
        // The key of RFC 7515 appendix A.3; its thumbprint was worked out with openssl.
        let account = ACMEAccount(
            x: bytes("7fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"),
            y: bytes("c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"),
            sign: { _ in [] })
        #expect(
            account.authorization(of: "token")
                == "token.oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U")
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(digits[place] * 16 + digits[place + 1])
        }
    }

    @Test("A message names the key first, then the account, and signs what it says")
    func message() throws {
        var signed: [UInt8] = []
        let account = ACMEAccount(x: [1], y: [2]) {
            signed = $0
            return [255]
        }
        let first = account.message("{}", to: "https://a", nonce: "n", account: nil)
        #expect(first.hasSuffix("\",\"payload\":\"e30\",\"signature\":\"_w\"}"))
        #expect(String(decoding: signed, as: UTF8.self).hasSuffix(".e30"))
        let later = account.message("", to: "https://a", nonce: "n", account: "https://a/1")
        #expect(later.contains("\"payload\":\"\""))
        let head =
            "{\"alg\":\"ES256\",\"kid\":\"https://a/1\",\"nonce\":\"n\","
            + "\"url\":\"https://a\"}"
        #expect(later.contains(Base64URL.text(Array(head.utf8))))
    }

    @Test("An answer is read with its head; those before it are passed over")
    func response() throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nReplay-Nonce: no\r\n\r\nHTTP/2 201 \r\n"
            + "replay-NONCE: abc-_\r\nLocation:https://a/1\r\nRetry-After: 5\r\n\r\n{}\r\n\r\n"
        let response = try #require(ACMEResponse(Array(text.utf8)))
        #expect(
            response
                == ACMEResponse(
                    status: 201, nonce: "abc-_", location: "https://a/1", retryAfterSeconds: 5,
                    body: Array("{}\r\n\r\n".utf8)))
    }

    @Test("Fields that can't be used are passed over, as if they weren't there")
    func strangeFields() throws {
        let text =
            "HTTP/1.1 200 OK\r\nReplay-Nonce: a\"b\r\n"
            + "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n"
            + "Location: \(String(repeating: "a", count: 3_000))\r\nno field\r\n\r\n"
        let response = try #require(ACMEResponse(Array(text.utf8)))
        #expect(response == ACMEResponse(status: 200))
    }

    @Test("What is no answer of HTTP, or too long, is none")
    func noResponse() {
        for text in ["", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 999 x\r\n\r\n"] {
            #expect(ACMEResponse(Array(text.utf8)) == nil, "\(text)")
        }
        let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        let body = [UInt8](repeating: 0x41, count: ACMEResponse.bytesMax - head.count)
        #expect(ACMEResponse(head + body) != nil)
        #expect(ACMEResponse(head + body + [0x41]) == nil)
        let padding = [UInt8](repeating: 0x41, count: 40_000)
        #expect(
            ACMEResponse(Array("HTTP/1.1 200 OK\r\nA: ".utf8) + padding + [13, 10, 13, 10]) == nil)
    }

    @Test("A certificate is replaced when two thirds of its life are over")
    func renewal() {
        #expect(RenewalTime.due(1_000...1_000 + 90 * 86_400) == 1_000 + 60 * 86_400)
        #expect(RenewalTime.pauseSeconds(leftSeconds: 90 * 86_400) == 3_600)
        #expect(RenewalTime.pauseSeconds(leftSeconds: 6) == 2)
        #expect(RenewalTime.pauseSeconds(leftSeconds: -6) == 1)
    }

    @Test("Failures are answered by longer and longer pauses; who wasn't reached is asked sooner")
    func pauses() {
        let problem = ACMEFailure.problem(ACMEProblem(nil, status: 400))
        #expect(
            [1, 2, 5, 6, 1_000].map { RenewalTime.pauseSeconds(after: problem, count: $0) }
                == [3_600, 7_200, 57_600, 86_400, 86_400])
        let absent = ACMEFailure.unreachable("")
        #expect(
            [1, 2, 9, 10, 1_000].map { RenewalTime.pauseSeconds(after: absent, count: $0) }
                == [10, 20, 2_560, 3_600, 3_600])
        let forever = ACMEFailure.problem(
            ACMEProblem(nil, status: 429, retryAfterSeconds: .max))
        #expect(RenewalTime.pauseSeconds(after: forever, count: 1) == 604_800)
    }
}
