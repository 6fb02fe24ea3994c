import Documents
public import Formats

/// A game that is played with the scores of a card, besides the one that everybody plays: its
/// settings, which say how it is computed. What it comes to is written nowhere.
public struct LobbyGame: Hashable, Sendable {
    /// From 1 on; none is ever used again.
    public var id: UInt8
    /// How often its settings were given; the first time: 1.
    public var number: UInt16
    public var settings: FormatGame

    public init(id: UInt8, number: UInt16, settings: FormatGame) {
        self.id = id
        self.number = number
        self.settings = settings
    }
}

/// A host's wish for a game: a new one, other settings, or its end.
public struct GameWish: Hashable, Sendable {
    public var id: UInt8
    /// How often its settings were given before; nil if there was no such game.
    public var from: UInt16?
    /// Nil: it is played no more.
    public var settings: FormatGame?

    public init(id: UInt8, from: UInt16?, settings: FormatGame?) {
        self.id = id
        self.from = from
        self.settings = settings
    }
}

extension Lobby {
    func game(_ wish: GameWish) throws(Refusal) -> Change {
        let known = games.first { $0.id == wish.id }
        guard known?.number == wish.from else { throw .stale }
        guard wish.id > 0 else { throw .malformed }
        if known == nil {
            guard wish.id > lastGame, wish.settings != nil else { throw .stale }
            guard games.count < LobbyLimits.gamesMax else { throw .logFull }
        }
        guard let settings = wish.settings else { return .game(wish.id, nil) }
        guard known?.settings != settings else { throw .stale }
        let json = settings.settings
        guard json.bytes.count <= LobbyLimits.gameBytesMax, json.isOfIds else { throw .badSetup }
        let number = wish.from ?? 0
        guard number < LobbyLimits.gameChangesMax else { throw .logFull }
        return .game(
            wish.id, LobbyGame(id: wish.id, number: number + 1, settings: settings))
    }

    /// The id of a game that is new.
    public var nextGame: UInt8? { lastGame < .max ? lastGame + 1 : nil }

    mutating func play(_ id: UInt8, _ game: LobbyGame?) {
        let place = games.firstIndex { $0.id >= id } ?? games.endIndex
        if place < games.endIndex, games[place].id == id { games.remove(at: place) }
        if let game { games.insert(game, at: place) }
        lastGame = max(lastGame, id)
    }
}

extension JSONValue {
    /// Whether all its texts are words and ids of programs, and no names of people: those would
    /// have to be kept apart, to be erased.
    fileprivate var isOfIds: Bool {
        switch self {
        case .object(let object): object.fields.allSatisfy(\.value.isOfIds)
        case .array(let elements): elements.allSatisfy(\.isOfIds)
        case .text(let text):
            text.utf8.count <= LobbyLimits.gameIDBytesMax
                && text.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
                        || byte == UInt8(ascii: "_")
                }
        case .integer, .fraction, .truth, .nothing: true
        }
    }
}
