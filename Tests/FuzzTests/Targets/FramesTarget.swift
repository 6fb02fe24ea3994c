@testable import WebSocket

/// WebSocket frames after the handshake. The first byte chooses the role that reads them and the
/// limits; the rest is what the peer sends.
enum FramesTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        guard let choice = input.first else { return }
        let role: WebSocketRole = choice & 1 == 0 ? .server : .client
        let limits = WebSocketLimits(
            messageBytesMax: choice & 2 == 0 ? 16 * 1024 : 200,
            pongBytesMax: choice & 4 == 0 ? 1024 : 20)
        let bytes = Array(input.dropFirst())
        let closesAfter = choice & 8 == 0 ? nil : Int(choice >> 4)
        func reading(_ stepBytes: Int) -> Reading {
            read(bytes, WebSocketConnection(role: role, limits: limits), stepBytes, closesAfter)
        }
        let whole = reading(bytes.count)
        for stepBytes in [1, 3] {
            let parts = reading(stepBytes)
            try expect(whole.isLike(parts), "cut into \(stepBytes): \(whole) \(parts)")
        }
        try check(whole, limits)
        try checkEcho(whole.events, role)
    }

    struct Reading {
        var events: [WebSocketEvent] = []
        var output: [UInt8] = []
        var isFinished = false
        var isOutputBounded = true

        /// Whether two readings are the same. Pongs may be left out, depending on how often the
        /// output is taken; here it is taken only at the end, so all of it has to be the same.
        func isLike(_ other: Reading) -> Bool {
            events == other.events && output == other.output && isFinished == other.isFinished
        }
    }

    private static func read(
        _ bytes: [UInt8], _ fresh: WebSocketConnection, _ stepBytes: Int, _ closesAfter: Int?
    ) -> Reading {
        var connection = fresh
        var reading = Reading()
        let outputBytesMax =
            connection.limits.pongBytesMax + 2 * (WebSocketLimits.controlBytesMax + 14)
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + stepBytes)
            var cursor = start
            while let event = connection.receive(
                bytes.span.extracting(0..<end), cursor: &cursor)
            {
                reading.events.append(event)
                if reading.events.count == closesAfter { connection.close(.goingAway) }
            }
            reading.isOutputBounded =
                reading.isOutputBounded && connection.output.count <= outputBytesMax
                && cursor == end
            start = end
        }
        reading.output = connection.takeOutput()
        reading.isFinished = connection.isFinished
        return reading
    }

    private static func check(_ reading: Reading, _ limits: WebSocketLimits) throws(Finding) {
        try expect(reading.isOutputBounded, "output grows, or bytes were left")
        for (place, event) in reading.events.enumerated() {
            switch event {
            case .text(let text):
                try expect(text.count <= limits.messageBytesMax, "a long text")
                try expect(String(validating: text, as: UTF8.self) != nil, "not UTF-8")
            case .binary(let bytes):
                try expect(bytes.count <= limits.messageBytesMax, "a long message")
            case .pong(let bytes): try expect(bytes.count <= 125, "a long pong")
            case .closed, .failed:
                try expect(place == reading.events.count - 1, "something after the end")
                try expect(reading.isFinished, "an end that isn't one")
            }
        }
    }

    /// A message written as a frame is read as the same message.
    private static func checkEcho(
        _ events: [WebSocketEvent], _ role: WebSocketRole
    ) throws(Finding) {
        var other = WebSocketConnection(role: role == .server ? .client : .server)
        for event in events {
            guard let frame = frame(of: event, from: role) else { continue }
            var cursor = 0
            let again = other.receive(frame.span, cursor: &cursor)
            try expect(again == event && cursor == frame.count, "its own frame read otherwise")
        }
    }

    private static func frame(of event: WebSocketEvent, from role: WebSocketRole) -> [UInt8]? {
        switch (event, role) {
        case (.text(let text), .client): WebSocketFrame.clientText(text, mask: 0x0102_0304)
        case (.text(let text), .server): WebSocketFrame.server(text: text)
        case (.binary(let bytes), .client): WebSocketFrame.clientBinary(bytes, mask: 0xFFFE_FDFC)
        case (.binary(let bytes), .server): WebSocketFrame.server(binary: bytes)
        case (.pong, _), (.closed, _), (.failed, _): nil
        }
    }
}
