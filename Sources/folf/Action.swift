import Documents
import Formats
import Lobby
import SyncClient

/// Something that a player does in a game, as typed; names are looked up when it is carried out.
enum Action: Equatable {
    /// Nil clears the score.
    case score(player: String, hole: String, throws: Int64?)
    case confirm(player: String, hole: String)
    case undo
    case guest(String)
    case start
    case endRound
    case nextRound
    case endGame
    case lock
    case kick(String)
    case leave
    case listLate
    /// How the games stand that are played with the scores besides.
    case results
    /// So many people must have entered each score; 0: everybody who is in the game.
    case trust(need: UInt8, isBlind: Bool = false)
    /// A column as it is shown; nil: one's own.
    case sign(player: String?)
    /// Throws over par in a round, in tenths; nil: none.
    case handicap(player: String, tenths: Int64?)
    /// The host plays one of these besides, or no longer.
    case also(OtherGame, isPlayed: Bool)
    case settle(Seq, applies: Bool)
    case passHost(String)
    case appoint(String, Role)
    case lateJoin(Bool)
    /// Deletes the game once it has been confirmed twice.
    case delete(confirmations: Int)
    case restore
    /// Lets in someone who knocks.
    case admit(String)
    case claim(String)
    /// Nil: to the end of the card.
    case place(String, before: String?)

    /// The action that a command line asks for.
    ///
    /// - Parameter invocation: of a command that acts in one game.
    init(_ invocation: Invocation) throws(Failure) {
        let words = [invocation.command.rawValue] + invocation.arguments.dropFirst()
        guard let action = try Action(words: words) else {
            throw .usage(of: invocation.command)
        }
        self = action
    }

    /// The action that words at the prompt ask for; nil if they aren't a command. A score needs no
    /// `score` before it.
    init?(words: [String]) throws(Failure) {
        guard let first = words.first else { return nil }
        let rest = Array(words.dropFirst())
        switch (first.lowercased(), rest.count) {
        case ("score", 3...): self = try Self.score(rest)
        case ("confirm", 2...):
            self = .confirm(player: rest.dropLast().joined(separator: " "), hole: rest.last!)
        case ("undo", 0): self = .undo
        case ("guest", 1...): self = .guest(rest.joined(separator: " "))
        case ("start", 0): self = .start
        case ("next", 0): self = .nextRound
        case ("round", 1) where rest[0] == "end": self = .endRound
        case ("round", 1) where rest[0] == "next": self = .nextRound
        case ("end", 0): self = .endGame
        case ("lock", 0): self = .lock
        case ("kick", 1...): self = .kick(rest.joined(separator: " "))
        case ("leave", 0): self = .leave
        case ("results", 0): self = .results
        case ("trust", 1) where rest[0] == "all": self = .trust(need: 0)
        case ("trust", 2) where rest == ["all", "blind"]: self = .trust(need: 0, isBlind: true)
        case ("sign", _):
            self = .sign(player: rest.isEmpty ? nil : rest.joined(separator: " "))
        case ("handicap", 2...):
            guard rest[rest.count - 1] != "-" else {
                self = .handicap(player: rest.dropLast().joined(separator: " "), tenths: nil)
                return
            }
            guard let tenths = Self.tenths(rest[rest.count - 1]) else { return nil }
            self = .handicap(player: rest.dropLast().joined(separator: " "), tenths: tenths)
        case ("trust", 1):
            guard let need = UInt8(rest[0]), need > 0 else { return nil }
            self = .trust(need: need)
        case ("also", 1):
            guard let game = OtherGame(rawValue: rest[0]) else { return nil }
            self = .also(game, isPlayed: true)
        case ("also", 2) where rest[1] == "off":
            guard let game = OtherGame(rawValue: rest[0]) else { return nil }
            self = .also(game, isPlayed: false)
        case ("late", 0): self = .listLate
        case ("late", 1) where rest[0] == "list": self = .listLate
        case ("late", 2):
            guard rest[0] == "apply" || rest[0] == "discard" else { return nil }
            let digits = rest[1].hasPrefix("#") ? rest[1].dropFirst() : rest[1][...]
            guard let seq = Seq(digits) else {
                throw Failure("“\(rest[1])” isn't the number of a late entry.", code: .usage)
            }
            self = .settle(seq, applies: rest[0] == "apply")
        case ("pass-host", 1...): self = .passHost(rest.joined(separator: " "))
        case ("appoint", 2) where rest[1] == "player": self = .appoint(rest[0], .player)
        case ("appoint", 1...): self = .appoint(rest.joined(separator: " "), .scorekeeper)
        case ("late-join", 1) where rest[0] == "on" || rest[0] == "off":
            self = .lateJoin(rest[0] == "on")
        case ("delete", 0...2) where rest.allSatisfy { $0 == "yes" }:
            self = .delete(confirmations: rest.count)
        case ("restore", 0): self = .restore
        case ("admit", 1...): self = .admit(rest.joined(separator: " "))
        case ("claim", 1...): self = .claim(rest.joined(separator: " "))
        case ("place", 2...):
            guard let place = Self.place(rest) else { return nil }
            self = place
        case (_, 2...) where Self.isThrows(words.last!): self = try Self.score(words)
        default: return nil
        }
    }

