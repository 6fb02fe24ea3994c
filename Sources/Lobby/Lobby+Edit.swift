import Documents

/// Writing to a cell: what may stand in it, how much it counts, and what is kept for the host
/// because it came too late.
///
///     edit ──▸ value, place ──▸ too late? ── no ──▸ author, name, room ──▸ cell with a new sibling
///                   │               └─ yes ──▸ quarantine       │
///                   └───────────────▸ Refusal ◂─────────────────┘
///
/// An edit that was right when it was typed isn't lost because it comes late. One of someone who is
/// out, for a column that is gone, or for a locked or deleted game, waits for the host; one for a
/// round that is over is written, but shown only where nothing else stands.

/// An op's write to a cell, with what is known of its author.
struct Edit {
    var key: CellKey
    var value: CellValue
    var confirms: Bool
    var member: Member
    var replica: ReplicaTag
    /// The time at which it was typed: milliseconds since the lobby's start.
    var at: Int64
    /// The cell's version the author had seen, in this history.
    var seen: Seq
    /// Whether it was typed in a history that this server has lost. The start of the round or the
    /// player's column may be in what was lost, and come back after this; so neither is asked for.
    var isFromOtherHistory: Bool
}

extension Lobby {
    func change(_ edit: Edit) throws(Refusal) -> Change {
        try checkValue(edit)
        try checkPlace(edit)
        if let reason = lateness(of: edit) { return try quarantined(edit, reason) }
        guard mayWrite(edit) else { throw .notYours }
        try checkNameIsFree(edit.value, for: edit.key)
        let known = cells[edit.key]
        if known == nil { try requireRoom(for: edit) }
        var cell = known ?? Cell()
        let sibling = Sibling(
            seq: seq + 1, value: edit.value, member: edit.member.number, replica: edit.replica,
            at: edit.at, rank: rank(of: edit))
        let keepsOthers =
            edit.key.field == .throws && sibling.rank != .confirmed
            && trust.keepsOthers(seen: edit.seen)
        cell.write(sibling, seen: edit.seen, keepsOthers: keepsOthers)
        return .cell(edit.key, cell)
    }

    private func requireRoom(for edit: Edit) throws(Refusal) {
        let onCard = cells.count - strays.count
        if isOnCard(edit.key) {
            guard onCard < LobbyLimits.cellsMax else { throw .logFull }
            return
        }
        let shares = FairShare(
            share: LobbyLimits.cellsOffCardShare, poolMax: LobbyLimits.cellsOffCardMax)
        let own = strays.counts[edit.member.number] ?? 0
        guard shares.allows(own: own, all: strays.counts.values),
            max(onCard, LobbyLimits.cellsMax) + strays.count < LobbyLimits.cellsEverMax
        else { throw .logFull }
    }

    private func checkValue(_ edit: Edit) throws(Refusal) {
        switch (edit.key.field, edit.value) {
        case (.throws, .empty), (.course, .empty), (.tee, .empty): break
        case (.throws, .number(let count)):
            guard LobbyLimits.throwsRange.contains(count) else { throw .badThrows }
        case (.throws, .text): throw .badThrows
        case (.par, .number(let count)):
            guard LobbyLimits.parRange.contains(count) else { throw .badPar }
        case (.par, _): throw .badPar
        case (.name, .text(let text)):
            try Self.checkText(text, bytesMax: LobbyLimits.nameBytesMax)
        case (.course, .text(let text)):
            try Self.checkText(text, bytesMax: LobbyLimits.courseBytesMax)
        case (.tee, .text(let text)):
            try Self.checkText(text, bytesMax: LobbyLimits.teeBytesMax)
        case (.name, _), (.course, .number), (.tee, .number): throw .badText
        }
    }

