/// The part that requests and responses have in common: lines that end in CR LF, then fields,
/// then a blank line (RFC 9112 sections 2 to 5).
///
/// The grammar's leniencies are what request smuggling is made of, because the proxy in front and
/// the server behind may choose them differently. So none is granted: no line ended by LF alone,
/// no CR inside a line, no control characters, no folded fields, no space before the colon.

/// How a head can be refused before its meaning is considered.
enum HTTPHeadFault: Error {
    case malformed
    case tooLarge
}

struct HTTPHeadReader: Sendable {
    let limits: HTTPLimits
    /// Fields in the order received, names in lower case.
    private(set) var headers: [HTTPHeader] = []
    /// The first line, without its end; nil until it has come.
    private(set) var startLine: [UInt8]?

    private var line: [UInt8] = []
    private var headByteCount = 0
    private var endsWithCarriageReturn = false

    init(limits: HTTPLimits) { self.limits = limits }

    enum Progress {
        case needMore
        case startLine
        case complete
    }

    /// Reads from `bytes` at `cursor` up to the end of the start line, the end of the head, or
    /// the end of `bytes`, and never beyond.
    mutating func read(
        _ bytes: Span<UInt8>, cursor: inout Int
    ) throws(HTTPHeadFault) -> Progress {
        while cursor < bytes.count {
            let byte = bytes[cursor]
            cursor += 1
            headByteCount += 1
            guard headByteCount <= limits.headBytesMax else { throw .tooLarge }
            guard try endsLine(byte) else { continue }
            let progress = try takeLine()
            if progress != .needMore { return progress }
        }
        return .needMore
    }

    private mutating func endsLine(_ byte: UInt8) throws(HTTPHeadFault) -> Bool {
        if endsWithCarriageReturn {
            guard byte == 0x0A else { throw .malformed }
            endsWithCarriageReturn = false
            return true
        }
        if byte == 0x0D {
            endsWithCarriageReturn = true
        } else {
            guard byte.isFieldByte else { throw .malformed }
            line.append(byte)
        }
        return false
    }

    private mutating func takeLine() throws(HTTPHeadFault) -> Progress {
        let ended = line
        line.removeAll(keepingCapacity: true)
        guard startLine != nil else {
            guard !ended.isEmpty else { throw .malformed }
            startLine = ended
            return .startLine
        }
        guard !ended.isEmpty else {
            line = []
            return .complete
        }
        guard headers.count < limits.headerCountMax else { throw .tooLarge }
        headers.append(try header(ended))
        return .needMore
    }

    /// A folded line begins with a blank and so has no token for a name.
    private func header(_ line: [UInt8]) throws(HTTPHeadFault) -> HTTPHeader {
        guard let colon = line.firstIndex(of: 0x3A), colon > 0,
            line[..<colon].allSatisfy(\.isTokenByte)
        else { throw .malformed }
        let name = String(latin1: line[..<colon]).lowercased()
        let tail = line[(colon + 1)...].drop(while: \.isBlank)
        let end = tail.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? tail.startIndex
        return HTTPHeader(name, String(latin1: tail[..<end]))
    }
}

extension String {
    /// ISO 8859-1, HTTP's old custom: a character for each byte, so nothing is lost, and nothing
    /// that isn't ASCII can become equal to ASCII by letter case or by Unicode's equivalences, as
    /// the Kelvin sign would to a K.
    fileprivate init(latin1 bytes: ArraySlice<UInt8>) {
        var scalars = UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        self.init(scalars)
    }
}
