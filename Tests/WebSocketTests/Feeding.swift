import TestSupport
import Testing

@testable import WebSocket

/// The outcome of feeding bytes to a connection.
struct Outcome: Equatable {
    var events: [WebSocketEvent] = []
    var sent: [RawFrame] = []
    var isFinished = false
}

/// Feeds `bytes` to new connections in every way of cutting, expects the same outcome of all,
/// and returns it.
func outcome(
    of bytes: [UInt8], role: WebSocketRole = .server, limits: WebSocketLimits = .test,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome {
    let outcomes = cuttings(of: bytes.count).map { ranges in
        var connection = WebSocketConnection(role: role, limits: limits)
        return feed(bytes, cutInto: ranges, to: &connection)
    }
    for other in outcomes.dropFirst() {
        #expect(other == outcomes[0], "however it is cut", sourceLocation: sourceLocation)
    }
    return outcomes[0]
}

func feed(
    _ bytes: [UInt8], cutInto ranges: [Range<Int>]? = nil, to connection: inout WebSocketConnection
) -> Outcome {
    var outcome = Outcome()
    for range in ranges ?? [0..<bytes.count] {
        let part = bytes.span.extracting(range)
        var cursor = 0
        while let event = connection.receive(part, cursor: &cursor) { outcome.events.append(event) }
        #expect(cursor == part.count)
    }
    outcome.sent = RawFrame.frames(in: connection.takeOutput())
    outcome.isFinished = connection.isFinished
    return outcome
}

/// The number of bytes that a connection has to see before it fails; nil if it doesn't.
func bytesUntilFailure(
    _ bytes: [UInt8], role: WebSocketRole = .server, limits: WebSocketLimits = .test
) -> (count: Int, code: CloseCode)? {
    var connection = WebSocketConnection(role: role, limits: limits)
    for index in bytes.indices {
        var cursor = index
        let part = bytes.span.extracting(0..<index + 1)
        while let event = connection.receive(part, cursor: &cursor) {
            if case .failed(let code) = event { return (index + 1, code) }
        }
    }
    return nil
}

extension WebSocketLimits {
    static let test = WebSocketLimits(messageBytesMax: 1 << 20)
}

/// A frame as it stands in the RFC's picture, built and read in the plainest way, to be compared
/// with what the library does. May be wrong on purpose.
struct RawFrame: Equatable {
    var opcode: UInt8
    var payload: [UInt8]
    var isFinal = true
    var reserved: UInt8 = 0
    var mask: [UInt8]?

    init(
        _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0,
        mask: [UInt8]? = nil
    ) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reserved = reserved
        self.mask = mask
    }

    static func close(_ code: Int?, _ reason: [UInt8] = []) -> RawFrame {
        RawFrame(0x8, (code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []) + reason)
    }

    /// The bytes a client sends; every frame has the same mask.
    var masked: [UInt8] { bytes(mask: [0x37, 0xFA, 0x21, 0x3D]) }

    /// The bytes a server sends.
    var plain: [UInt8] { bytes(mask: nil) }

    func bytes(from sender: WebSocketRole) -> [UInt8] { sender == .client ? masked : plain }

    func bytes(mask: [UInt8]?) -> [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        let count = payload.count
        if count < 126 {
            bytes.append(maskBit | UInt8(count))
        } else if count < 65536 {
            bytes += [maskBit | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(maskBit | 127)
            bytes += (0..<8).map { UInt8(count >> (56 - 8 * $0) & 0xFF) }
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    /// All frames in well-formed output, unmasked; `mask` tells whether they were masked.
    static func frames(in bytes: [UInt8]) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes[...]
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while !rest.isEmpty {
            let head = take(2)
            var count = Int(head[1] & 0x7F)
            if count >= 126 { count = take(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
            let mask = head[1] & 0x80 == 0 ? nil : take(4)
            let payload = take(count).enumerated().map { $1 ^ (mask?[$0 % 4] ?? 0) }
            frames.append(
                RawFrame(
                    head[0] & 0xF, payload, isFinal: head[0] & 0x80 != 0,
                    reserved: head[0] >> 4 & 7, mask: mask))
        }
        return frames
    }
}

/// Bytes from hexadecimal digits; blanks are ignored.
func hex(_ digits: String) -> [UInt8] {
    let signs = Array(digits.filter { $0 != " " })
    return stride(from: 0, to: signs.count, by: 2).map {
        UInt8(String(signs[$0...$0 + 1]), radix: 16)!
    }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
