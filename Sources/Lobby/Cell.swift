public import Documents

/// A cell: one field that people edit, as a multi-value register.
///
/// A write replaces what its author had seen and what its own replica wrote before; everything else
/// stays beside it as a sibling. So nothing that somebody hadn't seen is ever overwritten. Which
/// sibling is shown doesn't depend on the order in which phones regain signal, except that an entry
/// that comes after its round has ended ranks below all others.
///
///     siblings     4 (seq 5)   3 (seq 9)          the first one is shown
///     write 6, seen 7    │         └── stays: the author of 6 hadn't seen it
///                        └──────────── replaced: the author of 6 had seen it
///
/// Invariant: siblings are ordered by precedence, and no two are of the same replica.

/// The name of a cell. Parts that its field doesn't use are 0.
public struct CellKey: Hashable, Sendable {
    /// The number of the round: 1, 2, 3…
    public var round: UInt8
    public var field: Field
    /// The hole's place on the card: 1, 2, 3… (its label may be anything).
    public var hole: UInt8
    public var player: PlayerID

    public init(round: UInt8 = 0, player: PlayerID = PlayerID(0), hole: UInt8 = 0, field: Field) {
        self.round = round
        self.field = field
        self.hole = hole
        self.player = player
    }

    /// The score of `player` on `hole` in `round`.
    public static func score(round: UInt8, player: PlayerID, hole: UInt8) -> CellKey {
        CellKey(round: round, player: player, hole: hole, field: .throws)
    }
}

extension CellKey {
    /// Hashes the parts as one number, which is quicker than four.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(
            UInt64(player.value) << 24 | UInt64(round) << 16 | UInt64(hole) << 8
                | UInt64(field.rawValue))
    }
}

extension CellKey: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.round, left.player, left.hole, left.field.rawValue)
            < (right.round, right.player, right.hole, right.field.rawValue)
    }
}

/// The content of a cell. A hole that isn't scored is `empty`, never 0.
public enum CellValue: Sendable {
    case empty
    case number(Int64)
    case text(String)
}

/// Texts are equal if their bytes are, as in every other language's client; Swift's strings would
/// also be equal if they only look alike.
extension CellValue: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.empty, .empty): true
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.empty, _), (.number, _), (.text, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .empty: hasher.combine(0)
        case .number(let number): hasher.combine(number)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

/// The weight of a write among several that stand beside each other.
public enum Rank: Int8, Hashable, Sendable, Comparable {
    /// Arrived after its round had ended, or the game, for what isn't a score: never shown while
    /// anything else stands there.
    case late = -1
    /// Entered for someone else.
    case other = 0
    /// Entered for one's own column, or by the appointed scorekeeper.
    case own = 1
    /// Confirmed by the host or the appointed scorekeeper, or a late entry that the host applied.
    case confirmed = 2

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One write that no other write has replaced.
public struct Sibling: Hashable, Sendable {
    // The order leaves no gaps between the fields: a card has many of these.

    /// The `seq` of the event that wrote it.
    public var seq: Seq
    /// The time at which it was typed: milliseconds since the lobby's start; may be negative.
    public var at: Int64
    public var value: CellValue
    public var rank: Rank
    /// The author, and the device that the write came from: for a late entry, the host's.
    public var member: MemberNumber
    public var replica: ReplicaTag

    public init(
        seq: Seq, value: CellValue, member: MemberNumber, replica: ReplicaTag, at: Int64,
        rank: Rank
    ) {
        self.seq = seq
        self.value = value
        self.member = member
        self.replica = replica
        self.at = at
        self.rank = rank
    }

    /// Whether this one is shown before the other; `seq` doesn't count, as it depends on the order
    /// of arrival.
    func precedes(_ other: Sibling) -> Bool {
        (rank, at, replica) > (other.rank, other.at, other.replica)
    }
}

/// All that stands in one place of the card, with the values that disagree.
public struct Cell: Hashable, Sendable {
    /// The `seq` of the last event that changed the cell; 0 if none has.
    public private(set) var version: Seq
    /// The writes that nobody has replaced, the shown one first.
    public private(set) var siblings: [Sibling]

    public init() {
        version = 0
        siblings = []
    }

    /// A cell as a peer or the log gives it; restores the order of siblings.
    public init(version: Seq, siblings: [Sibling]) {
        self.version = version
        // Sorting copies, and there is hardly ever more than one.
        self.siblings = siblings.count > 1 ? siblings.sorted { $0.precedes($1) } : siblings
    }

    /// The sibling that is shown; nil if nothing was ever written.
    public var shown: Sibling? { siblings.first }

    /// The shown value; `empty` if nothing was ever written.
    public var value: CellValue { siblings.first?.value ?? .empty }

    /// Whether two people wrote different values, and neither had seen the other's.
    public var isDisputed: Bool {
        guard let first = siblings.first else { return false }
        let others = siblings.dropFirst()
        return others.contains { $0.value != first.value }
            && others.contains { $0.member != first.member }
    }

    /// Writes `sibling`, whose author had seen the cell's version `seen`.
    ///
    /// - Parameter keepsOthers: whether of what was seen only the author's own is replaced, as
    ///   where several people have to enter the same.
    public mutating func write(_ sibling: Sibling, seen: Seq, keepsOthers: Bool = false) {
        siblings.removeAll { old in
            old.replica == sibling.replica
                || (old.seq <= seen && (!keepsOthers || old.member == sibling.member))
        }
        let place = siblings.firstIndex { sibling.precedes($0) } ?? siblings.endIndex
        siblings.insert(sibling, at: place)
        version = sibling.seq
    }
}
