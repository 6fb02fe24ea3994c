import Documents

extension ServerMessage {
    /// Reads a message; nil if it is of a type that this version doesn't know.
    @specialized(where Kind == UsualDocument)
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> ServerMessage<Kind>? {
        var fields = Fields()
        var reader = ElementReader(JSONReader(bytes))
        try reader.fields { reader, key throws(WireError) in try fields.read(key, from: &reader) }
        try reader.json.finish()
        return try fields.message(in: bytes)
    }

    /// The fields of all server messages. `lobby` and `e` depend on others, which may come later,
    /// so only their places are noted at first.
    private struct Fields {
        var type: String?
        var welcome = WelcomeFields()
        var notice = NoticeFields()
        var epoch: Epoch?
        var seq: Seq?
        var proof: PositionProof?
        var lobby: Range<Int>?
        var events: Range<Int>?
        var number: OpNumber?
        var here: [MemberNumber] = []
        var spectators = 0
        var hostPassesIn: Int64?
        var knocks: [Knock] = []
        var url: String?
        var milliseconds: Int64?
        var time: Int64?

        mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
            switch key {
            case "type": type = try reader.json.string()
            case "epoch": epoch = try reader.epoch()
            case "s": seq = try reader.json.integer()
            case "h": proof = try reader.proof()
            case "lobby": lobby = try reader.json.skip()
            case "e": events = try reader.json.skip()
            case "n", "expect": number = try reader.json.integer()
            case "here": here = try reader.members()
            case "spectators": spectators = try reader.json.integer()
            case "host_passes_in_ms": hostPassesIn = try reader.json.integer()
            case "knocks": knocks = try reader.knocks()
            case "url": url = try reader.json.string()
            case "in_ms": milliseconds = try reader.json.integer()
            case "t": time = try reader.json.integer()
            case "code", "name", "text", "retry", "retry_ms": try notice.read(key, from: &reader)
            default: try welcome.read(key, from: &reader)
            }
        }

        func message(in bytes: [UInt8]) throws(WireError) -> ServerMessage<Kind>? {
            switch type {
            case "welcome":
                return .welcome(
                    try welcome.welcome(epoch: epoch, lobby: lobby.map { Array(bytes[$0]) }))
            case "snapshot":
                let lobby = try lobby.required("lobby")
                var reader = ElementReader(JSONReader(bytes, in: lobby))
                return .snapshot(
                    try Kind.read(
                        from: &reader, epoch: try epoch.required("epoch"),
                        seq: try seq.required("s")),
                    proof: try proof.required("h"))
            case "events":
                let (first, changes) = try events(in: bytes)
                return .events(first: first, proof: try proof.required("h"), changes)
            case "history":
                let (first, changes) = try events(in: bytes)
                return .history(first: first, changes, top: try welcome.top.required("top"))
            case "ack":
                return .ack(number: try number.required("n"), seq: try seq.required("s"))
            case "reject":
                let refusal = notice.number.map(Refusal.init(number:)) ?? .malformed
                return .reject(number: try number.required("n"), refusal)
            case "gap": return .gap(expected: try number.required("expect"))
            case "presence":
                return .presence(
                    Presence(
                        members: here, spectatorCount: spectators,
                        hostPassesInMilliseconds: hostPassesIn, knocks: knocks))
            case "moved": return .moved(url: try url.required("url"))
            case "draining": return .draining(milliseconds: try milliseconds.required("in_ms"))
            case "pong":
                return .pong(
                    time: try time.required("t"), now: try welcome.now.required("now"))
            case "error": return .error(try notice.notice())
            case .some: return nil
            case nil: throw .missing(field: "type")
            }
        }

        private func events(
            in bytes: [UInt8]
        ) throws(WireError) -> (first: Seq, changes: [Kind.Change]) {
            let first = try seq.required("s")
            var seq = first
            var reader = ElementReader(JSONReader(bytes, in: try events.required("e")))
            let changes = try reader.array(countMax: WireLimits.eventsPerMessageMax) {
                reader throws(WireError) in
                defer { seq += 1 }
                return try Kind.readChange(from: &reader, seq: seq)
            }
            return (first, changes)
        }
    }
}

