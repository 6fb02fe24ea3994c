/// Text as JSON has it, for what is small and comes rarely; messages to clients have a writer that
/// costs less (`Wire/JSONWriter`).
public enum JSONText {
    /// A string (RFC 8259 section 7), in quotes. Signs that would end a line, command a terminal or
    /// turn the direction of what follows are escaped too.
    public static func quoted(_ text: String) -> String {
        var quoted = "\""
        for sign in text.unicodeScalars {
            switch sign {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where isControl(sign):
                let digits = String(sign.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(sign)
            }
        }
        return quoted + "\""
    }

    private static func isControl(_ sign: Unicode.Scalar) -> Bool {
        switch sign.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
