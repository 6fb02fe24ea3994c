import Documents
public import Formats

/// A kind of information that is kept about a player, a hole, a round or the course. Which places
/// of a cell's key it uses, what may stand there and who writes it, its shape says.
///
/// All but the score of a hole is for games that are played with the scores besides, or tells of
/// the scores: whoever knows only `throws`, `name`, `par` and `course` sees a right card.
public struct Field: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    private init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// Nil for a number that none has.
    public init?(rawValue: UInt8) {
        guard rawValue <= Self.tag.rawValue || Self.penalties.contains(rawValue) else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// A score: number of throws, penalty throws among them.
    public static let `throws` = Field(0)
    /// A player's name.
    public static let name = Field(1)
    /// A hole's par.
    public static let par = Field(2)
    /// The course's name.
    public static let course = Field(3)
    /// The tee a player throws from.
    public static let tee = Field(4)
    /// The hole that the card starts on.
    public static let start = Field(5)
    /// 1: nobody plays the hole in this round.
    public static let closed = Field(6)
    /// How hard a hole is, 1 the hardest.
    public static let index = Field(7)
    /// Throws that a player takes more than par in a round, in tenths.
    public static let handicap = Field(8)
    /// A player's PDGA rating.
    public static let rating = Field(9)
    /// The first hole of a player who came late.
    public static let from = Field(10)
    /// The last hole of a player who stopped; 0: none.
    public static let out = Field(11)
    /// 1: the player picked up, and has no score on the hole.
    public static let pickedUp = Field(12)
    /// The score that a hole comes to if a ruling goes the other way.
    public static let provisional = Field(13)
    /// The player gives the hole to the others: the id of the game, 0: of each match.
    public static let concededHole = Field(14)
    /// The player gives the match of the game whose id stands in the hole's place to the others:
    /// after which hole, 0: before the first.
    public static let concededMatch = Field(15)
    /// 1: in the game whose id stands in the player's place the hole is halved, as agreed.
    public static let agreed = Field(16)
    /// The player presses after the hole: `game/segment`.
    public static let press = Field(17)
    /// The player who has won an award on the hole; its kind stands in the player's place.
    public static let award = Field(18)
    /// Putts among the throws.
    public static let putts = Field(19)
    /// A note on a hole.
    public static let note = Field(20)
    /// A column's content as somebody has signed it (`SignedContent`).
    public static let signed = Field(21)
    /// The number on a player's bag tag.
    public static let tag = Field(22)

    /// The fields of `Penalty.all`, in their order. It isn't asked for its size: each op that is
    /// read goes by here.
    private static var penalties: ClosedRange<UInt8> { 64...104 }

    /// How often something happened on a hole that costs throws, which are in the score already.
    /// Hole 0: on the card, beside the holes.
    public static func penalty(at place: Int) -> Field {
        Field(penalties.lowerBound + UInt8(place))
    }

    /// What happened; nil if the field is another.
    public var penalty: Penalty? {
        let first = Self.penalties.lowerBound
        return rawValue >= first ? Penalty.all[Int(rawValue - first)] : nil
    }
}

extension Field: CustomStringConvertible {
    private static let names = [
        "throws", "name", "par", "course", "tee", "start", "closed", "index", "handicap",
        "rating", "from", "out", "picked up", "provisional", "conceded hole",
        "conceded match", "agreed", "press", "award", "putts", "note", "signed", "tag",
    ]

    /// As Protocol.md calls it.
    public var description: String { penalty?.code ?? Self.names[Int(rawValue)] }
}

extension Field: CaseIterable {
    public static let allCases =
        (0...tag.rawValue).map(Field.init(_:)) + Penalty.all.indices.map(penalty(at:))
}

/// What is the same for all cells of a field.
struct FieldShape {
    /// What stands in the first place of the key.
    enum Round {
        case none
        /// The number of the course.
        case course
        /// A round that has begun.
        case begun
        /// One that has begun, or the next.
        case next
    }

    /// What stands in the second place.
    enum Player {
        case none, column
        /// The id of a game, or the kind of an award.
        case number
    }

    /// What stands in the third place.
    enum Hole {
        case none, hole, holeOrCard, game
    }

    enum Content {
        case number(ClosedRange<Int64>)
        /// - Parameter bytesMax: of UTF-8.
        case text(bytesMax: Int)
        /// A text that programs write: digits, `a`…`z` and ``_ / , ; - X``.
        case code(bytesMax: Int)
    }

