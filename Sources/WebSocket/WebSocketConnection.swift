/// One end of an open connection after the handshake (RFC 6455 sections 5 to 8): bytes in, events
/// and bytes to send out. It never reads a socket.
///
/// Invariants:
/// - A fault ends the connection at the first byte that shows it, however the bytes were cut.
/// - Memory follows what has arrived, within `limits`; an idle connection owns no buffer.
/// - A close frame is sent once, and nothing is sent after it.
/// - Once `isFinished`, input is swallowed unread.
public struct WebSocketConnection: Sendable {
    public let role: WebSocketRole
    public let limits: WebSocketLimits

    /// Frames to send because of protocol duties: pongs, and last a close frame.
    public private(set) var output: [UInt8] = []

    /// Whether our close frame is in `output` or was taken. Messages that still arrive are
    /// skipped, and pings no longer answered.
    public private(set) var isClosing = false

    /// Whether both close frames have passed, or the peer broke the protocol. Once `output` is
    /// sent, the server closes the socket, and the client waits a while for that before it does
    /// so itself (RFC 6455 section 7.1.1).
    public private(set) var isFinished = false

    /// Whether nothing is under way: no frame or message has begun, nothing waits to be sent, and
    /// the connection isn't ending. One of a server's is then as good as a new one.
    public var isAtRest: Bool {
        frame == nil && messageOpcode == nil && headerReader.isAtStart && output.isEmpty
            && !isClosing
    }

    private var headerReader = FrameHeaderReader()
    /// The frame whose payload is being read; nil within a header.
    private var frame: FrameHeader?
    /// `text` or `binary` from a message's first frame to the end of its last one.
    private var messageOpcode: Opcode?
    private var message: [UInt8] = []
    private var validator = UTF8Validator()
    private var control: [UInt8] = []
    private var maskSource: SplitMix64

    /// `maskSeed` feeds the masks of the control frames that a client's connection makes itself.
    /// Give it a random number; masks protect proxies from what a script chose to send (RFC 6455
    /// section 10.3), and scripts have no say in these frames beyond a close reason.
    public init(
        role: WebSocketRole, limits: WebSocketLimits = WebSocketLimits(), maskSeed: UInt64 = 0
    ) {
        self.role = role
        self.limits = limits
        maskSource = SplitMix64(seed: maskSeed)
    }

    /// Reads from `bytes` starting at `cursor` and advances it past what was consumed. Stops
    /// after at most one event; nil means that all was consumed and more is needed.
    /// Payload bytes are copied once, from `bytes` into the event.
    public mutating func receive(_ bytes: Span<UInt8>, cursor: inout Int) -> WebSocketEvent? {
        do throws(WebSocketFault) {
            while cursor < bytes.count && !isFinished {
                if let event = try readPart(bytes, &cursor) { return event }
            }
            cursor = bytes.count
            return nil
        } catch {
            cursor = bytes.count
            return fail(error.closeCode)
        }
    }

    /// Returns `output` and empties it.
    public mutating func takeOutput() -> [UInt8] {
        let taken = output
        output = []
        return taken
    }

    /// Queues a close frame, once: later calls do nothing. The reason is cut at a character so
    /// that it fits. `code` must be sendable.
    public mutating func close(_ code: CloseCode, reason: String = "") {
        precondition(code.isSendable, "a code that never travels")
        var payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        for scalar in reason.unicodeScalars {
            let encoded = UTF8.encode(scalar)!
            guard payload.count + encoded.count <= WebSocketLimits.controlBytesMax else { break }
            payload.append(contentsOf: encoded)
        }
        sendClose(payload)
    }
}

