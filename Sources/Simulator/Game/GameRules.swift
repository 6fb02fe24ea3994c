import Documents
import Lobby
import Wire

/// Sections 11 to 13 of Protocol.md, written down a second time, to judge the events of the log.
struct GameRules {
    /// Before the event.
    let lobby: Lobby

    private func rule(_ holds: Bool, _ text: String, _ check: Check = .rules) -> Fault? {
        holds ? nil : Fault(text, check)
    }

    /// Joins and the passing of the host's role come from the server itself.
    func faultOfServer(_ event: Event, isSomebody: (PersonID) -> Bool) -> Fault? {
        switch event.change {
        case .joined(let member):
            let known = lobby.members.first { $0.person == member.person }
            if let known, known.number != member.number || known.standing != .left {
                return rule(false, "someone joins who can't")
            }
            guard isSomebody(member.person) else {
                return rule(false, "someone joins who is nobody")
            }
            return rule(
                known != nil || Int(member.number.value) == lobby.members.count + 1,
                "a new member has a wrong number")
        case .invited(let code, let invitation):
            return rule(
                code != nil && code != lobby.code && invitation != nil
                    && invitation != lobby.invitation
                    && lobby.members.contains { $0.standing == .kicked },
                "the door gets no new lock")
        case .host(let host, _):
            return rule(standing(host) == .active, "someone is host who isn't there")
        default: return rule(false, "the server doesn't do that by itself")
        }
    }

    private func standing(_ number: MemberNumber) -> Standing? {
        lobby.members.first { $0.number == number }?.standing
    }

    func fault(in event: Event, _ origin: Origin, of op: Op) -> Fault? {
        guard let author = lobby.members.first(where: { $0.number == event.by }) else {
            return rule(false, "the author isn't a member")
        }
        switch (event.change, op.command) {
        case (.cell(let key, let cell), .set(let typedKey, let value, let confirms)):
            guard key == typedKey else { return rule(false, "another cell was typed: \(typedKey)") }
            if [.par, .course, .index].contains(key.field), key.round != lobby.courseNumber,
                !isFromOtherHistory(op)
            {
                return rule(false, "it was typed for a course that isn't played: \(key)")
            }
            guard mayWrite(key, value, author) else {
                return rule(false, "it was written by somebody who may not: \(key)")
            }
            return fault(
                in: cell, before: lobby.cells[key], event, origin, op, value,
                rank: rank(key, author, confirms: confirms), member: author.number, key: key)
        case (.quarantined(let edit), .set(let key, let value, _)):
            return fault(in: edit, event, origin, op, key, value, author)
        case (.settled(let seq, let key, let cell), .settle(let typedSeq, let applies)):
            guard author.number == lobby.host else { return rule(false, "not by the host") }
            return seq == typedSeq
                ? faultOfSettling(seq, key, cell, applies: applies, event, origin)
                : rule(false, "another late entry was meant")
        default: return faultOfCommand(event, op, author)
        }
    }

    // MARK: Cells

    /// The numbers of the fields that tell of a round, whose end makes them late.
    private static let fieldsOfRound: Set<UInt8> = Set([0, 10, 11, 12, 13, 14, 15, 16, 17, 18])
        .union([19, 20]).union(64...104)

    private func isOver(_ key: CellKey) -> Bool {
        if key.field == .signed { return false }
        guard Self.fieldsOfRound.contains(key.field.rawValue) else {
            return lobby.stage.phase == .ended || lobby.stage.phase == .locked
        }
        return lobby.stage.phase != .setup && lobby.stage.phase != .playing
            || key.round < lobby.stage.round
    }

    private func rank(_ key: CellKey, _ author: Member, confirms: Bool) -> Rank {
        let settles = author.number == lobby.host || author.role == .scorekeeper
        if confirms, settles { return .confirmed }
        if isOver(key) { return .late }
        return column(key)?.member == author.number || author.role == .scorekeeper
            ? .own : .other
    }

    /// The column of a cell: where a game or an award stands in the key there is none.
    private func column(_ key: CellKey) -> Player? {
        [.agreed, .award].contains(key.field)
            ? nil : lobby.players.first { $0.id == key.player }
    }

