import Documents
import Formats
import Lobby
import Scoring
import SyncClient
import Wire

/// Somebody at the card: what they see when they open an entry, and what they make of it.
struct PersonAtCard {
    let client: ClientCore<Lobby>
    let lobby: Lobby
    private(set) var random: SeededRandom

    mutating func intent(_ edit: Action.Edit) -> Intent<Command>? {
        guard let command = command(for: edit) else { return nil }
        guard case .set(let key, _, _) = command else { return Intent(command) }
        var seen = client.seen(key)
        if case .oldScore = edit, seen.version > 0 {
            seen.version = UInt64(random.below(Int(seen.version)))
        }
        return Intent(command, seen: seen)
    }

    private mutating func command(for edit: Action.Edit) -> Command? {
        switch edit {
        case .score(let player, let hole, let count, let confirms):
            return score(player, hole, count, confirms: confirms)
        case .oldScore(let player, let hole, let count):
            return score(player, hole, count, confirms: false)
        case .name(let pick, let name):
            guard let player = player(pick) else { return nil }
            return .set(
                CellKey(player: player, field: .name), .text("N\(name)"), confirms: false)
        case .tee(let pick, let tee):
            guard let player = player(pick) else { return nil }
            // Most of these no layout has.
            let name = tee % 2 == 0 ? "T\(tee % 10)" : "T\(tee)"
            return .set(CellKey(player: player, field: .tee), .text(name), confirms: false)
        case .fact(let player, let hole, let pick): return fact(player, hole, pick)
        case .sign(let pick):
            guard let player = player(pick) else { return nil }
            let key = CellKey(round: max(1, lobby.stage.round), player: player, field: .signed)
            let content = lobby.content(of: player, round: key.round)
            return .set(key, .text(content.text), confirms: false)
        case .par(let hole, let par):
            return .set(
                lobby.parKey(hole: UInt8(hole % lobby.holes.count + 1)), .number(par),
                confirms: false)
        case .course(let name):
            return .set(lobby.courseKey, .text("C\(name)"), confirms: false)
        case .settle(let pick, let applies):
            guard !lobby.quarantine.isEmpty else { return nil }
            let late = lobby.quarantine[pick % lobby.quarantine.count]
            return .settle(late.seq, applies: applies)
        case .leave: return .leave
        case .delete: return .delete(lobby.deletedAt == nil)
        case .claim(let pick): return player(pick).map { .claim($0) }
        default: return hostCommand(for: edit)
        }
    }

    private mutating func hostCommand(for edit: Action.Edit) -> Command? {
        switch edit {
        case .addGuest(let name):
            let id = PlayerID(UInt32(truncatingIfNeeded: random.next() | 1))
            return .addPlayer(id, name: "G\(name)")
        case .removePlayer(let pick): return player(pick).map { .removePlayer($0) }
        case .placePlayer(let pick, let next):
            return player(pick).map {
                .placePlayer($0, before: next == 0 ? nil : player(next))
            }
        case .nextStage(let pick): return nextStage(pick)
        case .kick(let pick): return .kick(person(pick))
        case .passHost(let pick):
            guard let host = lobby.member(lobby.host) else { return nil }
            return .passHost(from: host.person, to: person(pick))
        case .appoint(let pick):
            let member = lobby.members[pick % lobby.members.count]
            return .appoint(member.person, member.role == .player ? .scorekeeper : .player)
        case .exchange(let pick):
            let course = GameCourse.drawn(pick, holeCount: pick % 18 + 1, using: &random)
            return .exchange(course, expect: lobby.courseNumber)
        case .game(let pick): return .game(otherGame(pick))
        case .trust(let need):
            let scorers = need == 0 ? [person(0)] : []
            return .trust(
                TrustWish(
                    from: lobby.trust.number, need: need, scorers: scorers,
                    isBlind: need == 0 && random.chance(50)))
        case .lateJoin: return .allowLateJoin(!lobby.allowsLateJoin)
        case .admit:
            return client.shownPresence?.knocks.first.map { .admit($0.person, name: $0.name) }
        default: return nil
        }
    }

    private func player(_ pick: Int) -> PlayerID? {
        lobby.players.isEmpty ? nil : lobby.players[pick % lobby.players.count].id
    }

    private func person(_ pick: Int) -> PersonID {
        lobby.members[pick % lobby.members.count].person
    }

    private mutating func score(
        _ pick: Int, _ hole: Int, _ count: Int64?, confirms: Bool
    ) -> Command? {
        guard let player = player(pick) else { return nil }
        let isOfOldRound = lobby.stage.round > 1 && random.chance(20)
        let round = max(1, isOfOldRound ? lobby.stage.round - 1 : lobby.stage.round)
        let key = CellKey.score(
            round: round, player: player, hole: UInt8(hole % lobby.holes.count + 1))
        return .set(key, count.map { .number($0) } ?? .empty, confirms: confirms)
    }

    /// A cell of any field but those that have edits of their own, as somebody would write it.
    private func fact(_ player: Int, _ hole: Int, _ pick: Int) -> Command? {
        guard let player = self.player(player) else { return nil }
        let fields = Field.allCases.filter { $0.rawValue > Field.tee.rawValue && $0 != .signed }
        let field = fields[pick % fields.count]
        let hole = UInt8(hole % lobby.holes.count + 1)
        let round = max(1, lobby.stage.round)
        let key =
            switch field {
            case .start: CellKey(round: round, field: field)
            case .closed: CellKey(round: round, hole: hole, field: field)
            case .index: CellKey(round: lobby.courseNumber, hole: hole, field: field)
            case .handicap, .rating, .tag: CellKey(player: player, field: field)
            case .from, .out: CellKey(round: round, player: player, field: field)
            case .agreed, .award:
                CellKey(round: round, player: PlayerID(1), hole: hole, field: field)
            default:
                CellKey(
                    round: round, player: player,
                    hole: field.penalty != nil && pick % 3 == 0 ? 0 : hole, field: field)
            }
        let value: CellValue =
            pick % 7 == 0
            ? .empty
            : field.isNumeric ? .number(1) : .text(field == .press ? "1/s1" : "note \(pick)")
        return .set(key, value, confirms: pick % 11 == 0)
    }

    private func otherGame(_ pick: Int) -> GameWish {
        let isNew = lobby.games.isEmpty || pick % 3 == 0
        let known = isNew ? nil : lobby.games[pick % lobby.games.count]
        let settings = FormatGame(
            id: "", pick % 2 == 0 ? .skins(Skins(worths: [Int64(pick)])) : .match(MatchPlay()))
        return GameWish(
            id: known?.id ?? lobby.nextGame ?? .max, from: known?.number,
            settings: known != nil && pick % 5 == 0 ? nil : settings)
    }

    private func nextStage(_ pick: Int) -> Command? {
        let stage = lobby.stage
        let next: Stage
        switch stage.phase {
        case .setup: next = Stage(.playing, round: 1)
        case .playing: next = Stage(pick == 2 ? .ended : .roundEnded, round: stage.round)
        case .roundEnded:
            next =
                pick == 2
                ? Stage(.ended, round: stage.round)
                : Stage(.playing, round: stage.round + 1)
        case .ended: next = Stage(.locked, round: stage.round)
        case .locked: return nil
        }
        return .move(from: stage, to: next)
    }
}
