import Testing

@testable import WebSocket

@Suite("The Autobahn suite's cases pass strictly, for both roles and however they are cut")
struct AutobahnTests {
    @Test("1: framing", arguments: AutobahnCase.framing)
    func framing(_ number: AutobahnCase) { check(number) }

    @Test("2: pings and pongs", arguments: AutobahnCase.pings)
    func pings(_ number: AutobahnCase) { check(number) }

    @Test("3: reserved bits", arguments: AutobahnCase.reservedBits)
    func reservedBits(_ number: AutobahnCase) { check(number) }

    @Test("4: opcodes", arguments: AutobahnCase.opcodes)
    func opcodes(_ number: AutobahnCase) { check(number) }

    @Test("5: fragmentation", arguments: AutobahnCase.fragments)
    func fragments(_ number: AutobahnCase) { check(number) }

    @Test("6: UTF-8", arguments: AutobahnCase.texts)
    func texts(_ number: AutobahnCase) { check(number) }

    @Test("7: close handling", arguments: AutobahnCase.closing + AutobahnCase.closeCodes)
    func closing(_ number: AutobahnCase) { check(number) }

    @Test("9 and 10: volume, scaled down", arguments: AutobahnCase.volume)
    func volume(_ number: AutobahnCase) { check(number) }

    private func check(_ number: AutobahnCase) {
        for role in [WebSocketRole.server, .client] {
            let sender: WebSocketRole = role == .server ? .client : .server
            let result = outcome(of: number.frames.flatMap { $0.bytes(from: sender) }, role: role)
            #expect(result.events == number.events)
            #expect(result.sent.allSatisfy { ($0.mask != nil) == (role == .client) })
            let sent = result.sent.map { RawFrame($0.opcode, $0.payload) }
            #expect(sent == number.sent)
            #expect(result.isFinished == number.sent.contains { $0.opcode == 8 })
        }
    }
}

@Suite("A fault is reported at the first byte that shows it")
struct FirstByteTests {
    @Test("An invalid byte of text fails at once, within an unfinished frame (6.4.3, 6.4.4)")
    func textWithinFrame() throws {
        let payload = hex("cebae1bdb9cf83cebcceb5 f4 90 8080 656469746564")
        let failure = try #require(bytesUntilFailure(RawFrame(1, payload).masked))
        #expect(failure == (6 + 13, .invalidPayload))
    }

    @Test("An invalid byte fails at once in a fragment that is not the last (6.4.1, 6.4.2)")
    func textWithinFragment() throws {
        let first = RawFrame(1, hex("cebae1bdb9cf83cebcceb5"), isFinal: false).masked
        let second = RawFrame(0, hex("f4908080"), isFinal: false).masked
        let failure = try #require(bytesUntilFailure(first + second))
        #expect(failure == (first.count + 6 + 2, .invalidPayload))
    }

    @Test("ASCII that interrupts a character fails at once, though the rest follows later")
    func textInterrupted() throws {
        let whole = RawFrame(1, hex("ce61ba")).masked
        #expect(try #require(bytesUntilFailure(whole)) == (6 + 2, .invalidPayload))
        #expect(outcome(of: whole).events == [.failed(.invalidPayload)])
        let parts = [
            RawFrame(1, hex("ce"), isFinal: false), RawFrame(0, hex("61"), isFinal: false),
            RawFrame(0, hex("ba")),
        ]
        #expect(outcome(of: parts.flatMap(\.masked)).events == [.failed(.invalidPayload)])
    }

    @Test("A sequence cut off by the end of a message fails at the message's last byte")
    func textCutOff() throws {
        let bytes = RawFrame(1, hex("6161ce")).masked
        #expect(try #require(bytesUntilFailure(bytes)) == (bytes.count, .invalidPayload))
        let empty = RawFrame(1, hex("ce"), isFinal: false).masked + RawFrame(0, []).masked
        #expect(try #require(bytesUntilFailure(empty)) == (empty.count, .invalidPayload))
    }

    @Test(
        "The first byte shows a reserved bit, a reserved opcode or a fragmented control frame",
        arguments: [0xC1, 0xA1, 0x91, 0x83, 0x8B, 0x8F, 0x09, 0x0A, 0x08, 0x80, 0x00] as [UInt8])
    func firstByte(_ byte: UInt8) throws {
        #expect(try #require(bytesUntilFailure([byte, 0xFF])) == (1, .protocolError))
    }

    @Test("The second byte shows a wrong mask bit, an oversized control frame or half a close code")
    func secondByte() throws {
        for head in [[0x81, 0x05], [0x89, 0xFE], [0x89, 0xFF], [0x88, 0x81]] as [[UInt8]] {
            #expect(try #require(bytesUntilFailure(head + [0, 0])) == (2, .protocolError))
        }
        let masked = try #require(bytesUntilFailure([0x81, 0x85, 0, 0], role: .client))
        #expect(masked == (2, .protocolError))
    }

    @Test("A length in a longer form than it needs is a protocol error")
    func lengthForms() throws {
        let short = hex("82fe 007d 00000000")
        #expect(try #require(bytesUntilFailure(short)) == (4, .protocolError))
        let long = hex("82ff 000000000000ffff 00000000")
        #expect(try #require(bytesUntilFailure(long)) == (8, .protocolError))
        #expect(bytesUntilFailure(hex("82fe 007e 00000000")) == nil)
        #expect(bytesUntilFailure(hex("82ff 0000000000010000 00000000")) == nil)
    }

    @Test("A 64-bit length with its top bit set is a protocol error at its first byte")
    func lengthTopBit() throws {
        let bytes = hex("82ff ffffffffffffffff 00000000")
        #expect(try #require(bytesUntilFailure(bytes)) == (3, .protocolError))
        let largest = hex("82ff 7fffffffffffffff 00000000")
        #expect(try #require(bytesUntilFailure(largest)) == (3, .messageTooBig))
    }

    @Test("A message over the limit fails within the header, one at the limit passes")
    func messageLimit() throws {
        let limits = WebSocketLimits(messageBytesMax: 1000)
        let over = RawFrame(2, .init(repeating: 1, count: 1001)).masked
        #expect(try #require(bytesUntilFailure(over, limits: limits)) == (4, .messageTooBig))
        let wayOver = hex("82fe ffff")
        #expect(try #require(bytesUntilFailure(wayOver, limits: limits)) == (3, .messageTooBig))
        let full = [UInt8](repeating: 1, count: 1000)
        #expect(outcome(of: RawFrame(2, full).masked, limits: limits).events == [.binary(full)])
        let small = WebSocketLimits(messageBytesMax: 10)
        let seven = RawFrame(2, .init(repeating: 1, count: 11)).masked
        #expect(try #require(bytesUntilFailure(seven, limits: small)) == (2, .messageTooBig))
    }

    @Test("The limit holds for the sum of a message's fragments")
    func fragmentLimit() throws {
        let limits = WebSocketLimits(messageBytesMax: 100)
        let first = RawFrame(2, .init(repeating: 1, count: 60), isFinal: false).masked
        let rest = RawFrame(0, .init(repeating: 1, count: 41)).masked
        let failure = try #require(bytesUntilFailure(first + rest, limits: limits))
        #expect(failure == (first.count + 2, .messageTooBig))
        let fitting = RawFrame(0, .init(repeating: 1, count: 40)).masked
        let again = first + fitting + first + fitting
        #expect(outcome(of: again, limits: limits).events.count == 2)
    }
}
