import Documents
import Formats
package import Lobby

/// Writing the commands of a game, as fields of an op.
extension ElementWriter {
    private mutating func name(_ name: StaticString) {
        json.key("op")
        json.literal(name)
    }

    mutating func command(_ command: Command) {
        switch command {
        case .create(let setup, let nonce): create(setup, nonce)
        case .exchange(let course, let expected):
            name("layout")
            json.key("expect")
            json.integer(expected)
            self.course(course)
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
        case .trust(let wish): trust(wish)
        case .game(let wish): game(wish)
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
        case .delete(let isDeleted):
            name("delete")
            json.key("deleted")
            json.bool(isDeleted)
        }
    }

    private mutating func trust(_ wish: TrustWish) {
        name("trust")
        json.key("from")
        json.integer(wish.from)
        json.key("need")
        json.integer(wish.need)
        if !wish.scorers.isEmpty {
            json.key("scorers")
            json.beginArray()
            for person in wish.scorers { identifier(person.value) }
            json.endArray()
        }
        guard wish.isBlind else { return }
        json.key("blind")
        json.bool(true)
    }

    private mutating func game(_ wish: GameWish) {
        name("game")
        json.key("id")
        json.integer(wish.id)
        if let from = wish.from {
            json.key("from")
            json.integer(from)
        }
        guard wish.settings != nil else { return }
        json.key("settings")
        settings(orNull: wish.settings)
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
        course(GameCourse(name: setup.course, holes: setup.holes, layout: setup.layout))
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

extension ElementWriter {
    private mutating func course(_ course: GameCourse) {
        json.key("course")
        text(orNull: course.name)
        json.key("holes")
        holes(course.holes)
        guard let layout = course.layout else { return }
        json.key("layout")
        self.layout(layout)
    }
}

extension ElementReader {
    /// Reads holes, however many, and of whatever par: it is the rules of the game that refuse
    /// them.
    fileprivate mutating func holesAskedFor() throws(WireError) -> [Hole] {
        try list(countMax: .max) { reader throws(WireError) in
            Hole(label: try reader.text(), par: try reader.nextInteger())
        }
    }

    /// Reads people, however many.
    fileprivate mutating func people() throws(WireError) -> [PersonID] {
        var people = ElementReader(JSONReader(json.bytes, in: try json.skip(depth: 1)))
        return try people.array(countMax: .max) { reader throws(WireError) in
            PersonID(try reader.identifier())
        }
    }
}

/// The fields of a game's commands as they come in, in any order.
package struct GameCommandFields: WireCommandFields {
    private var cell: CellKey?
    /// The place of the cell's value; its type follows from the field, which may come later.
    private var value: Range<Int>?
    private var confirms = false
    private var player: PlayerID?
    private var before: PlayerID?
    private var person: PersonID?
    private var from: Range<Int>?
    private var to: Range<Int>?
    private var role: Role?
    private var allows: Bool?
    private var need: UInt8?
    private var scorers: [PersonID] = []
    private var isBlind = false
    private var game: UInt8?
    private var settings: FormatGame?
    private var late: Seq?
    private var applies: Bool?
    private var isDeleted: Bool?
    private var course: String?
    private var holes: [Hole]?
    private var layout: GameLayout?
    private var expected: UInt8?
    private var allowsLateJoin = false
    private var nonce: Identifier128?
    private var invitation: Identifier128?
    private var watch: Identifier128?
    private var text: String?

    package init() {}

    package static func names(of command: JSONWord) -> [JSONWord]? {
        switch command {
        case "create":
            [
                "course", "holes", "layout", "late_join", "nonce", "invitation", "watch", "name",
                "player",
            ]
        case "layout": ["expect", "course", "holes", "layout"]
        case "set": ["cell", "value", "confirm"]
        case "add": ["player", "name"]
        case "remove": ["player"]
        case "place": ["player", "before"]
        case "move", "host": ["from", "to"]
        case "kick": ["person"]
        case "appoint": ["person", "role"]
        case "late_join": ["allow"]
        case "trust": ["from", "need", "scorers", "blind"]
        case "game": ["id", "from", "settings"]
        case "settle": ["late", "apply"]
        case "admit": ["person", "name"]
        case "claim": ["player"]
        case "leave": []
        case "delete": ["deleted"]
        default: nil
        }
    }

    /// Whether null is a value: that of an empty cell.
    package static func mayBeNull(_ field: JSONWord) -> Bool { field == "value" }

    package mutating func read(
        _ key: JSONWord, from reader: inout ElementReader
    ) throws(WireError) {
        switch key {
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
        case "need": need = try reader.json.integer()
        case "scorers": scorers = try reader.people()
        case "blind": isBlind = try reader.json.bool()
        case "id": game = try reader.json.integer()
        case "settings": settings = try reader.settingsOrNull(depth: 1)
        case "late": late = try reader.json.integer()
        case "apply": applies = try reader.json.bool()
        case "deleted": isDeleted = try reader.json.bool()
        case "course": course = try reader.textOrNull()
        case "holes":
            var places = ElementReader(
                JSONReader(reader.json.bytes, in: try reader.json.skip(depth: 1)))
            holes = try places.holesAskedFor()
        case "layout":
            var places = ElementReader(
                JSONReader(reader.json.bytes, in: try reader.json.skip(depth: 1)))
            layout = try places.layout()
        case "expect": expected = try reader.json.integer()
        case "late_join": allowsLateJoin = try reader.json.bool()
        case "nonce": nonce = try reader.identifier()
        case "invitation": invitation = try reader.identifier()
        case "watch": watch = try reader.identifier()
        case "name": text = try reader.json.string()
        default: try reader.json.skip(depth: 1)
        }
    }

    package func command(
        named name: JSONWord, in bytes: [UInt8]
    ) throws(WireError) -> Command? {
        switch name {
        case "create": return .create(try setup(), nonce: try nonce.required("nonce"))
        case "layout":
            return .exchange(
                GameCourse(name: course, holes: try holes.required("holes"), layout: layout),
                expect: try expected.required("expect"))
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
        case "trust":
            var json = JSONReader(bytes, in: try from.required("from"))
            return .trust(
                TrustWish(
                    from: try json.integer(), need: try need.required("need"), scorers: scorers,
                    isBlind: isBlind))
        case "game":
            return .game(
                GameWish(
                    id: try game.required("id"), from: try number(from, in: bytes),
                    settings: settings))
        case "settle":
            return .settle(try late.required("late"), applies: try applies.required("apply"))
        case "admit":
            return .admit(try person.required("person"), name: try text.required("name"))
        case "claim": return .claim(try player.required("player"))
        case "leave": return .leave
        case "delete": return .delete(try isDeleted.required("deleted"))
        default: return nil
        }
    }

    private func set(in bytes: [UInt8]) throws(WireError) -> Command {
        let cell = try cell.required("cell")
        var json = JSONReader(bytes, in: try value.required("value"))
        if try json.isNull() { return .set(cell, .empty, confirms: confirms) }
        let value: CellValue =
            cell.field.isNumeric ? .number(try json.integer()) : .text(try json.string())
        return .set(cell, value, confirms: confirms)
    }

    private func setup() throws(WireError) -> GameSetup {
        GameSetup(
            course: course, holes: try holes.required("holes"), layout: layout,
            allowsLateJoin: allowsLateJoin, invitation: try invitation.required("invitation"),
            watch: try watch.required("watch"), hostName: try text.required("name"),
            hostPlayer: player?.unlessNone)
    }

    private func number(
        _ range: Range<Int>?, in bytes: [UInt8]
    ) throws(WireError) -> UInt16? {
        guard let range else { return nil }
        var json = JSONReader(bytes, in: range)
        return try json.isNull() ? nil : try json.integer()
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
    /// The column's id; nil for 0, which stands for no player.
    fileprivate var unlessNone: PlayerID? { value == 0 ? nil : self }
}
