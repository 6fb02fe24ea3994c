import API
import Club
import Documents
import EventStore
import HTTP
import Lobby
import Log
import Scoring
import Threads
import Wire

/// A game as the log has it.
struct StoredGame {
    let stored: StoredLobby
    let lobby: Lobby
}

/// Games, read from their logs: what is told of one is what is on the disk.
extension Clerk {
    private static let gamesPerPage = 20
    private static let eventsPerPage = 100

    /// Reads a game; nil if there is none, or none any more.
    func game(_ id: LobbyID) throws(APIProblem) -> StoredGame? {
        guard id.canName(.game), let stored = try stored(id) else { return nil }
        do throws(WireError) {
            return StoredGame(stored: stored, lobby: try LogCoding<Lobby>.document(stored))
        } catch {
            throw APIProblem(.storage)
        }
    }

    /// Reads a log; nil if there is none, or none any more.
    func stored(_ id: LobbyID) throws(APIProblem) -> StoredLobby? {
        let outcome = Handed<LoadOutcome>()
        store.ask(.load(id) { outcome.give($0) })
        switch outcome.wait() {
        case .absent, .erased: return nil
        case .corrupt, .unavailable: throw APIProblem(.storage)
        case .lobby(let stored): return stored
        }
    }

    func isMember(_ account: AccountID, of lobby: Lobby) -> Bool {
        member(account, of: lobby) != nil
    }

    /// The member as whom an account takes part, or did.
    func member(_ account: AccountID, of lobby: Lobby) -> Member? {
        member(speakers.ask { $0.persons(of: account) }, of: lobby)
    }

    func member(_ persons: Set<PersonID>, of lobby: Lobby) -> Member? {
        lobby.members.first { $0.standing != .kicked && persons.contains($0.person) }
    }

    /// The persons as whom the holder of a key may act: those of its account, and its own.
    func actors(_ key: DeviceKey) throws(APIProblem) -> Set<PersonID> {
        let (persons, isRetired) = speakers.ask { speakers -> (Set<PersonID>, Bool) in
            var persons = speakers.account(of: key).map { speakers.persons(of: $0) } ?? []
            let isOwn = speakers.answer(to: key, as: key.person) != .signedOut
            if isOwn { persons.insert(key.person) }
            return (persons, speakers.isRetired(key))
        }
        guard !isRetired else { throw APIProblem(.signedOut) }
        return persons
    }

    /// The persons whose games the holder of a key may see: a program sees those of its account.
    private func readers(_ key: DeviceKey) throws(APIProblem) -> Set<PersonID> {
        let own = (try? actors(key)) ?? []
        guard let account = try readableAccount(key) else { return own }
        return own.union(speakers.ask { $0.persons(of: account) })
    }

    /// The column of a game that is an account's: as a member, or by a claim.
    func column(of account: AccountID, in lobby: Lobby) throws(APIProblem) -> PlayerID? {
        if let member = member(account, of: lobby) { return member.player }
        let persons = speakers.ask { $0.persons(of: account) }
        return try read { (tables) throws(ClubFault) in try tables.claims(in: lobby.id) }
            .first { $0.state == .valid && persons.contains($0.person) }
            .map { PlayerID($0.player) }
    }

    /// The games in which an account has a seat, the latest first.
    func games(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let count = Int(call.query["limit"]?.integer ?? Int64(Self.gamesPerPage))
        let after = try Self.seat(call.query["after"]?.string)
        let persons = speakers.ask { Array($0.persons(of: caller.account)) }
        let seats = try read { (tables) throws(ClubFault) in
            try tables.seats(of: persons, after: after, countMax: count + 1)
        }
        var items: [JSONValue] = []
        for seat in seats.prefix(count) {
            var item: JSONObject = [
                "lobby": .text("\(seat.lobby.value)"), "since": .integer(seat.since.milliseconds),
            ]
            // One whose log can't be read is in the list all the same.
            if let game = (try? game(seat.lobby)) ?? nil {
                let own = try column(of: caller.account, in: game.lobby)
                Self.summarize(game.lobby, own: own, into: &item)
            }
            items.append(.object(item))
        }
        var page: JSONObject = ["items": .array(items)]
        if seats.count > count, let last = seats.prefix(count).last {
            page["next"] = .text(Self.cursor(last))
        }
        return .json(.object(page))
    }

    private static func summarize(
        _ lobby: Lobby, own: PlayerID?, into item: inout JSONObject
    ) {
        let results = Standings(lobby).results
        item["course"] = lobby.courseName.map(JSONValue.text) ?? .nothing
        item["stage"] = [
            .integer(Int64(lobby.stage.phase.rawValue)), .integer(Int64(lobby.stage.round)),
        ]
        item["started"] = .integer(lobby.start.milliseconds)
        item["names"] = .array(results.map { .text($0.name) })
        item["totals"] = .array(
            results.map { result in
                [
                    "total": .integer(result.tally.total),
                    "over_par": .integer(result.tally.overPar),
                    "place": result.place.map { .integer(Int64($0)) } ?? .nothing,
                ]
            })
        let place = own.flatMap { own in results.firstIndex { $0.player == own } }
        item["own"] = .integer(Int64(place ?? -1))
    }

    private static func cursor(_ seat: LobbySeat) -> String {
        var bytes = seat.person.value.bytes
        seat.lobby.value.append(to: &bytes)
        return Base64URL.text(bytes + seat.since.milliseconds.bigEndianBytes)
    }

