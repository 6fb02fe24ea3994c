import Documents
import Lobby

/// Writing a game's changes as positional arrays that begin with the name of what happened. The
/// same form stands in the `events` message and in the log.
extension ElementWriter {
    mutating func change(_ change: Change) {
        json.beginArray()
        switch change {
        case .created(let creation): self.creation(creation)
        case .course(let course, let number):
            json.literal("layout")
            self.course(course, number: number)
        case .cell(let key, let cell):
            json.literal("cell")
            self.key(key)
            siblings(of: cell)
        case .joined(let member):
            json.literal("join")
            self.member(member)
        case .standing(let number, let standing):
            json.literal("standing")
            json.integer(number.value)
            json.integer(standing.rawValue)
        case .playerAdded(let player):
            json.literal("add")
            self.player(player)
        case .playerRemoved(let id):
            json.literal("remove")
            json.integer(id.value)
        case .playerPlaced(let id, let next):
            json.literal("place")
            json.integer(id.value)
            json.integer(next?.value ?? 0)
        case .stage(let stage):
            json.literal("stage")
            self.stage(stage)
        case .host(let host, let owner):
            json.literal("host")
            json.integer(host.value)
            json.integer(owner.value)
        case .role(let number, let role):
            json.literal("role")
            json.integer(number.value)
            json.integer(role.rawValue)
        case .lateJoin(let allowed):
            json.literal("late_join")
            json.bool(allowed)
        case .trust(let trust):
            json.literal("trust")
            json.integer(trust.number)
            self.trust(trust)
        case .game(let id, let game):
            json.literal("game")
            json.integer(id)
            json.integer(game?.number ?? 0)
            settings(orNull: game?.settings)
        case .invited(let code, let invitation):
            json.literal("invite")
            self.code(code)
            identifier(orNull: invitation)
        case .claimed(let number, let id):
            json.literal("claim")
            json.integer(number.value)
            json.integer(id.value)
        case .quarantined(let edit):
            json.literal("late")
            quarantined(edit)
        case .settled(let seq, let key, let cell): settled(seq, key, cell)
        case .deleted(let time):
            json.literal("deleted")
            if let time { json.integer(time.milliseconds) } else { json.null() }
        }
        json.endArray()
    }

    private mutating func creation(_ creation: Creation) {
        json.literal("new")
        json.integer(creation.start.milliseconds)
        code(creation.code)
        identifier(orNull: creation.setup.invitation)
        text(orNull: creation.setup.course)
        holes(creation.setup.holes)
        json.bool(creation.setup.allowsLateJoin)
        identifier(creation.host.value)
        text(creation.setup.hostName)
        json.integer(creation.setup.hostPlayer?.value ?? 0)
        identifier(orNull: creation.setup.watch)
        if let layout = creation.setup.layout { self.layout(layout) }
    }

    private mutating func settled(_ seq: Seq, _ key: CellKey, _ cell: Cell?) {
        json.literal("settle")
        json.integer(seq)
        self.key(key)
        if let cell { siblings(of: cell) } else { json.null() }
    }
}

extension ElementReader {
    /// - Parameter seq: the event's own; becomes the version of a cell it changes.
    mutating func change(seq: Seq) throws(WireError) -> Change {
        try json.beginPositions()
        let start = json.position
        let name = try json.word()
        try next()
        guard let change = try change(named: name, seq: seq) else {
            json.position = start
            throw .unknownType(try json.string())
        }
        try json.endPositions()
        return change
    }

    /// Reads the change of that name; nil if there is none.
    private mutating func change(named name: JSONWord, seq: Seq) throws(WireError) -> Change? {
        switch name {
        case "new": return .created(try creation())
        case "layout":
            let (course, number) = try course()
            return .course(course, number: number)
        case "cell":
            let key = try key()
            try next()
            return .cell(key, Cell(version: seq, siblings: try siblings(of: key.field)))
        case "join": return .joined(try member())
        case "standing":
            return .standing(MemberNumber(try json.integer()), try nextCase())
        case "add": return .playerAdded(try column())
        case "remove": return .playerRemoved(try player())
        case "place":
            let id = try player()
            let next = PlayerID(try nextInteger())
            return .playerPlaced(id, before: next.value == 0 ? nil : next)
        case "stage": return .stage(try stage())
        case "host":
            let host = MemberNumber(try json.integer())
            return .host(host, owner: MemberNumber(try nextInteger()))
        case "role": return .role(MemberNumber(try json.integer()), try nextCase())
        case "late_join": return .lateJoin(try json.bool())
        case "trust":
            let number = try json.integer(as: UInt16.self)
            try next()
            return .trust(try trust(number: number, since: seq))
        case "game":
            let (id, game) = try game()
            return .game(id, game)
        case "invite":
            let code = try code()
            try next()
            return .invited(code, try identifierOrNull())
        case "claim":
            let number = MemberNumber(try json.integer())
            return .claimed(number, PlayerID(try nextInteger()))
        case "late": return .quarantined(try quarantined())
        case "settle": return try settled(seq: seq)
        case "deleted":
            if try json.isNull() { return .deleted(nil) }
            return .deleted(WallTime(milliseconds: try json.integer()))
        default: return nil
        }
    }

    private mutating func creation() throws(WireError) -> Creation {
        let start = WallTime(milliseconds: try json.integer())
        try next()
        let code = try code()
        try next()
        let invitation = try identifierOrNull()
        try next()
        let course = try textOrNull()
        try next()
        let holes = try holes()
        try next()
        let allowsLateJoin = try json.bool()
        try next()
        let host = PersonID(try identifier())
        try next()
        let name = try text()
        let player = PlayerID(try nextInteger())
        // In older logs the positions end here.
        let watch = json.hasNextPosition() ? try identifierOrNull() : nil
        let layout = json.hasNextPosition() ? try layoutOrNull() : nil
        let setup = GameSetup(
            course: course, holes: holes, layout: layout, allowsLateJoin: allowsLateJoin,
            invitation: invitation, watch: watch, hostName: name,
            hostPlayer: player.value == 0 ? nil : player)
        return Creation(setup: setup, host: host, start: start, code: code)
    }

    private mutating func settled(seq: Seq) throws(WireError) -> Change {
        let place = try json.integer(as: Seq.self)
        try next()
        let key = try key()
        try next()
        if try json.isNull() { return .settled(place, key, nil) }
        return .settled(place, key, Cell(version: seq, siblings: try siblings(of: key.field)))
    }
}
