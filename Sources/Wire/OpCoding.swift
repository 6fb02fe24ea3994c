public import Lobby

/// Ops as JSON objects, the lines of a replica's journal. Once written, an op's bytes never
/// change: a client sends the same bytes again, and their fingerprint tells copies apart.
public enum OpCoding {
    /// The op as a journal keeps it and a message carries it.
    public static func encode(_ op: Op) -> [UInt8] {
        var writer = ElementWriter()
        writer.op(op)
        return writer.json.take()
    }

    /// Throws only if the bytes aren't JSON or have no number.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> ReceivedOp {
        var reader = ElementReader(JSONReader(bytes))
        let op = try reader.op()
        try reader.json.finish()
        return op
    }
}

/// An op as a message brings it. One that makes no sense still has its number.
public struct ReceivedOp: Hashable, Sendable {
    public var number: OpNumber
    /// `Fingerprint32` of the op's bytes as sent.
    public var fingerprint: UInt32
    /// Why it makes no sense, if it doesn't.
    public var op: Result<Op, Refusal>

    public init(number: OpNumber, fingerprint: UInt32, op: Result<Op, Refusal>) {
        self.number = number
        self.fingerprint = fingerprint
        self.op = op
    }
}

extension ElementWriter {
    fileprivate mutating func op(_ op: Op) {
        json.beginObject()
        json.key("n")
        json.integer(op.number)
        json.key("at")
        json.integer(op.at.milliseconds)
        if op.seenVersion > 0 {
            json.key("bv")
            json.integer(op.seenVersion)
        }
        if op.seenEpoch != .none || op.command.isEdit {
            json.key("be")
            epoch(op.seenEpoch)
        }
        command(op.command)
        json.endObject()
    }

    private mutating func name(_ name: StaticString) {
        json.key("op")
        json.literal(name)
    }

    private mutating func command(_ command: Command) {
        switch command {
        case .create(let setup, let nonce): create(setup, nonce)
        case .set(let key, let value, let confirms): set(key, value, confirms: confirms)
        case .addPlayer(let id, let name):
            self.name("add")
            json.key("player")
            json.integer(id.value)
            json.key("name")
            json.string(name)
        case .removePlayer(let id):
            name("remove")
            json.key("player")
            json.integer(id.value)
        case .placePlayer(let id, let next):
            name("place")
            json.key("player")
            json.integer(id.value)
            if let next {
                json.key("before")
                json.integer(next.value)
            }
        case .move(let from, let to):
            name("move")
            json.key("from")
            stage(from)
            json.key("to")
            stage(to)
        case .kick(let person):
            name("kick")
            json.key("person")
            identifier(person.value)
        case .passHost(let from, let to):
            name("host")
            json.key("from")
            identifier(from.value)
            json.key("to")
            identifier(to.value)
        case .appoint(let person, let role):
            name("appoint")
            json.key("person")
            identifier(person.value)
            json.key("role")
            json.integer(role.rawValue)
        case .allowLateJoin(let allowed):
            name("late_join")
            json.key("allow")
            json.bool(allowed)
        case .settle(let seq, let applies):
            name("settle")
            json.key("late")
            json.integer(seq)
            json.key("apply")
            json.bool(applies)
        case .admit(let person, let name):
            self.name("admit")
            json.key("person")
            identifier(person.value)
            json.key("name")
            json.string(name)
        case .claim(let id):
            name("claim")
            json.key("player")
            json.integer(id.value)
        case .leave: name("leave")
        }
    }

    private mutating func set(_ key: CellKey, _ value: CellValue, confirms: Bool) {
        name("set")
        json.key("cell")
        json.beginArray()
        self.key(key)
        json.endArray()
        json.key("value")
        self.value(value)
        guard confirms else { return }
        json.key("confirm")
        json.bool(true)
    }

    private mutating func create(_ setup: GameSetup, _ nonce: Identifier128) {
        name("create")
        json.key("course")
        text(orNull: setup.course)
        json.key("holes")
        holes(setup.holes)
        json.key("late_join")
        json.bool(setup.allowsLateJoin)
        json.key("nonce")
        identifier(nonce)
        json.key("invitation")
        identifier(orNull: setup.invitation)
        json.key("watch")
        identifier(orNull: setup.watch)
        json.key("name")
        json.string(setup.hostName)
        if let player = setup.hostPlayer {
            json.key("player")
            json.integer(player.value)
        }
    }
}

extension Command {
    fileprivate var isEdit: Bool {
        if case .set = self { true } else { false }
    }
}

extension ElementReader {
    /// Only what isn't JSON, or has no number, fails: whatever else is wrong with an op, it comes
    /// out refused, with its number.
    mutating func op() throws(WireError) -> ReceivedOp {
        json.peek()
        let start = json.position
        do throws(WireError) {
            let (number, op) = try OpFields.op(from: &self)
            return ReceivedOp(
                number: number, fingerprint: json.fingerprint(of: start..<json.position), op: op)
        } catch {
            json.position = start
            return try opFieldByField()
        }
    }

