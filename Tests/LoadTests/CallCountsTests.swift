import Testing

@testable import Load

struct CallCountsTests {
    private let table = """
        strace: Process 4711 attached with 2 threads
        % time     seconds  usecs/call     calls    errors syscall
        ------ ----------- ----------- --------- --------- ----------------
         61.11    0.000220           2       100         7 sendto
         38.89    0.000140           7        20           epoll_pwait2
          0.00    0.000000           0         1           fdatasync
        ------ ----------- ----------- --------- --------- ----------------
        100.00    0.000360           2       121         7 total
        """

    @Test("Each row of strace's table is a name and how many calls, with errors or without")
    func rows() {
        #expect(CallCounts.parse(table) == ["sendto": 100, "epoll_pwait2": 20, "fdatasync": 1])
        #expect(CallCounts.parse("strace: attach: Operation not permitted").isEmpty)
        #expect(CallCounts.parse("").isEmpty)
    }

    @Test("Calls are divided by deliveries, the most frequent first")
    func perDelivery() {
        let counts = CallCounts(CallCounts.parse(table), deliveries: 200)
        #expect(counts.perDelivery.map(\.name) == ["sendto", "epoll_pwait2", "fdatasync"])
        #expect(counts.text == "sendto 0.500, epoll_pwait2 0.100, fdatasync 0.005")
        #expect(counts.sum == 0.605)
    }
}

struct OpeningTests {
    @Test("Each request is a proper upgrade with a key of its own")
    func requests() throws {
        for host in ["127.0.0.1", "::1"] {
            var target = try Target("127.0.0.1:8080,1", named: "--server")
            target.host = host
            var opening = Opening(target)
            var keys: Set<String> = []
            for random in [(UInt64(0), UInt64(0)), (.max, .max), (0, .max), (1, 1 << 54)] {
                var bytes: [UInt8] = []
                opening.write(random, to: &bytes)
                let text = String(decoding: bytes, as: UTF8.self)
                let lines = text.split(separator: "\r\n")
                #expect(lines.first == "GET /sync HTTP/1.1" && text.hasSuffix("\r\n\r\n"))
                let key = try #require(lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") })
                #expect(key.count == "Sec-WebSocket-Key: ".count + 24 && key.hasSuffix("=="))
                keys.insert(String(key))
            }
            #expect(keys.count == 4)
        }
    }

    @Test("The kernel chooses where to call from until ports could run short")
    func sources() {
        #expect(SourceAddress.of(call: 0) == nil && SourceAddress.of(call: 7_999) == nil)
        #expect(SourceAddress.of(call: 8_000) == "127.0.0.2")
        #expect(Set((1..<250).map { SourceAddress.of(call: 8_000 * $0) }).count == 249)
    }
}
