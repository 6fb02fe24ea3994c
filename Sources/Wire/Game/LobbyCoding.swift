import Documents
public import Lobby

/// The coding of a whole game, the `lobby` object of a snapshot. Its bytes depend on the lobby
/// alone: equal lobbies give equal bytes, in whatever way they came about.
public enum LobbyCoding {
    /// The lobby as canonical JSON, without `epoch` and `seq`, which stand beside it.
    public static func encode(_ lobby: Lobby) -> [UInt8] {
        var writer = ElementWriter()
        writer.lobby(lobby)
        return writer.json.take()
    }
}

extension ElementWriter {
    mutating func lobby(_ lobby: Lobby) {
        json.beginObject()
        json.key("id")
        identifier(lobby.id.value)
        json.key("start")
        json.integer(lobby.start.milliseconds)
        json.key("code")
        code(lobby.code)
        json.key("invitation")
        identifier(orNull: lobby.invitation)
        json.key("watch")
        identifier(orNull: lobby.watch)
        json.key("course")
        // Whoever knows of no exchange is told of the course that the game began with.
        text(orNull: lobby.firstCourse.map(\.name) ?? lobby.course)
        json.key("holes")
        holes(lobby.firstCourse?.holes ?? lobby.holes)
        layout(of: lobby)
        json.key("stage")
        stage(lobby.stage)
        json.key("late_join")
        json.bool(lobby.allowsLateJoin)
        trust(of: lobby)
        games(of: lobby)
        json.key("host")
        json.integer(lobby.host.value)
        json.key("owner")
        json.integer(lobby.owner.value)
        json.key("members")
        list(lobby.members) { $0.member($1) }
        json.key("players")
        list(lobby.players) { $0.player($1) }
        json.key("cells")
        cells(lobby.cells)
        json.key("late")
        list(lobby.quarantine) { $0.quarantined($1) }
        if let time = lobby.deletedAt {
            json.key("deleted")
            json.integer(time.milliseconds)
        }
        json.endObject()
    }

    private mutating func layout(of lobby: Lobby) {
        if lobby.courseNumber > 0 {
            json.key("played")
            json.beginArray()
            course(lobby.played, number: lobby.courseNumber)
            json.endArray()
        } else if let layout = lobby.layout {
            json.key("layout")
            self.layout(layout)
        }
    }

    private mutating func trust(of lobby: Lobby) {
        guard lobby.trust.number > 0 else { return }
        json.key("trust")
        json.beginArray()
        json.integer(lobby.trust.number)
        json.integer(lobby.trust.since)
        trust(lobby.trust)
        json.endArray()
    }

    private mutating func games(of lobby: Lobby) {
        guard lobby.lastGame > 0 else { return }
        json.key("last_game")
        json.integer(lobby.lastGame)
        json.key("games")
        list(lobby.games) { writer, game in
            writer.json.integer(game.id)
            writer.json.integer(game.number)
            writer.settings(orNull: game.settings)
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], _ write: (inout ElementWriter, Element) -> Void
    ) {
        json.beginArray()
        for element in elements {
            json.beginArray()
            write(&self, element)
            json.endArray()
        }
        json.endArray()
    }

    private mutating func cells(_ cells: [CellKey: Cell]) {
        list(cells.keys.sorted()) { writer, key in
            guard let cell = cells[key] else { return }
            writer.key(key)
            writer.json.integer(cell.version)
            writer.siblings(of: cell)
        }
    }
}

extension ElementReader {
    mutating func lobby(epoch: Epoch, seq: Seq) throws(WireError) -> Lobby {
        var fields = LobbyFields()
        try self.fields { reader, key throws(WireError) in try fields.read(key, from: &reader) }
        return try fields.lobby(epoch: epoch, seq: seq)
    }

    fileprivate mutating func members() throws(WireError) -> [Member] {
        let members = try list(countMax: DocumentLimits.membersMax) { reader throws(WireError) in
            try reader.member()
        }
        for (place, member) in members.enumerated() where Int(member.number.value) != place + 1 {
            throw .unexpected(at: json.position)
        }
        return members
    }

