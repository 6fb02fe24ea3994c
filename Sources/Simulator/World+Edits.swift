import Documents
import Lobby
import SyncClient
import Wire

/// People at the card: what they see when they open an entry, and what they make of it.
extension World {
    func begin(_ edit: Action.Edit, _ hesitation: UInt64, on app: App) {
        guard app.isAwake, let core = app.core, let lobby = core.shown else { return }
        if case .undo = edit {
            app.undo()
            return
        }
        guard let command = command(for: edit, in: lobby, on: app) else { return }
        let seen = seen(edit, command, on: app, core)
        guard hesitation > 0 else { return finish(command, seen, on: app) }
        after(hesitation) { [self] in
            if app.isAwake, !isHealed { finish(command, seen, on: app) }
        }
    }

    private func finish(_ command: Command, _ seen: SeenVersion?, on app: App) {
        guard app.edit(command, seen: seen) else { return }
        note("\(app) writes \(command)")
        guard case .set(let key, let value, _) = command, let core = app.core,
            let lobby = core.shown
        else { return }
        let tag = core.replica.tag
        let isShown = lobby.cell(key).siblings.contains { $0.replica == tag && $0.value == value }
        let isKept = lobby.quarantine.contains { $0.key == key && $0.value == value }
        if !isShown, !isKept { violate(.readYourWrites, "\(app) doesn't see its own \(command)") }
    }

    private func seen(
        _ edit: Action.Edit, _ command: Command, on app: App, _ core: ClientCore<Lobby>
    ) -> SeenVersion? {
        guard case .set(let key, _, _) = command else { return nil }
        var seen = core.seen(key)
        if case .oldScore = edit, seen.version > 0 {
            seen.version = UInt64(app.random.below(Int(seen.version)))
        }
        return seen
    }

    private func command(for edit: Action.Edit, in lobby: Lobby, on app: App) -> Command? {
        switch edit {
        case .score(let player, let hole, let count, let confirms):
            return score(player, hole, count, confirms: confirms, in: lobby, on: app)
        case .oldScore(let player, let hole, let count):
            return score(player, hole, count, confirms: false, in: lobby, on: app)
        case .name(let pick, let name):
            guard let player = player(pick, in: lobby) else { return nil }
            return .set(
                CellKey(player: player, field: .name), .text("N\(name)"), confirms: false)
        case .tee(let pick, let tee):
            guard let player = player(pick, in: lobby) else { return nil }
            return .set(CellKey(player: player, field: .tee), .text("T\(tee)"), confirms: false)
        case .par(let hole, let par):
            return .set(
                CellKey(hole: UInt8(hole % lobby.holes.count + 1), field: .par), .number(par),
                confirms: false)
        case .course(let name):
            return .set(CellKey(field: .course), .text("C\(name)"), confirms: false)
        case .settle(let pick, let applies):
            guard !lobby.quarantine.isEmpty else { return nil }
            let late = lobby.quarantine[pick % lobby.quarantine.count]
            return .settle(late.seq, applies: applies)
        case .leave: return .leave
        case .claim(let pick): return player(pick, in: lobby).map { .claim($0) }
        default: return hostCommand(for: edit, in: lobby, on: app)
        }
    }

    private func hostCommand(for edit: Action.Edit, in lobby: Lobby, on app: App) -> Command? {
        switch edit {
        case .addGuest(let name):
            let id = PlayerID(UInt32(truncatingIfNeeded: app.random.next() | 1))
            return .addPlayer(id, name: "G\(name)")
        case .removePlayer(let pick): return player(pick, in: lobby).map { .removePlayer($0) }
        case .placePlayer(let pick, let next):
            return player(pick, in: lobby).map {
                .placePlayer($0, before: next == 0 ? nil : player(next, in: lobby))
            }
        case .nextStage(let pick): return nextStage(pick, in: lobby)
        case .kick(let pick): return .kick(person(pick, in: lobby))
        case .passHost(let pick):
            guard let host = lobby.member(lobby.host) else { return nil }
            return .passHost(from: host.person, to: person(pick, in: lobby))
        case .appoint(let pick):
            let member = lobby.members[pick % lobby.members.count]
            return .appoint(member.person, member.role == .player ? .scorekeeper : .player)
        case .lateJoin: return .allowLateJoin(!lobby.allowsLateJoin)
        case .admit:
            return app.core?.shownPresence?.knocks.first.map { .admit($0.person, name: $0.name) }
        default: return nil
        }
    }

    private func player(_ pick: Int, in lobby: Lobby) -> PlayerID? {
        lobby.players.isEmpty ? nil : lobby.players[pick % lobby.players.count].id
    }

    private func person(_ pick: Int, in lobby: Lobby) -> PersonID {
        lobby.members[pick % lobby.members.count].person
    }

    private func score(
        _ pick: Int, _ hole: Int, _ count: Int64?, confirms: Bool, in lobby: Lobby, on app: App
    ) -> Command? {
        guard let player = player(pick, in: lobby) else { return nil }
        let isOfOldRound = lobby.stage.round > 1 && app.random.chance(20)
        let round = max(1, isOfOldRound ? lobby.stage.round - 1 : lobby.stage.round)
        let key = CellKey.score(
            round: round, player: player, hole: UInt8(hole % lobby.holes.count + 1))
        return .set(key, count.map { .number($0) } ?? .empty, confirms: confirms)
    }

    private func nextStage(_ pick: Int, in lobby: Lobby) -> Command? {
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
