public import Documents

extension Lobby {
    /// Carries out an event. It must be the one that follows: `event.seq == seq + 1`.
    ///
    /// An event is a fact, so nothing is checked against the rules here; references to members
    /// that don't exist change nothing.
    public mutating func apply(_ event: Event) {
        precondition(event.seq == seq + 1, "events are applied in order")
        seq = event.seq
        switch event.change {
        case .created: break
        case .course(let course, let number): play(course, number: number)
        case .cell(let key, let cell): put(cell, at: key)
        case .joined(let member): join(member)
        case .standing(let number, let standing): set(standing, of: number)
        case .playerAdded(let player): add(player)
        case .playerRemoved(let id): withPlayer(id) { $0.isRemoved = true }
        case .playerPlaced(let id, let next): place(id, before: next)
        case .stage(let next): enter(next)
        case .host(let number, let owner): (host, self.owner) = (number, owner)
        case .role(let number, let role): withMember(number) { $0.role = role }
        case .lateJoin(let allowed): allowsLateJoin = allowed
        case .trust(let next): trust = next
        case .game(let id, let game): play(id, game)
        case .invited(let code, let invitation): (self.code, self.invitation) = (code, invitation)
        case .claimed(let number, let id): claim(id, for: number)
        case .quarantined(let edit): quarantine.append(edit)
        case .settled(let place, let key, let cell):
            quarantine.removeAll { $0.seq == place }
            if let cell { put(cell, at: key) }
        case .deleted(let time): deletedAt = time
        }
    }

    private mutating func withMember(_ number: MemberNumber, _ change: (inout Member) -> Void) {
        guard number.value >= 1, number.value <= members.count else { return }
        change(&members[Int(number.value) - 1])
    }

    private mutating func put(_ cell: Cell, at key: CellKey) {
        let isNew = cells.updateValue(cell, forKey: key) == nil
        guard isNew || strays.contains(key), let shown = cell.shown, !isOnCard(key) else { return }
        strays.put(key, downTo: shown.member)
    }

    /// Takes the cells in that have got a place, now that the card has grown.
    private mutating func takeInStrays() {
        for key in strays.keys where isOnCard(key) { strays.remove(key) }
    }

    private mutating func join(_ member: Member) {
        if Int(member.number.value) == members.count + 1 {
            members.append(member)
        } else {
            withMember(member.number) { $0 = member }
        }
        if let player = member.player {
            add(Player(id: player, member: member.number, name: member.name))
        }
    }

    private mutating func withPlayer(_ id: PlayerID, _ change: (inout Player) -> Void) {
        guard let place = players.firstIndex(where: { $0.id == id }) else { return }
        change(&players[place])
    }

    private mutating func add(_ player: Player) {
        if self.player(player.id) == nil { players.append(player) }
        withPlayer(player.id) { $0.isRemoved = false }
        takeInStrays()
    }

    private mutating func claim(_ id: PlayerID, for number: MemberNumber) {
        if let former = member(number)?.player, former != id {
            withPlayer(former) { $0.isRemoved = true }
        }
        withMember(number) { $0.player = id }
        withPlayer(id) { $0.member = number }
    }

    private mutating func place(_ id: PlayerID, before next: PlayerID?) {
        guard id != next, let place = players.firstIndex(where: { $0.id == id }) else { return }
        let player = players.remove(at: place)
        players.insert(player, at: players.firstIndex { $0.id == next } ?? players.endIndex)
    }

    /// Changes a member's standing. Before the game starts, someone who goes takes the column
    /// along.
    private mutating func set(_ standing: Standing, of number: MemberNumber) {
        withMember(number) { $0.standing = standing }
        if standing != .active, stage.phase == .setup {
            for place in players.indices where players[place].member == number {
                players[place].isRemoved = true
            }
        }
    }

    private mutating func enter(_ next: Stage) {
        stage = next
        takeInStrays()
        if next.phase == .locked { code = nil }
    }
}
