import ClientPlatform
import Documents
import Lobby
import Scoring
import SyncClient
import Wire

/// Ways into a game.
extension Desk {
    func host() async throws(Failure) -> ExitCode {
        let pars = options.pars ?? Array(repeating: 3, count: options.holeCount)
        let holes = pars.enumerated().map { Hole(label: String($0.offset + 1), par: $0.element) }
        let server = server()
        let device = try device(at: server)
        let (journal, name) = try newJournal(server)
        let game: FolfGame
        do throws(Failure) {
            game = try await attempt { () async throws(FolfError) in
                try await FolfGame.host(
                    course: options.course, holes: holes, name: cardName(at: server) ?? "Host",
                    isPlaying: !options.watchesOnly, allowsLateJoin: options.allowsLateJoin,
                    at: server, device: device, journal: journal, isOffline: options.isOffline)
            }
        } catch {
            folder.discard(name)
            throw error
        }
        let code = await announce(game, server)
        await game.close()
        return code
    }

    /// The player's name on a new card.
    private func cardName(at server: ServerAddress) -> String? {
        options.name ?? account(at: server)?.name
    }

    private func newJournal(
        _ server: ServerAddress
    ) throws(Failure) -> (journal: FileJournal, name: String) {
        var generator = SystemRandomNumberGenerator()
        let id = Identifier128(high: generator.next(), low: generator.next())
        let name = String(id.description.prefix(16))
        return try attemptStorage { () throws(StorageError) in
            do throws(StorageError) {
                let journal = try folder.newJournal(name: name)
                try folder.note(server: server, of: name)
                return (journal, name)
            } catch {
                folder.discard(name)
                throw error
            }
        }
    }

    /// Prints how others get in.
    private func announce(_ game: FolfGame, _ server: ServerAddress) async -> ExitCode {
        if !options.isOffline {
            _ = await game.flush(milliseconds: UInt64(options.waitSeconds) * 1_000)
        }
        let view = await game.view
        guard let lobby = view.lobby, let invitation = lobby.invitation else { return .failed }
        let link = InvitationLink(server: server, lobby: lobby.id, invitation: invitation)
        var more: JSONObject = ["link": .text(link.text)]
        let watch = lobby.watch.map { WatchLink(server: server, lobby: lobby.id, watch: $0).text }
        more["watch"] = watch.map { .text($0) }
        let links = "Link \(link.text)" + (watch.map { "\nWatch \($0)" } ?? "")
        if let code = view.code {
            say("confirmed", "Code \(code)\n\(links)", view, more)
            return .done
        }
        if case .stopped(let reason) = view.connection {
            say("refused", CardText.sentence(reason), view, more)
            return .failed
        }
        let id = lobby.id.value.description.prefix(8)
        let problem = view.problem.map { " (\($0))" } ?? ""
        say(
            "saved",
            "The game has begun on this device; the server hasn't given it a code yet\(problem). "
                + "Until then call it \(id).\n\(links)", view, more)
        return .unconfirmed
    }

    func join(_ text: String) async throws(Failure) -> ExitCode {
        if let found = folder.game(called: text) { return try await comeBack(found) }
        let (entry, server) = if let offer = try offer(text) { offer } else { try entry(text) }
        if case .invitation(let lobby, _) = entry,
            let found = folder.game(called: lobby.value.description)
        {
            return try await comeBack(found)
        }
        guard !options.isOffline else { throw Failure("To join a game, a server is needed.") }
        let device = try device(at: server)
        let (journal, name) = try newJournal(server)
        let game = try await attempt { () async throws(FolfError) in
            try await FolfGame.join(
                entry, name: cardName(at: server) ?? "Player", knocks: true, at: server,
                device: device, journal: journal)
        }
        let view = await admitted(game)
        await game.close()
        guard view.me != nil else {
            folder.discard(name)
            if case .stopped(let reason) = view.connection {
                throw Failure(CardText.sentence(reason))
            }
            throw Failure(
                view.isKnocking
                    ? "The game has begun, and its host hasn't let you in."
                    : view.problem ?? "The server doesn't answer.")
        }
        say("confirmed", Self.welcome(view), view)
        return .done
    }

    /// Waits until the game is settled, and for the host's word if the player has to knock.
    private func admitted(_ game: FolfGame) async -> GameView {
        let view = await settled(game)
        guard view.isKnocking else { return view }
        return await self.view(of: game, within: options.waitSeconds) { view in
            if case .stopped = view.connection { return true }
            return view.me != nil && view.isUpToDate
        }
    }

    private static func welcome(_ view: GameView) -> String {
        let course = view.card?.course.map { " on \($0)" } ?? ""
        let others = view.card?.lines.map(\.name).joined(separator: ", ") ?? ""
        return "You are in the game\(course). On the card: \(others)."
    }

    /// Joins a game again that is on this device already.
    private func comeBack(_ found: GameFolder.Game) async throws(Failure) -> ExitCode {
        let game = try await open(found)
        var view = await settled(game)
        let lobby = view.lobby
        let hasLeft = view.me.flatMap { lobby?.member($0)?.standing } == .left
        if hasLeft || view.connection == .stopped(.left) {
            await game.rejoin()
            view = await settled(game)
        }
        await game.close()
        if case .stopped(let reason) = view.connection {
            throw Failure(CardText.sentence(reason))
        }
        guard view.isUpToDate else {
            throw Failure(
                view.problem ?? "The server doesn't answer.", code: .unconfirmed)
        }
        say("confirmed", Self.welcome(view), view)
        return .done
    }

    /// Reads a code or a link, and finds the server that it leads to.
    func entry(_ text: String) throws(Failure) -> (entry: Entry, server: ServerAddress) {
        if let link = InvitationLink(text) {
            return (.invitation(link.lobby, link.invitation), options.server ?? link.server)
        }
        guard let code = JoinCode(text) else {
            throw Failure("“\(text)” is neither a code nor a link.", code: .usage)
        }
        return (.code(code), server())
    }
}