    /// Refuses a cell that can't be on this card.
    private func checkPlace(_ edit: Edit) throws(Refusal) {
        let key = edit.key
        // The history that was lost may have had another course.
        let holeMax = edit.isFromOtherHistory ? LobbyLimits.holesMax : holes.count
        switch key.field {
        case .throws:
            guard key.hole >= 1, Int(key.hole) <= holeMax else { throw .noSuchHole }
            guard key.round >= 1, key.round <= LobbyLimits.roundsMax else { throw .noSuchRound }
            guard key.player.value != 0 else { throw .noSuchPlayer }
            guard !edit.isFromOtherHistory else { return }
            guard stage.phase != .setup else { throw .notStarted }
            guard key.round <= stage.round else { throw .noSuchRound }
            guard player(key.player) != nil else { throw .noSuchPlayer }
        case .par:
            guard key.player.value == 0 else { throw .malformed }
            if !edit.isFromOtherHistory { try checkCourse(of: key) }
            guard key.hole >= 1, Int(key.hole) <= holeMax else { throw .noSuchHole }
            guard key.round <= LobbyLimits.exchangesMax else { throw .malformed }
        case .name, .tee:
            guard key == CellKey(player: key.player, field: key.field) else { throw .malformed }
            guard player(key.player) != nil || edit.isFromOtherHistory else { throw .noSuchPlayer }
        case .course:
            guard key == CellKey(round: key.round, field: .course),
                key.round <= LobbyLimits.exchangesMax
            else { throw .malformed }
            if !edit.isFromOtherHistory { try checkCourse(of: key) }
        }
    }

    /// The reason why the edit is kept for the host; nil if it is to be applied.
    private func lateness(of edit: Edit) -> QuarantinedEdit.Reason? {
        if deletedAt != nil { return .deleted }
        if stage.phase == .locked { return .locked }
        switch edit.member.standing {
        case .left: return .left
        case .kicked: return .kicked
        case .active: return player(edit.key.player)?.isRemoved == true ? .removed : nil
        }
    }

    private func quarantined(
        _ edit: Edit, _ reason: QuarantinedEdit.Reason
    ) throws(Refusal) -> Change {
        guard mayOffer(edit.member) else { throw .quarantineFull }
        return .quarantined(
            QuarantinedEdit(
                seq: seq + 1, reason: reason, key: edit.key, value: edit.value,
                member: edit.member.number, replica: edit.replica, at: edit.at))
    }

    /// Whether there is room for one more late edit of the member. Someone who is out has a share
    /// like everyone, but nothing of the pool.
    private func mayOffer(_ member: Member) -> Bool {
        let own = quarantine.count { $0.member == member.number }
        guard own >= LobbyLimits.quarantineShare else { return true }
        guard member.standing == .active else { return false }
        let counts = quarantine.reduce(into: [:]) { $0[$1.member, default: 0] += 1 }
        let shares = FairShare(
            share: LobbyLimits.quarantineShare, poolMax: LobbyLimits.quarantineMax)
        return shares.allows(own: own, all: counts.values)
    }

    /// Whether the member may write there. Scores and tees are everybody's, and so are the names of
    /// guests; a member's name is that member's. All else is for the host and the scorekeeper, who
    /// may write everything.
    private func mayWrite(_ edit: Edit) -> Bool {
        if settles(edit.member) { return true }
        switch edit.key.field {
        case .throws, .tee: return true
        case .par, .course: return false
        case .name:
            guard let owner = player(edit.key.player)?.member else { return true }
            return owner == edit.member.number
        }
    }

    /// Refuses a name that another column has. Names are told apart when they are typed; nobody can
    /// foresee who is shown what later.
    func checkNameIsFree(_ value: CellValue, for key: CellKey) throws(Refusal) {
        guard key.field == .name, case .text(let name) = value else { return }
        guard !isTaken(name, besides: key.player) else { throw .nameTaken }
    }

    private func rank(of edit: Edit) -> Rank {
        if edit.confirms && settles(edit.member) { return .confirmed }
        let isLate =
            edit.key.field == .throws ? stage.isOver(round: edit.key.round) : stage.phase >= .ended
        if isLate { return .late }
        let isOwn = player(edit.key.player)?.member == edit.member.number
        return isOwn || edit.member.role == .scorekeeper ? .own : .other
    }

    private func settles(_ member: Member) -> Bool {
        member.number == host || member.role == .scorekeeper
    }
}
