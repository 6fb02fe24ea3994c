import Documents
import Lobby
import Scoring
import SyncClient
import Wire

extension Action {
    /// Carries the action out.
    ///
    /// - Parameter view: what names refer to.
    /// - Returns: what has been done, as a sentence.
    func perform(in game: FolfGame, _ view: GameView) async throws(Failure) -> String {
        switch self {
        case .score(let player, let hole, let count):
            return try await score(game, view, player, hole, count)
        case .confirm(let player, let hole):
            let (column, place) = (try view.column(called: player), try view.hole(called: hole))
            try await attempt { () async throws(FolfError) in
                try await game.confirm(column.id, hole: place)
            }
            return "\(view.name(of: column)), hole \(hole): confirmed."
        case .undo:
            let isDone = try await attempt { () async throws(FolfError) in try await game.undo() }
            return isDone ? "Taken back." : "There is nothing to take back."
        case .guest(let name):
            try await attempt { () async throws(FolfError) in
                _ = try await game.addGuest(name)
            }
            return "\(name) is on the card."
        case .listLate:
            return CardText.late(view).joined(separator: "\n").ifEmpty("No late entries wait.")
        case .results:
            guard let lobby = view.lobby else { return "" }
            let lines = GameText(lobby: lobby, round: view.card?.round ?? 0).lines
            return lines.joined(separator: "\n").ifEmpty("Nothing else is played.")
        case .trust(let need, let isBlind):
            return try await trust(need: need, isBlind: isBlind, game, view)
        case .sign(let player): return try await sign(player, game, view)
        case .handicap(let player, let tenths):
            let column = try view.column(called: player)
            try await attempt { () async throws(FolfError) in
                try await game.setHandicap(tenths, of: column.id)
            }
            return "\(view.name(of: column)): "
                + (tenths.map { "handicap \(Self.text(tenths: $0))." } ?? "no handicap.")
        case .also(let other, let isPlayed):
            return try await also(other, isPlayed: isPlayed, game, view)
        case .settle(let seq, let applies):
            try await attempt { () async throws(FolfError) in
                try await game.settle(seq, applies: applies)
            }
            return applies ? "The late entry counts." : "The late entry doesn't count."
        case .place(let name, let next):
            let column = try view.column(called: name)
            let before = try next.map { name throws(Failure) in try view.column(called: name) }
            try await attempt { () async throws(FolfError) in
                try await game.placePlayer(column.id, before: before?.id)
            }
            let place = before.map { "before \(view.name(of: $0))" } ?? "last on the card"
            return "\(view.name(of: column)) comes \(place)."
        case .start, .endRound, .nextRound, .endGame, .lock:
            return try await move(game, view)
        case .delete(let confirmations):
            return try await delete(game, view, confirmations)
        case .restore:
            try await attempt { () async throws(FolfError) in try await game.restore() }
            return "The game is back, for everyone."
        case .kick, .leave, .passHost, .appoint, .lateJoin, .admit, .claim:
            return try await changePeople(game, view)
        }
    }

    private func score(
        _ game: FolfGame, _ view: GameView, _ player: String, _ hole: String, _ count: Int64?
    ) async throws(Failure) -> String {
        let column = try view.column(called: player)
        let place = try view.hole(called: hole)
        try await attempt { () async throws(FolfError) in
            try await game.score(column.id, hole: place, throws: count)
        }
        let what = count.map { $0 == 1 ? "1 throw" : "\($0) throws" } ?? "cleared"
        let isLate = await game.view.late.count > view.late.count
        return "\(view.name(of: column)), hole \(hole): \(what)."
            + (isLate ? " It comes late: the host decides whether it counts." : "")
    }

    private func trust(
        need: UInt8, isBlind: Bool, _ game: FolfGame, _ view: GameView
    ) async throws(Failure) -> String {
        let people = view.lobby?.members.filter { $0.standing == .active }.map(\.person) ?? []
        try await attempt { () async throws(FolfError) in
            try await game.trust(
                need: need, scorers: need == 0 ? people : [], isBlind: isBlind)
        }
        switch need {
        case 0: return "Everybody who is in the game now must enter each score."
        case 1: return "One person is enough for a score."
        default: return "\(need) people must enter the same score."
        }
    }

