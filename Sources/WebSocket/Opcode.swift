/// The kind of a frame (RFC 6455 section 11.8). All other values are reserved.
public enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Whether it is a control frame: those are short, whole, and allowed between the fragments of
    /// a message.
    public var isControl: Bool { rawValue & 0x8 != 0 }
}
