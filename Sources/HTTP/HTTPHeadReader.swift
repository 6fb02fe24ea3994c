/// The reasons to refuse a head before its meaning is considered.
package enum HTTPHeadFault: Error {
    case malformed
    case tooLarge
}

/// Reads what requests and responses have in common: lines that end in CR LF, then fields,
/// then a blank line (RFC 9112 sections 2 to 5).
///
/// The grammar's leniencies are what request smuggling is made of, because the proxy in front and
/// the server behind may choose them differently. So none is granted: no line ended by LF alone,
/// no CR inside a line, no control characters, no folded fields, no space before the colon.
package struct HTTPHeadReader: Sendable {
    let limits: HTTPLimits
    package private(set) var fields = HTTPFields()
    /// The first line, without its end; nil until it has come.
    package private(set) var startLine: [UInt8]?

    /// The beginning of a line whose end hasn't come.
    private var line: [UInt8] = []
    private var headByteCount = 0
    private var endsWithCarriageReturn = false

    package init(limits: HTTPLimits) { self.limits = limits }

    /// A reader for the fields behind a body in chunks, which have no start line.
    init(trailersWithin limits: HTTPLimits) {
        self.limits = limits
        startLine = []
    }

    package enum Progress {
        case needMore
        case startLine
        case complete
    }

    /// Reads from `bytes` at `cursor` up to the end of the start line, the end of the head, or
    /// the end of `bytes`, and never beyond.
    package mutating func read(
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
                line.append(contentsOf: part)
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
        while place + 8 <= end, bytes.areFieldBytes(from: place) { place += 8 }
        while place < end, bytes[place].isFieldByte { place += 1 }
        headByteCount += place - start
        cursor = place
        return place
    }

    private mutating func take(_ line: Span<UInt8>) throws(HTTPHeadFault) -> Progress {
        guard startLine != nil else {
            guard !line.isEmpty else { throw .malformed }
            startLine = []
            startLine?.append(contentsOf: line)
            return .startLine
        }
        guard !line.isEmpty else { return .complete }
        guard fields.count < limits.headerCountMax else { throw .tooLarge }
        try takeField(line)
        return .needMore
    }

    /// Adds a field. A folded line begins with a blank, so it has no token for a name and is
    /// refused.
    private mutating func takeField(_ line: Span<UInt8>) throws(HTTPHeadFault) {
        var colon = 0
        while colon < line.count, line[colon].isTokenByte { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == 0x3A else { throw .malformed }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isBlank { start += 1 }
        while start < end, line[end - 1].isBlank { end -= 1 }
        fields.append(name: line.extracting(..<colon), value: line.extracting(start..<end))
    }
}

extension Span<UInt8> {
    /// Whether the eight bytes from `start` on may stand in a line. No, too, where there is a tab:
    /// then they are to be looked at one by one.
    fileprivate func areFieldBytes(from start: Int) -> Bool {
        // The access is checked against the span's bounds, and any eight bytes are a word.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        // A byte borrows, and has its high bit set by that, if it is less than what is taken off.
        let controls = (word &- ones &* 0x20) & ~word
        let fromDelete = word ^ ones &* 0x7F
        let deletes = (fromDelete &- ones) & ~fromDelete
        return (controls | deletes) & highBits == 0
    }
}
