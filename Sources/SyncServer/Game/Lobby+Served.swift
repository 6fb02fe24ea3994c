package import Documents
package import Lobby
import Wire

/// The door of a game.
extension Lobby: ServedDocument {
    package var activePeople: [PersonID] {
        members.filter { $0.standing == .active }.map(\.person)
    }

    package func person(_ number: MemberNumber) -> PersonID? { member(number)?.person }

    package func admission(of visitor: Visitor) throws(Refusal) -> Entrance<Change> {
        let hello = visitor.hello
        let person = visitor.person
        let member = member(of: person)
        if let member, isOutsider(member, hello) { return .outsider }
        if member?.standing == .kicked { throw .kicked }
        // Members hear of it, and its owner may restore it.
        guard deletedAt == nil || member?.standing == .active else { throw .gone }
        guard
            visitor.holdsTicket || visitor.cameByCode || isInvited(hello) || mayWatch(hello)
                || mayReturn(member, hello)
        else { throw .notInvited }
        if hello.part == .spectator { return .spectator }
        // A ticket stands for the membership that was lost, not for one that was given up.
        let isResumed = member?.standing == .active || member == nil && visitor.holdsTicket
        guard isResumed || hello.part == .player else { throw .notMember }
        let name = hello.name ?? "Player"
        let change: Change?
        do throws(Refusal) {
            change = try join(person, name: name, isVouched: visitor.holdsTicket)
        } catch {
            guard error == .gameStarted, hello.knocks else { throw error }
            return .knocking(Knock(person: person, name: name), error)
        }
        if case .joined(let joined)? = change { return .member(joined.number, change) }
        guard let member else { throw .notMember }
        return .member(member.number, nil)
    }

    /// Whether someone is out of the game but has a journal. What is left of it goes into
    /// quarantine; and if nothing is left, `welcome` says so, lest a lost `ack` keep the device
    /// waiting for ever, or a copied journal go unnoticed.
    private func isOutsider(_ member: Member, _ hello: Hello) -> Bool {
        guard hello.number > 0, hello.part != .spectator else { return false }
        switch member.standing {
        case .active: return false
        case .left: return hello.part != .player
        case .kicked: return true
        }
    }

    /// Whether membership alone opens the door.
    private func mayReturn(_ member: Member?, _ hello: Hello) -> Bool {
        guard let member else { return false }
        return member.standing == .active || hello.part != .spectator
    }

    private func isInvited(_ hello: Hello) -> Bool {
        guard case .invitation(_, let given) = hello.entry, let invitation else { return false }
        return Identity.isEqual(given, invitation)
    }

    /// Whether the secret for watching opens the door: to someone who only watches.
    private func mayWatch(_ hello: Hello) -> Bool {
        guard case .watch(_, let secret) = hello.entry, let watch else { return false }
        return hello.part == .spectator && Identity.isEqual(secret, watch)
    }

    package func farewell(to person: PersonID) -> Refusal {
        member(of: person)?.standing == .kicked ? .kicked : .notMember
    }
}

/// Things that happen in a game and mean something to those who are there.
extension Lobby {
    package static func forSpectators(_ change: Change) -> Change? { change.forSpectators }

    package static func invitation(_ code: JoinCode, _ invitation: Identifier128) -> Change? {
        .invited(code, invitation)
    }

    package static func meaning(of change: Change) -> EventMeaning {
        switch change {
        case .joined(let member): .joined(member.number, member.person)
        case .standing(_, .active): .nothing
        case .standing(let number, let standing):
            .dismissed(number, isForGood: standing == .kicked)
        case .host: .newHost
        default: .nothing
        }
    }
}

/// The host of a game: there always is one, if somebody is there.
extension Lobby {
    package func isHosted(by isPresent: (MemberNumber) -> Bool) -> Bool {
        host == owner && isPresent(host) && hasActiveHost
    }

    package func hostSearch(present: Set<MemberNumber>) -> HostSearch<Change> {
        if let change = returnHost(present: present) { return .returns(change) }
        guard substituteHost(present: present) != nil else { return .isSettled }
        return hasActiveHost ? .isAway : .isGone
    }

    private var hasActiveHost: Bool { member(host)?.standing == .active }
}

/// What an operator sees and does.
extension Lobby {
    package var stageName: String {
        let name =
            switch stage.phase {
            case .setup: "setup"
            case .playing: "playing"
            case .roundEnded: "round_ended"
            case .ended: "ended"
            case .locked: "locked"
            }
        let deleted = deletedAt == nil ? "" : " (deleted)"
        return (stage.round > 0 ? "\(name) \(stage.round)" : name) + deleted
    }

    /// As the host removes somebody; nobody removes the host.
    package func dismissal(of number: MemberNumber) -> Change? {
        guard number != host, number != owner, member(number)?.standing == .active else {
            return nil
        }
        return .standing(number, .kicked)
    }

    package func deletion(at time: WallTime) -> Change? {
        deletedAt == nil ? .deleted(time) : nil
    }

    package var restoration: Change? { deletedAt == nil ? nil : .deleted(nil) }

    /// As the host locks a game, which has to have ended before; one that hasn't begun can't be.
    package var lockingChanges: [Change] {
        guard deletedAt == nil else { return [] }
        let locked = Stage(.locked, round: stage.round)
        switch stage.phase {
        case .setup, .locked: return []
        case .playing, .roundEnded:
            return [.stage(Stage(.ended, round: stage.round)), .stage(locked)]
        case .ended: return [.stage(locked)]
        }
    }
}