    private func mayWrite(_ key: CellKey, _ value: CellValue, _ author: Member) -> Bool {
        let isHost = author.number == lobby.host || author.role == .scorekeeper
        let isOwn = column(key)?.member == author.number
        let isGuests = column(key)?.member == nil
        switch key.field.rawValue {
        case 2, 3, 5, 6, 7: return isHost
        case 14, 15: return isHost || (isOwn || isGuests) && value != .empty
        case 1, 8, 9, 10, 11, 17, 22: return isHost || isOwn || isGuests
        case 21: return isHost || isOwn
        case 64...: return isHost || key.hole > 0
        default: return true
        }
    }

    private func at(_ op: Op, received: WallTime) -> Int64 {
        let earliest = lobby.start.milliseconds - 300_000
        let latest = received.milliseconds + 2_000
        return min(max(op.at.milliseconds, earliest), latest) - lobby.start.milliseconds
    }

    /// Multi-value register: what the author had seen, and what the own replica wrote, goes;
    /// everything else stays. No `seq` in the order.
    private func fault(
        in cell: Cell, before: Cell?, _ event: Event, _ origin: Origin, _ op: Op,
        _ value: CellValue, rank: Rank, member: MemberNumber, key: CellKey
    ) -> Fault? {
        if lobby.stage.phase == .locked { return rule(false, "the game is locked") }
        if standing(member) != .active { return rule(false, "its author is out") }
        let own = Sibling(
            seq: event.seq, value: value, member: member, replica: origin.replica,
            at: at(op, received: event.received), rank: rank)
        return fault(
            in: cell, before, adding: own, seen: origin.seen,
            keepsOthers: key.field == .throws && rank != .confirmed
                && (lobby.trust.need != 1 || origin.seen < lobby.trust.since))
    }

    private func fault(
        in cell: Cell, _ before: Cell?, adding own: Sibling, seen: Seq, keepsOthers: Bool = false
    ) -> Fault? {
        guard cell.version == own.seq else { return rule(false, "the cell has a wrong version") }
        guard let written = cell.siblings.first(where: { $0.seq == own.seq }), written == own else {
            return rule(false, "the entry isn't written as it was typed: \(own)")
        }
        let old = before?.siblings ?? []
        let kept = old.filter {
            $0.replica != own.replica
                && ($0.seq > seen || keepsOthers && $0.member != own.member)
        }
        for sibling in kept where !cell.siblings.contains(sibling) {
            return rule(false, "an unseen sibling is gone: \(sibling)", .unseenOverwrite)
        }
        guard cell.siblings.count == kept.count + 1 else {
            return rule(false, "something stays that should be replaced")
        }
        let ordered = zip(cell.siblings, cell.siblings.dropFirst()).allSatisfy { first, second in
            (first.rank.rawValue, first.at, first.replica.value)
                >= (second.rank.rawValue, second.at, second.replica.value)
        }
        guard ordered else { return rule(false, "the siblings are in a wrong order") }
        let replicas = Set(cell.siblings.map(\.replica)).count
        return rule(replicas == cell.siblings.count, "two siblings of one replica", .bounds)
    }

    // MARK: Quarantine

    private func fault(
        in edit: QuarantinedEdit, _ event: Event, _ origin: Origin, _ op: Op, _ key: CellKey,
        _ value: CellValue, _ author: Member
    ) -> Fault? {
        let isAsTyped =
            edit.seq == event.seq && edit.key == key && edit.value == value
            && edit.member == author.number && edit.replica == origin.replica
            && edit.at == at(op, received: event.received)
        guard isAsTyped else { return rule(false, "the late entry isn't as it was typed") }
        let isRemoved = column(key)?.isRemoved == true
        let reason: QuarantinedEdit.Reason? =
            lobby.deletedAt != nil
            ? .deleted
            : lobby.stage.phase == .locked
                ? .locked
                : author.standing == .left
                    ? .left : author.standing == .kicked ? .kicked : isRemoved ? .removed : nil
        return rule(
            edit.reason == reason, "the reason should be \(reason.map { "\($0)" } ?? "none")")
    }

    private func faultOfSettling(
        _ seq: Seq, _ key: CellKey, _ cell: Cell?, applies: Bool, _ event: Event, _ origin: Origin
    ) -> Fault? {
        guard let edit = lobby.quarantine.first(where: { $0.seq == seq }), edit.key == key else {
            return rule(false, "no such late entry")
        }
        guard let cell else { return rule(!applies, "a late entry is discarded unasked") }
        guard applies else { return rule(false, "a late entry is applied unasked") }
        let own = Sibling(
            seq: event.seq, value: edit.value, member: edit.member, replica: origin.replica,
            at: edit.at, rank: .confirmed)
        return fault(in: cell, lobby.cells[key], adding: own, seen: origin.seen)
    }

