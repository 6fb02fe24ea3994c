public import Documents

/// How many people must have entered the same before a score counts as sure, and so what a write
/// to a score replaces:
///
///     one person is enough    what its author had seen, and the author's own
///     more are needed         the author's own; what others have entered stays beside it
///
/// The host may change that at any time, and a phone that is away doesn't hear of it. An entry
/// whose author didn't know yet that one person is enough again replaces only the author's own,
/// too: they may have been shown nothing of what others had entered (`isBlind`), though their phone
/// had it.
public struct Trust: Hashable, Sendable {
    /// How often it was changed; 0: never.
    public var number: UInt16
    /// The `seq` of the event that changed it last; 0 if none has.
    public var since: Seq
    /// So many people; 0: each of the scorers.
    public var need: UInt8
    /// Who keeps a card of everybody; nobody unless each of them has to.
    public var scorers: [MemberNumber]
    /// Whether screens show what others have entered only to who has entered something there.
    public var isBlind: Bool

    /// What every game begins with: one person is enough.
    public init() { self.init(number: 0, since: 0, need: 1) }

    public init(
        number: UInt16, since: Seq, need: UInt8, scorers: [MemberNumber] = [],
        isBlind: Bool = false
    ) {
        self.number = number
        self.since = since
        self.need = need
        self.scorers = scorers
        self.isBlind = isBlind
    }

    /// Whether as many people as are needed have entered what a score shows, or somebody has
    /// confirmed it; nothing shown needs nobody.
    public func isSure(_ cell: Cell) -> Bool {
        guard isStrict, let shown = cell.shown, shown.value != .empty, shown.rank != .confirmed
        else { return true }
        let backers = Set(cell.siblings.lazy.filter { $0.value == shown.value }.map(\.member))
        return need == 0 ? backers.isSuperset(of: scorers) : backers.count >= Int(need)
    }

    /// Whether more than one person must have entered a score.
    public var isStrict: Bool { need != 1 }

    /// Whether a write to a score leaves what others have entered.
    ///
    /// - Parameter seen: the version that its author had seen; every client says at least `since`
    ///   who has heard of the last change.
    public func keepsOthers(seen: Seq) -> Bool { isStrict || seen < since }
}

/// A host's wish for how strict a game is.
public struct TrustWish: Hashable, Sendable {
    /// How often it was changed before.
    public var from: UInt16
    /// So many people; 0: each of the scorers.
    public var need: UInt8
    public var scorers: [PersonID]
    public var isBlind: Bool

    public init(from: UInt16, need: UInt8, scorers: [PersonID] = [], isBlind: Bool = false) {
        self.from = from
        self.need = need
        self.scorers = scorers
        self.isBlind = isBlind
    }
}

extension Lobby {
    /// The lobby as a member may see it: to who keeps a card and hasn't entered a score yet, a
    /// blind game doesn't show what others have entered there.
    public func readable(by member: MemberNumber?) -> Lobby {
        guard trust.isBlind, let member, trust.scorers.contains(member) else { return self }
        var lobby = self
        lobby.cells = cells.filter { key, cell in
            key.field != .throws || cell.siblings.contains { $0.member == member }
        }
        return lobby
    }

    func trust(_ wish: TrustWish) throws(Refusal) -> Change {
        guard wish.from == trust.number else { throw .stale }
        guard Int(wish.need) <= LobbyLimits.trustNeedMax,
            wish.scorers.count <= LobbyLimits.scorersMax,
            wish.scorers.isEmpty == (wish.need != 0), !wish.isBlind || wish.need == 0,
            Set(wish.scorers).count == wish.scorers.count
        else { throw .malformed }
        var scorers: [MemberNumber] = []
        for person in wish.scorers {
            guard let member = member(of: person) else { throw .noSuchPerson }
            scorers.append(member.number)
        }
        guard trust.number < LobbyLimits.trustChangesMax else { throw .logFull }
        let next = Trust(
            number: trust.number + 1, since: seq + 1, need: wish.need, scorers: scorers,
            isBlind: wish.isBlind)
        guard !next.asks(theSameAs: trust) else { throw .stale }
        return .trust(next)
    }
}

extension Trust {
    fileprivate func asks(theSameAs other: Trust) -> Bool {
        (need, isBlind) == (other.need, other.isBlind) && scorers == other.scorers
    }
}
