package import Documents
package import Lobby
package import Log
package import SyncClient
import Wire

/// How a game is played in a simulated world.
extension Lobby: SimulatedKind {
    package func number(of person: PersonID) -> MemberNumber? { member(of: person)?.number }

    package func awaitsHost(present: [MemberNumber]) -> Bool {
        !present.isEmpty && !present.contains(host)
    }

    package func isNamed(_ person: PersonID) -> Bool {
        guard let member = member(of: person) else { return false }
        return member.name != "Player \(member.number.value)"
    }

    package static func texts(
        without person: PersonID, in stored: StoredLobby
    ) -> [Seq: [UInt8]] {
        (try? NameErasure.texts(without: person, in: stored)) ?? [:]
    }

    package static func beginning(
        of game: Plan.Game, using random: inout SeededRandom
    ) -> Beginning<Command> {
        let nonce = Identifier128(high: random.next(), low: random.next())
        let hostPlayer = PlayerID(UInt32(truncatingIfNeeded: random.next() | 1))
        let invitation = Identifier128(high: random.next(), low: random.next())
        let watch = Identifier128(high: random.next(), low: random.next())
        var setup = GameSetup(
            course: random.chance(50) ? "Park" : nil,
            holes: (1...game.holeCount).map { Hole(label: "\($0)", par: 3) },
            allowsLateJoin: game.allowsLateJoin,
            invitation: invitation, watch: watch, hostName: "Host",
            hostPlayer: game.hostPlays ? hostPlayer : nil)
        if random.chance(50) {
            setup.layout = GameLayout.drawn(holeCount: game.holeCount, using: &random)
        }
        return Beginning(
            nonce: nonce, command: .create(setup, nonce: nonce), invitation: invitation,
            watch: watch)
    }

    package static func intent(
        _ edit: Action.Edit, with client: ClientCore<Lobby>, seeing lobby: Lobby,
        using random: inout SeededRandom
    ) -> Intent<Command>? {
        var person = PersonAtCard(client: client, lobby: lobby, random: random)
        defer { random = person.random }
        return person.intent(edit)
    }

    package static func undo(
        _ client: inout ClientCore<Lobby>, now: ClientTime
    ) throws(Refusal) -> OpNumber? {
        try client.undo(now: now)
    }

    package func shows(_ command: Command, of replica: ReplicaTag) -> Bool {
        guard case .set(let key, let value, _) = command else { return true }
        let isShown = cell(key).siblings.contains { $0.replica == replica && $0.value == value }
        return isShown || quarantine.contains { $0.key == key && $0.value == value }
    }

    package static func companion() -> (any Companion<Lobby>)? { VersionOneClient() }
}

/// What becomes of a command.
extension Lobby {
    package static func fits(_ change: Change, _ command: Command) -> Bool {
        switch (change, command) {
        case (.cell(let key, let cell), .set(let typed, let value, _)):
            key == typed && cell.siblings.contains { $0.value == value }
        case (.quarantined(let edit), .set(let typed, let value, _)):
            edit.key == typed && edit.value == value
        case (.settled(let seq, _, _), .settle(let typed, _)): seq == typed
        case (.created, .create), (.stage, .move), (.standing, .kick), (.standing, .leave),
            (.host, .passHost), (.role, .appoint), (.lateJoin, .allowLateJoin),
            (.playerAdded, .addPlayer), (.playerRemoved, .removePlayer),
            (.playerPlaced, .placePlayer), (.joined, .admit), (.claimed, .claim),
            (.deleted, .delete), (.course, .exchange), (.trust, .trust),
            (.game, .game):
            true
        default: false
        }
    }

    package func faultOfServer(_ event: Event, isSomebody: (PersonID) -> Bool) -> Fault? {
        GameRules(lobby: self).faultOfServer(event, isSomebody: isSomebody)
    }

    package func fault(in event: Event, _ origin: Origin, of op: Op) -> Fault? {
        GameRules(lobby: self).fault(in: event, origin, of: op)
    }

    package func fault(after changes: [Change]) -> Fault? {
        ReferenceCard(changes)?.fault(in: self)
    }

    package static func meet(_ first: Change, _ second: Change) -> Bool {
        guard case .cell(let key, _) = first, case .cell(key, _) = second else { return false }
        return true
    }

    package func difference(from other: Lobby, where change: Change) -> String? {
        guard case .cell(let key, _) = change else { return nil }
        let (own, others) = (cell(key), other.cell(key))
        let isSame = own.siblings.map(\.withoutSeq) == others.siblings.map(\.withoutSeq)
        return isSame ? nil : "\(own) instead of \(others)"
    }
}

extension Sibling {
    fileprivate var withoutSeq: Sibling {
        var sibling = self
        sibling.seq = 0
        return sibling
    }
}

/// How far a game may grow.
extension Lobby {
    package func bounds(after change: Change?, replicaCount: Int) -> [Bound] {
        bounds(ofCells: change, replicaCount: replicaCount) + [
            Bound("late entries", quarantine.count, max: LobbyLimits.quarantineEverMax),
            Bound("cells", cells.count, max: LobbyLimits.cellsEverMax),
            Bound("members", members.count, max: DocumentLimits.membersMax),
            Bound("columns", players.count, max: LobbyLimits.columnsMax),
        ]
    }

    private func bounds(ofCells change: Change?, replicaCount: Int) -> [Bound] {
        switch change {
        case nil:
            let most = cells.values.map(\.siblings.count).max() ?? 0
            return [Bound("siblings", most, max: LobbyLimits.siblingsMax)]
        case .cell(_, let cell):
            // The host's replica may write in the name of another's.
            return [
                Bound(
                    "siblings", cell.siblings.count,
                    max: min(replicaCount, LobbyLimits.siblingsMax))
            ]
        default: return []
        }
    }
}
