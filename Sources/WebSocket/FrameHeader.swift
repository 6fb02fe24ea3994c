/// A frame whose header has been read.
struct FrameHeader: Sendable {
    var opcode: Opcode
    var isFinal: Bool
    /// Payload bytes that have not been read yet.
    var bytesLeft: Int
    var masking: Masking
}

/// The expectations that a header is checked against.
struct FrameExpectation {
    /// Clients' frames are masked, servers' are not (RFC 6455 section 5.1).
    var isMasked: Bool
    /// Whether a message has begun that only a continuation frame may go on with.
    var isMessageOpen: Bool
    /// The bytes that the message limit leaves for this frame.
    var messageBytesLeft: Int
}

/// Reads the head of a frame, one byte at a time (RFC 6455 section 5.2).
///
/// A fault is reported at the very byte that shows it: nobody has to send the rest of a header,
/// let alone the payload, to be told that it will not be read. That holds for lengths too. After
/// any part of an extended length, the bytes still missing leave a range of possible lengths; the
/// frame is refused once the whole range is too long for the message limit, or short enough that
/// the shorter form would have been required. No length is ever converted before it is bounded.
struct FrameHeaderReader: Sendable {
    private enum Field {
        case opcode
        case length
        case extendedLength
        case mask
    }

    private var field = Field.opcode
    private var opcode = Opcode.continuation
    private var isFinal = true
    private var length: UInt64 = 0
    /// The least length that has a right to the extended form in use.
    private var lengthMin: UInt64 = 0
    private var mask: UInt32 = 0
    /// Bytes of the current extended length or mask that are still missing.
    private var bytesMissing: UInt64 = 0

    init() {}

    /// Whether no byte of a header has come.
    var isAtStart: Bool { field == .opcode }

    /// Takes the next byte; returns the header if that was its last one.
    mutating func read(
        _ byte: UInt8, expecting expected: FrameExpectation
    ) throws(WebSocketFault) -> FrameHeader? {
        switch field {
        case .opcode:
            try readOpcode(byte, expected)
            field = .length
            return nil
        case .length:
            try readLength(byte, expected)
        case .extendedLength:
            try readExtendedLength(byte, expected)
        case .mask:
            mask = mask << 8 | UInt32(byte)
            bytesMissing -= 1
        }
        return bytesMissing > 0 ? nil : nextField(expected)
    }

    private mutating func readOpcode(
        _ byte: UInt8, _ expected: FrameExpectation
    ) throws(WebSocketFault) {
        // Reserved bits belong to extensions, and none is ever negotiated.
        guard byte & 0x70 == 0, let opcode = Opcode(rawValue: byte & 0x0F) else {
            throw .protocolError
        }
        self.opcode = opcode
        isFinal = byte & 0x80 != 0
        let isAllowed =
            opcode.isControl ? isFinal : (opcode == .continuation) == expected.isMessageOpen
        guard isAllowed else { throw .protocolError }
    }

    private mutating func readLength(
        _ byte: UInt8, _ expected: FrameExpectation
    ) throws(WebSocketFault) {
        guard (byte & 0x80 != 0) == expected.isMasked else { throw .protocolError }
        length = UInt64(byte & 0x7F)
        if opcode.isControl {
            guard length <= WebSocketLimits.controlBytesMax else { throw .protocolError }
            // A close payload begins with a code of two bytes (RFC 6455 section 5.5.1).
            guard opcode != .close || length != 1 else { throw .protocolError }
        } else if length >= 126 {
            bytesMissing = length == 126 ? 2 : 8
            lengthMin = length == 126 ? 126 : 0x1_0000
            length = 0
            field = .extendedLength
        } else {
            guard length <= expected.messageBytesLeft else { throw .messageTooBig }
        }
    }

    private mutating func readExtendedLength(
        _ byte: UInt8, _ expected: FrameExpectation
    ) throws(WebSocketFault) {
        // "The most significant bit MUST be 0" (RFC 6455 section 5.2).
        guard bytesMissing != 8 || byte & 0x80 == 0 else { throw .protocolError }
        length = length << 8 | UInt64(byte)
        bytesMissing -= 1
        let least = length << (8 * bytesMissing)
        let most = least | ((1 << (8 * bytesMissing)) - 1)
        // "The minimal number of bytes MUST be used to encode the length" (same section).
        guard most >= lengthMin else { throw .protocolError }
        guard least <= expected.messageBytesLeft else { throw .messageTooBig }
    }

    /// Goes on to the next field, and returns the header if there is none; called when a field that
    /// may be its last one is complete.
    private mutating func nextField(_ expected: FrameExpectation) -> FrameHeader? {
        if field != .mask && expected.isMasked {
            field = .mask
            bytesMissing = 4
            return nil
        }
        // Bounded by `messageBytesLeft` or `controlBytesMax`, so the conversion can't fail.
        let header = FrameHeader(
            opcode: opcode, isFinal: isFinal, bytesLeft: Int(length), masking: Masking(mask))
        self = FrameHeaderReader()
        return header
    }
}
