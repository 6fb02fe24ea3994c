/// The kind of a message, found out from its first bytes: `{"type":"` and the name.
package enum MessageKind: Sendable {
    case welcome, snapshot, events, ack, reject, gap, presence, draining, error, other

    package init(_ bytes: Span<UInt8>, _ message: Range<Int>) {
        guard message.count > 11 else {
            self = .other
            return
        }
        switch (bytes[message.lowerBound + 9], bytes[message.lowerBound + 10]) {
        case (0x65, 0x76): self = .events
        case (0x61, _): self = .ack
        case (0x70, 0x72): self = .presence
        case (0x77, _): self = .welcome
        case (0x73, _): self = .snapshot
        case (0x72, _): self = .reject
        case (0x67, _): self = .gap
        case (0x64, _): self = .draining
        case (0x65, 0x72): self = .error
        default: self = .other
        }
    }
}

/// A score as an event says it, `["cell",round,player,hole,0,[[seq,value,member,…`.
package struct ScannedEdit: Equatable, Sendable {
    package var seq: Int
    package var value: Int
    package var member: Int
}

/// The 24 digits that prove where a phone stands; no string, since each message brings others.
package struct ScannedProof: Equatable, Sendable {
    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    package init() {}

    package init(_ digits: Span<UInt8>) {
        func word(_ start: Int) -> UInt64 {
            (start..<start + 8).reduce(0) { $0 << 8 | UInt64(digits[$1]) }
        }
        words = (word(0), word(8), word(16))
    }

    package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    package var text: String {
        var digits: [UInt8] = []
        for word in [words.0, words.1, words.2] {
            for place in 0..<8 {
                digits.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place)))
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

/// The fields of a welcome that a phone keeps.
package struct ScannedWelcome {
    package var member: Int?
    package var ticket: String?
    package var epoch: String
    package var top: Int
    package var lastNumber: Int
}

/// Reads messages from left to right without decoding them. It counts on the order in which folfd
/// writes fields; where that doesn't hold, the answer is nil.
package struct MessageScanner {
    private var place: Int
    private let end: Int

    /// The place from which it reads on.
    var offset: Int { place }

    package init(_ message: Range<Int>) {
        place = message.lowerBound
        end = message.upperBound
    }

    /// Steps over these bytes, if they come next.
    package mutating func skip(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - place >= count else { return false }
        let start = place
        let isThere = text.withUTF8Buffer { wanted in
            for index in 0..<count {
                guard unsafe wanted[index] == bytes[start + index] else { return false }
            }
            return true
        }
        if isThere { place += count }
        return isThere
    }

    /// Goes on behind the next occurrence of these bytes.
    ///
    /// - Parameter text: not empty.
    package mutating func seek(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
        // The last two bytes are compared first, since keys begin alike.
        let count = text.utf8CodeUnitCount
        let lastPair = text.withUTF8Buffer { wanted in
            (unsafe wanted[max(0, count - 2)], unsafe wanted[count - 1])
        }
        while place + count <= end {
            if bytes[place + count - 1] == lastPair.1,
                bytes[place + max(0, count - 2)] == lastPair.0, skip(text, in: bytes)
            {
                return true
            }
            place += 1
        }
        place = end
        return false
    }

    /// Reads an integer, if one comes next that isn't absurdly long.
    package mutating func integer(in bytes: Span<UInt8>) -> Int? {
        var value = 0
        let start = place
        let isNegative = place < end && bytes[place] == 0x2D
        if isNegative { place += 1 }
        let first = place
        while place < end, case let digit = bytes[place] &- 0x30, digit < 10, place - first < 17 {
            value = value * 10 + Int(digit)
            place += 1
        }
        guard place > first else {
            place = start
            return nil
        }
        return isNegative ? -value : value
    }

    /// Reads up to a quotation mark, and steps over it; for values that need no escapes.
    package mutating func text(in bytes: Span<UInt8>) -> String? {
        let start = place
        while place < end, bytes[place] != 0x22 { place += 1 }
        guard place < end else { return nil }
        defer { place += 1 }
        return unsafe bytes.extracting(start..<place).withUnsafeBufferPointer { found in
            unsafe String(decoding: found, as: UTF8.self)
        }
    }

    /// Reads 24 signs and a quotation mark.
    package mutating func proof(in bytes: Span<UInt8>) -> ScannedProof? {
        guard end - place > 24, bytes[place + 24] == 0x22 else { return nil }
        defer { place += 25 }
        return ScannedProof(bytes.extracting(place..<place + 24))
    }

    /// Steps over the next element of an array of arrays, and returns where it stands; nil at the
    /// array's end, or if the element isn't whole.
    package mutating func element(in bytes: Span<UInt8>) -> Range<Int>? {
        if place < end, bytes[place] == 0x2C { place += 1 }
        guard place < end, bytes[place] == 0x5B else { return nil }
        let start = place
        var depth = 0
        while place < end {
            let byte = bytes[place]
            place += 1
            switch byte {
            case 0x5B, 0x7B: depth += 1
            case 0x5D, 0x7D:
                depth -= 1
                if depth == 0 { return start..<place }
            case 0x22: skipString(in: bytes)
            default: break
            }
        }
        return nil
    }

    /// Steps over the rest of a string, to behind its closing quotation mark (RFC 8259 section 7).
    private mutating func skipString(in bytes: Span<UInt8>) {
        while place < end {
            let byte = bytes[place]
            place += byte == 0x5C ? 2 : 1
            if byte == 0x22 { return }
        }
        place = min(place, end)
    }
}

extension ScannedEdit {
    /// Reads an event; nil if it isn't an edit of a score.
    package init?(_ bytes: Span<UInt8>, _ event: Range<Int>) {
        var scanner = MessageScanner(event)
        guard scanner.skip(#"["cell","#, in: bytes), scanner.integer(in: bytes) != nil,
            scanner.skip(",", in: bytes), scanner.integer(in: bytes) != nil,
            scanner.skip(",", in: bytes), scanner.integer(in: bytes) != nil,
            scanner.skip(",0,[[", in: bytes), let seq = scanner.integer(in: bytes),
            scanner.skip(",", in: bytes), let value = scanner.integer(in: bytes),
            scanner.skip(",", in: bytes), let member = scanner.integer(in: bytes)
        else { return nil }
        self.init(seq: seq, value: value, member: member)
    }
}

/// The head of an `events` message; the events follow.
package struct EventsHead: Equatable, Sendable {
    /// The `seq` of the first event.
    package var first: Int
    /// The proof of the log as it is after the last event.
    package var proof: ScannedProof

    /// Reads the head, and leaves the scanner before the first event.
    package init?(_ scanner: inout MessageScanner, in bytes: Span<UInt8>) {
        guard scanner.skip(#"{"type":"events","s":"#, in: bytes),
            let first = scanner.integer(in: bytes), scanner.skip(#","h":""#, in: bytes),
            let proof = scanner.proof(in: bytes), scanner.skip(#","e":["#, in: bytes)
        else { return nil }
        self.first = first
        self.proof = proof
    }
}

extension ScannedWelcome {
    package init?(_ bytes: Span<UInt8>, _ message: Range<Int>) {
        var scanner = MessageScanner(message)
        guard scanner.skip(#"{"type":"welcome","v":"#, in: bytes),
            scanner.integer(in: bytes) != nil, scanner.skip(#","as":""#, in: bytes),
            scanner.text(in: bytes) != nil
        else { return nil }
        member = scanner.skip(#","member":"#, in: bytes) ? scanner.integer(in: bytes) : nil
        guard scanner.skip(#","person":""#, in: bytes), scanner.text(in: bytes) != nil,
            scanner.skip(#","lobby":""#, in: bytes), scanner.text(in: bytes) != nil
        else { return nil }
        ticket = scanner.skip(#","ticket":""#, in: bytes) ? scanner.text(in: bytes) : nil
        guard scanner.skip(#","epoch":""#, in: bytes), let epoch = scanner.text(in: bytes),
            scanner.skip(#","top":"#, in: bytes), let top = scanner.integer(in: bytes),
            scanner.skip(#","last_n":"#, in: bytes), let lastNumber = scanner.integer(in: bytes)
        else { return nil }
        (self.epoch, self.top, self.lastNumber) = (epoch, top, lastNumber)
    }
}
