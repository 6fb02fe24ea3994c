import Documents

/// Text as bytes of ASCII in short lines (RFC 2045 section 6.7).
enum QuotedPrintable {
    private static let lineBytesMax = 76

    /// - Parameter text: whose lines end with "\n".
    static func text(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map(line).joined(separator: "\r\n")
    }

    private static func line(_ text: Substring) -> String {
        var lines = [""]
        for (place, byte) in text.utf8.enumerated() {
            // A space at the end of a line is lost on some ways.
            let isLast = place == text.utf8.count - 1
            let sign = isPlain(byte) && !(byte == 0x20 && isLast) ? sign(byte) : "=" + digits(byte)
            // One place is kept for the "=" that says that the line goes on.
            if lines[lines.count - 1].utf8.count + sign.utf8.count >= lineBytesMax {
                lines[lines.count - 1] += "="
                lines.append("")
            }
            lines[lines.count - 1] += sign
        }
        return lines.joined(separator: "\r\n")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=")
    }

    private static func sign(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }

    static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// The text of a subject (RFC 2047).
enum EncodedWords {
    /// A line has 76 bytes with the field's name (section 2).
    private static let wordBytesMax = 76 - "Subject: ".utf8.count
    private static let head = "=?UTF-8?Q?"
    private static let tail = "?="

    /// The lines that a text becomes: words of ASCII, which are as long as they may be.
    static func lines(_ text: String) -> [String] {
        var words = [""]
        let room = wordBytesMax - head.utf8.count - tail.utf8.count
        for sign in text.unicodeScalars {
            // A sign isn't torn (section 5).
            let encoded = encoded(sign)
            if words[words.count - 1].utf8.count + encoded.utf8.count > room { words.append("") }
            words[words.count - 1] += encoded
        }
        return words.map { head + $0 + tail }
    }

    private static func encoded(_ sign: Unicode.Scalar) -> String {
        switch sign {
        case "a"..."z", "A"..."Z", "0"..."9": String(sign)
        case " ": "_"
        default: String(sign).utf8.map { "=" + QuotedPrintable.digits($0) }.joined()
        }
    }
}

/// The date of a message (RFC 5322 section 3.3), in UTC.
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ time: WallTime) -> String {
        let seconds = max(0, time.milliseconds / 1_000)
        let (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = CalendarDate(daysSince1970: day)
        let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map(CalendarDate.twoDigits)
        return "\(days[Int(day % 7)]), \(CalendarDate.twoDigits(date.day)) "
            + "\(months[Int(date.month) - 1]) \(date.year) "
            + clock.joined(separator: ":") + " +0000"
    }

}
