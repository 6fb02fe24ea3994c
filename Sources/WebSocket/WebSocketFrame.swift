/// Frames for sending (RFC 6455 section 5.2), always whole ones: `FIN` is set unless said
/// otherwise. A server's frames carry no mask and so are identical for all receivers: build one,
/// send it to many.
public enum WebSocketFrame {
    /// Bytes of the longest header: two, an eight-byte length, a mask.
    public static let headerBytesMax = 14

    /// A text frame from a server. `payload` must be valid UTF-8.
    public static func server(text payload: [UInt8]) -> [UInt8] {
        frame(.text, payload.span, mask: nil)
    }

    /// Bytes to leave free in front of a payload that is to become a server's frame in place.
    public static let serverRoomBytes = 4

    /// A text frame from a server, made where its payload stands: behind `serverRoomBytes` bytes
    /// of no account. The payload must be valid UTF-8.
    public static func server(textBehindRoom bytes: consuming [UInt8]) -> [UInt8] {
        let count = bytes.count - serverRoomBytes
        switch count {
        case ...125:
            bytes.removeFirst(2)
            bytes[1] = UInt8(count)
        case ...0xFFFF:
            bytes[1] = 126
            bytes[2] = UInt8(count >> 8)
            bytes[3] = UInt8(count & 0xFF)
        default: return server(text: Array(bytes[serverRoomBytes...]))
        }
        bytes[0] = 0x80 | Opcode.text.rawValue
        return bytes
    }

    /// A binary frame from a server.
    public static func server(binary payload: [UInt8]) -> [UInt8] {
        frame(.binary, payload.span, mask: nil)
    }

    /// A text frame from a client. `payload` must be valid UTF-8; `mask` is new for every frame.
    public static func clientText(_ payload: [UInt8], mask: UInt32) -> [UInt8] {
        frame(.text, payload.span, mask: mask)
    }

    /// A binary frame from a client. `mask` is new for every frame.
    public static func clientBinary(_ payload: [UInt8], mask: UInt32) -> [UInt8] {
        frame(.binary, payload.span, mask: mask)
    }

    /// A ping with at most `WebSocketLimits.controlBytesMax` bytes; clients give a mask.
    public static func ping(_ payload: [UInt8] = [], mask: UInt32? = nil) -> [UInt8] {
        frame(.ping, payload.span, mask: mask)
    }

    /// Appends a frame. The mask's most significant byte is the first on the wire; servers give
    /// nil. A control frame must be final and hold at most `WebSocketLimits.controlBytesMax`.
    public static func append(
        opcode: Opcode, payload: Span<UInt8>, mask: UInt32?, isFinal: Bool = true,
        to bytes: inout [UInt8]
    ) {
        precondition(
            !opcode.isControl || isFinal && payload.count <= WebSocketLimits.controlBytesMax,
            "control frames are short and whole")
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        appendLength(payload.count, isMasked: mask != nil, to: &bytes)
        if let mask { appendBigEndian(UInt64(mask), byteCount: 4, to: &bytes) }
        var masking = Masking(mask ?? 0)
        _ = masking.append(payload, to: &bytes)
    }

    private static func frame(
        _ opcode: Opcode, _ payload: Span<UInt8>, mask: UInt32?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + headerBytesMax)
        append(opcode: opcode, payload: payload, mask: mask, to: &bytes)
        return bytes
    }

    private static func appendLength(_ count: Int, isMasked: Bool, to bytes: inout [UInt8]) {
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        switch count {
        case ...125:
            bytes.append(maskBit | UInt8(count))
        case ...0xFFFF:
            bytes.append(maskBit | 126)
            appendBigEndian(UInt64(count), byteCount: 2, to: &bytes)
        default:
            bytes.append(maskBit | 127)
            appendBigEndian(UInt64(count), byteCount: 8, to: &bytes)
        }
    }

    private static func appendBigEndian(
        _ value: UInt64, byteCount: Int, to bytes: inout [UInt8]
    ) {
        for index in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }
}
