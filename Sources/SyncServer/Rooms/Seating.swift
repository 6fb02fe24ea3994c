import Documents
import Wire

/// The seats of a room, and what each is. A seat knows its place in the list it is in, so that
/// nobody has to be looked for, and someone who leaves moves one other at most.
///
///     subscribers   a  b  c  d        b leaves:   a  d  c        d has the place 1 now
struct Seating {
    /// The members and creators, who get events, snapshots and presence.
    private(set) var subscribers: [SessionID] = []
    /// The spectators, who get the same without what opens the door.
    private(set) var watchers: [SessionID] = []
    /// The sessions that are out of the lobby and only deliver what they have left.
    private(set) var outsiders: [SessionID] = []
    /// The spectators who ask to be let in, once for each person.
    private(set) var knocks: [(session: SessionID, knock: Knock)] = []
    private var sessionsByMember = SmallMap<MemberNumber, Int>()
    /// The session of each journal, which has one at a time; empty, or of all who are seated.
    private var sessionsByJournal: [JournalName: SessionID] = [:]
    /// The number of seats up to which they are looked through for a journal's; a table would be
    /// larger than the rest.
    private static let seatsLookedThroughMax = 32

    var count: Int { subscribers.count + watchers.count + outsiders.count }
    /// The sessions that follow the lobby.
    var audience: [SessionID] { watchers.isEmpty ? subscribers : subscribers + watchers }
    /// The number of sessions that each member has who is here.
    var presence: SmallMap<MemberNumber, Int> { sessionsByMember }

    /// Gives a session a seat.
    ///
    /// - Returns: the session's place.
    mutating func add(
        _ id: SessionID, _ journal: JournalName, _ admission: Welcome.Admission
    ) -> Int {
        if !sessionsByJournal.isEmpty { sessionsByJournal[journal] = id }
        switch admission {
        case .member(let number): sessionsByMember[number, default: 0] += 1
        case .spectator:
            watchers.append(id)
            return watchers.count - 1
        case .creator: break
        case .outsider:
            outsiders.append(id)
            return outsiders.count - 1
        }
        subscribers.append(id)
        return subscribers.count - 1
    }

    /// Gives a seat free.
    ///
    /// - Returns: the session that has moved to the place of the one that goes, if any.
    mutating func remove(_ id: SessionID, _ seat: Seat) -> SessionID? {
        if sessionsByJournal[seat.journal] == id { sessionsByJournal[seat.journal] = nil }
        switch seat.admission {
        case .member(let number):
            let count = (sessionsByMember[number] ?? 1) - 1
            sessionsByMember[number] = count > 0 ? count : nil
        case .spectator:
            knocks.removeAll { $0.session == id }
            return watchers.replaceByLast(at: seat.place)
        case .creator: break
        case .outsider: return outsiders.replaceByLast(at: seat.place)
        }
        return subscribers.replaceByLast(at: seat.place)
    }

    /// Makes a creator, who has a place already, a member from now on.
    mutating func becomes(_ number: MemberNumber) { sessionsByMember[number, default: 0] += 1 }

    /// The session that has the journal's seat.
    ///
    /// - Parameter journal: the journal of a session that is seated.
    mutating func session(
        of wanted: JournalName, journal: (SessionID) -> JournalName?
    ) -> SessionID? {
        guard sessionsByJournal.isEmpty else { return sessionsByJournal[wanted] }
        if count >= Self.seatsLookedThroughMax {
            for id in audience + outsiders {
                if let name = journal(id) { sessionsByJournal[name] = id }
            }
        }
        func holds(_ id: SessionID) -> Bool { journal(id) == wanted }
        return audience.first(where: holds) ?? outsiders.first(where: holds)
    }

    /// Whether there is room for one more who asks to be let in.
    func admits(_ knock: Knock) -> Bool {
        knocks.contains { $0.knock.person == knock.person }
            || knocks.count < DocumentLimits.knocksMax
    }

    mutating func add(_ knock: Knock, of session: SessionID) {
        forgetKnocks(of: knock.person)
        knocks.append((session, knock))
    }

    mutating func forgetKnocks(of person: PersonID) {
        knocks.removeAll { $0.knock.person == person }
    }
}

extension [SessionID] {
    /// Takes an element out without moving more than one other.
    ///
    /// - Returns: the one that was moved to its place; nil if it was the last itself.
    fileprivate mutating func replaceByLast(at place: Int) -> SessionID? {
        let last = removeLast()
        guard place < count else { return nil }
        self[place] = last
        return last
    }
}