    /// Signs what is shown, unless something is in its way.
    private func sign(
        _ player: String?, _ game: FolfGame, _ view: GameView
    ) async throws(Failure) -> String {
        guard let lobby = view.lobby, lobby.stage.round > 0 else {
            throw Failure("There is nothing to sign yet.")
        }
        let own = view.me.flatMap { me in lobby.columns.first { $0.member == me } }
        let named = try player.map { name throws(Failure) in try view.column(called: name) }
        guard let column = named ?? own else {
            throw Failure("You aren't on the card. Say who signs: folf sign CODE PLAYER.")
        }
        let report = lobby.trustReport(round: lobby.stage.round).columns
            .first { $0.id == "\(column.id.value)" }
        guard let report, report.blocks.isEmpty else {
            let reasons = SignatureText.reasons(report?.blocks ?? [], in: lobby)
            throw Failure(
                "\(view.name(of: column)) can't be signed yet. "
                    + reasons.joined(separator: " "))
        }
        try await attempt { () async throws(FolfError) in
            try await game.sign(report.content, of: column.id)
        }
        return "\(view.name(of: column)) is signed: \(report.content.total) throws."
    }

    private static func text(tenths: Int64) -> String {
        let sign = tenths < 0 ? "-" : ""
        let decimal = tenths.magnitude % 10
        return "\(sign)\(tenths.magnitude / 10)" + (decimal == 0 ? "" : ".\(decimal)")
    }

    private func also(
        _ other: OtherGame, isPlayed: Bool, _ game: FolfGame, _ view: GameView
    ) async throws(Failure) -> String {
        let lobby = view.lobby
        let settings = other.settings(playerCount: lobby?.columns.count ?? 0)
        let name = GameText.name(of: settings)
        let known = lobby?.games.filter { other.isKind(of: $0.settings) } ?? []
        guard isPlayed else {
            for each in known {
                try await attempt { () async throws(FolfError) in try await game.endGame(each.id) }
            }
            return known.isEmpty ? "\(name) isn't played." : "\(name) is played no more."
        }
        guard known.isEmpty else { return "\(name) is played already." }
        try await attempt { () async throws(FolfError) in try await game.play(settings) }
        return "\(name) is played too, and counts from the first hole on."
    }

    private func move(_ game: FolfGame, _ view: GameView) async throws(Failure) -> String {
        try await attempt { () async throws(FolfError) in
            switch self {
            case .start: try await game.startGame()
            case .endRound: try await game.endRound()
            case .endGame: try await game.endGame()
            case .lock: try await game.lock()
            default:
                switch view.lobby?.stage.phase {
                case .setup: try await game.startGame()
                case .playing:
                    try await game.endRound()
                    try await game.startNextRound()
                default: try await game.startNextRound()
                }
            }
        }
        let stage = await game.view.lobby?.stage
        return stage.map { CardText.sentence($0) } ?? ""
    }

    /// Asks twice, and then does it.
    private func delete(
        _ game: FolfGame, _ view: GameView, _ confirmations: Int
    ) async throws(Failure) -> String {
        let days = LobbyLimits.deletedMillisecondsMax / 86_400_000
        switch confirmations {
        case 0:
            let count = view.lobby?.columns.count ?? 0
            return "This deletes the game for everyone, with the card of "
                + "\(count == 1 ? "1 player" : "\(count) players"). Its code and links end. "
                + "To go on, say `delete yes`."
        case 1:
            return "You can restore it for \(days) days; then it is gone from the server for good. "
                + "Really? Then say `delete yes yes`."
        default:
            try await attempt { () async throws(FolfError) in try await game.delete() }
            return "The game is deleted. For \(days) days `restore` brings it back."
        }
    }

    private func changePeople(
        _ game: FolfGame, _ view: GameView
    ) async throws(Failure) -> String {
        switch self {
        case .kick(let name):
            let member = try view.member(called: name)
            try await attempt { () async throws(FolfError) in try await game.kick(member) }
            return "\(view.memberName(member)) is out of the game."
        case .passHost(let name):
            let member = try view.member(called: name)
            try await attempt { () async throws(FolfError) in
                try await game.passHost(to: member)
            }
            return "\(view.memberName(member)) is host."
        case .appoint(let name, let role):
            let member = try view.member(called: name)
            try await attempt { () async throws(FolfError) in
                try await game.appoint(member, as: role)
            }
            let what = role == .scorekeeper ? "scorekeeper" : "player"
            return "\(view.memberName(member)) is \(what)."
        case .lateJoin(let isAllowed):
            try await attempt { () async throws(FolfError) in
                try await game.allowLateJoin(isAllowed)
            }
            return isAllowed
                ? "New players may join after the start." : "No new players after the start."
        case .admit(let name):
            let knock = try view.knock(called: name)
            try await attempt { () async throws(FolfError) in try await game.admit(knock) }
            return "\(knock.name.safe) may come in."
        case .claim(let name):
            let column = try view.column(called: name)
            try await attempt { () async throws(FolfError) in try await game.claim(column.id) }
            return "\(view.name(of: column)) is you now."
        default:
            try await attempt { () async throws(FolfError) in try await game.leave() }
            return "You have left the game."
        }
    }
}

extension GameView {
    func memberName(_ number: MemberNumber) -> String { lobby?.name(of: number) ?? "?" }
}

extension String {
    func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
