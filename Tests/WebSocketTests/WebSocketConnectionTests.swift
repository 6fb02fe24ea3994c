import TestSupport
import Testing

@testable import WebSocket

@Suite struct WebSocketConnectionTests {
    @Test("One event is returned at a time, and the cursor stands behind it")
    func oneEvent() {
        var connection = WebSocketConnection(role: .server)
        let first = RawFrame(1, utf8("a")).masked
        let bytes = first + RawFrame(1, utf8("b")).masked
        var cursor = 0
        #expect(connection.receive(bytes.span, cursor: &cursor) == .text(utf8("a")))
        #expect(cursor == first.count)
        #expect(connection.receive(bytes.span, cursor: &cursor) == .text(utf8("b")))
        #expect(connection.receive(bytes.span, cursor: &cursor) == nil)
    }

    @Test("A flood of pings is answered within the limit, and the latest ping always is")
    func pingFlood() {
        var connection = WebSocketConnection(
            role: .server, limits: WebSocketLimits(pongBytesMax: 300))
        for index in 0..<1000 {
            let payload = utf8(String(repeating: "x", count: index % 120) + String(index % 10))
            let bytes = RawFrame(9, payload).masked
            var cursor = 0
            #expect(connection.receive(bytes.span, cursor: &cursor) == nil)
            #expect(connection.output.count <= 300)
            #expect(RawFrame.frames(in: connection.output).last?.payload == payload)
        }
        #expect(!connection.takeOutput().isEmpty)
        #expect(connection.output.isEmpty)
    }

    @Test("A new connection can go on where one is at rest, which is between messages alone")
    func atRest() {
        let text = RawFrame(1, utf8("h\u{e9}"), isFinal: false).masked
        let ping = RawFrame(9, utf8("!")).masked
        let rest = RawFrame(0, utf8("j")).masked
        let stream = text + ping + rest + RawFrame(2, utf8("b")).masked
        var connection = WebSocketConnection(role: .server)
        var restsAt: [Int] = []
        for place in stream.indices {
            if connection.isAtRest { restsAt.append(place) }
            var cursor = 0
            _ = connection.receive([stream[place]].span, cursor: &cursor)
            let ownsOutput = !connection.output.isEmpty
            #expect(!(ownsOutput && connection.isAtRest), "a pong waits to be sent")
            _ = connection.takeOutput()
        }
        #expect(restsAt == [0, text.count + ping.count + rest.count])
        #expect(connection.isAtRest)
        connection.close(.normal)
        _ = connection.takeOutput()
        #expect(!connection.isAtRest, "the peer's close frame is awaited")
    }

    @Test("Closing sends one frame, and the peer's echo finishes the connection")
    func closing() {
        var connection = WebSocketConnection(role: .server)
        connection.close(.goingAway, reason: "bye")
        connection.close(.unsupportedData)
        #expect(connection.isClosing && !connection.isFinished)
        #expect(connection.takeOutput() == RawFrame.close(1001, utf8("bye")).plain)
        let result = feed(RawFrame.close(1001).masked, to: &connection)
        #expect(result == Outcome(events: [.closed(.goingAway, reason: [])], isFinished: true))
    }

    @Test("After our close frame messages are skipped and pings not answered")
    func skippedWhileClosing() {
        var connection = WebSocketConnection(role: .server)
        let half = RawFrame(1, hex("61ce"), isFinal: false).masked
        #expect(feed(half, to: &connection) == Outcome())
        connection.close(.normal)
        _ = connection.takeOutput()
        let rest = RawFrame(0, hex("ba")).masked
        let more = [RawFrame(9), RawFrame(1, utf8("late")), .close(1000)].flatMap(\.masked)
        let result = feed(rest + more, to: &connection)
        #expect(result == Outcome(events: [.closed(.normal, reason: [])], isFinished: true))
    }

    @Test("Closing within a frame does not lose the place")
    func closeWithinFrame() {
        var connection = WebSocketConnection(role: .server)
        let bytes = RawFrame(1, hex("61ceba62")).masked + RawFrame.close(1000).masked
        _ = feed(Array(bytes[..<8]), to: &connection)
        connection.close(.normal)
        let result = feed(Array(bytes[8...]), to: &connection)
        #expect(result.events == [.closed(.normal, reason: [])])
    }

    @Test("A fault after our close frame fails without a second one")
    func faultWhileClosing() {
        var connection = WebSocketConnection(role: .server)
        connection.close(.normal)
        _ = connection.takeOutput()
        let result = feed([0xFF], to: &connection)
        #expect(result == Outcome(events: [.failed(.protocolError)], isFinished: true))
        #expect(feed(RawFrame(1, utf8("a")).masked, to: &connection).events.isEmpty)
    }

    @Test("A close reason that is not UTF-8, or ends within a character, is an invalid payload")
    func invalidReason() {
        for reason in [hex("61ff"), hex("61ce"), hex("f09fa5")] {
            let result = outcome(of: RawFrame.close(1000, reason).masked)
            #expect(result.events == [.failed(.invalidPayload)])
            #expect(result.sent == [.close(1007)])
        }
    }

