public import Documents

extension ServerMessage {
    /// - Parameter room: bytes that are left free in front, for the header of a frame.
    @inlinable
    package func encode(room: Int = 0) -> [UInt8] {
        switch self {
        case .welcome(let welcome): welcome.encode(room: room)
        case .snapshot(let document, let proof):
            Self.encode(snapshot: document, proof, room: room)
        case .events(let first, let proof, let changes):
            Self.encode(first: first, proof, changes, room: room)
        case .history(let first, let changes, let top):
            Self.encode(first: first, changes, top: top, room: room)
        case .ack(let number, let seq): ServerWord.ack(number, seq, room: room)
        case .reject(let number, let refusal): ServerWord.reject(number, refusal, room: room)
        case .gap(let expected): ServerWord.gap(expected, room: room)
        case .presence(let presence): presence.encode(room: room)
        case .moved(let url): ServerWord.moved(to: url, room: room)
        case .draining(let milliseconds): ServerWord.draining(milliseconds, room: room)
        case .pong(let time, let now): ServerWord.pong(time, now, room: room)
        case .error(let notice): notice.encode(room: room)
        }
    }

    @specialized(where Kind == UsualDocument)
    @usableFromInline
    static func encode(
        snapshot document: Kind, _ proof: PositionProof, room: Int
    ) -> [UInt8] {
        var writer = ElementWriter(capacity: 1_024 + document.snapshotBytesExpected, room: room)
        writer.snapshot(document, proof)
        return writer.json.take()
    }

    @usableFromInline
    static func encode(
        first: Seq, _ proof: PositionProof, _ changes: [Kind.Change], room: Int
    ) -> [UInt8] {
        var writer = ElementWriter(room: room)
        writer.events(first: first, proof) { writer in
            for change in changes { Kind.write(change, to: &writer) }
        }
        return writer.json.take()
    }

    @usableFromInline
    static func encode(
        first: Seq, _ changes: [Kind.Change], top: Seq, room: Int
    ) -> [UInt8] {
        var writer = ElementWriter(room: room)
        writer.history(first: first, top: top) { writer in
            for change in changes { Kind.write(change, to: &writer) }
        }
        return writer.json.take()
    }

    /// One event, as it stands in `events`; encoded once, sent to all.
    @specialized(where Kind == UsualDocument)
    package static func encode(_ change: Kind.Change) -> [UInt8] {
        var writer = ElementWriter()
        Kind.write(change, to: &writer)
        return writer.json.take()
    }

    /// The `events` message around events that are encoded already, with a comma between two.
    ///
    /// - Parameter room: bytes that are left free in front, for the header of a frame.
    package static func events(
        first: Seq, proof: PositionProof, encoded events: ArraySlice<UInt8>, room: Int = 0
    ) -> [UInt8] {
        var writer = ElementWriter(capacity: 80 + events.count, room: room)
        writer.events(first: first, proof) { $0.json.raw(events.span) }
        return writer.json.take()
    }

    /// The `history` message around events that are encoded already.
    package static func history(
        first: Seq, encoded events: ArraySlice<UInt8>, top: Seq, room: Int = 0
    ) -> [UInt8] {
        var writer = ElementWriter(capacity: 80 + events.count, room: room)
        writer.history(first: first, top: top) { $0.json.raw(events.span) }
        return writer.json.take()
    }
}

extension ElementWriter {
    fileprivate mutating func events(
        first: Seq, _ proof: PositionProof, _ events: (inout ElementWriter) -> Void
    ) {
        message("events") { writer in
            writer.json.key("s")
            writer.json.integer(first)
            writer.json.key("h")
            writer.json.proof(proof)
            writer.list(of: events)
        }
    }

    fileprivate mutating func history(
        first: Seq, top: Seq, _ events: (inout ElementWriter) -> Void
    ) {
        message("history") { writer in
            writer.json.key("s")
            writer.json.integer(first)
            writer.list(of: events)
            writer.json.key("top")
            writer.json.integer(top)
        }
    }

    private mutating func list(of events: (inout ElementWriter) -> Void) {
        json.key("e")
        json.beginArray()
        events(&self)
        json.endArray()
    }

    fileprivate mutating func snapshot(_ document: some WireDocument, _ proof: PositionProof) {
        message("snapshot") { writer in
            writer.json.key("epoch")
            writer.epoch(document.epoch)
            writer.json.key("s")
            writer.json.integer(document.seq)
            writer.json.key("h")
            writer.json.proof(proof)
            writer.json.key("lobby")
            document.write(to: &writer)
        }
    }
}

/// Messages that are the same for documents of all kinds.
@usableFromInline
enum ServerWord {
    @usableFromInline
    static func ack(_ number: OpNumber, _ seq: Seq, room: Int) -> [UInt8] {
        message("ack", room: room) { writer in
            writer.json.key("n")
            writer.json.integer(number)
            writer.json.key("s")
            writer.json.integer(seq)
        }
    }

    @usableFromInline
    static func reject(_ number: OpNumber, _ refusal: Refusal, room: Int) -> [UInt8] {
        message("reject", room: room) { writer in
            writer.json.key("n")
            writer.json.integer(number)
            writer.json.key("code")
            writer.json.integer(refusal.rawValue)
            writer.json.key("name")
            writer.json.string(refusal.name)
            writer.json.key("text")
            writer.json.string(refusal.sentence)
        }
    }

