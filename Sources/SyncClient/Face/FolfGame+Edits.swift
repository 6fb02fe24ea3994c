public import Documents
public import Formats
public import Lobby
public import Scoring
public import Wire

/// Edits of the card and of the game, in the words of the game.
extension FolfGame {
    /// Enters a score.
    ///
    /// - Parameters:
    ///   - hole: its place on the card: 1, 2, 3…
    ///   - count: nil: not scored.
    ///   - round: nil: the one being played.
    ///   - seen: what the person saw on opening the entry; nil: the state of now.
    public func score(
        _ player: PlayerID, hole: Int, throws count: Int64?, round: UInt8? = nil,
        seen: SeenVersion? = nil
    ) throws(FolfError) {
        let key = try scoreKey(player, hole, round)
        var pickup = key
        pickup.field = .pickedUp
        // Who enters throws where somebody was said to have picked up says that they didn't.
        if count != nil, let cell = core.optimistic?.cell(pickup), cell.value != .empty {
            try edit(.set(pickup, .empty, confirms: false))
        }
        try edit(.set(key, count.map { .number($0) } ?? .empty, confirms: false), seen: seen)
    }

    /// Confirms the score as it is shown. The host's and the scorekeeper's word settles a dispute.
    public func confirm(
        _ player: PlayerID, hole: Int, round: UInt8? = nil, seen: SeenVersion? = nil
    ) throws(FolfError) {
        let key = try scoreKey(player, hole, round)
        guard let cell = core.optimistic?.cell(key), cell.shown != nil else {
            throw .refused(.badThrows)
        }
        try edit(.set(key, cell.value, confirms: true), seen: seen)
    }

    private func scoreKey(
        _ player: PlayerID, _ hole: Int, _ round: UInt8?
    ) throws(FolfError) -> CellKey {
        let stage = try lobby().stage
        guard let hole = UInt8(exactly: hole) else { throw .refused(.noSuchHole) }
        guard stage.round > 0 || round != nil else { throw .refused(.notStarted) }
        return .score(round: round ?? stage.round, player: player, hole: hole)
    }

    func lobby() throws(FolfError) -> Lobby {
        guard let lobby = core.optimistic else { throw .refused(.noLobby) }
        return lobby
    }

    /// Changes a player's name on the card.
    public func rename(_ player: PlayerID, to name: String) throws(FolfError) {
        try edit(.set(CellKey(player: player, field: .name), .text(name), confirms: false))
    }

    /// Changes a hole's par. `hole` is its place on the card: 1, 2, 3…
    public func setPar(_ par: Int64, hole: Int) throws(FolfError) {
        guard let hole = UInt8(exactly: hole) else { throw .refused(.noSuchHole) }
        try edit(.set(lobby().parKey(hole: hole), .number(par), confirms: false))
    }

    /// Changes the course's name; nil for none.
    public func setCourse(_ name: String?) throws(FolfError) {
        let value = name.map { CellValue.text($0) } ?? .empty
        try edit(.set(lobby().courseKey, value, confirms: false))
    }

    /// Plays another course, which is possible until the start; pars that were changed, and the
    /// name, go with the old one.
    public func play(_ course: GameCourse) throws(FolfError) {
        try edit(.exchange(course, expect: lobby().courseNumber))
    }

    /// Changes how many people must have entered a score; see `Trust`.
    ///
    /// - Parameters:
    ///   - need: 1: one person is enough; 0: each of the scorers.
    ///   - isBlind: whether screens show what others have entered only to who has entered
    ///     something there.
    public func trust(
        need: UInt8, scorers: [PersonID] = [], isBlind: Bool = false
    ) throws(FolfError) {
        let from = try lobby().trust.number
        try edit(
            .trust(TrustWish(from: from, need: need, scorers: scorers, isBlind: isBlind)))
    }

    /// Plays a game with the scores besides, or another in the place of one that is played.
    ///
    /// - Parameter id: nil: a new one.
    public func play(_ settings: FormatGame, as id: UInt8? = nil) throws(FolfError) {
        let lobby = try lobby()
        guard let place = id ?? lobby.nextGame else { throw .refused(.logFull) }
        let from = lobby.games.first { $0.id == place }?.number
        try edit(.game(GameWish(id: place, from: from, settings: settings)))
    }

