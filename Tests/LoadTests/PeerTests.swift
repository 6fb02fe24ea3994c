import Glibc
import Testing
import WebSocket

@testable import Load

/// Somebody to send to.
private final class Sink {
    private var ends: [Int32] = [-1, -1]

    init() { unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) }

    deinit { close(ends[1]) }

    /// The descriptor of one end, closed by whoever gets it.
    var descriptor: Int32 { ends[0] }

    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1_000)
        let count = unsafe recv(ends[1], &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }
}

/// One phone of two, on its way in, with two edits under way.
private func crowd(_ dialect: Dialect, _ sink: Sink) throws -> Crowd {
    var crowd = try Crowd(try Target("127.0.0.1:1,1", named: "--floor"), dialect: dialect)
    crowd.addGame(members: 2, spectators: 0)
    crowd.phones[0].descriptor = sink.descriptor
    crowd.phones[0].stage = .upgrading
    for _ in 0..<2 { crowd.phones[0].underway.append(1) }
    crowd.phones[0].sent = 2
    crowd.phones[0].isInFlight = true
    crowd.phonesInFlight = 1
    crowd.outstanding = 2
    crowd.games[0].outstanding = 2
    return crowd
}

struct BareSizesTests {
    @Test("Edits have their length and their author's mark, and sizes stay within bounds")
    func edits() {
        let sizes = BareSizes(editBytes: 5, frameBytes: 1_000_000)
        #expect(sizes.frameBytes == BareSizes.bytesMax)
        #expect(BareSizes(editBytes: 0, frameBytes: 0).editBytes == BareSizes.markBytes)
        var bytes: [UInt8] = [9, 9]
        sizes.writeEdits(2, place: 0x0102, to: &bytes)
        #expect(bytes == [2, 1, 0, 0, 0, 2, 1, 0, 0, 0])
        #expect(
            BareSizes(editBytes: 300, frameBytes: 60).greeting(game: 1, place: 2)
                == [1, 0, 0, 0, 2, 0, 0, 0, 44, 1, 0, 0, 60, 0, 0, 0])
    }

    @Test("Frames divided anywhere reach every phone, and one's own is the ack")
    func frames() throws {
        let sizes = BareSizes(editBytes: 4, frameBytes: 6)
        let stream: [UInt8] = [1] + [0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0]
        for place in 0...stream.count {
            var crowd = try crowd(.bare(sizes), Sink())
            try crowd.take(Array(stream[..<place]), place, 0)
            try crowd.take(Array(stream[place...]), stream.count - place, 0)
            let outcome = CrowdOutcome(crowd)
            #expect(outcome.deliveries == 2, "divided at \(place)")
            #expect(outcome.isQuiet, "divided at \(place)")
            #expect(outcome.violations == [])
        }
    }
}

struct RelayTests {
    private let sizes = BareSizes(editBytes: 100, frameBytes: 80)
    private let upgrade = Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8)

    /// The frame that a relay makes of so many edits.
    private func frame(place: UInt8 = 0, count: Int, bytes: Int? = nil) -> [UInt8] {
        let length = bytes ?? sizes.relayedBytes(count)
        let rest = [UInt8](repeating: 0x78, count: length - BareSizes.relayMarkBytes)
        return WebSocketFrame.server(text: [place, 0, UInt8(count)] + rest)
    }

    private func outcome(
        _ stream: [UInt8], cutAt place: Int, _ sink: Sink = Sink()
    ) throws -> CrowdOutcome {
        var crowd = try crowd(.relay(sizes), sink)
        try crowd.take(Array(stream[..<place]), place, 0)
        try crowd.take(Array(stream[place...]), stream.count - place, 0)
        return CrowdOutcome(crowd)
    }

    @Test("With its frame, a message has as many bytes as so many edits, or two fewer")
    func bytes() {
        for each in [20, 63, 64, 65, 127, 128, 130, 131, 133, 1_000, 65_536] {
            for count in [1, 2, 4, 64] {
                let sizes = BareSizes(editBytes: each, frameBytes: each)
                var message: [UInt8] = []
                sizes.writeRelayed(count, place: 0x0102, to: &message)
                #expect(Array(message[..<3]) == [2, 2, UInt8(count)])
                #expect(message.allSatisfy { $0 < 0x80 })
                var sent: [UInt8] = []
                WebSocketFrame.append(opcode: .text, payload: message.span, mask: 1, to: &sent)
                #expect(
                    (each * count - 2...each * count).contains(sent.count), "\(each) × \(count)")
                let relayed = [UInt8](repeating: 0x78, count: sizes.relayedBytes(count))
                let received = WebSocketFrame.server(text: relayed).count
                #expect((each * count - 2...each * count).contains(received), "\(each) × \(count)")
            }
        }
    }

    @Test("After the upgrade it says where it belongs, and is there when it is answered")
    func greeting() throws {
        #expect(sizes.relayGreeting(game: 7, place: 2) == Array("7 2 100 80".utf8))
        let sink = Sink()
        var outcome = try outcome(upgrade, cutAt: 5, sink)
        #expect(outcome.phones[0].stage == .greeting)
        let sent = sink.read()
        let key = Array(sent.dropFirst(2).prefix(4))
        let unmasked = sent.dropFirst(6).enumerated().map { $1 ^ key[$0 % 4] }
        #expect(sent.first == 0x81 && unmasked == Array("0 0 100 80".utf8))
        outcome = try self.outcome(upgrade + WebSocketFrame.server(text: [0x31]), cutAt: 5)
        #expect(outcome.phones[0].stage == .following)
        #expect(outcome.violations == [])
    }

    @Test("Messages divided anywhere are so many deliveries, and one's own are the ack")
    func frames() throws {
        let stream = upgrade + WebSocketFrame.server(text: [0x31]) + frame(count: 2)
        for place in 0...stream.count {
            let outcome = try outcome(stream, cutAt: place)
            #expect(outcome.deliveries == 2 && outcome.latencyCount == 2, "divided at \(place)")
            #expect(outcome.isQuiet, "divided at \(place)")
            #expect(outcome.violations == [])
        }
    }

    @Test("What no relay makes of edits is noticed")
    func violations() throws {
        let cases: [(name: String, stream: [UInt8])] = [
            ("nobody's", frame(place: 2, count: 1)), ("too many", frame(count: 3)),
            ("of another length", frame(count: 2, bytes: sizes.relayedBytes(2) + 1)),
            ("of no edits", frame(count: 0, bytes: 3)),
            ("twice", frame(count: 2) + frame(count: 2)),
            ("too short", WebSocketFrame.server(text: [0, 0])), ("a close", [0x88, 0x00]),
        ]
        for (name, stream) in cases {
            let whole = upgrade + WebSocketFrame.server(text: [0x31]) + stream
            let outcome = try outcome(whole, cutAt: 0)
            #expect(!outcome.violations.isEmpty, "\(name)")
        }
    }

    @Test("Two phones that get the same edits in different parts are noticed")
    func parts() throws {
        var crowd = try crowd(.relay(sizes), Sink())
        crowd.phones[0].stage = .following
        crowd.games[0].present = 1
        try crowd.take(frame(count: 1), frame(count: 1).count, 0)
        crowd.phones[1].descriptor = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        crowd.phones[1].stage = .following
        crowd.phones[1].seq = 0
        crowd.games[0].editedAt.append(1)
        try crowd.take(frame(count: 1) + frame(count: 2), 2 * 80 + 80, 1)
        let outcome = CrowdOutcome(crowd)
        #expect(outcome.violations.contains { $0.contains("in other parts") })
    }
}