private struct WelcomeFields {
    var admission: String?
    var member: MemberNumber?
    var person: Identifier128?
    var ticket: Identifier128?
    var top: Seq?
    var lastNumber: OpNumber?
    var fingerprint: UInt32?
    var refused: [RefusedOp] = []
    var now: WallTime?
    var pingMilliseconds: Int64 = 25_000
    var pongMilliseconds: Int64 = 10_000
    var keptDays: Int64?

    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "as": admission = try reader.json.string()
        case "member": member = MemberNumber(try reader.json.integer())
        case "person": person = try reader.identifier()
        case "ticket": ticket = try reader.identifier()
        case "top": top = try reader.json.integer()
        case "last_n": lastNumber = try reader.json.integer()
        case "last_f": fingerprint = try reader.json.integer()
        case "refused": refused = try reader.refused()
        case "now": now = WallTime(milliseconds: try reader.json.integer())
        case "limits": try limits(from: &reader)
        case "kept_days": keptDays = try reader.json.integer()
        default: try reader.json.skip()
        }
    }

    private mutating func limits(from reader: inout ElementReader) throws(WireError) {
        try reader.fields { reader, key throws(WireError) in
            switch key {
            case "ping_ms": pingMilliseconds = try reader.json.integer()
            case "pong_ms": pongMilliseconds = try reader.json.integer()
            default: try reader.json.skip(depth: 1)
            }
        }
    }

    func welcome(epoch: Epoch?, lobby: [UInt8]?) throws(WireError) -> Welcome {
        var reader = ElementReader(JSONReader(try lobby.required("lobby")))
        return Welcome(
            admission: try admissionCase(), person: PersonID(try person.required("person")),
            lobby: LobbyID(try reader.identifier()), ticket: ticket,
            epoch: try epoch.required("epoch"), top: try top.required("top"),
            lastNumber: try lastNumber.required("last_n"),
            fingerprint: try fingerprint.required("last_f"), refused: refused,
            now: try now.required("now"),
            pingMilliseconds: pingMilliseconds, pongMilliseconds: pongMilliseconds,
            keptDays: keptDays)
    }

    private func admissionCase() throws(WireError) -> Welcome.Admission {
        switch admission {
        case "member": .member(try member.required("member"))
        case "spectator": .spectator
        case "creator": .creator
        case "outsider": .outsider
        default: throw .missing(field: "as")
        }
    }
}

private struct NoticeFields {
    var number: UInt16?
    var name: String?
    var sentence = ""
    var mayRetry = false
    var retryMilliseconds: Int64?

    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "code": number = try reader.json.integer()
        case "name": name = try reader.json.string()
        case "text": sentence = try reader.json.string()
        case "retry": mayRetry = try reader.json.bool()
        case "retry_ms": retryMilliseconds = try reader.json.integer()
        default: try reader.json.skip()
        }
    }

    func notice() throws(WireError) -> ErrorNotice {
        ErrorNotice(
            number: try number.required("code"), name: try name.required("name"),
            sentence: sentence, mayRetry: mayRetry, retryMilliseconds: retryMilliseconds)
    }
}

extension Refusal {
    /// The refusal of a number, which may be a later version's.
    fileprivate init(number: UInt16) { self = Refusal(rawValue: number) ?? .malformed }
}

extension ElementReader {
    fileprivate mutating func knocks() throws(WireError) -> [Knock] {
        try list(countMax: DocumentLimits.knocksMax) { reader throws(WireError) in
            let person = PersonID(try reader.identifier())
            try reader.next()
            return Knock(person: person, name: try reader.json.string())
        }
    }

    fileprivate mutating func refused() throws(WireError) -> [RefusedOp] {
        try list(countMax: DocumentLimits.refusalsKeptMax) { reader throws(WireError) in
            let number: OpNumber = try reader.json.integer()
            return RefusedOp(number, Refusal(number: try reader.nextInteger()))
        }
    }

    fileprivate mutating func members() throws(WireError) -> [MemberNumber] {
        try array(countMax: DocumentLimits.membersMax) { reader throws(WireError) in
            MemberNumber(try reader.json.integer())
        }
    }
}
