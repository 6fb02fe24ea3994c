package import Documents
package import Wire

extension Counter: WireDocument {
    package typealias CommandFields = CounterFields

    package var snapshotBytesExpected: Int { 300 + 40 * members.count }

    package static func isEdit(_ command: Command) -> Bool { false }

    package static func write(_ command: Command, to writer: inout ElementWriter) {
        writer.json.key("op")
        switch command {
        case .create(let nonce, let invitation, let watch):
            writer.json.literal("create")
            writer.json.key("nonce")
            writer.identifier(nonce)
            writer.json.key("invitation")
            writer.identifier(invitation)
            writer.json.key("watch")
            writer.identifier(watch)
        case .add(let amount):
            writer.json.literal("add")
            writer.json.key("amount")
            writer.json.integer(amount)
        }
    }

    package static func write(_ change: Change, to writer: inout ElementWriter) {
        writer.json.beginArray()
        switch change {
        case .created(let maker, let watch, let door):
            writer.json.literal("new")
            writer.identifier(maker.value)
            writer.identifier(watch)
            writer.door(door)
        case .joined(let number, let person):
            writer.json.literal("join")
            writer.json.integer(number.value)
            writer.identifier(person.value)
        case .added(let addition):
            writer.json.literal("add")
            writer.addition(addition)
        case .invited(let door):
            writer.json.literal("invite")
            writer.door(door)
        }
        writer.json.endArray()
    }

    package static func readChange(
        from reader: inout ElementReader, seq: Seq
    ) throws(WireError) -> Change {
        try reader.json.beginPositions()
        let name = try reader.json.word()
        try reader.next()
        let change: Change
        switch name {
        case "new":
            let maker = PersonID(try reader.identifier())
            try reader.next()
            let watch = try reader.identifier()
            try reader.next()
            change = .created(maker, watch: watch, try reader.door())
        case "join":
            let number = MemberNumber(try reader.json.integer())
            try reader.next()
            change = .joined(number, PersonID(try reader.identifier()))
        case "add": change = .added(try reader.addition())
        case "invite": change = .invited(try reader.door())
        default: throw reader.unexpected()
        }
        try reader.json.endPositions()
        return change
    }

    package func write(to writer: inout ElementWriter) {
        writer.json.beginObject()
        writer.json.key("id")
        writer.identifier(id.value)
        if let last {
            writer.json.key("last")
            writer.json.beginArray()
            writer.addition(last)
            writer.json.endArray()
        }
        writer.json.key("code")
        writer.code(door.code)
        writer.json.key("invitation")
        writer.identifier(orNull: door.invitation)
        writer.json.key("watch")
        writer.identifier(watch)
        writer.json.key("members")
        writer.json.beginArray()
        for member in members { writer.identifier(member.value) }
        writer.json.endArray()
        writer.json.endObject()
    }

    package static func read(
        from reader: inout ElementReader, epoch: Epoch, seq: Seq
    ) throws(WireError) -> Counter {
        var fields = StateFields()
        try reader.fields { reader, name throws(WireError) in
            try fields.read(name, from: &reader)
        }
        return try fields.counter(epoch: epoch, seq: seq)
    }
}

extension ElementWriter {
    fileprivate mutating func door(_ door: Counter.Door) {
        code(door.code)
        identifier(orNull: door.invitation)
    }

    fileprivate mutating func addition(_ addition: Counter.Addition) {
        json.integer(addition.total)
        json.integer(addition.member.value)
        json.integer(addition.replica.value)
    }
}

extension ElementReader {
    fileprivate mutating func door() throws(WireError) -> Counter.Door {
        let code = try code()
        try next()
        return Counter.Door(code: code, invitation: try identifierOrNull())
    }

    fileprivate mutating func addition() throws(WireError) -> Counter.Addition {
        let total: Int64 = try json.integer()
        let member = MemberNumber(try nextInteger())
        return Counter.Addition(
            total: total, member: member, replica: ReplicaTag(try nextInteger()))
    }
}

/// The fields of a counter's commands as they come in, in any order.
package struct CounterFields: WireCommandFields {
    private var nonce: Identifier128?
    private var invitation: Identifier128?
    private var watch: Identifier128?
    private var amount: Int64?

    package init() {}

    package static func names(of command: JSONWord) -> [JSONWord]? {
        switch command {
        case "create": ["nonce", "invitation", "watch"]
        case "add": ["amount"]
        default: nil
        }
    }

    package mutating func read(
        _ field: JSONWord, from reader: inout ElementReader
    ) throws(WireError) {
        switch field {
        case "nonce": nonce = try reader.identifier()
        case "invitation": invitation = try reader.identifier()
        case "watch": watch = try reader.identifier()
        case "amount": amount = try reader.json.integer()
        default: try reader.json.skip(depth: 1)
        }
    }

    package func command(
        named name: JSONWord, in bytes: [UInt8]
    ) throws(WireError) -> Counter.Command? {
        switch name {
        case "create":
            guard let nonce, let invitation, let watch else { throw .missing(field: "nonce") }
            return .create(nonce: nonce, invitation: invitation, watch: watch)
        case "add":
            guard let amount else { throw .missing(field: "amount") }
            return .add(amount)
        default: return nil
        }
    }
}

/// The fields of a whole counter as they come in, in any order.
private struct StateFields {
    private var id: Identifier128?
    private var last: Counter.Addition?
    private var door = Counter.Door.unknown
    private var watch: Identifier128?
    private var members: [PersonID] = []

    mutating func read(_ field: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch field {
        case "id": id = try reader.identifier()
        case "last":
            try reader.json.beginPositions()
            last = try reader.addition()
            try reader.json.endPositions()
        case "code": door.code = try reader.code()
        case "invitation": door.invitation = try reader.identifierOrNull()
        case "watch": watch = try reader.identifier()
        case "members":
            members = try reader.array(countMax: DocumentLimits.membersMax) {
                reader throws(WireError) in PersonID(try reader.identifier())
            }
        default: try reader.json.skip()
        }
    }

    func counter(epoch: Epoch, seq: Seq) throws(WireError) -> Counter {
        guard let id, let watch else { throw .missing(field: "id") }
        return Counter(
            id: LobbyID(id), epoch: epoch, seq: seq, last: last, door: door,
            watch: watch, members: members)
    }
}
