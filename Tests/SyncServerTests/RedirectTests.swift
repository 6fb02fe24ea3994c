import HTTP
import Host
import Structures
import SyncServer
import Testing

@Suite("The door for redirects")
struct RedirectTests {
    private let shell = FakeShell {
        $0.isAtUsualPort = true
        $0.redirect = Redirect(isSecured: true, name: nil, port: 443)
    }

    private func answer(
        to target: String, host: String = "folf.example", method: String = "GET",
        redirect: Redirect = Redirect(isSecured: true, name: nil, port: 443)
    ) -> String {
        let shell = FakeShell { $0.redirect = redirect }
        let wire = FakeWire(shell, by: .redirect)
        wire.send(Array("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
        return wire.takeHTTP()
    }

    @Test(
        "Whatever is asked for is to be had by https, at the same target and for good",
        arguments: [
            ("/", "folf.example", "https://folf.example/"),
            ("/j/K7MPQX?a=b%20c", "folf.example:80", "https://folf.example/j/K7MPQX?a=b%20c"),
            ("/sync", "192.0.2.7:8080", "https://192.0.2.7/sync"),
            ("/", "[2001:db8::7]:80", "https://[2001:db8::7]/"),
            ("/", "[2001:db8::7]", "https://[2001:db8::7]/"),
        ])
    func leads(target: String, host: String, location: String) {
        let answer = answer(to: target, host: host)
        #expect(answer.hasPrefix("HTTP/1.1 308 Permanent Redirect\r\n"))
        #expect(answer.contains("\r\nLocation: \(location)\r\n"), "\(answer)")
        #expect(answer.contains("\r\nConnection: close\r\n"))
    }

    @Test("A server that knows its name leads there, whatever name was asked for")
    func name() {
        let redirect = Redirect(isSecured: true, name: "folf.example", port: 8443)
        #expect(
            answer(to: "/x", host: "evil.example", redirect: redirect)
                .contains("\r\nLocation: https://folf.example:8443/x\r\n"))
    }

    @Test("As long as the front door isn't secured it is led to for now only")
    func unsecured() {
        let redirect = Redirect(isSecured: false, name: nil, port: 80)
        let answer = answer(to: "/x", redirect: redirect)
        #expect(answer.hasPrefix("HTTP/1.1 307 Temporary Redirect\r\n"))
        #expect(answer.contains("\r\nLocation: http://folf.example/x\r\n"))
    }

    @Test("Nothing of the front door is to be had there, and only GET and HEAD lead on")
    func nothingElse() {
        #expect(answer(to: "/healthz").hasPrefix("HTTP/1.1 308 "))
        #expect(answer(to: "/", method: "HEAD").hasPrefix("HTTP/1.1 308 "))
        #expect(answer(to: "/", method: "DELETE").hasPrefix("HTTP/1.1 405 "))
    }

    @Test("An authority for certificates gets the answer to its challenge, and no other file")
    func challenge() {
        shell.challenges = ["token_-9": Array("token_-9.thumb".utf8)]
        func ask(_ token: String) -> String {
            let wire = FakeWire(shell, by: .redirect)
            wire.send(
                Array(
                    "GET /.well-known/acme-challenge/\(token) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return wire.takeHTTP()
        }
        let answer = ask("token_-9")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("\r\nContent-Type: text/plain\r\n"))
        #expect(answer.hasSuffix("\r\n\r\ntoken_-9.thumb"))
        for wrong in [
            "unknown", "..", "%2e%2e", "a%2Fb", "a.b", String(repeating: "a", count: 129),
        ] {
            #expect(ask(wrong).hasPrefix("HTTP/1.1 404 "), "\(wrong)")
        }
        #expect(ask("a/b").hasPrefix("HTTP/1.1 308 "))
    }

    @Test("Browsers are told to stay with https once they trust the certificate, and only there")
    func strictness() {
        func answer(by door: Door) -> String {
            let wire = FakeWire(shell, by: door)
            wire.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return wire.takeHTTP()
        }
        let header = "Strict-Transport-Security: max-age=15552000\r\n"
        #expect(!answer(by: .front).contains(header))
        shell.post(.secured(isTrusted: true), to: 0)
        #expect(answer(by: .front).contains(header))
        #expect(!answer(by: .redirect).contains("Strict"))
        let elsewhere = FakeShell()
        elsewhere.post(.secured(isTrusted: true), to: 0)
        let wire = FakeWire(elsewhere)
        wire.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(!wire.takeHTTP().contains("Strict"))
        shell.post(.secured(isTrusted: false), to: 0)
        #expect(!answer(by: .front).contains("Strict"))
    }

    @Test(
        "The front door knows nothing of challenges, and the operator's doors nothing of the page")
    func doorsApart() {
        for (door, target) in [
            (Door.front, "/.well-known/acme-challenge/a"), (.metrics, "/"), (.control, "/sync"),
        ] {
            let wire = FakeWire(shell, by: door)
            wire.send(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            #expect(wire.takeHTTP().hasPrefix("HTTP/1.1 404 "), "\(door)")
        }
    }
}
