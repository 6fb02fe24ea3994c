package import Documents
package import Notebook
import Wire

/// The door of a notebook: it opens to its owner, who is known by its very id, and to nobody else.
extension Notebook: ServedDocument {
    package static var isShared: Bool { false }
    package static var replicasPerPersonMax: Int { DocumentLimits.replicasMax }

    package var owner: MemberNumber { MemberNumber(1) }
    package var activePeople: [PersonID] { [person] }
    package var code: JoinCode? { nil }

    package func person(_ number: MemberNumber) -> PersonID? {
        number == owner ? person : nil
    }

    package func admission(of visitor: Visitor) throws(Refusal) -> Entrance<Change> {
        guard visitor.person == person else { throw .notInvited }
        return .member(owner, nil)
    }

    package func farewell(to person: PersonID) -> Refusal { .notMember }

    package var forSpectators: Notebook { self }
    package static func forSpectators(_ change: Change) -> Change? { nil }
    package static func meaning(of change: Change) -> EventMeaning { .nothing }

    package var stageName: String { "notebook" }
}
