import HTTP
import WebSocket

/// A server's answer to the opening handshake, as a client reads it.
enum ResponseTarget {
    /// The key in the example of RFC 6455, section 1.3.
    static let key = Array("the sample nonce".utf8)

    static func run(_ input: [UInt8]) throws(Finding) {
        let whole = read(input, upTo: input.count)
        let parts = read(input, upTo: 1)
        try expect(whole == parts, "cut into bytes, another answer: \(whole) \(parts)")
        try expect(whole.consumed <= HTTPLimits().headBytesMax + 1, "a head without end")
        if whole.progress == .accepted {
            let head = input[..<whole.consumed]
            try expect(head.starts(with: "HTTP/1.1 101".utf8), "not 101, and accepted")
            try expect(head.suffix(4).elementsEqual("\r\n\r\n".utf8), "read beyond the head")
        }
    }

    struct Reading: Equatable {
        var progress = HTTPResponseParser.Progress.needMore
        var consumed = 0
    }

    private static func read(_ input: [UInt8], upTo stepBytes: Int) -> Reading {
        var parser = HTTPResponseParser(key: key, subprotocol: "folf.sync.v1")
        var reading = Reading()
        while reading.consumed < input.count, reading.progress == .needMore {
            let end = min(input.count, reading.consumed + stepBytes)
            let part = input.span.extracting(0..<end)
            reading.progress = parser.receive(part, cursor: &reading.consumed)
        }
        let consumed = reading.consumed
        if reading.progress != .needMore {
            let again = parser.receive(input.span, cursor: &reading.consumed)
            if again != reading.progress { reading.consumed = -1 }
        }
        return reading.consumed == consumed ? reading : Reading(consumed: -1)
    }
}
