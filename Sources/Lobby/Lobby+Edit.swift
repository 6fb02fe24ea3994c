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
        let shape = edit.key.field.shape
        switch (shape.content, edit.value) {
        case (_, .empty) where shape.mayBeEmpty: break
        case (.number(let range), .number(let count)) where range.contains(count): break
        case (.number, _): throw edit.key.field.refusalOfNumbers
        case (.text(let bytesMax), .text(let text)): try Self.checkText(text, bytesMax: bytesMax)
        case (.text, _): throw .badText
        case (.code(let bytesMax), .text(let text)) where text.isCode(bytesMax: bytesMax): break
        case (.code, _): throw .badValue
        }
    }

    /// Refuses a cell that can't be on this card.
    private func checkPlace(_ edit: Edit) throws(Refusal) {
        let (key, shape) = (edit.key, edit.key.field.shape)
        guard shape.round != .none || key.round == 0,
            shape.player != .none || key.player.value == 0,
            shape.hole != .none || key.hole == 0
        else { throw .malformed }
        if shape.round == .course {
            guard key.round <= LobbyLimits.exchangesMax else { throw .malformed }
            guard key.round == courseNumber || edit.isFromOtherHistory else { throw .stale }
        }
        // The history that was lost may have had another course.
        let holeMax = edit.isFromOtherHistory ? LobbyLimits.holesMax : holes.count
        switch shape.hole {
        case .none: break
        case .hole: guard key.hole >= 1, Int(key.hole) <= holeMax else { throw .noSuchHole }
        case .holeOrCard: guard Int(key.hole) <= holeMax else { throw .noSuchHole }
        case .game: guard key.hole >= 1 else { throw .malformed }
        }
        let isOfRound = shape.round == .begun || shape.round == .next
        if isOfRound {
            guard key.round >= 1, key.round <= LobbyLimits.roundsMax else { throw .noSuchRound }
        }
        switch shape.player {
        case .none: break
        case .column: guard key.player.value != 0 else { throw .noSuchPlayer }
        case .number:
            guard (1...LobbyLimits.idMax).contains(key.player.value) else { throw .malformed }
        }
        guard !edit.isFromOtherHistory else { return }
        if shape.round == .begun {
            guard stage.phase != .setup else { throw .notStarted }
            guard key.round <= stage.round else { throw .noSuchRound }
        }
        guard shape.round != .next || key.round <= stage.round + 1 else { throw .noSuchRound }
        guard shape.player != .column || player(key.player) != nil else { throw .noSuchPlayer }
    }

    /// The reason why the edit is kept for the host; nil if it is to be applied.
    private func lateness(of edit: Edit) -> QuarantinedEdit.Reason? {
        if deletedAt != nil { return .deleted }
        if stage.phase == .locked { return .locked }
        switch edit.member.standing {
        case .left: return .left
        case .kicked: return .kicked
        case .active:
            let isRemoved = edit.key.column.flatMap { player($0) }?.isRemoved == true
            return isRemoved ? .removed : nil
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

    /// Whether the member may write there. The host and the scorekeeper may write everything, and
    /// they alone penalties that belong to no hole.
    private func mayWrite(_ edit: Edit) -> Bool {
        if settles(edit.member) { return true }
        if edit.key.field.penalty != nil && edit.key.hole == 0 { return false }
        let owner = player(edit.key.player)?.member
        return switch edit.key.field.shape.writers {
        case .everybody: true
        case .column: owner == nil || owner == edit.member.number
        case .columnForGood:
            (owner == nil || owner == edit.member.number) && edit.value != .empty
        case .owner: owner == edit.member.number
        case .settlers: false
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
        if isLate(edit.key) { return .late }
        let isOwn = edit.key.column.flatMap { player($0) }?.member == edit.member.number
        return isOwn || edit.member.role == .scorekeeper ? .own : .other
    }

    private func isLate(_ key: CellKey) -> Bool {
        if key.field == .signed { return false }
        return key.field.endsWithRound ? stage.isOver(round: key.round) : stage.phase >= .ended
    }

    private func settles(_ member: Member) -> Bool {
        member.number == host || member.role == .scorekeeper
    }
}

extension Field {
    fileprivate var refusalOfNumbers: Refusal {
        switch self {
        case .throws: .badThrows
        case .par: .badPar
        default: .badValue
        }
    }
}

extension String {
    /// Whether only programs would write it; no name of anybody is in it.
    fileprivate func isCode(bytesMax: Int) -> Bool {
        (1...bytesMax).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
                    || "_/,;-X".utf8.contains(byte)
            }
    }
}
