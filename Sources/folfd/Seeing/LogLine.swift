import Documents

/// A line of the log: what happened, and values that belong to it. Ids of lobbies and connections
/// may stand in it; nobody's name, address, token or code.
struct LogLine {
    /// A value of a line.
    enum Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int64)

        init(stringLiteral text: String) { self = .text(text) }
        init(integerLiteral number: Int64) { self = .number(number) }
        init(_ number: some BinaryInteger) { self = .number(Int64(clamping: number)) }
    }

    typealias Fields = KeyValuePairs<String, Value>

    let event: LogEvent
    let fields: Fields

    /// The line as `time level event key=value …`. What isn't one plain word is quoted and escaped
    /// as in JSON.
    ///
    /// - Parameter time: nil for the system's journal, which knows time and level by itself.
    func text(time: String?) -> String {
        var line = time.map { "\($0) \(event.level.rawValue) " } ?? ""
        line += event.rawValue
        for (key, value) in fields {
            switch value {
            case .number(let number): line += " \(key)=\(number)"
            case .text(let text):
                line += " \(key)=" + (Self.isWord(text) ? text : JSONText.quoted(text))
            }
        }
        return line
    }

    /// The same as an object of JSON.
    func json(time: String?) -> String {
        var members =
            time.map {
                ["\"time\":\"\($0)\"", "\"level\":\"\(event.level.rawValue)\""]
            } ?? []
        members.append("\"event\":\"\(event.rawValue)\"")
        for (key, value) in fields {
            switch value {
            case .number(let number): members.append("\"\(key)\":\(number)")
            case .text(let text): members.append("\"\(key)\":" + JSONText.quoted(text))
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x3A, 0x5F: true
                default: false
                }
            }
    }
}
