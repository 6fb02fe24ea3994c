public import Documents

/// One game of one group: what its log adds up to. It is the document of the first kind, with cells
/// that merge, players, a host and stages.
public struct Lobby: Document {
    public static var kind: DocumentKind { .game }

    public let id: LobbyID
    /// The history that the lobby belongs to; set by whoever holds the log, not by events.
    public var epoch: Epoch
    /// The number of the last event applied.
    public internal(set) var seq: Seq
    public internal(set) var start: WallTime
    /// The code that finds the game. Nil before the server has given one, after the game is locked,
    /// and for spectators.
    public internal(set) var code: JoinCode?
    /// The secret that lets someone join without a code; nil for spectators.
    public internal(set) var invitation: Identifier128?
    /// The secret that lets someone watch; nil in a game older than such secrets.
    public internal(set) var watch: Identifier128?
    public internal(set) var course: String?
    public internal(set) var holes: [Hole]
    /// Of what `holes` are the holes, if that is known.
    public internal(set) var layout: GameLayout?
    /// How often the host has exchanged the course; see `Lobby+Course`.
    public internal(set) var courseNumber: UInt8
    /// What the game began with; nil unless the host has exchanged it.
    public internal(set) var firstCourse: FirstCourse?
    public internal(set) var stage: Stage
    public internal(set) var allowsLateJoin: Bool
    public internal(set) var trust: Trust
    /// What is played with the scores besides, by id.
    public internal(set) var games: [LobbyGame]
    /// The greatest id that a game ever had.
    public internal(set) var lastGame: UInt8
    /// The member who acts as host now; `owner` is the one to whom the role goes back.
    public internal(set) var host: MemberNumber
    public internal(set) var owner: MemberNumber
    /// All who ever joined; member number `n` stands at `n - 1`.
    public internal(set) var members: [Member]
    /// The columns in their order on the card.
    public internal(set) var players: [Player]
    public internal(set) var cells: [CellKey: Cell]
    /// The cells that aren't on the card; follows from the rest.
    var strays = StrayCells()
    /// Late edits that wait for the host, oldest first.
    public internal(set) var quarantine: [QuarantinedEdit]

    /// The time at which the game was deleted; nil unless it is. It can be restored for
    /// `LobbyLimits.deletedMillisecondsMax`, and is then erased.
    public internal(set) var deletedAt: WallTime?

    /// A lobby as a snapshot gives it. Members must be numbered 1, 2, 3…
    public init(
        id: LobbyID, epoch: Epoch, seq: Seq, start: WallTime, code: JoinCode?,
        invitation: Identifier128?, watch: Identifier128?, course: String?, holes: [Hole],
        layout: GameLayout? = nil, courseNumber: UInt8 = 0, firstCourse: FirstCourse? = nil,
        stage: Stage, allowsLateJoin: Bool, trust: Trust = Trust(),
        games: [LobbyGame] = [], lastGame: UInt8 = 0, host: MemberNumber, owner: MemberNumber,
        members: [Member],
        players: [Player], cells: [CellKey: Cell], quarantine: [QuarantinedEdit],
        deletedAt: WallTime? = nil
    ) {
        self.id = id
        self.epoch = epoch
        self.seq = seq
        self.start = start
        self.code = code
        self.invitation = invitation
        self.watch = watch
        self.course = course
        self.holes = holes
        self.layout = layout
        self.courseNumber = courseNumber
        self.firstCourse = firstCourse
        self.stage = stage
        self.allowsLateJoin = allowsLateJoin
        self.trust = trust
        self.games = games
        self.lastGame = lastGame
        self.host = host
        self.owner = owner
        self.members = members
        self.players = players
        self.cells = cells
        self.quarantine = quarantine
        self.deletedAt = deletedAt
        findStrays()
    }

    public init?(id: LobbyID, epoch: Epoch, first change: Change) {
        guard case .created(let creation) = change else { return nil }
        self.init(id: id, epoch: epoch, creation: creation)
    }

    /// A lobby as its first event makes it.
    public init(id: LobbyID, epoch: Epoch, creation: Creation) {
        let setup = creation.setup
        let one = MemberNumber(1)
        self.init(
            id: id, epoch: epoch, seq: 1, start: creation.start, code: creation.code,
            invitation: setup.invitation, watch: setup.watch, course: setup.course,
            // Copied to its size: an array that was read has room for twice as many.
            holes: setup.holes.map { $0 }, layout: setup.layout, stage: .setup,
            allowsLateJoin: setup.allowsLateJoin, host: one, owner: one,
            members: [
                Member(
                    number: one, person: creation.host, player: setup.hostPlayer,
                    name: setup.hostName)
            ],
            players: setup.hostPlayer.map {
                [Player(id: $0, member: one, name: setup.hostName)]
            } ?? [],
            cells: [:], quarantine: [])
    }
}

extension Lobby {
    /// The lobby as spectators are told it; see `Change.forSpectators`.
    public var forSpectators: Lobby {
        var lobby = self
        (lobby.code, lobby.invitation) = (nil, nil)
        return lobby
    }

    /// The member with a number; nil if it isn't a member's.
    public func member(_ number: MemberNumber) -> Member? {
        guard number.value >= 1, number.value <= members.count else { return nil }
        return members[Int(number.value) - 1]
    }

    /// The member who is this person; nil if the person never joined.
    public func member(of person: PersonID) -> Member? {
        members.first { $0.person == person }
    }

    public func player(_ id: PlayerID) -> Player? { players.first { $0.id == id } }

    /// The players on the card, in order.
    public var columns: [Player] { players.filter { !$0.isRemoved } }

    var hasRoomForPlayer: Bool {
        players.count < LobbyLimits.columnsMax && columns.count < LobbyLimits.playersMax
    }

    /// The cell as it stands; an untouched cell if nobody has written to it.
    public func cell(_ key: CellKey) -> Cell { cells[key] ?? Cell() }

    /// Whether there is a place for the cell among the rounds and players there are.
    func isOnCard(_ key: CellKey) -> Bool {
        let shape = key.field.shape
        let isHole = shape.hole == .none || shape.hole == .game || key.hole <= holes.count
        guard shape.player != .column || player(key.player) != nil else { return false }
        return switch shape.round {
        case .none: true
        case .course: key.round < courseNumber || key.round == courseNumber && isHole
        case .begun: key.round <= stage.round && isHole
        case .next: key.round <= stage.round + 1 && isHole
        }
    }

    mutating func findStrays() {
        strays = StrayCells()
        for (key, cell) in cells where !isOnCard(key) {
            guard let shown = cell.shown else { continue }
            strays.put(key, downTo: shown.member)
        }
    }

    /// Milliseconds from the lobby's start to `time`.
    func offset(of time: WallTime) -> Int64 {
        time.milliseconds.subtractingReportingOverflow(start.milliseconds).partialValue
    }
}
