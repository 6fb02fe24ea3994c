/// What a frame of the server says.
enum ServerFrame {
    /// The payload of a text frame; nil for anything else.
    static func textPayload(of frame: [UInt8]) -> [UInt8]? {
        guard frame.count >= 2, frame[0] == 0x81 else { return nil }
        switch frame[1] {
        case 126: return Array(frame[4...])
        case 127: return Array(frame[10...])
        default: return Array(frame[2...])
        }
    }

    static func brief(_ payload: [UInt8], bytesMax: Int = 300) -> String {
        String(decoding: payload.prefix(bytesMax), as: UTF8.self)
    }
}
