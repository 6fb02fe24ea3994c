import Testing

@testable import WebSocket

/// A case of the Autobahn test suite, under its number there: frames that a peer sends, and what
/// has to come of them, strictly. The peer's frames are masked or not as the role demands, and
/// each case runs for both roles.
struct AutobahnCase: Sendable, CustomTestStringConvertible {
    let number: String
    let frames: [RawFrame]
    let events: [WebSocketEvent]
    let sent: [RawFrame]

    var testDescription: String { number }

    init(
        _ number: String, _ frames: [RawFrame], _ events: [WebSocketEvent], _ sent: [RawFrame] = []
    ) {
        self.number = number
        self.frames = frames
        self.events = events
        self.sent = sent
    }

    /// A case that fails with `code` after `events`.
    static func failing(
        _ number: String, _ frames: [RawFrame], _ code: CloseCode = .protocolError,
        after events: [WebSocketEvent] = [], sent: [RawFrame] = []
    ) -> AutobahnCase {
        AutobahnCase(
            number, frames, events + [.failed(code)], sent + [.close(Int(code.rawValue))])
    }
}

private let hello = utf8("Hello, world!")
private func text(_ payload: [UInt8], isFinal: Bool = true) -> RawFrame {
    RawFrame(1, payload, isFinal: isFinal)
}
private func more(_ payload: [UInt8], isFinal: Bool = false) -> RawFrame {
    RawFrame(0, payload, isFinal: isFinal)
}
private func ping(_ payload: [UInt8] = []) -> RawFrame { RawFrame(9, payload) }
private func pong(_ payload: [UInt8] = []) -> RawFrame { RawFrame(10, payload) }
private func numbered(_ index: Int) -> [UInt8] { utf8("payload-\(index)") }

extension AutobahnCase {
    static let framing: [AutobahnCase] = [0, 125, 126, 127, 128, 65535, 65536].enumerated()
        .flatMap { index, count in
            let star = [UInt8](repeating: 0x2A, count: count)
            let high = [UInt8](repeating: 0xFE, count: count)
            return [
                AutobahnCase("1.1.\(index + 1)", [text(star)], [.text(star)]),
                AutobahnCase("1.2.\(index + 1)", [RawFrame(2, high)], [.binary(high)]),
            ]
        }

    static let pings: [AutobahnCase] = [
        AutobahnCase("2.1", [ping()], [], [pong()]),
        AutobahnCase("2.2", [ping(hello)], [], [pong(hello)]),
        AutobahnCase("2.3", [ping(hex("00fffefdfcfb00ff"))], [], [pong(hex("00fffefdfcfb00ff"))]),
        AutobahnCase(
            "2.4 and 2.6", [ping(.init(repeating: 0xFE, count: 125))], [],
            [pong(.init(repeating: 0xFE, count: 125))]),
        .failing("2.5", [ping(.init(repeating: 0xFE, count: 126))]),
        AutobahnCase("2.7", [pong()], [.pong([])]),
        AutobahnCase("2.8", [pong(hello)], [.pong(hello)]),
        AutobahnCase("2.9", [pong(hello), ping(hello)], [.pong(hello)], [pong(hello)]),
        AutobahnCase(
            "2.10 and 2.11", (0..<10).map { ping(numbered($0)) }, [],
            (0..<10).map { pong(numbered($0)) }),
    ]

    static let reservedBits: [AutobahnCase] = [
        .failing("3.1", [RawFrame(1, hello, reserved: 1)]),
        .failing(
            "3.2 to 3.4", [text(hello), RawFrame(1, hello, reserved: 2), ping()],
            after: [.text(hello)]),
        .failing(
            "3.4 with 4", [text(hello), RawFrame(1, hello, reserved: 4), ping()],
            after: [.text(hello)]),
        .failing("3.5", [RawFrame(2, hex("00ff"), reserved: 5)]),
        .failing("3.6", [RawFrame(9, hello, reserved: 6)]),
        .failing("3.7", [RawFrame(8, hex("03e8"), reserved: 7)]),
    ]

    static let opcodes: [AutobahnCase] =
        ([3, 4, 5, 6, 7].enumerated().map { ("4.1.\($0 + 1)", $1) }
        + [11, 12, 13, 14, 15].enumerated().map { ("4.2.\($0 + 1)", $1) })
        .map { number, opcode in
            .failing(number, [text(hello), RawFrame(opcode, hello), ping()], after: [.text(hello)])
        }