    /// Reads a number with one decimal at most, such as `8.5` or `-2`.
    private static func tenths(_ word: String) -> Int64? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), abs(whole) < 100 else {
            return nil
        }
        guard parts.count == 2 else { return whole * 10 }
        guard let decimal = parts[1].first?.wholeNumberValue, parts[1].count == 1 else {
            return nil
        }
        return whole * 10 + (word.hasPrefix("-") ? -Int64(decimal) : Int64(decimal))
    }

    /// Reads `PLAYER last` or `PLAYER before PLAYER`.
    private static func place(_ words: [String]) -> Action? {
        if words.last == "last" {
            return .place(words.dropLast().joined(separator: " "), before: nil)
        }
        guard let middle = words.lastIndex(of: "before"), middle > 0, middle < words.count - 1
        else { return nil }
        return .place(
            words[..<middle].joined(separator: " "),
            before: words[(middle + 1)...].joined(separator: " "))
    }

    private static func isThrows(_ word: String) -> Bool {
        word == "-" || word == "clear" || Int64(word) != nil
    }

    /// Reads a score. The name may be several words; hole and throws are the last two.
    private static func score(_ words: [String]) throws(Failure) -> Action {
        let count = words[words.count - 1]
        let player = words.dropLast(2).joined(separator: " ")
        let hole = words[words.count - 2]
        if count == "-" || count == "clear" || count == "0" {
            return .score(player: player, hole: hole, throws: nil)
        }
        guard let number = Int64(count) else {
            throw Failure(
                "A score is 1 to 99 throws, or - to clear it; not “\(count)”.", code: .usage)
        }
        return .score(player: player, hole: hole, throws: number)
    }
}

/// A game that `also` knows, with the settings that are usual.
enum OtherGame: String, CaseIterable {
    case skins, match, nassau, points

    /// - Parameter playerCount: of those on the card.
    func settings(playerCount: Int) -> FormatGame {
        switch self {
        case .skins: FormatGame(id: "", .skins(Skins()))
        case .match: FormatGame(id: "", .match(MatchPlay()))
        case .nassau:
            // Three and more play it by their totals.
            FormatGame(id: "", .nassau(Nassau(scoring: playerCount > 2 ? .stroke : .match)))
        case .points: FormatGame(id: "", .stableford(Stableford()))
        }
    }

    func isKind(of game: FormatGame) -> Bool {
        switch (self, game.kind) {
        case (.skins, .skins), (.match, .match), (.nassau, .nassau), (.points, .stableford): true
        default: false
        }
    }
}
