public import Lobby

extension ServerMessage {
    /// - Parameter room: bytes that are left free in front, for the header of a frame.
    public func encode(room: Int = 0) -> [UInt8] {
        var writer = ElementWriter(capacity: bytesExpected, room: room)
        switch self {
        case .welcome(let welcome): writer.message("welcome") { welcome.write(to: &$0) }
        case .snapshot(let lobby, let proof): writer.snapshot(lobby, proof)
        case .events(let first, let proof, let changes):
            writer.events(first: first, proof) { writer in
                for change in changes { writer.change(change) }
            }
        case .history(let first, let changes, let top):
            writer.history(first: first, top: top) { writer in
                for change in changes { writer.change(change) }
            }
        case .ack(let number, let seq):
            writer.message("ack") { writer in
                writer.json.key("n")
                writer.json.integer(number)
                writer.json.key("s")
                writer.json.integer(seq)
            }
        case .reject(let number, let refusal): writer.reject(number, refusal)
        case .gap(let expected):
            writer.message("gap") { writer in
                writer.json.key("expect")
                writer.json.integer(expected)
            }
        case .presence(let presence): writer.message("presence") { presence.write(to: &$0) }
        case .moved(let url):
            writer.message("moved") { writer in
                writer.json.key("url")
                writer.json.string(url)
            }
        case .draining(let milliseconds):
            writer.message("draining") { writer in
                writer.json.key("in_ms")
                writer.json.integer(milliseconds)
            }
        case .pong(let time, let now):
            writer.message("pong") { writer in
                writer.json.key("t")
                writer.json.integer(time)
                writer.json.key("now")
                writer.json.integer(now.milliseconds)
            }
        case .error(let notice): writer.message("error") { notice.write(to: &$0) }
        }
        return writer.json.take()
    }

    private var bytesExpected: Int {
        switch self {
        case .snapshot(let lobby, _): 1_024 + 48 * lobby.cells.count
        case .welcome: 480
        default: ElementWriter.bytesUsual
        }
    }

    /// One event, as it stands in `events`; encoded once, sent to all.
    public static func encode(_ change: Change) -> [UInt8] {
        var writer = ElementWriter()
        writer.change(change)
        return writer.json.take()
    }

    /// The `events` message around events that are encoded already, with a comma between two.
    ///
    /// - Parameter room: bytes that are left free in front, for the header of a frame.
    public static func events(
        first: Seq, proof: PositionProof, encoded events: ArraySlice<UInt8>, room: Int = 0
    ) -> [UInt8] {
        var writer = ElementWriter(capacity: 80 + events.count, room: room)
        writer.events(first: first, proof) { $0.json.raw(events.span) }
        return writer.json.take()
    }

    /// The same for the `history` message.
    public static func history(
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

    fileprivate mutating func snapshot(_ lobby: Lobby, _ proof: PositionProof) {
        message("snapshot") { writer in
            writer.json.key("epoch")
            writer.epoch(lobby.epoch)
            writer.json.key("s")
            writer.json.integer(lobby.seq)
            writer.json.key("h")
            writer.json.proof(proof)
            writer.json.key("lobby")
            writer.lobby(lobby)
        }
    }

    fileprivate mutating func reject(_ number: OpNumber, _ refusal: Refusal) {
        message("reject") { writer in
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
}

extension Welcome {
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