    @Test("A reason is cut at a character so that the frame stays within 125 bytes")
    func longReason() throws {
        for prefix in 0..<4 {
            var connection = WebSocketConnection(role: .server)
            let reason = String(repeating: "x", count: prefix) + String(repeating: "🥏", count: 40)
            connection.close(.normal, reason: reason)
            let payload = RawFrame.frames(in: connection.output)[0].payload
            #expect((122...125).contains(payload.count))
            let text = try #require(String(validating: payload[2...], as: UTF8.self))
            #expect(reason.hasPrefix(text))
        }
    }

    @Test("A client masks the frames it makes itself, each with another mask")
    func clientMasks() {
        let pings = (0..<2).map { RawFrame(9, [UInt8($0)]).plain }.flatMap { $0 }
        var connection = WebSocketConnection(role: .client, limits: .test, maskSeed: 7)
        let masks = feed(pings, to: &connection).sent.compactMap(\.mask)
        #expect(masks.count == 2 && masks[0] != masks[1])
    }

    @Test("Every code that must not travel is unsendable, all others are not")
    func sendableCodes() {
        let sendable = (0...UInt16.max).filter { CloseCode(rawValue: $0).isSendable }
        let expected = [1000...1003, 1007...1014, 3000...4999].flatMap { $0.map(UInt16.init) }
        #expect(sendable == expected)
    }

    @Test(
        "Two ends understand each other, whatever is sent in whatever fragments",
        arguments: 1...20 as ClosedRange<UInt64>)
    func bothEnds(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for receiver in [WebSocketRole.server, .client] {
            var (bytes, expected, pings): ([UInt8], [WebSocketEvent], [[UInt8]]) = ([], [], [])
            for _ in 0..<10 {
                let isText = Bool.random(using: &generator)
                let count = Int.random(
                    in: 0...70_000 >> Int.random(in: 0...16, using: &generator), using: &generator)
                let payload =
                    isText
                    ? utf8(String(repeating: "é🥏x", count: count / 7)) : generator.bytes(count)
                expected.append(isText ? .text(payload) : .binary(payload))
                var start = 0
                repeat {
                    let end = Int.random(in: start...payload.count, using: &generator)
                    let opcode: Opcode = start > 0 ? .continuation : isText ? .text : .binary
                    let mask =
                        receiver == .server
                        ? UInt32.random(in: 0...UInt32.max, using: &generator) : nil
                    let isWhole = end == payload.count || end == start
                    WebSocketFrame.append(
                        opcode: opcode,
                        payload: payload.span.extracting(start..<(isWhole ? payload.count : end)),
                        mask: mask, isFinal: isWhole, to: &bytes)
                    start = isWhole ? payload.count : end
                    pings.append([UInt8(pings.count & 0xFF)])
                    bytes += WebSocketFrame.ping(pings.last!, mask: mask)
                } while start < payload.count
            }
            let limits = WebSocketLimits(messageBytesMax: 70_000, pongBytesMax: 1 << 20)
            let result = outcome(of: bytes, role: receiver, limits: limits)
            #expect(result.events == expected, "seed \(seed)")
            #expect(result.sent.map(\.payload) == pings, "seed \(seed)")
        }
    }

    @Test("Ends close each other by code and echo")
    func closingBothEnds() {
        var server = WebSocketConnection(role: .server)
        var client = WebSocketConnection(role: .client)
        server.close(CloseCode(rawValue: 4100), reason: "moved")
        let closed = events(of: server.takeOutput(), in: &client)
        #expect(closed == [.closed(CloseCode(rawValue: 4100), reason: utf8("moved"))])
        #expect(client.isFinished)
        let echo = events(of: client.takeOutput(), in: &server)
        #expect(echo == [.closed(CloseCode(rawValue: 4100), reason: [])])
        #expect(server.isFinished && server.output.isEmpty)
    }

    @Test(
        "Random bytes never trap and mean the same however they are cut",
        arguments: 1...300 as ClosedRange<UInt64>)
    func byteSoup(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let role: WebSocketRole = Bool.random(using: &generator) ? .server : .client
        let limits = WebSocketLimits(
            messageBytesMax: Int.random(in: 0...300, using: &generator), pongBytesMax: 200)
        var bytes: [UInt8] = []
        for _ in 0..<20 {
            let opcode = [0, 1, 1, 2, 2, 8, 9, 9, 10].randomElement(using: &generator)!
            let count = Int.random(in: 0...80, using: &generator)
            let payload =
                opcode == 1 ? [UInt8](repeating: 0x61, count: count) : generator.bytes(count)
            bytes += RawFrame(
                UInt8(opcode), payload, isFinal: Int.random(in: 0...3, using: &generator) > 0
            )
            .bytes(mask: role == .server ? generator.bytes(4) : nil)
        }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
        }
        let result = outcome(of: bytes, role: role, limits: limits)
        _ = outcome(of: generator.bytes(200), role: role, limits: limits)
        for event in result.events {
            if case .text(let text) = event {
                #expect(String(validating: text, as: UTF8.self) != nil, "seed \(seed)")
                #expect(text.count <= limits.messageBytesMax, "seed \(seed)")
            }
        }
    }
}

/// Feeds bytes as `feed` does, but leaves the output in the connection.
private func events(
    of bytes: [UInt8], in connection: inout WebSocketConnection
) -> [WebSocketEvent] {
    var events: [WebSocketEvent] = []
    var cursor = 0
    while let event = connection.receive(bytes.span, cursor: &cursor) { events.append(event) }
    return events
}
