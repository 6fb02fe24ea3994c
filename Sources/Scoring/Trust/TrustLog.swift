import Documents
import Lobby

/// What people have entered on a card, one after the other, and what has become of it: the same
/// merge as in a game.
public struct TrustLog: Hashable, Sendable {
    public enum Entry: Hashable, Sendable {
        /// - Parameters:
        ///   - value: nil takes the score away.
        ///   - seen: the number of the last entry of the cell that `by` knew of; 0: none.
        case score(
            by: String, player: String, hole: Int, value: Int64?, seen: Int, isConfirmed: Bool)
        /// - Parameter card: the scores of the column as whoever signs has seen them.
        case signature(by: String, player: String, card: [Int64?])
        case level(TrustLevel)
    }

    struct Place: Hashable {
        let player: String
        let hole: Int
    }

    public private(set) var level: TrustLevel
    private let scorekeepers: Set<String>
    private var numbers: [String: UInt16] = [:]
    private var names: [UInt16: String] = [:]
    private var cells: [Place: Cell] = [:]
    /// By column: what was signed last.
    private var signed: [String: SignedContent] = [:]
    private var count = 0

    public init(level: TrustLevel, scorekeepers: Set<String> = []) {
        self.level = level
        self.scorekeepers = scorekeepers
    }

    /// The number of an entry is its place in the log, from 1 on.
    public mutating func append(_ entry: Entry) {
        count += 1
        switch entry {
        case .level(let level): self.level = level
        case .signature(_, let player, let card):
            signed[player] = SignedContent(scores: card.map { .init($0) })
        case .score(let author, let player, let hole, let value, let seen, let isConfirmed):
            let number = number(of: author)
            let isOwn = author == player || scorekeepers.contains(author)
            let sibling = Sibling(
                seq: Seq(count), value: value.map { .number($0) } ?? .empty,
                member: MemberNumber(number), replica: ReplicaTag(UInt32(number)),
                at: Int64(count), rank: isConfirmed ? .confirmed : isOwn ? .own : .other)
            cells[Place(player: player, hole: hole), default: Cell()].write(
                sibling, seen: Seq(seen), keepsOthers: level.keepsOthers && !isConfirmed)
        }
    }

    private mutating func number(of person: String) -> UInt16 {
        if let known = numbers[person] { return known }
        let number = UInt16(numbers.count + 1)
        (numbers[person], names[number]) = (number, person)
        return number
    }
}

extension TrustLog: EnteredCard {
    func entries(_ player: String, _ hole: Int) -> [EnteredScore] {
        (cells[Place(player: player, hole: hole)]?.siblings ?? []).map { sibling in
            EnteredScore(
                person: names[sibling.member.value] ?? "", score: .init(sibling.value),
                rank: sibling.rank)
        }
    }

    func isProvisional(_ player: String, _ hole: Int) -> Bool { false }

    func cardPenalties(_ player: String) -> Int64 { 0 }

    func signed(_ player: String) -> SignedContent? { signed[player] }
}

extension SignedContent.Score {
    fileprivate init(_ count: Int64?) { self = count.map { .throwCount($0) } ?? .none }

    init(_ value: CellValue) {
        if case .number(let count) = value { self = .throwCount(count) } else { self = .none }
    }
}