    /// Ends a game that is played with the scores besides.
    public func endGame(_ id: UInt8) throws(FolfError) {
        let from = try lobby().games.first { $0.id == id }?.number
        try edit(.game(GameWish(id: id, from: from, settings: nil)))
    }

    /// Signs a column of the round that is played, or was played last.
    public func sign(_ content: SignedContent, of player: PlayerID) throws(FolfError) {
        let key = CellKey(
            round: max(1, try lobby().stage.round), player: player, field: .signed)
        try edit(.set(key, .text(content.text), confirms: false))
    }

    /// Says how many throws over par a player takes in a round, in tenths; nil: nobody knows.
    public func setHandicap(_ tenths: Int64?, of player: PlayerID) throws(FolfError) {
        let value = tenths.map { CellValue.number($0) } ?? .empty
        try edit(.set(CellKey(player: player, field: .handicap), value, confirms: false))
    }

    /// Changes the tee that a player throws from; nil for none. One that the layout doesn't have
    /// counts as its default.
    public func setTee(_ tee: String?, of player: PlayerID) throws(FolfError) {
        let value = tee.map { CellValue.text($0) } ?? .empty
        try edit(.set(CellKey(player: player, field: .tee), value, confirms: false))
    }
}

/// The host's part.
extension FolfGame {
    /// Adds a player without a phone.
    @discardableResult
    public func addGuest(_ name: String) throws(FolfError) -> PlayerID {
        let id = PlayerID.random(using: &core.generator)
        try edit(.addPlayer(id, name: name))
        return id
    }

    public func removePlayer(_ player: PlayerID) throws(FolfError) {
        try edit(.removePlayer(player))
    }

    /// Moves a column before another, or to the end.
    public func placePlayer(_ player: PlayerID, before next: PlayerID?) throws(FolfError) {
        try edit(.placePlayer(player, before: next))
    }

    /// Begins the first round.
    public func startGame() throws(FolfError) {
        try edit(.move(from: .setup, to: Stage(.playing, round: 1)))
    }

    public func endRound() throws(FolfError) { try move(to: .roundEnded) }

    /// Begins another round after one has ended.
    public func startNextRound() throws(FolfError) {
        let stage = try lobby().stage
        try edit(.move(from: stage, to: Stage(.playing, round: stage.round &+ 1)))
    }

    /// Ends the game. Scores can still be corrected.
    public func endGame() throws(FolfError) { try move(to: .ended) }

    /// Locks a game that has ended; the card doesn't change any more.
    public func lock() throws(FolfError) { try move(to: .locked) }

    private func move(to phase: Stage.Phase) throws(FolfError) {
        let stage = try lobby().stage
        try edit(.move(from: stage, to: Stage(phase, round: stage.round)))
    }

    public func kick(_ member: MemberNumber) throws(FolfError) {
        try edit(.kick(try person(member)))
    }

    /// Makes another member host, for good.
    public func passHost(to member: MemberNumber) throws(FolfError) {
        let host = try lobby().host
        try edit(.passHost(from: try person(host), to: try person(member)))
    }

    public func appoint(_ member: MemberNumber, as role: Role) throws(FolfError) {
        try edit(.appoint(try person(member), role))
    }

    /// Lets in someone who knocks; see `Presence.knocks`.
    public func admit(_ knock: Knock) throws(FolfError) {
        try edit(.admit(knock.person, name: knock.name))
    }

    public func allowLateJoin(_ isAllowed: Bool) throws(FolfError) {
        try edit(.allowLateJoin(isAllowed))
    }

    /// Applies a late entry, or discards it. `late` is its `seq`.
    public func settle(_ late: Seq, applies: Bool) throws(FolfError) {
        try edit(.settle(late, applies: applies))
    }

    /// Makes a guest's column one's own. Anyone may who has no scores yet.
    public func claim(_ guest: PlayerID) throws(FolfError) { try edit(.claim(guest)) }

    /// Leaves the game. Anyone may.
    public func leave() throws(FolfError) { try edit(.leave) }

    /// Deletes the game for everyone. Its owner may, and can take it back by `restore` for
    /// `LobbyLimits.deletedMillisecondsMax`.
    public func delete() throws(FolfError) { try edit(.delete(true)) }

    /// Takes a deletion back.
    public func restore() throws(FolfError) { try edit(.delete(false)) }

    private func person(_ member: MemberNumber) throws(FolfError) -> PersonID {
        guard let member = try lobby().member(member) else { throw .refused(.noSuchPerson) }
        return member.person
    }
}
