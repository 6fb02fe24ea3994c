/// Messages through a relay that understands nothing, over WebSocket.
///
/// A connection's first message is "lobby place editBytes frameBytes", decimal; it is answered
/// with a message of one byte. After that, so many edits are one message, and everyone in the
/// lobby gets one message for it. Both begin with three bytes: the sender's place in two times 7
/// bits, lowest first, and how many edits they are. With its frame, a message has as many bytes on
/// the wire as the server's would have.
extension BareSizes {
    static let relayMarkBytes = 3

    func relayGreeting(game: Int, place: Int) -> [UInt8] {
        Array("\(game) \(place) \(editBytes) \(frameBytes)".utf8)
    }

    /// Makes `bytes` a message of so many edits.
    func writeRelayed(_ count: Int, place: Int, to bytes: inout [UInt8]) {
        let maskBytes = 4
        let length = Self.payloadBytes(ofFrame: count * editBytes - maskBytes)
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: length))
        bytes[0] = UInt8(place & 0x7F)
        bytes[1] = UInt8(place >> 7 & 0x7F)
        bytes[2] = UInt8(count)
    }

    /// The length of the message that a relay makes of so many edits.
    func relayedBytes(_ count: Int) -> Int { Self.payloadBytes(ofFrame: count * frameBytes) }

    /// The payload that fits into an unmasked frame of so many bytes (RFC 6455 section 5.2).
    private static func payloadBytes(ofFrame bytes: Int) -> Int {
        let header = bytes <= 127 ? 2 : bytes <= 65_539 ? 4 : 10
        return max(bytes - header, relayMarkBytes)
    }
}

extension Crowd {
    mutating func readRelayed(
        _ bytes: Span<UInt8>, _ message: Range<Int>, _ index: Int, _ sizes: BareSizes
    ) {
        if phones[index].stage == .greeting { return arrive(index) }
        guard message.count >= BareSizes.relayMarkBytes,
            case let start = message.lowerBound, case let count = Int(bytes[start + 2]), count > 0,
            message.count == sizes.relayedBytes(count)
        else { return lose(index, "a message of \(message.count) bytes that no edits make") }
        relayed(Int(bytes[start]) | Int(bytes[start + 1]) << 7, count, to: index)
    }

    /// Notes that edits of `author` have reached a phone; one's own are the acknowledgement.
    mutating func relayed(_ author: Int, _ count: Int, to index: Int) {
        let game = phones[index].game
        guard author < games[game].memberCount else { return lose(index, "a frame of nobody") }
        if phones[index].seq == games[game].top {
            for _ in 0..<count { resolve(by: games[game].phones[author], value: nil) }
        }
        guard phones[index].seq + count <= games[game].top else {
            return lose(index, "edits that others got in other parts")
        }
        deliver(count, to: index)
        guard author == phones[index].place else { return }
        phones[index].acknowledged += count
        if phones[index].acknowledged == phones[index].sent { acknowledge(index) }
    }
}
