/// A client of protocol version 1 that only reads: as thin as Protocol.md allows, and written from
/// it alone. It must never change with the protocol, since it stands for the apps in the field:
/// whatever a later server says, this one has to understand it.
struct VersionOneClient {
    struct Position: Equatable {
        var epoch = String(repeating: "0", count: 16)
        var seq: Int64 = 0
        var proof = ""
    }

    /// Nil as long as nothing is known.
    private(set) var card: VersionOneCard?
    private(set) var position = Position()
    private(set) var snapshotCount = 0
    private(set) var eventCount = 0
    /// Something in between has spoilt what comes: a gap isn't the server's fault.
    var isDisturbed = false

    private var epoch = ""
    private var lobby = VersionOneValue.null
    private var acknowledged: Int64 = 0
    private var isWelcome = false

    /// A connection begins with a `hello` that says `position`.
    mutating func connects(from position: Position) {
        isDisturbed = false
        isWelcome = false
        acknowledged = 0
        if position != self.position { forget() }
    }

    private mutating func forget() {
        card = nil
        position = Position()
    }

    mutating func receive(_ bytes: [UInt8]) throws(VersionOneFault) {
        let message = try VersionOneReader.read(bytes)
        let type = try VersionOneShape.text.check(message["type"], "type").text
        // Types of later versions are to be ignored.
        guard let fields = Self.fields[type] else { return }
        for (name, shape) in fields { try shape.check(message[name], "\(type).\(name)") }
        guard isWelcome || ["welcome", "error", "draining", "moved", "pong"].contains(type) else {
            throw VersionOneFault("\(type) comes before welcome")
        }
        switch type {
        case "welcome": try welcome(message)
        case "snapshot": try replace(by: message)
        case "events": try apply(message)
        case "ack":
            guard message["n"].number >= acknowledged else { throw VersionOneFault("acks go back") }
            acknowledged = message["n"].number
        case "presence": try checkPresence(message["here"])
        default: break
        }
    }

    private static let fields: [String: [(String, VersionOneShape)]] = [
        "welcome": [
            ("v", .number), ("as", .text), ("person", .id), ("lobby", .id), ("epoch", .text),
            ("top", .number), ("last_n", .number), ("last_f", .number), ("now", .number),
            ("limits", .object),
        ],
        "snapshot": [("epoch", .text), ("s", .number), ("h", .text), ("lobby", .object)],
        "events": [("s", .number), ("h", .text), ("e", .list)],
        "ack": [("n", .number), ("s", .number)],
        "reject": [("n", .number), ("code", .number), ("name", .text), ("text", .text)],
        "gap": [("expect", .number)],
        "presence": [("here", .list), ("spectators", .number)],
        "pong": [("t", .number), ("now", .number)],
        "moved": [("url", .text)],
        "draining": [("in_ms", .number)],
        "error": [("code", .number), ("name", .text), ("text", .text), ("retry", .bool)],
    ]

    private mutating func welcome(_ message: VersionOneValue) throws(VersionOneFault) {
        guard !isWelcome, message["v"].number == 1, message["epoch"].text.utf8.count == 16 else {
            throw VersionOneFault("a strange welcome")
        }
        switch message["as"].text {
        case "member": try VersionOneShape.number.check(message["member"], "member")
        case "spectator", "outsider": break
        case "creator": forget()
        default: throw VersionOneFault("a welcome as \(message["as"].text)")
        }
        for name in ["message_bytes", "ops", "ping_ms", "pong_ms"] {
            try VersionOneShape.number.check(message["limits"][name], "limits.\(name)")
        }
        isWelcome = true
        epoch = message["epoch"].text
        lobby = message["lobby"]
    }

    private mutating func replace(by message: VersionOneValue) throws(VersionOneFault) {
        let next = Position(
            epoch: message["epoch"].text, seq: message["s"].number, proof: message["h"].text)
        let card = try VersionOneCard(snapshot: message["lobby"])
        if let known = self.card, position == next, known != card {
            throw VersionOneFault("after event \(next.seq) the snapshot differs from the events")
        }
        (self.card, position, epoch) = (card, next, next.epoch)
        snapshotCount += 1
    }

    private mutating func apply(_ message: VersionOneValue) throws(VersionOneFault) {
        let events = message["e"].items
        guard !events.isEmpty, events.count <= 256 else {
            throw VersionOneFault("\(events.count) events")
        }
        var seq = message["s"].number
        if card != nil, seq > position.seq + 1, !isDisturbed {
            throw VersionOneFault("event \(seq) comes after \(position.seq)")
        }
        for event in events {
            try apply(event, seq)
            seq += 1
        }
        guard seq - 1 == position.seq, card != nil else { return }
        guard [Self.unknownProof, message["h"].text].contains(position.proof) else {
            throw VersionOneFault("event \(position.seq) has two proofs")
        }
        position.proof = message["h"].text
    }

    /// Until the message's end says it.
    private static let unknownProof = "?"

    private mutating func apply(
        _ event: VersionOneValue, _ seq: Int64
    ) throws(VersionOneFault) {
        guard card != nil else {
            guard seq == 1 else { return }
            card = try VersionOneCard(lobby: lobby, new: event)
            position = Position(epoch: epoch, seq: 1, proof: Self.unknownProof)
            eventCount += 1
            return
        }
        guard seq == position.seq + 1 else { return }
        try card?.apply(event, seq: seq)
        position = Position(epoch: epoch, seq: seq, proof: Self.unknownProof)
        eventCount += 1
    }

    private func checkPresence(_ here: VersionOneValue) throws(VersionOneFault) {
        let numbers = here.items.map(\.number)
        guard here.items.allSatisfy({ $0.kind == .number }),
            zip(numbers, numbers.dropFirst()).allSatisfy(<)
        else { throw VersionOneFault("a strange presence: \(here)") }
    }
}
