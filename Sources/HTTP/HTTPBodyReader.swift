/// Reads the body behind a request's head, as many bytes as were announced or chunk after chunk
/// (RFC 9112 section 7.1), into its limit.
///
/// Memory is taken for bytes that have come, never for those that are announced. A chunk's size is
/// refused at the digit that makes it too large, so it is never more than the limit. Between the
/// sizes as little is granted as in a head: no blanks, no line ended by LF alone. What a chunk says
/// about itself, and the fields behind the last one, are read and forgotten.
struct HTTPBodyReader: Sendable {
    private enum Place {
        /// In content, of which so many bytes are missing.
        case content(Int)
        /// In the line that says how large the next chunk is.
        case size
        /// Behind a chunk's content.
        case end
        case trailers
    }

    private let bytesMax: Int
    private let isChunked: Bool
    private var place: Place
    private var body: [UInt8] = []
    private var line: ChunkLine
    private var trailers: HTTPHeadReader

    /// Throws if the announced length is over `bytesMax`.
    init(_ length: HTTPBodyLength, bytesMax: Int, limits: HTTPLimits) throws(HTTPProblem) {
        precondition((0...Int.max / 16 - 1).contains(bytesMax), "a limit that digits can't pass")
        self.bytesMax = bytesMax
        line = ChunkLine(bytesMax: limits.chunkLineBytesMax)
        trailers = HTTPHeadReader(trailersWithin: limits)
        isChunked = length == .chunked
        place = .size
        if case .bytes(let count) = length {
            guard count <= bytesMax else { throw .contentTooLarge }
            place = .content(count)
        }
    }

    /// Reads on from `cursor`, and never beyond the body; returns it once it is whole.
    mutating func read(
        _ bytes: Span<UInt8>, cursor: inout Int
    ) throws(HTTPProblem) -> [UInt8]? {
        while cursor < bytes.count {
            switch place {
            case .content(let missing):
                readContent(bytes, cursor: &cursor, missing: missing)
                if case .content(0) = place {
                    guard isChunked else { return body }
                    place = .end
                }
            case .size, .end:
                try readLine(bytes[cursor])
                cursor += 1
            case .trailers:
                guard try readTrailers(bytes, cursor: &cursor) else { return nil }
                return body
            }
        }
        return nil
    }

    private mutating func readContent(
        _ bytes: Span<UInt8>, cursor: inout Int, missing: Int
    ) {
        let count = min(missing, bytes.count - cursor)
        body.append(contentsOf: bytes.extracting(cursor..<cursor + count))
        cursor += count
        place = .content(missing - count)
    }

    private mutating func readLine(_ byte: UInt8) throws(HTTPProblem) {
        if case .end = place {
            if try line.readEnd(byte) { place = .size }
            return
        }
        guard let size = try line.readSize(byte, sizeMax: bytesMax - body.count) else { return }
        place = size == 0 ? .trailers : .content(size)
    }

    private mutating func readTrailers(
        _ bytes: Span<UInt8>, cursor: inout Int
    ) throws(HTTPProblem) -> Bool {
        do throws(HTTPHeadFault) {
            return try trailers.read(bytes, cursor: &cursor) == .complete
        } catch {
            throw HTTPProblem(error)
        }
    }
}

/// The line before a chunk, and the end of the line behind it, read one byte at a time.
private struct ChunkLine: Sendable {
    let bytesMax: Int
    private var byteCount = 0
    private var size = 0
    private var hasDigit = false
    private var isInExtension = false
    private var endsWithCarriageReturn = false

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Takes the next byte; returns the size if that was the line's last one.
    mutating func readSize(_ byte: UInt8, sizeMax: Int) throws(HTTPProblem) -> Int? {
        byteCount += 1
        guard byteCount <= bytesMax else { throw .badRequest }
        if endsWithCarriageReturn || byte == 0x0D {
            guard hasDigit else { throw .badRequest }
            guard try readEnd(byte) else { return nil }
            defer { self = ChunkLine(bytesMax: bytesMax) }
            return size
        }
        if isInExtension {
            guard byte.isFieldByte else { throw .badRequest }
        } else if let digit = byte.hexadecimalDigit {
            size = size * 16 + digit
            hasDigit = true
            guard size <= sizeMax else { throw .contentTooLarge }
        } else {
            guard byte == 0x3B, hasDigit else { throw .badRequest }
            isInExtension = true
        }
        return nil
    }

    /// Takes the next byte of a line end; true if that was its last one.
    mutating func readEnd(_ byte: UInt8) throws(HTTPProblem) -> Bool {
        guard byte == (endsWithCarriageReturn ? 0x0A : 0x0D) else { throw .badRequest }
        endsWithCarriageReturn.toggle()
        return byte == 0x0A
    }
}
