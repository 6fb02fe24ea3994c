/// What the names of a transcript, such as `"$code"`, stand for: any JSON value, the same one each
/// time. `"$"` stands for anything.
struct TranscriptNames {
    private var values: [String: [UInt8]]

    /// - Parameter given: those that the document says, by name.
    init(_ given: [String: String]) {
        values = given.mapValues { Array("\"\($0)\"".utf8) }
    }

    /// The text with values in place of names; nil if a name hasn't occurred.
    func filled(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            if let name = Self.name(in: bytes, at: place) {
                guard let value = values[name] else { return nil }
                result += value
                place += name.utf8.count + 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }

    /// Whether `actual` is what `text` says; notes what new names stand for.
    mutating func match(_ text: String, _ actual: [UInt8]) -> Bool {
        let expected = Array(text.utf8)
        var (left, right) = (0, 0)
        while left < expected.count {
            if let name = Self.name(in: expected, at: left) {
                let end = Self.endOfValue(in: actual, at: right)
                let value = Array(actual[right..<end])
                guard !value.isEmpty, name.isEmpty || (values[name] ?? value) == value else {
                    return false
                }
                values[name] = value
                left += name.utf8.count + 3
                right = end
            } else {
                guard right < actual.count, expected[left] == actual[right] else { return false }
                left += 1
                right += 1
            }
        }
        return right == actual.count
    }

    /// The name in `"$name"` if one begins at `place`.
    private static func name(in bytes: [UInt8], at place: Int) -> String? {
        guard bytes[place...].starts(with: #""$"#.utf8),
            let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(decoding: bytes[(place + 2)..<end], as: UTF8.self)
    }

    /// Where the JSON value that begins at `start` ends.
    private static func endOfValue(in bytes: [UInt8], at start: Int) -> Int {
        var (depth, isInString, isEscaped) = (0, false, false)
        for place in start..<max(start, bytes.count) {
            let byte = bytes[place]
            if isInString {
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
                if depth == 0 { return place }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
        }
        return bytes.count
    }
}
