/// Comma-separated values (RFC 4180), with the mark at the beginning by which spreadsheets know
/// UTF-8.
enum Table {
    enum Cell {
        case empty
        case number(Int64)
        case text(String)
    }

    static func text(_ rows: [[Cell]]) -> String {
        "\u{FEFF}" + rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ cell: Cell) -> String {
        switch cell {
        case .empty: ""
        case .number(let number): String(number)
        case .text(let text): quotedIfNeeded(harmless(text))
        }
    }

    private static func quotedIfNeeded(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",;\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// A text that no spreadsheet takes for a formula.
    private static func harmless(_ text: String) -> String {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
        guard let first, "=+-@\u{FF0B}\u{FF0D}\u{FF1D}\u{FF20}".unicodeScalars.contains(first)
        else { return text }
        return "'" + text
    }
}