    // MARK: Commands

    private func faultOfClaim(
        _ number: MemberNumber, _ id: PlayerID, _ typed: PlayerID, _ author: Member
    ) -> Fault? {
        let column = lobby.players.first { $0.id == id }
        guard number == author.number, id == typed, column?.member == nil,
            column?.isRemoved == false, lobby.stage.phase != .locked
        else { return rule(false, "a column is claimed that can't be") }
        let hasScores = lobby.cells.contains { key, cell in
            key.field == .throws && key.player == author.player
                && cell.siblings.contains { $0.value != .empty }
        }
        return rule(!hasScores, "someone claims a second column with scores")
    }

    private func isFromOtherHistory(_ op: Op) -> Bool {
        op.seenEpoch != .none && op.seenEpoch != lobby.epoch
    }

    private func faultOfCommand(_ event: Event, _ op: Op, _ author: Member) -> Fault? {
        let command = op.command
        guard author.standing == .active else { return rule(false, "its author is out") }
        if case (.standing(let number, .left), .leave) = (event.change, command) {
            return rule(number == author.number, "someone else leaves")
        }
        if case (.deleted(let time), .delete(let isDeleted)) = (event.change, command) {
            return rule(
                author.number == lobby.owner && isDeleted == (time != nil)
                    && isDeleted != (lobby.deletedAt != nil)
                    && time ?? event.received
                        == event.received,
                "not by the owner, or not as it was typed")
        }
        guard lobby.deletedAt == nil else { return rule(false, "the game is deleted") }
        if case (.claimed(let number, let id), .claim(let typed)) = (event.change, command) {
            return faultOfClaim(number, id, typed, author)
        }
        guard author.number == lobby.host else { return rule(false, "not by the host") }
        switch (event.change, command) {
        case (.joined(let member), .admit(let person, _)):
            let known = lobby.members.first { $0.person == person }
            return rule(
                member.person == person && lobby.stage.phase != .locked
                    && (known == nil || known?.standing == .left), "someone else is let in")
        case (.course(let course, let number), .exchange(let typed, let expected)):
            let isInTime = lobby.stage.phase == .setup || isFromOtherHistory(op)
            return rule(
                course == typed && number == expected + 1 && expected == lobby.courseNumber
                    && isInTime && lobby.stage.phase != .locked,
                "another course is played than was typed, or too late")
        case (.stage(let stage), .move(let from, let to)):
            return rule(stage == to && from == lobby.stage, "the stage moved in the meantime")
        case (.standing(let number, .kicked), .kick(let person)):
            return rule(
                lobby.members.first { $0.person == person }?.number == number
                    && number != lobby.host && number != lobby.owner, "the wrong one is kicked")
        case (.host(let host, _), .passHost(_, let to)):
            return rule(
                lobby.members.first { $0.person == to }?.number == host, "another host was meant")
        case (.role(_, let role), .appoint(_, let typed)):
            return rule(role == typed, "another role was meant")
        case (.lateJoin(let allowed), .allowLateJoin(let typed)):
            return rule(allowed == typed && allowed != lobby.allowsLateJoin, "the other way round")
        case (.game(let id, let game), .game(let wish)):
            let known = lobby.games.first { $0.id == id }
            return rule(
                id == wish.id && known?.number == wish.from && game?.settings == wish.settings
                    && (game == nil || game?.number == (known?.number ?? 0) + 1)
                    && (known != nil || id > lobby.lastGame && game != nil)
                    && lobby.stage.phase != .locked,
                "another game is played than was typed")
        case (.trust(let trust), .trust(let wish)):
            let scorers = wish.scorers.map { person in
                lobby.members.first { $0.person == person }?.number
            }
            return rule(
                lobby.trust.number == wish.from && trust.number == wish.from + 1
                    && trust.since == event.seq && trust.need == wish.need
                    && trust.scorers == scorers && trust.isBlind == wish.isBlind
                    && lobby.stage.phase != .locked,
                "the game isn't as strict as was typed")
        case (.playerAdded(let player), .addPlayer(let id, _)):
            return rule(
                player.id == id && !lobby.players.contains { $0.id == id }, "another player")
        case (.playerRemoved(let player), .removePlayer(let id)):
            return rule(player == id, "another player")
        case (.playerPlaced(let player, let next), .placePlayer(let id, let before)):
            return rule(player == id && next == before, "another place")
        default: return rule(false, "it isn't what was typed: \(command)")
        }
    }
}
