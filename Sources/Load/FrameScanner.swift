/// The place of one frame of a server in the bytes that were received (RFC 6455 section 5.2).
package struct FrameBounds: Equatable, Sendable {
    package enum Kind: Sendable {
        /// A whole text message.
        case text
        case ping
        case close
        case pong
        /// A frame that no server of Folf Sync sends: masked, in parts, binary, or with an
        /// extension.
        case strange
    }

    package var kind: Kind
    package var payload: Range<Int>

    /// The frame that begins at `start`; nil if it isn't there to its end.
    package init?(in bytes: Span<UInt8>, from start: Int) {
        guard bytes.count - start >= 2 else { return nil }
        let short = Int(bytes[start + 1] & 0x7F)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count - start >= 2 + extra else { return nil }
        var length = UInt64(short)
        if extra > 0 {
            length = 0
            for index in 0..<extra { length = length << 8 | UInt64(bytes[start + 2 + index]) }
        }
        let first = start + 2 + extra
        kind = bytes[start + 1] & 0x80 != 0 ? .strange : Kind(firstByte: bytes[start])
        // No such length can ever come, so it counts as strange at once.
        guard length <= Self.payloadBytesMax else {
            kind = .strange
            payload = first..<first
            return
        }
        guard bytes.count - first >= Int(length) else { return nil }
        payload = first..<first + Int(length)
    }

    /// A bound above all that a server of Folf Sync sends.
    static let payloadBytesMax: UInt64 = 16 * 1_024 * 1_024
}

extension FrameBounds.Kind {
    /// The kind of a frame with this first byte: `FIN`, no reserved bit, and the opcode.
    fileprivate init(firstByte: UInt8) {
        switch firstByte {
        case 0x81: self = .text
        case 0x88: self = .close
        case 0x89: self = .ping
        case 0x8A: self = .pong
        default: self = .strange
        }
    }
}