    /// Reads each field for itself. What is wrong with one that the command doesn't have, or that
    /// is given once more behind it, says nothing about the op; nor does the fields' order.
    private mutating func opFieldByField() throws(WireError) -> ReceivedOp {
        let (range, depth) = try json.skipOfAnyDepth()
        var places: [JSONWord: Range<Int>] = [:]
        var json = JSONReader(json.bytes, in: range)
        try json.beginObject()
        while let key = try json.nextField() { places[key] = try json.skipOfAnyDepth().place }
        json.position = try places["n"].required("n").lowerBound
        let number: OpNumber = try json.integer()
        guard number > 0 else { throw .missing(field: "n") }
        let op: Result<Op, Refusal>
        do throws(Refusal) {
            guard depth <= JSONReader.depthMax else { throw .malformed }
            op = .success(try OpFields.op(number, at: places, in: json.bytes))
        } catch {
            op = .failure(error)
        }
        return ReceivedOp(number: number, fingerprint: json.fingerprint(of: range), op: op)
    }
}

extension ElementReader {
    /// However many, and of whatever par: it is the rules of the game that refuse them.
    fileprivate mutating func holesAskedFor() throws(WireError) -> [Hole] {
        try list(countMax: .max) { reader throws(WireError) in
            Hole(label: try reader.text(), par: try reader.nextInteger())
        }
    }
}

extension JSONReader {
    fileprivate func fingerprint(of range: Range<Int>) -> UInt32 {
        Fingerprint32.of(bytes.span.extracting(range))
    }
}

/// The fields of an op as they come in, in any order.
private struct OpFields {
    private var number: OpNumber = 0
    private var at: WallTime?
    private var seenVersion: Seq = 0
    private var seenEpoch: Epoch?
    private var name: JSONWord?
    private var cell: CellKey?
    /// Where the cell's value stands; its type follows from the field, which may come later.
    private var value: Range<Int>?
    private var confirms = false
    private var player: PlayerID?
    private var before: PlayerID?
    private var person: PersonID?
    private var from: Range<Int>?
    private var to: Range<Int>?
    private var role: Role?
    private var allows: Bool?
    private var late: Seq?
    private var applies: Bool?
    private var course: String?
    private var holes: [Hole]?
    private var allowsLateJoin = false
    private var nonce: Identifier128?
    private var invitation: Identifier128?
    private var watch: Identifier128?
    private var text: String?

    /// The next op, with its number. Values lie a level deep in it.
    static func op(
        from reader: inout ElementReader
    ) throws(WireError) -> (OpNumber, Result<Op, Refusal>) {
        var fields = OpFields()
        try reader.json.beginObject()
        while let key = try reader.json.nextField() { try fields.read(key, from: &reader) }
        guard fields.number > 0 else { throw .missing(field: "n") }
        guard let op = try fields.op(in: reader.json.bytes) else {
            return (fields.number, .failure(.unknownCommand))
        }
        return (fields.number, .success(op))
    }

    /// The op whose fields' values stand at `places` in `bytes`; where a field is given twice,
    /// that of the last.
    static func op(
        _ number: OpNumber, at places: [JSONWord: Range<Int>], in bytes: [UInt8]
    ) throws(Refusal) -> Op {
        var fields = OpFields()
        fields.number = number
        var fault: WireError?
        for key in ["op"] + (try names(ofOp: places["op"], in: bytes)) {
            guard let place = places[key] else { continue }
            var reader = ElementReader(JSONReader(bytes, in: place))
            do throws(WireError) {
                // Null says that there is none, but for a cell, where it is a value.
                let isAbsent = try reader.json.isNull()
                reader.json.position = place.lowerBound
                if key == "value" || !isAbsent { try fields.read(key, from: &reader) }
            } catch {
                if case .notText = error { throw .badText }
                fault = error
            }
        }
        do throws(WireError) {
            if let op = try fields.op(in: bytes), fault == nil { return op }
            throw fault ?? .missing(field: "op")
        } catch {
            if case .notText = error { throw .badText }
            throw .malformed
        }
    }

    /// Which fields a command has, and every op.
    private static func names(
        ofOp place: Range<Int>?, in bytes: [UInt8]
    ) throws(Refusal) -> [JSONWord] {
        let common: [JSONWord] = ["at", "bv", "be"]
        switch try name(at: place, in: bytes) {
        case "create":
            return common
                + [
                    "course", "holes", "late_join", "nonce", "invitation", "watch", "name",
                    "player",
                ]
        case "set": return common + ["cell", "value", "confirm"]
        case "add": return common + ["player", "name"]
        case "remove": return common + ["player"]
        case "place": return common + ["player", "before"]
        case "move", "host": return common + ["from", "to"]
        case "kick": return common + ["person"]
        case "appoint": return common + ["person", "role"]
        case "late_join": return common + ["allow"]
        case "settle": return common + ["late", "apply"]
        case "admit": return common + ["person", "name"]
        case "claim": return common + ["player"]
        case "leave": return common
        default: throw .unknownCommand
        }
    }

