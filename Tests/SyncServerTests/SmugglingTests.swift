import Structures
import SyncServer
import TestSupport
import Testing

@Suite("Requests that are hidden in others")
struct SmugglingTests {
    private static let proxy = ClientNetwork(high: 0, low: 0xFFFF_0A00_0001)

    @Test(
        "What may end in two ways is refused and the connection ended: nothing behind it is read",
        arguments: [false, true], SmuggledRequests.ambiguous.indices)
    func refused(byProxy: Bool, index: Int) {
        let (name, text) = SmuggledRequests.ambiguous[index]
        send(name, text, byProxy: byProxy) { $0 == 400 || $0 == 501 }
    }

    @Test(
        "A body that nobody takes is refused and the connection ended: nothing behind it is read",
        arguments: [false, true], SmuggledRequests.untaken.indices)
    func untaken(byProxy: Bool, index: Int) {
        let (name, text) = SmuggledRequests.untaken[index]
        send(name, text, byProxy: byProxy) { $0 >= 400 }
    }

    private func send(
        _ name: String, _ text: String, byProxy: Bool, expecting isRefusal: (Int) -> Bool
    ) {
        let shell = FakeShell {
            $0.trustedProxies = TrustedProxies([AddressBlock("10.0.0.0/8")!])
        }
        let network = byProxy ? Self.proxy : ClientNetwork(high: 1, low: 1)
        for cut in [0, text.utf8.count / 2, text.utf8.count] {
            let wire = FakeWire(shell, network: network)
            let bytes = Array((text + SmuggledRequests.hidden).utf8)
            for part in [bytes[..<cut], bytes[cut...]] where !part.isEmpty && !wire.isGone {
                wire.send(Array(part))
            }
            let statuses = SmuggledRequests.statuses(in: wire.takeHTTP())
            #expect(statuses.count == 1 && isRefusal(statuses[0]), "\(name): \(statuses)")
            #expect(wire.isGone, "\(name)")
        }
    }

    @Test("What is one request is answered once, and the one behind it too")
    func pipelined() {
        let wire = FakeWire(FakeShell())
        let request = Array("GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        wire.send(request + request)
        let answer = wire.takeHTTP()
        #expect(SmuggledRequests.statuses(in: answer) == [200, 200], "\(answer)")
    }
}