    static let fragments: [AutobahnCase] = [
        .failing("5.1", [RawFrame(9, hello, isFinal: false), more(hello, isFinal: true)]),
        .failing("5.2", [RawFrame(10, hello, isFinal: false), more(hello, isFinal: true)]),
        AutobahnCase(
            "5.3 to 5.5", [text(hello, isFinal: false), more(hello, isFinal: true)],
            [.text(hello + hello)]),
        AutobahnCase(
            "5.6 to 5.8",
            [text(hello, isFinal: false), ping(hello), more(hello, isFinal: true)],
            [.text(hello + hello)], [pong(hello)]),
        .failing("5.9 to 5.11", [more(hello, isFinal: true), text(hello)]),
        .failing("5.12 to 5.14", [more(hello), text(hello)]),
        .failing(
            "5.15",
            [text(hello, isFinal: false), more(hello, isFinal: true), more(hello), text(hello)],
            after: [.text(hello + hello)]),
        .failing("5.16", [more(hello), text(hello, isFinal: false), more(hello, isFinal: true)]),
        .failing(
            "5.17",
            [more(hello, isFinal: true), text(hello, isFinal: false), more(hello, isFinal: true)]),
        .failing("5.18", [text(hello, isFinal: false), text(hello)]),
        AutobahnCase(
            "5.19 and 5.20",
            [
                text(hello, isFinal: false), more(hello), ping(numbered(1)), more(hello),
                more(hello), ping(numbered(2)), more(hello, isFinal: true),
            ],
            [.text(hello + hello + hello + hello + hello)],
            [pong(numbered(1)), pong(numbered(2))]),
    ]

    static let closing: [AutobahnCase] = [
        AutobahnCase(
            "7.1.1", [text(hello), .close(1000)],
            [.text(hello), .closed(.normal, reason: [])], [.close(1000)]),
        AutobahnCase(
            "7.1.2", [.close(1000), .close(1000)], [.closed(.normal, reason: [])],
            [.close(1000)]),
        AutobahnCase(
            "7.1.3", [.close(1000), ping()], [.closed(.normal, reason: [])],
            [.close(1000)]),
        AutobahnCase(
            "7.1.4", [.close(1000), text(hello)], [.closed(.normal, reason: [])],
            [.close(1000)]),
        AutobahnCase(
            "7.1.5",
            [text(hello, isFinal: false), .close(1000), more(hello, isFinal: true)],
            [.closed(.normal, reason: [])], [.close(1000)]),
        AutobahnCase(
            "7.1.6", [text(.init(repeating: 0x42, count: 262_144)), .close(1000), ping()],
            [.text(.init(repeating: 0x42, count: 262_144)), .closed(.normal, reason: [])],
            [.close(1000)]),
        AutobahnCase("7.3.1", [.close(nil)], [.closed(nil, reason: [])], [.close(nil)]),
        .failing("7.3.2", [RawFrame(8, [0x61])]),
        AutobahnCase("7.3.3", [.close(1000)], [.closed(.normal, reason: [])], [.close(1000)]),
        AutobahnCase(
            "7.3.4", [.close(1000, hello)], [.closed(.normal, reason: hello)],
            [.close(1000)]),
        AutobahnCase(
            "7.3.5", [.close(1000, .init(repeating: 0x2A, count: 123))],
            [.closed(.normal, reason: .init(repeating: 0x2A, count: 123))], [.close(1000)]),
        .failing("7.3.6", [.close(1000, .init(repeating: 0x2A, count: 124))]),
        .failing(
            "7.5.1", [.close(1000, hex("cebae1bdb9cf83cebcceb5eda080656469746564"))],
            .invalidPayload),
    ]

    static let closeCodes: [AutobahnCase] =
        [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
        .enumerated().map { index, code in
            AutobahnCase(
                "7.7.\(index + 1)", [.close(code)],
                [.closed(CloseCode(rawValue: UInt16(code)), reason: [])], [.close(code)])
        }
        + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999].enumerated().map { index, code in
            .failing("7.9.\(index + 1)", [.close(code)])
        }
        + [5000, 65535].enumerated().map { .failing("7.13.\($0 + 1)", [.close($1)]) }

    /// Section 9 measures; here its shapes matter, at a 64th of its largest sizes.
    static let volume: [AutobahnCase] =
        [65536, 262_144].enumerated().flatMap { index, count in
            let payload = [UInt8](repeating: 0x2A, count: count)
            return [
                AutobahnCase("9.1.\(index + 1)", [text(payload)], [.text(payload)]),
                AutobahnCase("9.2.\(index + 1)", [RawFrame(2, payload)], [.binary(payload)]),
                AutobahnCase(
                    "9.3.\(index + 1)", fragmented(payload, opcode: 1, by: 64 << index),
                    [.text(payload)]),
                AutobahnCase(
                    "9.4.\(index + 1)", fragmented(payload, opcode: 2, by: 64 << index),
                    [.binary(payload)]),
            ]
        }
        + [0, 16, 64, 256, 1024].enumerated().map { index, count in
            let payload = [UInt8](repeating: 0x2A, count: count)
            return AutobahnCase(
                "9.7.\(index + 1)", .init(repeating: text(payload), count: 50),
                .init(repeating: .text(payload), count: 50))
        }
        + [
            AutobahnCase(
                "10.1.1",
                fragmented(.init(repeating: 0x2A, count: 65536), opcode: 1, by: 1300),
                [.text(.init(repeating: 0x2A, count: 65536))])
        ]

    private static func fragmented(_ payload: [UInt8], opcode: UInt8, by size: Int) -> [RawFrame] {
        stride(from: 0, to: payload.count, by: size).map { start in
            let end = min(start + size, payload.count)
            return RawFrame(
                start == 0 ? opcode : 0, Array(payload[start..<end]),
                isFinal: end == payload.count)
        }
    }
}
