import Testing
import WebSocket

@testable import Load

struct FrameScannerTests {
    @Test(
        "A frame is found when its last byte is there, and not before",
        arguments: [0, 1, 125, 126, 300, 65_535, 65_536])
    func whole(length: Int) {
        let payload = [UInt8](repeating: 0x61, count: length)
        let bytes = [0xFF, 0xFF] + WebSocketFrame.server(text: payload)
        // Every length of a short one; of a long one, the first and last bytes.
        for end in 2..<bytes.count where end < 400 || end > bytes.count - 20 {
            let part = Array(bytes[..<end])
            let frame = FrameBounds(in: part.span, from: 2)
            #expect(frame == nil, "after \(end) bytes")
        }
        for more in [[], [0x81], [0x81, 0x05]] as [[UInt8]] {
            let longer = bytes + more
            let frame = FrameBounds(in: longer.span, from: 2)
            #expect(frame?.kind == .text)
            #expect(frame?.payload == bytes.count - length..<bytes.count)
        }
    }

    @Test("Control frames are known, and what this server never sends is strange")
    func kinds() {
        func kind(_ bytes: [UInt8]) -> FrameBounds.Kind? {
            FrameBounds(in: bytes.span, from: 0)?.kind
        }
        #expect(kind([0x89, 0]) == .ping)
        #expect(kind([0x8A, 0]) == .pong)
        #expect(kind([0x88, 0]) == .close)
        #expect(kind([0x01, 0]) == .strange, "in parts")
        #expect(kind([0x80, 0]) == .strange, "continued")
        #expect(kind([0x82, 0]) == .strange, "binary")
        #expect(kind([0xC1, 0]) == .strange, "compressed")
        #expect(kind([0x81, 0x80, 1, 2, 3, 4]) == .strange, "masked")
        #expect(kind([0x81, 0x7F] + [UInt8](repeating: 0xFF, count: 8)) == .strange, "endless")
    }
}

struct MessageScannerTests {
    private func kind(_ text: String) -> MessageKind {
        let bytes = Array(text.utf8)
        return MessageKind(bytes.span, 0..<bytes.count)
    }

    @Test("Every type of message is told by its beginning")
    func kinds() {
        #expect(kind(#"{"type":"welcome","v":1}"#) == .welcome)
        #expect(kind(#"{"type":"snapshot","s":1}"#) == .snapshot)
        #expect(kind(#"{"type":"events","s":1}"#) == .events)
        #expect(kind(#"{"type":"ack","n":1}"#) == .ack)
        #expect(kind(#"{"type":"reject","n":1}"#) == .reject)
        #expect(kind(#"{"type":"gap","expect":1}"#) == .gap)
        #expect(kind(#"{"type":"presence","here":[]}"#) == .presence)
        #expect(kind(#"{"type":"draining","in_ms":1}"#) == .draining)
        #expect(kind(#"{"type":"error","code":1}"#) == .error)
        #expect(kind(#"{"type":"moved","url":""}"#) == .other)
        #expect(kind("{}") == .other)
    }

    static let events = [
        #"["cell",1,515831986,1,0,[[7,3,2,2711724449,95000,1]]]"#,
        #"["join",2,"4b9a",0,0,515831986,"B]e\"n["]"#,
        #"["cell",1,1,18,0,[[9,99,1,2711724449,-5,1],[8,4,2,2998055602,96000,0]]]"#,
        #"["stage",["playing",1]]"#,
        #"["cell",0,1,0,1,[[11,"Anna \\",1,2711724449,-20000,1]]]"#,
        #"["cell",1,1,2,0,[[12,null,1,2711724449,99000,-1]]]"#,
    ]

    @Test("Events are counted one by one, whatever stands in their texts")
    func elements() {
        let text =
            #"{"type":"events","s":7,"h":"0000000500000000000000ab","e":["#
            + Self.events.joined(separator: ",")
            + "]}"
        let bytes = [0x20, 0x20] + Array(text.utf8) + [0x5B, 0x5D]
        var scanner = MessageScanner(2..<bytes.count - 2)
        let head = EventsHead(&scanner, in: bytes.span)
        #expect(head == EventsHead(first: 7, proof: "0000000500000000000000ab"))
        var found: [String] = []
        var edits: [ScannedEdit?] = []
        while let element = scanner.element(in: bytes.span) {
            found.append(String(decoding: bytes[element], as: UTF8.self))
            edits.append(ScannedEdit(bytes.span, element))
        }
        #expect(found == Self.events)
        let scores = [
            ScannedEdit(seq: 7, value: 3, member: 2), nil,
            ScannedEdit(seq: 9, value: 99, member: 1), nil, nil, nil,
        ]
        #expect(edits == scores)
        let isAtEnd = scanner.skip("]}", in: bytes.span)
        #expect(isAtEnd)
    }

    @Test("A message that ends too early is never taken for a whole one")
    func truncated() {
        let text =
            #"{"type":"events","s":7,"h":"00000005000000000000000a","e":["#
            + Self.events.joined(separator: ",") + "]}"
        let bytes = Array(text.utf8)
        var whole = 0
        for end in 0...bytes.count {
            var scanner = MessageScanner(0..<end)
            guard EventsHead(&scanner, in: bytes.span) != nil else { continue }
            var count = 0
            while scanner.element(in: bytes.span) != nil { count += 1 }
            if scanner.skip("]}", in: bytes.span) {
                whole += 1
                #expect(end == bytes.count && count == Self.events.count)
            }
        }
        #expect(whole == 1)
    }

    @Test("Of a welcome all is read that is there, and it is none without the rest")
    func welcome() throws {
        func scan(_ fields: String) -> ScannedWelcome? {
            let bytes = Array((#"{"type":"welcome","v":1,"as":""# + fields).utf8)
            return ScannedWelcome(bytes.span, 0..<bytes.count)
        }
        let end = #""epoch":"e","top":7,"last_n":3,"last_f":9}"#
        let full = try #require(
            scan(#"member","member":2,"person":"p","lobby":"l","ticket":"k","# + end))
        #expect(full.member == 2 && full.ticket == "k")
        #expect(full.epoch == "e" && full.top == 7 && full.lastNumber == 3)
        let least = try #require(scan(#"spectator","person":"p","lobby":"l","# + end))
        #expect(least.member == nil && least.ticket == nil)
        #expect(least.epoch == "e" && least.top == 7 && least.lastNumber == 3)
        #expect(scan(#"spectator","lobby":"l","# + end) == nil)
        #expect(scan(#"spectator","person":"p","lobby":"l","epoch":"e","top":7}"#) == nil)
    }

    @Test("Integers end where they end, and are never longer than 2^53 allows")
    func integers() {
        func integer(_ text: String) -> Int? {
            let bytes = Array(text.utf8)
            var scanner = MessageScanner(0..<bytes.count)
            return scanner.integer(in: bytes.span)
        }
        #expect(integer("0]") == 0)
        #expect(integer("-12,") == -12)
        #expect(integer("9007199254740992") == 9_007_199_254_740_992)
        #expect(integer(String(repeating: "9", count: 400)) == 99_999_999_999_999_999)
        #expect(integer("-") == nil)
        #expect(integer("x") == nil)
        #expect(integer("") == nil)
    }
}

extension EventsHead {
    fileprivate init(first: Int, proof: String) {
        let bytes = Array(#"{"type":"events","s":\#(first),"h":"\#(proof)","e":["#.utf8)
        var scanner = MessageScanner(0..<bytes.count)
        self.init(&scanner, in: bytes.span)!
    }
}
