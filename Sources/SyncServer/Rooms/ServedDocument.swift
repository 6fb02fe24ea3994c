package import Documents
package import Wire

/// A document that a server keeps: it says who may come in, what an event means for those who are
/// here, and who runs the lobby. All else that a room does is the same for every kind.
package protocol ServedDocument: WireDocument {
    /// Whether people share it: then a code finds it.
    static var isShared: Bool { get }
    /// Journals that one person may have in it.
    static var replicasPerPersonMax: Int { get }

    /// The member whose events nothing limits but the bound of the log.
    var owner: MemberNumber { get }
    /// The code that finds the lobby; nil if none does.
    var code: JoinCode? { get }
    /// The time at which it was deleted; nil unless it is.
    var deletedAt: WallTime? { get }
    /// The people who take part, in the order of their numbers.
    var activePeople: [PersonID] { get }
    /// The person of a member; nil if the number is nobody's.
    func person(_ number: MemberNumber) -> PersonID?

    /// The part in which someone may come in; throws the reason why they may not.
    func admission(of visitor: Visitor) throws(Refusal) -> Entrance<Change>
    /// The reason why someone whose journal has been heard out takes no part.
    func farewell(to person: PersonID) -> Refusal

    /// Whether everything is as it should be with the host; asked often, and answered quickly.
    func isHosted(by isPresent: (MemberNumber) -> Bool) -> Bool
    func hostSearch(present: Set<MemberNumber>) -> HostSearch<Change>
    /// The change that gives the host's role to somebody who is there; nil if there is no need, or
    /// nobody.
    func substituteHost(present: Set<MemberNumber>) -> Change?

    /// The document without what opens the door, as spectators are told it.
    var forSpectators: Self { get }
    /// The change that spectators are told instead; nil if they are told this one.
    static func forSpectators(_ change: Change) -> Change?

    /// Where it stands, in a word or two for an operator.
    var stageName: String { get }
    /// The change by which an operator removes a member for good; nil if that can't be.
    func dismissal(of member: MemberNumber) -> Change?
    /// The changes by which an operator ends all changes; none if that can't be.
    var lockingChanges: [Change] { get }

    /// The change by which an operator deletes it; nil if that can't be.
    func deletion(at time: WallTime) -> Change?
    /// The change by which an operator takes a deletion back; nil if there is none.
    var restoration: Change? { get }

    static func meaning(of change: Change) -> EventMeaning
    /// The change that replaces what opens the door; nil if nothing does.
    static func invitation(_ code: JoinCode, _ invitation: Identifier128) -> Change?
}

extension ServedDocument {
    package static var isShared: Bool { true }
    package static var replicasPerPersonMax: Int { DocumentLimits.replicasPerPersonMax }
}

/// What goes for a kind that has no host, ends never, and isn't the operator's business.
extension ServedDocument {
    package func isHosted(by isPresent: (MemberNumber) -> Bool) -> Bool { true }
    package func hostSearch(present: Set<MemberNumber>) -> HostSearch<Change> { .isSettled }
    package func substituteHost(present: Set<MemberNumber>) -> Change? { nil }
    package func dismissal(of member: MemberNumber) -> Change? { nil }
    package var lockingChanges: [Change] { [] }
    package var deletedAt: WallTime? { nil }
    package func deletion(at time: WallTime) -> Change? { nil }
    package var restoration: Change? { nil }
    package static func invitation(_ code: JoinCode, _ invitation: Identifier128) -> Change? { nil }
}

/// Someone who has said hello to a lobby that exists.
package struct Visitor {
    package let hello: Hello
    /// The person who they are here.
    package let person: PersonID
    /// Whether the lobby was found by its code.
    package let cameByCode: Bool
    /// Whether they have the proof of a membership, which may have been lost since.
    package let holdsTicket: Bool
}

/// A part in which someone comes in.
package enum Entrance<Change> {
    /// Someone who takes part; the change makes them a member, unless they are.
    case member(MemberNumber, Change?)
    case spectator
    /// Someone who only delivers the rest of a journal.
    case outsider
    /// A spectator who asks to be let in; if there is no room for more of them, refused.
    case knocking(Knock, Refusal)
}

/// A meaning of an event for those who are connected.
package enum EventMeaning {
    case nothing
    case joined(MemberNumber, PersonID)
    /// Someone left or was kicked, in which case it is for good.
    case dismissed(MemberNumber, isForGood: Bool)
    case newHost
}

/// The state of a lobby's host.
package enum HostSearch<Change> {
    /// The host is here, or there is nobody else.
    case isSettled
    /// The owner is here and gets the role back.
    case returns(Change)
    /// The host is away, and others are here.
    case isAway
    /// The host won't come back, and others are here.
    case isGone
}
