public import Documents

/// Letting people in, and finding a host. These events come from the server itself, not from an op.
extension Lobby {
    /// The change that lets `person` take part under `name`, or under one that is told from those
    /// on the card; nil if nothing has to change.
    ///
    /// - Parameters:
    ///   - isVouched: the person was a member in a history that may have been lost, so neither
    ///     the game's stage nor a full card keeps them out, only the lobby's own bounds.
    public func join(
        _ person: PersonID, name: String, isVouched: Bool = false
    ) throws(Refusal) -> Change? {
        try Self.checkText(name, bytesMax: LobbyLimits.nameBytesMax)
        if let member = member(of: person) { return try rejoin(member) }
        guard isVouched || stage.phase != .locked else { throw .locked }
        guard isVouched || allowsLateJoin || stage.phase == .setup else { throw .gameStarted }
        guard members.count < DocumentLimits.membersMax, players.count < LobbyLimits.columnsMax,
            isVouched || hasRoomForPlayer
        else { throw .lobbyFull }
        return .joined(newMember(person, name: name))
    }

    func newMember(_ person: PersonID, name: String) -> Member {
        let column = freePlayerID(for: person)
        return Member(
            number: MemberNumber(UInt16(members.count + 1)), person: person, player: column,
            name: distinctName(name, for: column))
    }

    /// Brings a member back: someone who once took part can always come back, except after a kick.
    private func rejoin(_ member: Member) throws(Refusal) -> Change? {
        switch member.standing {
        case .active: return nil
        case .kicked: throw .kicked
        case .left:
            guard stage.phase != .locked else { throw .locked }
            return .joined(returned(member))
        }
    }

    func returned(_ member: Member) -> Member {
        var returned = member
        returned.standing = .active
        return returned
    }

    /// An id for the person's column. It follows from the person's, so that it is the same again if
    /// the server lost it and the person joins anew.
    private func freePlayerID(for person: PersonID) -> PlayerID {
        var id = PlayerID(UInt32(truncatingIfNeeded: person.value.low))
        while id.value == 0 || player(id) != nil { id.value &+= 1 }
        return id
    }

    /// The change that makes the present member host who joined first, while the host is away. Nil
    /// if the host is there, or nobody else is.
    public func substituteHost(present: Set<MemberNumber>) -> Change? {
        guard !isPresent(host, in: present) else { return nil }
        guard let next = members.first(where: { isPresent($0.number, in: present) }) else {
            return nil
        }
        let ownerIsGone = member(owner)?.standing != .active
        return .host(next.number, owner: ownerIsGone ? next.number : owner)
    }

    /// Gives the role back to its owner; nil if there is nothing to give back.
    public func returnHost(present: Set<MemberNumber>) -> Change? {
        guard host != owner, isPresent(owner, in: present) else { return nil }
        return .host(owner, owner: owner)
    }

    private func isPresent(_ number: MemberNumber, in present: Set<MemberNumber>) -> Bool {
        present.contains(number) && member(number)?.standing == .active
    }
}
