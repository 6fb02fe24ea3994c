import Structures

/// The lobbies that have something to commit, and the commits that are on their way, which are
/// answered in their order. A turn that changed anything makes one; a second one follows at once if
/// its outputs have changed something more, as sessions that end do.
///
///     activate ──▸ active ── add ──▸ committing ── removeCommit ──▸
///                                         │
///                                       send: this commit is whole, and the next ticket counts
struct CommitLine {
    /// The ticket of the commit that this turn's changes will go into.
    private(set) var ticket: UInt64 = 1
    /// Lobbies to look at when the turn ends.
    private var active: [SlotID] = []
    /// The lobbies in each commit that hasn't been answered, in the order of the commits.
    private var committing: [(ticket: UInt64, lobby: SlotID)] = []

    var isEmpty: Bool { committing.isEmpty && active.isEmpty }
    var activeCount: Int { active.count }

    /// Has the end of the turn look at this lobby.
    mutating func activate(_ lobby: SlotID) { active.append(lobby) }

    /// A lobby that the end of the turn is to look at.
    func activeLobby(_ place: Int) -> SlotID { active[place] }

    /// Forgets the first so many, which have been looked at.
    mutating func removeActive(_ count: Int) { active.removeFirst(count) }

    /// Puts the lobby into the commit that is being made.
    mutating func add(_ lobby: SlotID) { committing.append((ticket, lobby)) }

    /// Notes that the commit is on its way.
    ///
    /// - Returns: its ticket.
    mutating func send() -> UInt64 {
        defer { ticket += 1 }
        return ticket
    }

    /// The places of a commit's lobbies: side by side, and at the beginning if all commits before
    /// it are answered.
    func places(of ticket: UInt64) -> Range<Int> {
        let start = committing.firstIndex { $0.ticket == ticket } ?? committing.endIndex
        let end = committing[start...].firstIndex { $0.ticket != ticket } ?? committing.endIndex
        return start..<end
    }

    func committingLobby(_ place: Int) -> SlotID { committing[place].lobby }

    /// Forgets the commit whose lobbies stand there, as it is answered.
    mutating func removeCommit(_ places: Range<Int>) { committing.removeSubrange(places) }

    /// The tickets of all commits that aren't answered, with their lobbies.
    var unanswered: [(ticket: UInt64, lobbies: [SlotID])] {
        var commits: [(ticket: UInt64, lobbies: [SlotID])] = []
        for (ticket, lobby) in committing {
            if commits.last?.ticket != ticket { commits.append((ticket, [])) }
            commits[commits.endIndex - 1].lobbies.append(lobby)
        }
        return commits
    }
}