    @usableFromInline
    static func gap(_ expected: OpNumber, room: Int) -> [UInt8] {
        message("gap", room: room) { writer in
            writer.json.key("expect")
            writer.json.integer(expected)
        }
    }

    @usableFromInline
    static func moved(to url: String, room: Int) -> [UInt8] {
        message("moved", room: room) { writer in
            writer.json.key("url")
            writer.json.string(url)
        }
    }

    @usableFromInline
    static func draining(_ milliseconds: Int64, room: Int) -> [UInt8] {
        message("draining", room: room) { writer in
            writer.json.key("in_ms")
            writer.json.integer(milliseconds)
        }
    }

    @usableFromInline
    static func pong(_ time: Int64, _ now: WallTime, room: Int) -> [UInt8] {
        message("pong", room: room) { writer in
            writer.json.key("t")
            writer.json.integer(time)
            writer.json.key("now")
            writer.json.integer(now.milliseconds)
        }
    }

    @inline(__always)
    static func message(
        _ type: StaticString, capacity: Int = ElementWriter.bytesUsual, room: Int,
        _ fields: (inout ElementWriter) -> Void
    ) -> [UInt8] {
        var writer = ElementWriter(capacity: capacity, room: room)
        writer.message(type, fields)
        return writer.json.take()
    }
}

extension Welcome {
    @usableFromInline
    func encode(room: Int) -> [UInt8] {
        ServerWord.message("welcome", capacity: 480, room: room) { write(to: &$0) }
    }

    fileprivate func write(to writer: inout ElementWriter) {
        writer.json.key("v")
        writer.json.integer(WireLimits.protocolVersion)
        writer.json.key("as")
        writer.json.literal(admission.name)
        if case .member(let number) = admission {
            writer.json.key("member")
            writer.json.integer(number.value)
        }
        writer.json.key("person")
        writer.identifier(person.value)
        writer.json.key("lobby")
        writer.identifier(lobby.value)
        if let ticket {
            writer.json.key("ticket")
            writer.identifier(ticket)
        }
        writer.json.key("epoch")
        writer.epoch(epoch)
        writer.json.key("top")
        writer.json.integer(top)
        writer.json.key("last_n")
        writer.json.integer(lastNumber)
        writer.json.key("last_f")
        writer.json.integer(fingerprint)
        writer.refused(refused)
        writer.json.key("now")
        writer.json.integer(now.milliseconds)
        writer.limits(of: self)
        if let keptDays {
            writer.json.key("kept_days")
            writer.json.integer(keptDays)
        }
    }
}

extension Welcome.Admission {
    fileprivate var name: StaticString {
        switch self {
        case .member: "member"
        case .spectator: "spectator"
        case .creator: "creator"
        case .outsider: "outsider"
        }
    }
}

extension ElementWriter {
    fileprivate mutating func refused(_ ops: [RefusedOp]) {
        guard !ops.isEmpty else { return }
        json.key("refused")
        json.beginArray()
        for op in ops {
            json.beginArray()
            json.integer(op.number)
            json.integer(op.refusal.rawValue)
            json.endArray()
        }
        json.endArray()
    }

    fileprivate mutating func limits(of welcome: Welcome) {
        json.key("limits")
        json.beginObject()
        json.key("message_bytes")
        json.integer(WireLimits.clientMessageBytesMax)
        json.key("ops")
        json.integer(WireLimits.opsPerMessageMax)
        json.key("ping_ms")
        json.integer(welcome.pingMilliseconds)
        json.key("pong_ms")
        json.integer(welcome.pongMilliseconds)
        json.endObject()
    }
}

extension Presence {
    @usableFromInline
    func encode(room: Int) -> [UInt8] {
        ServerWord.message("presence", room: room) { write(to: &$0) }
    }

    fileprivate func write(to writer: inout ElementWriter) {
        writer.json.key("here")
        writer.json.beginArray()
        for member in members { writer.json.integer(member.value) }
        writer.json.endArray()
        writer.json.key("spectators")
        writer.json.integer(spectatorCount)
        if let hostPassesInMilliseconds {
            writer.json.key("host_passes_in_ms")
            writer.json.integer(hostPassesInMilliseconds)
        }
        guard !knocks.isEmpty else { return }
        writer.json.key("knocks")
        writer.json.beginArray()
        for knock in knocks {
            writer.json.beginArray()
            writer.identifier(knock.person.value)
            writer.json.string(knock.name)
            writer.json.endArray()
        }
        writer.json.endArray()
    }
}

extension ErrorNotice {
    @usableFromInline
    func encode(room: Int) -> [UInt8] {
        ServerWord.message("error", room: room) { write(to: &$0) }
    }

    fileprivate func write(to writer: inout ElementWriter) {
        writer.json.key("code")
        writer.json.integer(number)
        writer.json.key("name")
        writer.json.string(name)
        writer.json.key("text")
        writer.json.string(sentence)
        writer.json.key("retry")
        writer.json.bool(mayRetry)
        guard let retryMilliseconds else { return }
        writer.json.key("retry_ms")
        writer.json.integer(retryMilliseconds)
    }
}
