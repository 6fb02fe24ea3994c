import API
import Club
import Courses
import Documents
import EventStore
import HTTP
import Lobby
import Notebook
import Scoring
import Wire

/// Everything that is kept about an account, for its owner to take.
extension Clerk {
    private static let seatsMax = 20_000

    func export(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let account = try account(caller.account)
        let id = account.id
        let kept = try read { (tables) throws(ClubFault) in
            (
                devices: try tables.devices(of: id), passkeys: try tables.passkeys(of: id),
                persons: try tables.persons(of: id), friends: try tables.friends(of: id),
                asked: try tables.requests(from: id), asks: try tables.requests(to: id),
                blocks: try tables.blocks(of: id), invitations: try tables.invitations(to: id),
                courses: try tables.sharedCourses(of: id),
                wishes: try tables.proposals(of: id), comments: try tables.comments(of: id)
            )
        }
        var own: JSONObject = [
            "account": .text("\(id.value)"), "handle": .text(account.handle.text),
            "name": .text(account.name), "full_name": .text(account.fullName),
            "email_verified": .truth(account.isEmailVerified),
            "visibility": .integer(account.visibility.rawValue),
            "age": .integer(account.age.rawValue),
            "settings": (try? JSONValue(Array(account.settings.utf8))) ?? .object([:]),
            "has_password": .truth(account.password != nil),
            "created": .integer(account.created.milliseconds),
            "changed": .integer(account.changed.milliseconds),
        ]
        own["email"] = account.email.map(JSONValue.text)
        let invitations = kept.invitations.map { received -> JSONValue in
            [
                "from": .text(received.from.handle.text),
                "lobby": .text("\(received.invitation.lobby.value)"),
                "at": .integer(received.invitation.at.milliseconds),
            ]
        }
        return .json([
            "account": .object(own),
            "devices": .array(kept.devices.map { json($0, for: caller) }),
            "passkeys": .array(
                kept.passkeys.map { passkey in
                    [
                        "label": .text(passkey.label),
                        "created": .integer(passkey.created.milliseconds),
                        "used_day": passkey.usedDay.map { .integer($0.value) } ?? .nothing,
                    ]
                }),
            "persons": .array(
                kept.persons.map { linked in
                    [
                        "person": .text("\(linked.person.value)"),
                        "added": .integer(linked.added.milliseconds),
                    ]
                }),
            "friends": Self.handles(kept.friends), "asked": Self.handles(kept.asked),
            "asked_by": Self.handles(kept.asks), "blocked": Self.handles(kept.blocks),
            "invitations": .array(invitations),
            "games": .array(try ownGames(id).map { Self.json($0) }),
            "shared_courses": .array(
                kept.courses.map { (try? JSONValue(Array($0.body.utf8))) ?? .nothing }),
            "course_changes": .array(
                kept.wishes.map { wish in
                    [
                        "course": .text("\(wish.course)"), "at": .integer(wish.at.milliseconds),
                        "state": .text(wish.state.name), "parts": wish.change?.json ?? .nothing,
                    ]
                }),
            "course_comments": .array(
                kept.comments.map { comment in
                    var json: JSONObject = [
                        "course": .text("\(comment.course)"), "text": .text(comment.text),
                        "at": .integer(comment.at.milliseconds),
                        "state": .text(comment.state.name),
                    ]
                    json["hole"] = comment.hole.map { .text($0.label) }
                    return .object(json)
                }),
            "notebook": .array(try notes(of: kept.persons.map(\.person))),
        ])
    }

    /// What stands in the notebooks of persons: of the account's main one, and of those that a
    /// device wrote before it was signed in.
    private func notes(of persons: [PersonID]) throws(APIProblem) -> [JSONValue] {
        var notes: [JSONValue] = []
        for person in persons {
            guard let stored = try stored(LobbyID(notebookOf: person)) else { continue }
            guard let notebook = try? LogCoding<Notebook>.document(stored) else {
                throw APIProblem(.storage)
            }
            for (key, note) in notebook.notes.sorted(by: { $0.key < $1.key }) {
                guard let value = note.value else { continue }
                notes.append([
                    "key": .text(key), "value": .text(value),
                    "at": .integer(note.at.milliseconds),
                ])
            }
        }
        return notes
    }

    private static func handles(_ people: [Acquaintance]) -> JSONValue {
        .array(
            people.map { person in
                [
                    "handle": .text(person.handle.text),
                    "since": .integer(person.since.milliseconds),
                ]
            })
    }

    /// The account's own throws, a line for each hole that was scored.
    func exportTable(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let header = ["lobby", "start_ms", "course", "round", "hole", "par", "throws"]
        var rows: [[Table.Cell]] = [header.map(Table.Cell.text)]
        for own in try ownGames(caller.account) {
            let lobby = own.lobby
            let begin: [Table.Cell] = [
                .text("\(lobby.id.value)"), .number(lobby.start.milliseconds),
                lobby.courseName.map(Table.Cell.text) ?? .empty,
            ]
            guard let result = own.result else { continue }
            for round in result.rounds {
                for (place, score) in round.throws.enumerated() {
                    guard let score else { continue }
                    rows.append(
                        begin + [
                            .number(Int64(round.round)), .text(lobby.holes[place].label),
                            .number(result.pars[place]), .number(score),
                        ])
                }
            }
        }
        return .table(Table.text(rows))
    }

    /// A game of an account's, with what is its own in it.
    private struct OwnGame {
        let lobby: Lobby
        /// Nil if it is by a claim.
        let member: Member?
        /// Nil for somebody who doesn't play.
        let result: PlayerResult?
    }

    private func ownGames(_ account: AccountID) throws(APIProblem) -> [OwnGame] {
        let persons = speakers.ask { Array($0.persons(of: account)) }
        let seats = try read { (tables) throws(ClubFault) in
            try tables.seats(of: persons, after: nil, countMax: Self.seatsMax)
        }
        var games: [OwnGame] = []
        var seen: Set<LobbyID> = []
        for seat in seats where seen.insert(seat.lobby).inserted {
            guard let lobby = try game(seat.lobby)?.lobby else { continue }
            let (member, column) = (
                member(account, of: lobby), try column(of: account, in: lobby)
            )
            guard member != nil || column != nil else { continue }
            let result = Standings(lobby).results.first { $0.player == column }
            games.append(OwnGame(lobby: lobby, member: member, result: result))
        }
        return games
    }

    /// The account's own part of a game: nobody else's name is in it.
    private static func json(_ own: OwnGame) -> JSONValue {
        let lobby = own.lobby
        var game: JSONObject = [
            "lobby": .text("\(lobby.id.value)"), "start": .integer(lobby.start.milliseconds),
            "phase": .text(lobby.stage.phase.name),
            "role": lobby.owner == own.member?.number ? "owner" : "player",
        ]
        game["member"] = own.member.map { .integer(Int64($0.number.value)) }
        game["course"] = lobby.courseName.map(JSONValue.text)
        guard let result = own.result else { return .object(game) }
        game["name"] = .text(result.name)
        game["holes"] = .array(lobby.holes.map { .text($0.label) })
        game["pars"] = .array(result.pars.map(JSONValue.integer))
        game["rounds"] = .array(
            result.rounds.map { round in
                .array(round.throws.map { $0.map(JSONValue.integer) ?? .nothing })
            })
        game["total"] = .integer(result.tally.total)
        game["over_par"] = .integer(result.tally.overPar)
        return .object(game)
    }
}
