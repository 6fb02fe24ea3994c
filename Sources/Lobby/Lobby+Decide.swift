public import Documents

/// Finding out what a member's op leads to. This decides, and never changes anything.
extension Lobby {
    /// The event that `op` leads to; throws the reason if it leads to none.
    ///
    /// - Parameter received: the server's time at receipt (a client predicting its own op passes
    ///   its estimate).
    public func decide(
        _ op: Op, by author: Author, received: WallTime
    ) throws(Refusal) -> Event {
        guard let member = member(of: author.person) else { throw .notMember }
        let seen = op.seenEpoch == epoch ? min(op.seenVersion, seq) : 0
        return Event(
            seq: seq + 1, by: member.number, received: received,
            origin: Origin(replica: author.replica, number: op.number, seen: seen),
            change: try change(op, by: member, author.replica, seen: seen, received: received))
    }

    /// The event that creates a lobby; `op` must be a `create` by the person whose id is in the
    /// lobby's.
    public static func create(
        _ id: LobbyID, _ op: Op, by author: Author, received: WallTime, code: JoinCode?
    ) throws(Refusal) -> Event {
        guard case .create(let setup, let nonce) = op.command else { throw .noLobby }
        guard id == LobbyID(maker: author.person, nonce: nonce) else { throw .malformed }
        guard id.canName(kind) else { throw .malformed }
        try check(setup)
        let earliest = received.milliseconds - LobbyLimits.offlineMillisecondsMax
        let start = WallTime(
            milliseconds: min(max(op.at.milliseconds, earliest), received.milliseconds))
        let creation = Creation(setup: setup, host: author.person, start: start, code: code)
        return Event(
            seq: 1, by: MemberNumber(1), received: received,
            origin: Origin(replica: author.replica, number: op.number, seen: 0),
            change: .created(creation))
    }

    private func change(
        _ op: Op, by member: Member, _ replica: ReplicaTag, seen: Seq, received: WallTime
    ) throws(Refusal) -> Change {
        if case .set(let key, let value, let confirms) = op.command {
            let edit = Edit(
                key: key, value: value, confirms: confirms, member: member, replica: replica,
                at: offset(of: clamp(op.at, received: received)), seen: seen,
                isFromOtherHistory: isFromOtherHistory(op))
            return try change(edit)
        }
        guard member.standing == .active else { throw .notMember }
        switch op.command {
        case .create: throw .lobbyExists
        case .set: throw .malformed
        case .leave: return .standing(member.number, .left)
        case .delete(let isDeleted): return try delete(isDeleted, by: member, received: received)
        case _ where deletedAt != nil: throw .deleted
        case .claim(let id): return try claim(id, by: member)
        case .settle(let place, let applies):
            try requireHost(member)
            return try settle(place, applies: applies, by: replica, seen: seen)
        case .move(let from, let to):
            try requireHost(member)
            guard from == stage, from.leads(to: to) else { throw .stale }
            return .stage(to)
        case .exchange(let course, let expected):
            try requireHost(member)
            return try exchange(
                for: course, expecting: expected, isFromOtherHistory: isFromOtherHistory(op))
        case .trust(let wish):
            try requireHost(member)
            guard stage.phase != .locked else { throw .locked }
            return try trust(wish)
        case .game(let wish):
            try requireHost(member)
            guard stage.phase != .locked else { throw .locked }
            return try game(wish)
        case .addPlayer, .removePlayer, .placePlayer, .kick, .passHost, .appoint, .allowLateJoin,
            .admit:
            try requireHost(member)
            guard stage.phase != .locked else { throw .locked }
            return try changeOfPeople(op.command)
        }
    }

    private func isFromOtherHistory(_ op: Op) -> Bool {
        op.seenEpoch != epoch && op.seenEpoch != .none
    }

    /// Makes a guest's column the member's. A member with scores of their own keeps the column that
    /// they have: nothing tells which of two is right.
    private func claim(_ id: PlayerID, by member: Member) throws(Refusal) -> Change {
        guard stage.phase != .locked else { throw .locked }
        try requireColumn(id)
        guard player(id)?.member == nil else { throw .notYours }
        if let own = member.player, hasScores(own) { throw .hasScores }
        return .claimed(member.number, id)
    }

    private func hasScores(_ id: PlayerID) -> Bool {
        cells.contains { key, cell in
            key.player == id && key.field == .throws
                && cell.siblings.contains { $0.value != .empty }
        }
    }