    private static func seat(_ cursor: String?) throws(APIProblem) -> LobbySeat? {
        guard let cursor else { return nil }
        guard let bytes = Base64URL.bytes(cursor), bytes.count == 40,
            let person = Identifier128(bytes: bytes[..<16]),
            let lobby = Identifier128(bytes: bytes[16..<32])
        else { throw APIProblem(.badField, field: "after") }
        return LobbySeat(
            person: PersonID(person), lobby: LobbyID(lobby),
            since: WallTime(milliseconds: Int64(bigEndianBytes: bytes[32...])))
    }
}

/// One game, for its members and for those who have the secret for watching it.
extension Clerk {
    private func visibleGame(
        _ call: APICall
    ) throws(APIProblem) -> (game: StoredGame, isMember: Bool) {
        let id = LobbyID(try call.path.value("lobby") { $0.identifier })
        let game = try game(id)
        if let key = call.key, let game {
            let persons = try readers(key)
            if member(persons, of: game.lobby) != nil {
                // A program that knew what opens the door could come in as somebody.
                return (game, member((try? actors(key)) ?? [], of: game.lobby) != nil)
            }
            let claims = try read { (tables) throws(ClubFault) in try tables.claims(in: id) }
            if claims.contains(where: { $0.state == .valid && persons.contains($0.person) }) {
                return (game, false)
            }
        }
        guard let game, let watch = call.query["watch"]?.identifier, game.lobby.watch == watch,
            game.lobby.deletedAt == nil
        else { throw APIProblem(.notFound) }
        return (game, false)
    }

    func game(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let (game, isMember) = try visibleGame(call)
        let lobby = game.lobby
        let tag = HTTPEntityTag("\(lobby.epoch.value)-\(lobby.seq)-\(isMember ? "m" : "w")")
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(.object(Self.card(lobby, isMember: isMember)), tag: tag)
    }

    static func card(_ lobby: Lobby, isMember: Bool) -> JSONObject {
        var card: JSONObject = [
            "lobby": .text("\(lobby.id.value)"), "seq": .integer(Int64(clamping: lobby.seq)),
            "phase": .text(lobby.stage.phase.name), "round": .integer(Int64(lobby.stage.round)),
            "start": .integer(lobby.start.milliseconds),
            "holes": .array(
                zip(lobby.holes, lobby.pars).map { hole, par in
                    ["label": .text(hole.label), "par": .integer(par)]
                }),
            "players": .array(Standings(lobby).results.map(Self.player)),
        ]
        card["course"] = lobby.courseName.map(JSONValue.text)
        if isMember { card["code"] = lobby.code.map { .text($0.description) } }
        return card
    }

    private static func player(_ result: PlayerResult) -> JSONValue {
        [
            "player": .integer(Int64(result.player.value)), "name": .text(result.name),
            "place": result.place.map { .integer(Int64($0)) } ?? .nothing,
            "total": .integer(result.tally.total), "over_par": .integer(result.tally.overPar),
            "holes_scored": .integer(Int64(result.tally.holesScored)),
            "rounds": .array(
                result.rounds.map { round in
                    .array(round.throws.map { $0.map(JSONValue.integer) ?? .nothing })
                }),
        ]
    }

    func gameTable(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let lobby = try visibleGame(call).game.lobby
        var rows: [[Table.Cell]] = [
            [.text("round"), .text("place"), .text("player")]
                + lobby.holes.map { .text($0.label) } + [.text("total"), .text("over_par")],
            [.empty, .empty, .text("par")] + lobby.pars.map(Table.Cell.number)
                + [.number(lobby.pars.reduce(0, +)), .empty],
        ]
        for result in Standings(lobby).results {
            for round in result.rounds {
                let begin: [Table.Cell] = [
                    .number(Int64(round.round)),
                    result.place.map { .number(Int64($0)) } ?? .empty, .text(result.name),
                ]
                let isScored = round.tally.holesScored > 0
                rows.append(
                    begin + round.throws.map { $0.map(Table.Cell.number) ?? .empty }
                        + (isScored
                            ? [.number(round.tally.total), .number(round.tally.overPar)]
                            : [.empty, .empty]))
            }
        }
        return .table(Table.text(rows))
    }

    /// What has happened in a game, the first first; whoever only watches isn't told what opens the
    /// door.
    func gameHistory(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let (game, isMember) = try visibleGame(call)
        let count = Int(call.query["limit"]?.integer ?? Int64(Self.eventsPerPage))
        let after = call.query["after"]?.integer.flatMap(UInt64.init(exactly:)) ?? 0
        var items: [JSONValue] = []
        for record in game.stored.records where record.seq > after {
            guard items.count < count else { break }
            do throws(WireError) {
                let event = try LogCoding<Lobby>.event(record)
                let change = isMember ? event.change : event.change.forSpectators ?? event.change
                let bytes = ServerMessage<Lobby>.encode(change)
                items.append([
                    "seq": .integer(Int64(clamping: record.seq)),
                    "at": .integer(event.received.milliseconds),
                    "by": .integer(Int64(event.by.value)),
                    "change": (try? JSONValue(bytes)) ?? .nothing,
                ])
            } catch {
                throw APIProblem(.storage)
            }
        }
        var page: JSONObject = ["items": .array(items)]
        let last = after + UInt64(items.count)
        if last < game.lobby.seq { page["next"] = .text("\(last)") }
        return .json(.object(page))
    }
}

/// An outcome that comes on another thread, for one that waits for it.
final class Handed<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let arrival = CountingSemaphore()

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        arrival.signal()
    }

    func wait() -> Value {
        arrival.wait()
        guard let value = value.withLock({ $0 }) else {
            preconditionFailure("it is given before it is signalled")
        }
        return value
    }
}
