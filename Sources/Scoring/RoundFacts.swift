import Documents
public import Formats
public import Lobby

/// What is known of a round besides its scores: where the card starts, who came late or stopped,
/// what was conceded, won, noted and signed. It is read in one go, since most of what a lobby holds
/// are scores.
public struct RoundFacts: Hashable, Sendable {
    public struct Place: Hashable, Sendable {
        public let player: PlayerID
        /// From 1 on.
        public let hole: Int

        public init(player: PlayerID, hole: Int) {
            (self.player, self.hole) = (player, hole)
        }
    }

    /// Something that a player gives to the others of a game, or of all matches if that is 0.
    public struct Concession: Hashable, Sendable {
        public let player: PlayerID
        public let game: UInt8
        /// The hole, or the last one before the match was given.
        public let hole: Int
    }

    public struct Press: Hashable, Sendable {
        public let player: PlayerID
        public let game: UInt8
        public let segment: String
        /// The hole after which it was pressed.
        public let after: Int
    }

    public struct Award: Hashable, Sendable {
        /// 1 closest to the pin, 2 longest throw, 3 longest putt; others are as people agree.
        public let kind: UInt8
        public let hole: Int
        public let winner: PlayerID
    }

    public struct PenaltyNote: Hashable, Sendable {
        public let place: Place
        public let penalty: Penalty
        public let count: Int
    }

    public fileprivate(set) var start: Int?
    public fileprivate(set) var closed: Set<Int> = []
    /// By hole, of the course that is played; 1 is the hardest.
    public fileprivate(set) var index: [Int: Int] = [:]
    public fileprivate(set) var handicapTenths: [PlayerID: Int64] = [:]
    public fileprivate(set) var ratings: [PlayerID: Int64] = [:]
    public fileprivate(set) var tags: [PlayerID: Int64] = [:]
    public fileprivate(set) var from: [PlayerID: Int] = [:]
    public fileprivate(set) var out: [PlayerID: Int] = [:]
    public fileprivate(set) var pickedUp: Set<Place> = []
    public fileprivate(set) var provisional: [Place: Int64] = [:]
    public fileprivate(set) var concededHoles: [Concession] = []
    public fileprivate(set) var concededMatches: [Concession] = []
    /// The holes that a game halves as agreed.
    public fileprivate(set) var agreed: [UInt8: Set<Int>] = [:]
    public fileprivate(set) var presses: [Press] = []
    public fileprivate(set) var awards: [Award] = []
    /// Hole 0: those that belong to no hole.
    public fileprivate(set) var penalties: [PenaltyNote] = []
    public fileprivate(set) var putts: [Place: Int64] = [:]
    public fileprivate(set) var notes: [Place: String] = [:]
    /// What was signed last of each column.
    public fileprivate(set) var signed: [PlayerID: String] = [:]

    public init(_ lobby: Lobby, round: UInt8) {
        let keys = lobby.cells.keys.filter { key in
            key.field != .throws && key.isOf(round, of: lobby)
        }
        for key in keys.sorted() { read(key, lobby.cell(key).value) }
    }

    /// Penalty throws of a player that belong to no hole (`CardPenalties`).
    public func cardPenalties(of player: PlayerID) -> Int64 {
        penalties.filter { $0.place == Place(player: player, hole: 0) }.reduce(0) { sum, note in
            sum + note.penalty.throwCount(besideHoles: Int64(note.count))
        }
    }
}

extension CellKey {
    /// Whether the cell tells something of a round as it is played now.
    fileprivate func isOf(_ round: UInt8, of lobby: Lobby) -> Bool {
        if field.isOfCourse { return self.round == lobby.courseNumber }
        return self.round == 0 || self.round == round
    }
}

extension RoundFacts {
    private mutating func read(_ key: CellKey, _ value: CellValue) {
        switch value {
        case .empty: return
        case .text(let text): read(key, text)
        case .number(let number): read(key, number)
        }
    }

    private mutating func read(_ key: CellKey, _ text: String) {
        let place = Place(player: key.player, hole: Int(key.hole))
        switch key.field {
        case .note: notes[place] = text
        case .signed: signed[key.player] = text
        case .press:
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let game = UInt8(parts[0]) else { return }
            presses.append(
                Press(
                    player: key.player, game: game, segment: String(parts[1]),
                    after: Int(key.hole)))
        default: return
        }
    }

    private mutating func read(_ key: CellKey, _ number: Int64) {
        let hole = Int(key.hole)
        let place = Place(player: key.player, hole: hole)
        switch key.field {
        case .start: start = Int(number)
        case .closed: closed.insert(hole)
        case .index: index[hole] = Int(number)
        case .handicap: handicapTenths[key.player] = number
        case .rating: ratings[key.player] = number
        case .tag: tags[key.player] = number
        case .from: from[key.player] = Int(number)
        case .out: out[key.player] = Int(number)
        case .pickedUp: pickedUp.insert(place)
        case .provisional: provisional[place] = number
        case .concededHole:
            concededHoles.append(
                Concession(player: key.player, game: UInt8(clamping: number), hole: hole))
        case .concededMatch:
            concededMatches.append(
                Concession(player: key.player, game: key.hole, hole: Int(number)))
        case .agreed: agreed[UInt8(clamping: key.player.value), default: []].insert(hole)
        case .award:
            awards.append(
                Award(
                    kind: UInt8(clamping: key.player.value), hole: hole,
                    winner: PlayerID(UInt32(clamping: number))))
        case .putts: putts[place] = number
        default:
            guard let penalty = key.field.penalty, number > 0 else { return }
            penalties.append(PenaltyNote(place: place, penalty: penalty, count: Int(number)))
        }
    }
}
