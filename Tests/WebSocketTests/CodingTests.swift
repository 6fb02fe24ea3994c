import TestSupport
import Testing

@testable import WebSocket

@Suite struct UTF8ValidatorTests {
    @Test("Every pair of first bytes is judged as the standard library judges it")
    func firstBytes() {
        for first in 0...UInt8.max {
            for second in 0...UInt8.max {
                for tail in [[], [0x80], [0x80, 0xBF]] as [[UInt8]] {
                    let text = [first, second] + tail
                    var validator = UTF8Validator()
                    let isValid = validator.accept(text.span) && validator.isComplete
                    #expect(isValid == (String(validating: text, as: UTF8.self) != nil))
                }
            }
        }
    }

    @Test(
        "The first byte refused is the first after which no text could follow",
        arguments: 1...200 as ClosedRange<UInt64>)
    func firstInvalidByte(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces =
            ["a", "abcdefgh", "é", "ह", "🥏", "\u{10FFFF}", "\u{D7FF}"].map(utf8)
            + ["80", "c0", "e0", "ed", "f0", "f4", "f5", "eda0", "e09f"].map(hex)
        let text = (0..<8).flatMap { _ in pieces.randomElement(using: &generator)! }
        let isViable: (Int) -> Bool = { count in
            ["", "80", "8080", "808080", "a080", "a0", "908080", "9080"].contains { tail in
                String(validating: Array(text[..<count]) + hex(tail), as: UTF8.self) != nil
            }
        }
        let firstInvalid = text.indices.first { !isViable($0 + 1) }
        var validator = UTF8Validator()
        let refused = text.indices.first { index in
            let byte = [text[index]]
            return !validator.accept(byte.span)
        }
        #expect(refused == firstInvalid, "seed \(seed)")
        var whole = UTF8Validator()
        #expect(whole.accept(text.span) == (firstInvalid == nil), "seed \(seed)")
    }
}

@Suite struct MaskingTests {
    @Test("Masking equals the RFC's formula at every length and every cut")
    func formula() {
        var generator = SeededGenerator(seed: 1)
        for count in 0...70 {
            let source = generator.bytes(count)
            let key = UInt32.random(in: 0...UInt32.max, using: &generator)
            let expected = source.enumerated().map {
                $1 ^ UInt8(key >> (24 - 8 * UInt32($0 % 4)) & 0xFF)
            }
            for cut in 0...count {
                var masking = Masking(key)
                var target: [UInt8] = [0xAA]
                let head = masking.append(source.span.extracting(0..<cut), to: &target)
                let tail = masking.append(source.span.extracting(cut..<count), to: &target)
                #expect(target == [0xAA] + expected)
                #expect((head && tail) == expected.allSatisfy { $0 < 0x80 })
            }
        }
    }

    @Test("One byte above ASCII is noticed wherever it stands")
    func notASCII() {
        for count in 1...40 {
            for place in 0..<count {
                var source = [UInt8](repeating: 0x61, count: count)
                source[place] = 0x80
                var target: [UInt8] = []
                var masking = Masking(0)
                #expect(!masking.append(source.span, to: &target))
            }
        }
    }
}

@Suite struct WebSocketFrameTests {
    @Test(
        "Frames have the shortest form of length at each border",
        arguments: [0, 125, 126, 65535, 65536])
    func borders(_ count: Int) {
        let payload = [UInt8](repeating: 0x61, count: count)
        #expect(WebSocketFrame.server(text: payload) == RawFrame(1, payload).plain)
        #expect(WebSocketFrame.server(binary: payload) == RawFrame(2, payload).plain)
        let room = [UInt8](repeating: 0xEE, count: WebSocketFrame.serverRoomBytes)
        #expect(
            WebSocketFrame.server(textBehindRoom: room + payload) == RawFrame(1, payload).plain)
        #expect(
            WebSocketFrame.clientText(payload, mask: 0x37FA_213D) == RawFrame(1, payload).masked)
        #expect(
            WebSocketFrame.clientBinary(payload, mask: 0x37FA_213D) == RawFrame(2, payload).masked)
    }

    @Test("The RFC's examples come out byte for byte (section 5.7)")
    func examples() {
        #expect(WebSocketFrame.server(text: utf8("Hello")) == hex("81 05 48 65 6c 6c 6f"))
        let masked = WebSocketFrame.clientText(utf8("Hello"), mask: 0x37FA_213D)
        #expect(masked == hex("81 85 37 fa 21 3d 7f 9f 4d 51 58"))
        #expect(WebSocketFrame.ping(utf8("Hello")) == hex("89 05 48 65 6c 6c 6f"))
        let pong = hex("8a 85 37 fa 21 3d 7f 9f 4d 51 58")
        #expect(outcome(of: pong).events == [.pong(utf8("Hello"))])
    }
}

@Suite struct SHA1Tests {
    @Test(
        "The RFC's vectors come out (RFC 3174 section 7.3)",
        arguments: [
            ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            (
                "0123456701234567012345670123456701234567012345670123456701234567", 10,
                "dea356a2cddd90c7a7ecedc5ebb563934f460452"
            ),
        ])
    func vectors(_ text: String, _ count: Int, _ digest: String) {
        let message = utf8(String(repeating: text, count: count))
        let result = SHA1.digest(message.span)
        #expect(result.indices.map { result[$0] } == hex(digest))
    }
}

@Suite struct Base64Tests {
    @Test(
        "The RFC's vectors go both ways (RFC 4648 section 10)",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(utf8(plain)) == encoded)
        #expect(Base64.decode(encoded.utf8.span) == utf8(plain))
    }

    @Test("All bytes survive, whatever their number")
    func roundTrip() {
        let all = Array(0...UInt8.max)
        for count in 250...256 {
            let text = Base64.encode(Array(all.suffix(count)))
            #expect(Base64.decode(text.utf8.span) == all.suffix(count))
        }
    }

    @Test(
        "What is not canonical is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zh==", "Zm9=", "=Zg=", "====", "Zg==Zg==", "Zm 9", "Zm9_", "é===",
        ])
    func refused(_ text: String) {
        #expect(Base64.decode(text.utf8.span) == nil)
    }
}
