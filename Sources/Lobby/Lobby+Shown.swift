public import Documents

/// The values that a lobby's cells show, and those that stand there before anybody writes.
extension Lobby {
    /// The course's name; nil for an unspecified course.
    public var courseName: String? {
        let cell = cell(courseKey)
        guard cell.shown != nil else { return course }
        guard case .text(let name) = cell.value else { return nil }
        return name
    }

    /// The throws that each hole is worth, in the order of the holes, to those whose tee has no
    /// par of its own.
    public var pars: [Int64] {
        holes.indices.map { place in
            let key = parKey(hole: UInt8(place + 1))
            guard case .number(let par) = cell(key).value else { return holes[place].par }
            return par
        }
    }

    public func name(of player: Player) -> String {
        guard case .text(let name) = cell(CellKey(player: player.id, field: .name)).value else {
            return player.name
        }
        return name
    }

    /// The member's name as the card shows it.
    public func name(of number: MemberNumber) -> String {
        guard let member = member(number) else { return "?" }
        guard let column = member.player.flatMap(player) else { return member.name }
        return name(of: column)
    }

    /// The throws on each hole; nil where nothing has been scored.
    public func `throws`(of player: PlayerID, round: UInt8) -> [Int64?] {
        holes.indices.map { place in
            let key = CellKey.score(round: round, player: player, hole: UInt8(place + 1))
            guard case .number(let count) = cells[key]?.value else { return nil }
            return count
        }
    }
}
