/// One direction of a connection: bytes in order, each piece with the time of its arrival.
struct Pipe {
    enum Content {
        case bytes([UInt8])
        /// The end of the stream.
        case end
        /// The connection is torn down; what came before and hasn't been read is lost.
        case reset
    }

    struct Piece {
        var content: Content
        var arrival: UInt64
    }

    private var pieces: [Piece] = []
    private var head = 0
    /// No later piece arrives before.
    private(set) var lastArrival: UInt64 = 0
    /// Bytes that were sent and haven't been read.
    private(set) var unreadBytes = 0
    /// When an arrival is scheduled; `max` if none is.
    var scheduledAt = UInt64.max
    /// Nothing arrives before; `max` if nothing ever does any more.
    var stalledUntil: UInt64 = 0
    /// The sender's end of stream, or a reset, is on its way or there.
    private(set) var isEnded = false

    var isEmpty: Bool { head == pieces.count }
    var nextArrival: UInt64? { isEmpty ? nil : max(pieces[head].arrival, stalledUntil) }

    mutating func send(_ content: Content, arrival: UInt64) {
        guard !isEnded else { return }
        switch content {
        case .bytes(let bytes): unreadBytes += bytes.count
        case .end, .reset: isEnded = true
        }
        lastArrival = max(lastArrival, arrival)
        pieces.append(Piece(content: content, arrival: lastArrival))
    }

    /// The next piece that has arrived, or the first `bytesMax` bytes of it.
    mutating func take(now: UInt64, bytesMax: Int) -> Content? {
        guard !isEmpty, pieces[head].arrival <= now, stalledUntil <= now else { return nil }
        let content = pieces[head].content
        if case .bytes(let bytes) = content {
            guard bytes.count <= bytesMax else {
                pieces[head].content = .bytes(Array(bytes[bytesMax...]))
                unreadBytes -= bytesMax
                return .bytes(Array(bytes[..<bytesMax]))
            }
            unreadBytes -= bytes.count
        }
        head += 1
        if head == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            head = 0
        }
        return content
    }

    /// What has arrived, if the next piece is bytes.
    mutating func takeBytes(now: UInt64) -> Content? {
        guard !isEmpty, case .bytes = pieces[head].content else { return nil }
        return take(now: now, bytesMax: .max)
    }

    /// The reader takes nothing more for a while.
    mutating func pause(until time: UInt64) { stalledUntil = max(stalledUntil, time) }

    /// The network drops everything from now on.
    var isCut: Bool { stalledUntil == .max }

    mutating func cut() { stalledUntil = .max }

    /// A reset overtakes everything that is on its way.
    mutating func tear(arrival: UInt64) {
        guard !isCut else { return }
        pieces.removeAll()
        head = 0
        unreadBytes = 0
        isEnded = false
        lastArrival = arrival
        send(.reset, arrival: arrival)
    }
}