    fileprivate mutating func players() throws(WireError) -> [Player] {
        try list(countMax: LobbyLimits.columnsMax) { reader throws(WireError) in
            try reader.column()
        }
    }

    fileprivate mutating func games() throws(WireError) -> [LobbyGame] {
        let games = try list(countMax: LobbyLimits.gamesMax) { reader throws(WireError) in
            try reader.game().game
        }
        return games.compactMap(\.self)
    }

    fileprivate mutating func quarantine() throws(WireError) -> [QuarantinedEdit] {
        try list(countMax: LobbyLimits.quarantineEverMax) { reader throws(WireError) in
            try reader.quarantined()
        }
    }

    fileprivate mutating func cells() throws(WireError) -> [CellKey: Cell] {
        let entries = try list(countMax: LobbyLimits.cellsEverMax) { reader throws(WireError) in
            let key = try reader.key()
            let version: Seq = try reader.nextInteger()
            try reader.next()
            return (key, Cell(version: version, siblings: try reader.siblings(of: key.field)))
        }
        return Dictionary(entries) { _, last in last }
    }
}

/// The fields of a lobby as they come in, in any order.
private struct LobbyFields {
    private var id: Identifier128?
    private var start: WallTime?
    private var code: JoinCode?
    private var invitation: Identifier128?
    private var watch: Identifier128?
    private var course: String?
    private var holes: [Hole] = []
    private var layout: GameLayout?
    private var played: (course: GameCourse, number: UInt8)?
    private var stage = Stage.setup
    private var allowsLateJoin = false
    private var trust = Trust()
    private var games: [LobbyGame] = []
    private var lastGame: UInt8 = 0
    private var host = MemberNumber(0)
    private var owner = MemberNumber(0)
    private var members: [Member] = []
    private var players: [Player] = []
    private var cells: [CellKey: Cell] = [:]
    private var late: [QuarantinedEdit] = []
    private var deletedAt: WallTime?

    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "id": id = try reader.identifier()
        case "start": start = WallTime(milliseconds: try reader.json.integer())
        case "code": code = try reader.code()
        case "invitation": invitation = try reader.identifierOrNull()
        case "watch": watch = try reader.identifierOrNull()
        case "course": course = try reader.textOrNull()
        case "holes": holes = try reader.holes()
        case "layout": layout = try reader.layout()
        case "played":
            try reader.json.beginPositions()
            played = try reader.course()
            try reader.json.endPositions()
        case "stage": stage = try reader.stage()
        case "late_join": allowsLateJoin = try reader.json.bool()
        case "trust":
            try reader.json.beginPositions()
            let number = try reader.json.integer(as: UInt16.self)
            let since: Seq = try reader.nextInteger()
            try reader.next()
            trust = try reader.trust(number: number, since: since)
            try reader.json.endPositions()
        case "last_game": lastGame = try reader.json.integer()
        case "games": games = try reader.games()
        case "host": host = MemberNumber(try reader.json.integer())
        case "owner": owner = MemberNumber(try reader.json.integer())
        case "members": members = try reader.members()
        case "players": players = try reader.players()
        case "cells": cells = try reader.cells()
        case "late": late = try reader.quarantine()
        case "deleted": deletedAt = WallTime(milliseconds: try reader.json.integer())
        default: try reader.json.skip()
        }
    }

    func lobby(epoch: Epoch, seq: Seq) throws(WireError) -> Lobby {
        let course = played?.course ?? GameCourse(name: course, holes: holes, layout: layout)
        return Lobby(
            id: LobbyID(try id.required("id")), epoch: epoch, seq: seq,
            start: try start.required("start"), code: code,
            invitation: invitation, watch: watch, course: course.name, holes: course.holes,
            layout: course.layout, courseNumber: played?.number ?? 0,
            firstCourse: played.map { _ in FirstCourse(name: self.course, holes: holes) },
            stage: stage,
            allowsLateJoin: allowsLateJoin, trust: trust, games: games,
            lastGame: lastGame, host: host, owner: owner,
            members: members, players: players, cells: cells, quarantine: late,
            deletedAt: deletedAt)
    }
}
