package import Documents
import SyncClient
package import SyncServer
import Wire

/// Whoever has been let in stays a member, and nobody is host but who made it.
extension Counter: ServedDocument {
    package var owner: MemberNumber { MemberNumber(1) }
    package var code: JoinCode? { door.code }
    package var activePeople: [PersonID] { members }

    package func person(_ number: MemberNumber) -> PersonID? {
        let place = Int(number.value) - 1
        return members.indices.contains(place) ? members[place] : nil
    }

    package func admission(of visitor: Visitor) throws(Refusal) -> Entrance<Change> {
        let hello = visitor.hello
        let person = visitor.person
        let number = number(of: person)
        let comesIn: Bool
        switch hello.entry {
        case .invitation(_, let given): comesIn = given == door.invitation
        case .watch(_, let given): comesIn = given == watch && hello.part == .spectator
        case .create, .code, .member: comesIn = false
        }
        guard comesIn || visitor.cameByCode || visitor.holdsTicket || number != nil else {
            throw .notInvited
        }
        if hello.part == .spectator { return .spectator }
        if let number { return .member(number, nil) }
        guard hello.part == .player || visitor.holdsTicket else { throw .notMember }
        guard members.count < DocumentLimits.membersMax else { throw .lobbyFull }
        let next = MemberNumber(UInt16(members.count + 1))
        return .member(next, .joined(next, person))
    }

    package func farewell(to person: PersonID) -> Refusal { .notMember }

    package var forSpectators: Counter {
        var counter = self
        counter.door = .unknown
        return counter
    }

    package static func forSpectators(_ change: Change) -> Change? {
        switch change {
        case .created(let maker, let watch, _): .created(maker, watch: watch, .unknown)
        case .invited: .invited(.unknown)
        case .joined, .added: nil
        }
    }

    package var stageName: String { "counting" }

    package static func meaning(of change: Change) -> EventMeaning {
        if case .joined(let number, let person) = change {
            .joined(number, person)
        } else {
            .nothing
        }
    }

    package static func invitation(_ code: JoinCode, _ invitation: Identifier128) -> Change? {
        .invited(Door(code: code, invitation: invitation))
    }
}

extension Counter: ClientDocument {
    package func isMember(_ person: PersonID) -> Bool { number(of: person) != nil }
    package var isOpen: Bool { true }
    package var opensDoor: Bool { door.invitation != nil }

    package static func isCreation(_ command: Command) -> Bool {
        if case .create = command { true } else { false }
    }

    package static func event(namedIn command: Command) -> Seq? { nil }

    /// An addition takes the place of nothing.
    package func version(before command: Command) -> Seq { 0 }
    package static func valueBefore(_ command: Command, in counter: Counter?) -> [UInt8]? { nil }
}
