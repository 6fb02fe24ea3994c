package import Documents
import Structures
import Wire

/// A lobby in memory as an operator sees it: without names and without what opens its door.
package struct LobbyOverview: Sendable {
    package let lobby: LobbyID
    /// Where it stands, in the words of its kind; empty while it is being read or created.
    package let stage: String
    package let isDeleted: Bool
    package let seq: Seq
    package let memberCount: Int
    package let presentCount: Int
    package let sessionCount: Int
    /// About the bytes of a snapshot.
    package let bytes: Int
}

/// A session of a lobby: a member's, with their number, or a spectator's.
package struct SessionOverview: Sendable {
    package let session: SessionID
    package let part: String
    /// The member's number; 0 for those who are none.
    package let member: MemberNumber
}

/// A lobby with who is connected, and what happened last.
package struct LobbyReport: Sendable {
    package let overview: LobbyOverview
    package let sessions: [SessionOverview]
    /// The last events that memory has: the number and the kind of each, not what it says.
    package let tail: [(seq: Seq, kind: String)]
}