extension WebSocketConnection {
    /// Reads as much of a header or of the current payload as there is.
    private mutating func readPart(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(WebSocketFault) -> WebSocketEvent? {
        guard var current = frame else {
            let expectation = expectation
            while cursor < bytes.count {
                let byte = bytes[cursor]
                cursor += 1
                guard let header = try headerReader.read(byte, expecting: expectation) else {
                    continue
                }
                return try begin(header)
            }
            return nil
        }
        let count = min(current.bytesLeft, bytes.count - cursor)
        let part = bytes.extracting(cursor..<cursor + count)
        cursor += count
        current.bytesLeft -= count
        try take(part, of: &current)
        frame = current
        return current.bytesLeft == 0 ? try end(current) : nil
    }

    private var expectation: FrameExpectation {
        FrameExpectation(
            isMasked: role == .server, isMessageOpen: messageOpcode != nil,
            messageBytesLeft: limits.messageBytesMax - message.count)
    }

    private mutating func begin(_ header: FrameHeader) throws(WebSocketFault) -> WebSocketEvent? {
        if header.opcode == .text || header.opcode == .binary { messageOpcode = header.opcode }
        frame = header
        return header.bytesLeft == 0 ? try end(header) : nil
    }

    private mutating func take(
        _ part: Span<UInt8>, of frame: inout FrameHeader
    ) throws(WebSocketFault) {
        if frame.opcode.isControl {
            _ = frame.masking.append(part, to: &control)
        } else if !isClosing {
            let start = message.count
            let isASCII = frame.masking.append(part, to: &message)
            guard messageOpcode == .text, !(isASCII && validator.isComplete) else { return }
            var checked = validator
            guard checked.accept(message.span, from: start) else { throw .invalidPayload }
            validator = checked
        }
    }

    private mutating func end(_ ended: FrameHeader) throws(WebSocketFault) -> WebSocketEvent? {
        frame = nil
        switch ended.opcode {
        case .continuation, .text, .binary:
            return ended.isFinal ? try endMessage() : nil
        case .close:
            return try endClose(takeControl())
        case .ping:
            sendPong(takeControl())
            return nil
        case .pong:
            return .pong(takeControl())
        }
    }

    private mutating func endMessage() throws(WebSocketFault) -> WebSocketEvent? {
        guard validator.isComplete else { throw .invalidPayload }
        let opcode = messageOpcode
        let whole = message
        messageOpcode = nil
        message = []
        guard !isClosing else { return nil }
        return opcode == .text ? .text(whole) : .binary(whole)
    }

    private mutating func endClose(_ payload: [UInt8]) throws(WebSocketFault) -> WebSocketEvent {
        // The header reader has refused a close frame of one byte.
        guard payload.count >= 2 else { return finish(nil, reason: []) }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .protocolError }
        var reasonValidator = UTF8Validator()
        guard reasonValidator.accept(payload.span, from: 2), reasonValidator.isComplete else {
            throw .invalidPayload
        }
        return finish(code, reason: Array(payload[2...]))
    }

    private mutating func takeControl() -> [UInt8] {
        let taken = control
        control = []
        return taken
    }
}

extension WebSocketConnection {
    /// Answers the peer's close frame: echoes its code, or no code.
    private mutating func finish(_ code: CloseCode?, reason: [UInt8]) -> WebSocketEvent {
        if let code { close(code) } else { sendClose([]) }
        isFinished = true
        return .closed(code, reason: reason)
    }

    private mutating func fail(_ code: CloseCode) -> WebSocketEvent {
        close(code)
        isFinished = true
        message = []
        control = []
        return .failed(code)
    }

    private mutating func sendClose(_ payload: [UInt8]) {
        guard !isClosing else { return }
        WebSocketFrame.append(opcode: .close, payload: payload.span, mask: nextMask(), to: &output)
        isClosing = true
        message = []
        validator = UTF8Validator()
    }

    /// Queues a pong. Until the close frame, `output` holds nothing but pongs, so a flood of pings
    /// can be answered by the pong to the latest alone (RFC 6455 section 5.5.3).
    private mutating func sendPong(_ payload: [UInt8]) {
        guard !isClosing else { return }
        let bytesMax = payload.count + WebSocketFrame.headerBytesMax
        if output.count + bytesMax > limits.pongBytesMax { output = [] }
        WebSocketFrame.append(opcode: .pong, payload: payload.span, mask: nextMask(), to: &output)
    }

    private mutating func nextMask() -> UInt32? {
        guard role == .client else { return nil }
        return UInt32(truncatingIfNeeded: maskSource.next() >> 32)
    }
}