    private static func name(
        at place: Range<Int>?, in bytes: [UInt8]
    ) throws(Refusal) -> JSONWord {
        guard let place else { throw .malformed }
        var json = JSONReader(bytes, in: place)
        do throws(WireError) {
            return try json.word()
        } catch {
            if case .notText = error { throw .badText }
            throw .malformed
        }
    }

    private mutating func read(
        _ key: JSONWord, from reader: inout ElementReader
    ) throws(WireError) {
        switch key {
        case "n": number = try reader.json.integer()
        case "at": at = WallTime(milliseconds: try reader.json.integer())
        case "bv": seenVersion = try reader.json.integer()
        case "be": seenEpoch = try reader.epoch()
        case "op": name = try reader.json.word()
        case "cell":
            try reader.json.beginPositions()
            cell = try reader.key()
            try reader.json.endPositions(depth: 2)
        case "value": value = try reader.json.skip(depth: 1)
        case "confirm": confirms = try reader.json.bool()
        case "player": player = try reader.player()
        case "before": before = try reader.player()
        case "person": person = PersonID(try reader.identifier())
        case "from": from = try reader.json.skip(depth: 1)
        case "to": to = try reader.json.skip(depth: 1)
        case "role":
            guard let role = Role(rawValue: try reader.json.integer()) else {
                throw .unexpected(at: reader.json.position)
            }
            self.role = role
        case "allow": allows = try reader.json.bool()
        case "late": late = try reader.json.integer()
        case "apply": applies = try reader.json.bool()
        case "course": course = try reader.textOrNull()
        case "holes":
            var places = ElementReader(
                JSONReader(reader.json.bytes, in: try reader.json.skip(depth: 1)))
            holes = try places.holesAskedFor()
        case "late_join": allowsLateJoin = try reader.json.bool()
        case "nonce": nonce = try reader.identifier()
        case "invitation": invitation = try reader.identifier()
        case "watch": watch = try reader.identifier()
        case "name": text = try reader.json.string()
        default: try reader.json.skip(depth: 1)
        }
    }

    /// Nil if no command has this name.
    private func op(in bytes: [UInt8]) throws(WireError) -> Op? {
        guard let command = try command(in: bytes) else { return nil }
        return Op(
            number: number, at: try at.required("at"), seenVersion: seenVersion,
            seenEpoch: seenEpoch ?? .none, command: command)
    }

    /// Nil if no command has this name.
    private func command(in bytes: [UInt8]) throws(WireError) -> Command? {
        switch name {
        case "create": return .create(try setup(), nonce: try nonce.required("nonce"))
        case "set": return try set(in: bytes)
        case "add":
            return .addPlayer(try player.required("player"), name: try text.required("name"))
        case "remove": return .removePlayer(try player.required("player"))
        case "place":
            return .placePlayer(try player.required("player"), before: before?.unlessNone)
        case "move":
            return .move(
                from: try stage(from.required("from"), in: bytes),
                to: try stage(to.required("to"), in: bytes))
        case "kick": return .kick(try person.required("person"))
        case "host":
            return .passHost(
                from: try person(from.required("from"), in: bytes),
                to: try person(to.required("to"), in: bytes))
        case "appoint": return .appoint(try person.required("person"), try role.required("role"))
        case "late_join": return .allowLateJoin(try allows.required("allow"))
        case "settle":
            return .settle(try late.required("late"), applies: try applies.required("apply"))
        case "admit":
            return .admit(try person.required("person"), name: try text.required("name"))
        case "claim": return .claim(try player.required("player"))
        case "leave": return .leave
        case nil: throw .missing(field: "op")
        default: return nil
        }
    }

    private func set(in bytes: [UInt8]) throws(WireError) -> Command {
        let cell = try cell.required("cell")
        // Without it, nobody could tell an edit of before a restore from one that makes no sense.
        _ = try seenEpoch.required("be")
        var json = JSONReader(bytes, in: try value.required("value"))
        if try json.isNull() { return .set(cell, .empty, confirms: confirms) }
        let value: CellValue
        switch cell.field {
        case .throws, .par: value = .number(try json.integer())
        case .name, .course, .tee: value = .text(try json.string())
        }
        return .set(cell, value, confirms: confirms)
    }

    private func setup() throws(WireError) -> GameSetup {
        GameSetup(
            course: course, holes: try holes.required("holes"), allowsLateJoin: allowsLateJoin,
            invitation: try invitation.required("invitation"),
            watch: try watch.required("watch"), hostName: try text.required("name"),
            hostPlayer: player?.unlessNone)
    }

    private func stage(_ range: Range<Int>, in bytes: [UInt8]) throws(WireError) -> Stage {
        var reader = ElementReader(JSONReader(bytes, in: range))
        return try reader.stage()
    }

    private func person(_ range: Range<Int>, in bytes: [UInt8]) throws(WireError) -> PersonID {
        var reader = ElementReader(JSONReader(bytes, in: range))
        return PersonID(try reader.identifier())
    }
}

extension PlayerID {
    /// Nil for 0, which stands for no player.
    fileprivate var unlessNone: PlayerID? { value == 0 ? nil : self }
}