    enum Writers {
        case everybody
        /// Whose column it is, and everybody for a guest's.
        case column
        /// The same, but only the host and the scorekeeper take it back.
        case columnForGood
        /// Whose column it is, and nobody for a guest's.
        case owner
        case settlers
    }

    var round: Round
    var player: Player
    var hole: Hole
    var content: Content
    /// Whether null may stand there.
    var mayBeEmpty = true
    /// Besides the host and the scorekeeper, who may write everything.
    var writers: Writers
}

extension FieldShape {
    fileprivate static func score(_ content: Content, by writers: Writers = .everybody) -> Self {
        FieldShape(
            round: .begun, player: .column, hole: .hole, content: content, writers: writers)
    }

    fileprivate static func column(
        _ content: Content, in round: Round = .none, by writers: Writers = .column,
        mayBeEmpty: Bool = true
    ) -> Self {
        FieldShape(
            round: round, player: .column, hole: .none, content: content,
            mayBeEmpty: mayBeEmpty, writers: writers)
    }

    fileprivate static func hole(
        _ content: Content, in round: Round, mayBeEmpty: Bool = true
    ) -> Self {
        FieldShape(
            round: round, player: .none, hole: .hole, content: content, mayBeEmpty: mayBeEmpty,
            writers: .settlers)
    }
}

extension Field {
    var shape: FieldShape {
        typealias Limits = LobbyLimits
        let holes = 1...Int64(Limits.holesMax)
        return switch self {
        case .throws: .score(.number(Limits.throwsRange))
        case .name: .column(.text(bytesMax: Limits.nameBytesMax), mayBeEmpty: false)
        case .par: .hole(.number(Limits.parRange), in: .course, mayBeEmpty: false)
        case .course:
            FieldShape(
                round: .course, player: .none, hole: .none,
                content: .text(bytesMax: Limits.courseBytesMax), writers: .settlers)
        case .tee: .column(.text(bytesMax: Limits.teeBytesMax), by: .everybody)
        case .start:
            FieldShape(
                round: .next, player: .none, hole: .none, content: .number(holes),
                writers: .settlers)
        case .closed: .hole(.number(1...1), in: .next)
        case .index: .hole(.number(holes), in: .course)
        case .handicap: .column(.number(Limits.handicapTenthsRange))
        case .rating: .column(.number(Limits.ratingRange))
        case .from: .column(.number(holes), in: .begun)
        case .out: .column(.number(0...holes.upperBound), in: .begun)
        case .pickedUp: .score(.number(1...1))
        case .provisional: .score(.number(Limits.throwsRange))
        case .concededHole: .score(.number(0...255), by: .columnForGood)
        case .concededMatch:
            FieldShape(
                round: .begun, player: .column, hole: .game,
                content: .number(0...holes.upperBound), writers: .columnForGood)
        case .agreed:
            FieldShape(
                round: .begun, player: .number, hole: .hole, content: .number(1...1),
                writers: .everybody)
        case .press: .score(.code(bytesMax: Limits.pressBytesMax), by: .column)
        case .award:
            FieldShape(
                round: .begun, player: .number, hole: .hole,
                content: .number(1...Int64(UInt32.max)), writers: .everybody)
        case .putts: .score(.number(Limits.puttsRange))
        case .note: .score(.text(bytesMax: Limits.noteBytesMax))
        case .signed: .column(.code(bytesMax: Limits.signedBytesMax), in: .begun, by: .owner)
        case .tag: .column(.number(Limits.tagRange))
        default:
            FieldShape(
                round: .begun, player: .column, hole: .holeOrCard,
                content: .number(Limits.penaltyCountRange), writers: .everybody)
        }
    }

    /// Whether what is written there after the round has ended counts less than what was there.
    /// Cards are signed when it has.
    var endsWithRound: Bool { self != .signed && shape.round == .begun }

    /// Whether numbers stand there, and not texts, as the shape says it, too.
    public var isNumeric: Bool {
        switch rawValue {
        // name, course, tee, press, note, signed
        case 1, 3, 4, 17, 20, 21: false
        default: true
        }
    }

    /// Whether a cell is one of a course, and has its number in place of a round.
    public var isOfCourse: Bool { shape.round == .course }
}

extension CellKey {
    /// The column that the cell belongs to; nil if it is none's.
    public var column: PlayerID? { field.shape.player == .column ? player : nil }
}
