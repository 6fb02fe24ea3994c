import Structures

/// Which lobbies have something to commit, and which commits are on their way: one for each turn
/// that changed anything, answered in their order.
///
///     activate ──▸ active ── beginCommit ──▸ committing ── answered ──▸
struct CommitLine {
    /// The ticket of the commit that this turn's changes will go into.
    private(set) var ticket: UInt64 = 1
    /// Lobbies to look at when the turn ends.
    private var active: [SlotID] = []
    /// The lobbies in each commit that hasn't been answered, in the order of the commits.
    private var committing: [(ticket: UInt64, lobby: SlotID)] = []

    var isEmpty: Bool { committing.isEmpty && active.isEmpty }
    var activeCount: Int { active.count }

    /// The end of the turn is to look at this lobby.
    mutating func activate(_ lobby: SlotID) { active.append(lobby) }

    /// One of the lobbies that the end of the turn is to look at.
    func activeLobby(_ place: Int) -> SlotID { active[place] }

    /// The first so many have been looked at.
    mutating func removeActive(_ count: Int) { active.removeFirst(count) }

    /// The lobby is in the commit that is being made.
    mutating func add(_ lobby: SlotID) { committing.append((ticket, lobby)) }

    /// The commit is on its way.
    ///
    /// - Returns: its ticket.
    mutating func send() -> UInt64 {
        defer { ticket += 1 }
        return ticket
    }

    /// Where the lobbies of a commit stand: side by side, and at the beginning if all that was
    /// before it is answered.
    func places(of ticket: UInt64) -> Range<Int> {
        let start = committing.firstIndex { $0.ticket == ticket } ?? committing.endIndex
        let end = committing[start...].firstIndex { $0.ticket != ticket } ?? committing.endIndex
        return start..<end
    }

    func committingLobby(_ place: Int) -> SlotID { committing[place].lobby }

    /// The commit whose lobbies stand there is answered.
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
