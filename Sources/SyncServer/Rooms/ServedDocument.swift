package import Documents
package import Wire

/// A document that a server keeps: who may come in, what an event means for those who are here,
/// and who runs the lobby. All else that a room does is the same for every kind.
package protocol ServedDocument: WireDocument {
    /// Whose events nothing limits but the bound of the log.
    var owner: MemberNumber { get }
    /// Finds the lobby; nil if nothing is to.
    var code: JoinCode? { get }
    /// Those who share the room for replicas.
    var activePeople: [PersonID] { get }
    /// Nil if the number is nobody's.
    func person(_ number: MemberNumber) -> PersonID?

    /// As what someone may come in; the document exists.
    func admission(of visitor: Visitor) throws(Refusal) -> Admission<Change>
    /// Why someone whose journal has been heard out takes no part.
    func farewell(to person: PersonID) -> Refusal

    /// Whether everything is as it should be with the host; asked often, and answered quickly.
    func isHosted(by isPresent: (MemberNumber) -> Bool) -> Bool
    func hostSearch(present: Set<MemberNumber>) -> HostSearch<Change>
    /// Gives the host's role to somebody who is there; nil if there is no need, or nobody.
    func substituteHost(present: Set<MemberNumber>) -> Change?

    /// The document without what opens the door, as spectators are told it.
    var forSpectators: Self { get }
    /// What they are told instead of a change; nil: the same.
    static func forSpectators(_ change: Change) -> Change?

    static func meaning(of change: Change) -> EventMeaning
    /// Replaces what opens the door.
    static func invitation(_ code: JoinCode, _ invitation: Identifier128) -> Change
}

/// Someone who has said hello to a lobby that exists.
package struct Visitor {
    package let hello: Hello
    /// The lobby was found by its code.
    package let cameByCode: Bool
    /// With the proof of a membership, which may have been lost since.
    package let holdsTicket: Bool
}

/// As what someone comes in.
package enum Admission<Change> {
    /// The change makes them one, unless they are.
    case member(MemberNumber, Change?)
    case spectator
    /// Only to deliver the rest of a journal.
    case outsider
    /// As a spectator who asks to be let in; if there is no room for more of them, refused.
    case knocking(Knock, Refusal)
}

/// What an event means for those who are connected.
package enum EventMeaning {
    case nothing
    case joined(MemberNumber, PersonID)
    /// Someone left or was kicked, who for good.
    case dismissed(MemberNumber, isForGood: Bool)
    case newHost
}

/// How it stands with a lobby's host.
package enum HostSearch<Change> {
    /// Here, or there is nobody else.
    case isSettled
    /// The owner is here and gets the role back.
    case returns(Change)
    /// Away, and others are here.
    case isAway
    /// The same, and won't come back.
    case isGone
}
