// Reads Swift as far as the rules need it: names and signs, without comments and without the text
// of string literals. Code interpolated in a literal counts as code. Raw strings are read like
// plain ones and regular expression literals like code; neither hides code from the rules unless
// it holds a lone quotation mark, and then only up to the end of its line.

/// A name, a number or one sign.
struct Token {
    let text: String
    /// Counted from 1.
    let line: Int
}

/// The tokens of Swift source.
func swiftTokens(_ text: String) -> [Token] {
    var reader = TokenReader(text)
    return reader.readAll()
}

private struct TokenReader {
    /// The kind of text that the reader is inside of.
    private enum Context {
        /// Code, with the number of parentheses open since an interpolation began.
        case code(open: Int)
        /// A string literal, closed by one quotation mark or by three.
        case literal(marks: Int)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var contexts: [Context] = [.code(open: 0)]
    private var tokens: [Token] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func readAll() -> [Token] {
        while position < bytes.count {
            switch contexts[contexts.count - 1] {
            case .code(let open): readCode(open: open)
            case .literal(let marks): readLiteral(marks: marks)
            }
        }
        return tokens
    }

    private mutating func readCode(open: Int) {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "/") where begins("//"): skipLine()
        case UInt8(ascii: "/") where begins("/*"): skipComment()
        case UInt8(ascii: "\""): enterLiteral(marks: begins("\"\"\"") ? 3 : 1)
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"): advance()
        case _ where isNamePart(byte): readName()
        default: readSign(byte, open: open)
        }
    }

    private mutating func readName() {
        let start = position
        while position < bytes.count, isNamePart(bytes[position]) { advance() }
        append(bytes[start..<position])
    }

    private mutating func readSign(_ sign: UInt8, open: Int) {
        let isInterpolated = contexts.count > 1
        if sign == UInt8(ascii: ")"), isInterpolated, open == 1 {
            contexts.removeLast()
        } else {
            if sign == UInt8(ascii: "("), isInterpolated { setOpen(open + 1) }
            if sign == UInt8(ascii: ")"), isInterpolated { setOpen(open - 1) }
            append(bytes[position...position])
        }
        advance()
    }

    private mutating func append(_ token: ArraySlice<UInt8>) {
        tokens.append(Token(text: String(decoding: token, as: UTF8.self), line: line))
    }

    private mutating func setOpen(_ open: Int) {
        contexts[contexts.count - 1] = .code(open: open)
    }

    private mutating func enterLiteral(marks: Int) {
        advance(marks)
        contexts.append(.literal(marks: marks))
    }

    private mutating func readLiteral(marks: Int) {
        switch bytes[position] {
        case UInt8(ascii: "\\") where begins("\\("):
            advance(2)
            contexts.append(.code(open: 1))
        case UInt8(ascii: "\\"):
            advance(2)
        case UInt8(ascii: "\"") where marks == 1 || begins("\"\"\""):
            advance(marks)
            contexts.removeLast()
        case UInt8(ascii: "\n") where marks == 1:
            contexts.removeLast()
        default:
            advance()
        }
    }

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { advance() }
    }

    /// Block comments nest in Swift.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if begins("/*") {
                depth += 1
                advance(2)
            } else if begins("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }

    private func begins(_ prefix: String) -> Bool {
        bytes[position...].starts(with: prefix.utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    /// Letters, digits, underscores and everything outside ASCII.
    private func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