    /// Deletes the game, or restores it. That is for its owner: whoever only minds the role while
    /// the owner is away isn't to take everybody's game away.
    private func delete(
        _ isDeleted: Bool, by member: Member, received: WallTime
    ) throws(Refusal) -> Change {
        guard member.number == owner else { throw .notHost }
        guard isDeleted != (deletedAt != nil) else { throw .stale }
        return .deleted(isDeleted ? received : nil)
    }

    private func requireHost(_ member: Member) throws(Refusal) {
        guard member.number == host else { throw .notHost }
    }

    private func clamp(_ at: WallTime, received: WallTime) -> WallTime {
        let latest = received.milliseconds + LobbyLimits.afterReceiptMillisecondsMax
        let earliest = start.milliseconds - LobbyLimits.beforeStartMillisecondsMax
        return WallTime(milliseconds: min(max(at.milliseconds, earliest), latest))
    }

    /// Applies or discards a late edit. It keeps its author, but it is the host's device that
    /// writes it: what the author has entered since is no more overwritten unseen than anyone
    /// else's entry.
    private func settle(
        _ place: Seq, applies: Bool, by replica: ReplicaTag, seen: Seq
    ) throws(Refusal) -> Change {
        guard let edit = quarantine.first(where: { $0.seq == place }) else { throw .notPending }
        guard applies else { return .settled(place, edit.key, nil) }
        guard !edit.key.field.isOfCourse || edit.key.round == courseNumber else { throw .stale }
        try checkNameIsFree(edit.value, for: edit.key)
        var cell = cell(edit.key)
        let sibling = Sibling(
            seq: seq + 1, value: edit.value, member: edit.member, replica: replica,
            at: edit.at, rank: .confirmed)
        cell.write(sibling, seen: seen)
        return .settled(place, edit.key, cell)
    }
}

/// The host's commands about who takes part.
extension Lobby {
    private func changeOfPeople(_ command: Command) throws(Refusal) -> Change {
        switch command {
        case .addPlayer(let id, let name): return try addGuest(id, name: name)
        case .removePlayer(let id):
            try requireColumn(id)
            return .playerRemoved(id)
        case .placePlayer(let id, let next):
            try requireColumn(id)
            if let next { try requireColumn(next) }
            return .playerPlaced(id, before: next)
        case .kick(let person):
            let target = try activeMember(person)
            guard target.number != host, target.number != owner else { throw .notYours }
            return .standing(target.number, .kicked)
        case .passHost(let from, let to):
            let target = try activeMember(to)
            guard member(host)?.person == from, target.number != host else { throw .stale }
            // A substitute only minds the role until its owner returns.
            guard host == owner || member(owner)?.standing != .active else { throw .notHost }
            return .host(target.number, owner: target.number)
        case .appoint(let person, let role):
            let target = try activeMember(person)
            guard target.role != role else { throw .stale }
            return .role(target.number, role)
        case .allowLateJoin(let allowed):
            guard allowed != allowsLateJoin else { throw .stale }
            return .lateJoin(allowed)
        case .admit(let person, let name): return try admit(person, name: name)
        case .create, .exchange, .set, .trust, .game, .move, .settle, .leave, .claim, .delete:
            throw .malformed
        }
    }

    private func addGuest(_ id: PlayerID, name: String) throws(Refusal) -> Change {
        try Self.checkText(name, bytesMax: LobbyLimits.nameBytesMax)
        guard id.value != 0 else { throw .malformed }
        guard player(id) == nil else { throw .playerExists }
        guard hasRoomForPlayer else { throw .tooManyPlayers }
        return .playerAdded(Player(id: id, member: nil, name: distinctName(name, for: id)))
    }

    /// Lets in someone who knocks, whatever the stage, for the host says so.
    private func admit(_ person: PersonID, name: String) throws(Refusal) -> Change {
        try Self.checkText(name, bytesMax: LobbyLimits.nameBytesMax)
        if let member = member(of: person) {
            guard member.standing == .left else { throw .stale }
            return .joined(returned(member))
        }
        guard members.count < DocumentLimits.membersMax, hasRoomForPlayer else {
            throw .tooManyPlayers
        }
        return .joined(newMember(person, name: name))
    }

    private func requireColumn(_ id: PlayerID) throws(Refusal) {
        guard let player = player(id), !player.isRemoved else { throw .noSuchPlayer }
    }

    private func activeMember(_ person: PersonID) throws(Refusal) -> Member {
        guard let member = member(of: person) else { throw .noSuchPerson }
        guard member.standing == .active else { throw .stale }
        return member
    }
}
