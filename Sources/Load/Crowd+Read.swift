import Glibc

/// Reading the server's messages, and holding each against what the phones know.
extension Crowd {
    private static let recentMax = 4
    private static let storageErrors = 112...113

    mutating func read(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int
    ) throws(LoadError) {
        if case .relay(let sizes) = dialect { return readRelayed(bytes, range, index, sizes) }
        switch MessageKind(bytes, range) {
        case .events: readEvents(bytes, range, index)
        case .ack: readAck(bytes, range, index)
        case .presence: break
        case .welcome: welcomed(bytes, range, index)
        case .snapshot: readSnapshot(bytes, range, index)
        case .error: readError(bytes, range, index)
        case .reject, .gap, .draining, .other:
            violate("\(name(index)) got \(text(bytes, range))")
        }
    }

    private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var start: [UInt8] = []
        for place in range.prefix(200) { start.append(bytes[place]) }
        return String(decoding: start, as: UTF8.self)
    }

    private mutating func readEvents(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int) {
        var scanner = MessageScanner(range)
        guard let head = EventsHead(&scanner, in: bytes) else {
            return violate("\(name(index)) got \(text(bytes, range))")
        }
        guard head.first == phones[index].seq + 1 else {
            return violate("\(name(index)) got event \(head.first) after \(phones[index].seq)")
        }
        let game = phones[index].game
        if head.first > games[game].top + 1 { leap(game, to: head.first - 1) }
        let count =
            recentCount(bytes, range, head, game) ?? count(bytes, range, &scanner, head, game)
        guard count > 0 else { return violate("\(name(index)) got events that can't be read") }
        phones[index].proof = head.proof
        deliver(count, to: index)
        arriveIfUpToDate(index)
    }

    /// Skips to the state of a newcomer, which is ahead of what the others have read yet.
    private mutating func leap(_ game: Int, to seq: Int) {
        if games[game].outstanding > 0 { violate("lobby \(game) skipped to event \(seq)") }
        while games[game].top < seq { games[game].editedAt.append(0) }
    }

    /// The number of events in the message, if another phone got the same bytes lately.
    private func recentCount(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ head: EventsHead, _ game: Int
    ) -> Int? {
        for recent in games[game].recent
        where recent.head == head && recent.payload.count == range.count {
            let isSame = unsafe bytes.extracting(range).withUnsafeBufferPointer { got in
                unsafe recent.payload.withUnsafeBufferPointer { known in
                    unsafe memcmp(got.baseAddress!, known.baseAddress!, got.count) == 0
                }
            }
            if isSame { return recent.count }
        }
        return nil
    }

    /// Counts the events; those that nobody saw before tell which edits they come from.
    private mutating func count(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ scanner: inout MessageScanner,
        _ head: EventsHead, _ game: Int
    ) -> Int {
        var seq = head.first
        while let event = scanner.element(in: bytes) {
            if seq > games[game].top {
                resolve(ScannedEdit(bytes, event), seq, game)
            }
            seq += 1
        }
        guard scanner.skip("]}", in: bytes) else { return 0 }
        remember(bytes, range, head, seq - head.first, game)
        return seq - head.first
    }

    private mutating func remember(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ head: EventsHead, _ count: Int, _ game: Int
    ) {
        let payload = unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
        let recent = RecentMessage(payload: payload, head: head, count: count)
        if games[game].recent.count < Self.recentMax {
            games[game].recent.append(recent)
        } else {
            games[game].recent[games[game].recentPlace] = recent
            games[game].recentPlace = (games[game].recentPlace + 1) % Self.recentMax
        }
    }

    /// Takes the event that follows the last one known for this edit's, or nobody's.
    private mutating func resolve(_ edit: ScannedEdit?, _ seq: Int, _ game: Int) {
        guard let edit else { return games[game].editedAt.append(0) }
        guard games[game].phoneOfNumber.indices.contains(edit.member),
            case let author = games[game].phoneOfNumber[edit.member], author >= 0,
            edit.seq == seq
        else {
            violate("lobby \(game): event \(seq) is nobody's: \(edit)")
            return games[game].editedAt.append(0)
        }
        resolve(by: author, value: edit.value)
    }

    /// Notes that the next event is the oldest edit that `author` has under way.
    ///
    /// - Parameter value: the throws that the event says; nil if it doesn't.
    mutating func resolve(by author: Int, value: Int?) {
        let cameUpAt = phones[author].underway.popFirst()
        phones[author].edited += 1
        if cameUpAt == nil { violate("\(name(author)): an event of an edit that it never made") }
        let expected = Self.value(ofEdit: phones[author].edited)
        if let value, value != expected {
            violate("\(name(author)): event with \(value) where \(expected) comes next")
        }
        games[phones[author].game].editedAt.append(cameUpAt ?? 0)
    }

    /// Delivers the next `count` events to the phone.
    mutating func deliver(_ count: Int, to index: Int) {
        let game = phones[index].game
        let first = phones[index].seq + 1
        let isTimed = phones[index].stage == .following && !phones[index].isSlow
        phones[index].seq += count
        var edits = 0
        for seq in first..<first + count {
            let cameUpAt = games[game].editedAt[seq]
            guard cameUpAt > 0 else { continue }
            edits += 1
            if isTimed { latencies.record(nanoseconds: now - min(now, cameUpAt)) }
        }
        if phones[index].stage == .following {
            tally.deliveries += edits
        } else {
            tally.caughtUp += edits
        }
        guard isTimed, edits > 0 else { return }
        outstanding -= edits
        games[game].outstanding -= edits
        if games[game].outstanding == 0 { completed.append(game) }
    }

    private mutating func readAck(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int) {
        var scanner = MessageScanner(range)
        guard scanner.skip(#"{"type":"ack","n":"#, in: bytes),
            let number = scanner.integer(in: bytes), scanner.skip(#","s":"#, in: bytes),
            let seq = scanner.integer(in: bytes), scanner.skip("}", in: bytes)
        else { return violate("\(name(index)) got \(text(bytes, range))") }
        guard phones[index].isInFlight, number == phones[index].sent else {
            return violate("\(name(index)): ack of \(number) after \(phones[index].sent) ops")
        }
        guard seq <= phones[index].seq else {
            return violate("\(name(index)): ack with event \(seq) before the event")
        }
        acknowledge(index)
        arriveIfUpToDate(index)
    }

    /// Notes that all ops that the phone has sent are acknowledged.
    mutating func acknowledge(_ index: Int) {
        phones[index].acknowledged = phones[index].sent
        phones[index].isInFlight = false
        phonesInFlight -= 1
        freed.append(index)
        if !phones[index].due.isEmpty { sendDue(index) }
    }

    private mutating func readSnapshot(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int) {
        guard phones[index].stage == .catchingUp || phones[index].isSlow else {
            return violate("\(name(index)) got a snapshot in place of events")
        }
        var scanner = MessageScanner(range)
        guard scanner.seek(#","s":"#, in: bytes), let seq = scanner.integer(in: bytes),
            scanner.skip(#","h":""#, in: bytes), let proof = scanner.proof(in: bytes)
        else { return violate("\(name(index)) got a snapshot that can't be read") }
        guard seq >= phones[index].seq else {
            return violate("\(name(index)): snapshot of event \(seq) after \(phones[index].seq)")
        }
        if phones[index].stage == .following { tally.snapshots += 1 }
        phones[index].seq = seq
        phones[index].proof = proof
        arriveIfUpToDate(index)
    }

    /// Reads an error. The store has codes in reserve for some new games only; phones that are told
    /// so ask again.
    private mutating func readError(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int) {
        var scanner = MessageScanner(range)
        let isStorage =
            scanner.seek(#""code":"#, in: bytes)
            && scanner.integer(in: bytes).map(Self.storageErrors.contains) ?? false
        guard isStorage, phones[index].seq == 0, phones[index].isInFlight else {
            return violate("\(name(index)) got \(text(bytes, range))")
        }
        phones[index].isInFlight = false
        phonesInFlight -= 1
        create(index)
    }
}
