import Documents

/// JSON for other programs (RFC 8259), on one line.
extension JSONValue {
    init(_ text: String?) { self = text.map { .text($0) } ?? .nothing }

    init(_ number: (some BinaryInteger)?) {
        self = number.map { .integer(Int64(clamping: $0)) } ?? .nothing
    }

    var line: String { String(decoding: bytes, as: UTF8.self) }
}
