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
    private static let headerCountUsual = 8

    let limits: HTTPLimits
    /// Fields in the order received, names in lower case.
    private(set) var headers: [HTTPHeader] = []
    /// The first line, without its end; nil until it has come.
    private(set) var startLine: [UInt8]?

    /// The beginning of a line whose end hasn't come.
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
            let start = cursor
            var end = start
            let isWhole = try readLine(bytes, cursor: &cursor, end: &end)
            let part = bytes.extracting(start..<end)
            var progress = Progress.needMore
            if isWhole, line.isEmpty {
                progress = try take(part)
            } else {
                for place in part.indices { line.append(part[place]) }
                if isWhole { progress = try takeTornLine() }
            }
            if progress != .needMore { return progress }
        }
        return .needMore
    }

    private mutating func takeTornLine() throws(HTTPHeadFault) -> Progress {
        let whole = line
        line = []
        return try take(whole.span)
    }

    /// Reads up to the end of the line or of `bytes`, true for the former. The line's own bytes
    /// go up to `end`.
    private mutating func readLine(
        _ bytes: Span<UInt8>, cursor: inout Int, end: inout Int
    ) throws(HTTPHeadFault) -> Bool {
        if !endsWithCarriageReturn { end = readFieldBytes(bytes, cursor: &cursor) }
        while cursor < bytes.count {
            let byte = bytes[cursor]
            cursor += 1
            headByteCount += 1
            guard headByteCount <= limits.headBytesMax else { throw .tooLarge }
            guard byte == (endsWithCarriageReturn ? 0x0A : 0x0D) else { throw .malformed }
            endsWithCarriageReturn.toggle()
            if byte == 0x0A { return true }
        }
        return false
    }

    /// Passes over what a line may hold, within the limit. Returns where the cursor then is.
    private mutating func readFieldBytes(_ bytes: Span<UInt8>, cursor: inout Int) -> Int {
        let start = cursor
        let end = start + min(bytes.count - start, limits.headBytesMax - headByteCount)
        var place = start
        while place < end, bytes[place].isFieldByte { place += 1 }
        headByteCount += place - start
        cursor = place
        return place
    }

    private mutating func take(_ line: Span<UInt8>) throws(HTTPHeadFault) -> Progress {
        guard startLine != nil else {
            guard !line.isEmpty else { throw .malformed }
            startLine = line.indices.map { line[$0] }
            return .startLine
        }
        guard !line.isEmpty else { return .complete }
        guard headers.count < limits.headerCountMax else { throw .tooLarge }
        if headers.isEmpty { headers.reserveCapacity(Self.headerCountUsual) }
        headers.append(try header(line))
        return .needMore
    }

    /// A folded line begins with a blank and so has no token for a name.
    private func header(_ line: Span<UInt8>) throws(HTTPHeadFault) -> HTTPHeader {
        var colon = 0
        while colon < line.count, line[colon].isTokenByte { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == 0x3A else { throw .malformed }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isBlank { start += 1 }
        while start < end, line[end - 1].isBlank { end -= 1 }
        return HTTPHeader(
            String(latin1: line.extracting(..<colon), lowercased: true),
            String(latin1: line.extracting(start..<end)))
    }
}

extension String {
    /// ISO 8859-1, HTTP's old custom: a character for each byte, so nothing is lost, and nothing
    /// that isn't ASCII can become equal to ASCII by letter case or by Unicode's equivalences, as
    /// the Kelvin sign would to a K.
    fileprivate init(latin1 bytes: Span<UInt8>, lowercased: Bool = false) {
        var highCount = 0
        for place in bytes.indices where bytes[place] >= 0x80 { highCount += 1 }
        unsafe self.init(unsafeUninitializedCapacity: bytes.count + highCount) { utf8 in
            var count = 0
            for place in bytes.indices {
                let byte = lowercased ? bytes[place].lowercased : bytes[place]
                if byte >= 0x80 {
                    unsafe utf8[count] = 0xC0 | byte >> 6
                    count += 1
                }
                unsafe utf8[count] = byte < 0x80 ? byte : byte & 0xBF
                count += 1
            }
            return count
        }
    }
}
