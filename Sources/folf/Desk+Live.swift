import ClientPlatform
import Documents
import Lobby
import SyncClient
import Wire

/// Commands that stay: the live card, with or without a prompt.
extension Desk {
    func watch(_ text: String) async throws(Failure) -> ExitCode {
        let game = try await openToWatch(text)
        if options.isOnce {
            _ = await settled(game)
            let view = await view(of: game, within: options.waitSeconds) { view in
                view.presence != nil || view.connection != .live
            }
            await game.close()
            return try show(once: view)
        }
        let board = Board(game: game, desk: self, hasPrompt: false)
        return await board.run()
    }

    private func show(once view: GameView) throws(Failure) -> ExitCode {
        if case .stopped(let reason) = view.connection, view.lobby == nil {
            throw Failure(CardText.sentence(reason))
        }
        guard view.lobby != nil else {
            throw Failure(view.problem ?? "The server doesn't answer.")
        }
        let now = clock.now().monotonicMilliseconds
        if options.isJSON {
            Terminal.print(JSONValue(view, nowMilliseconds: now).line)
        } else {
            Terminal.print(picture(view, now).joined(separator: "\n"))
        }
        return view.isUpToDate ? .done : .unconfirmed
    }

    func picture(_ view: GameView, _ now: UInt64) -> [String] {
        CardText(
            view: view, nowMilliseconds: now,
            timeOfDay: { Terminal.timeOfDay(milliseconds: $0) }
        ).lines
    }

    /// Opens a game to watch it: as a member if it is on this device, else as a spectator.
    private func openToWatch(_ text: String) async throws(Failure) -> FolfGame {
        if let found = folder.game(called: text) { return try await open(found) }
        let (entry, server) = try watchEntry(text)
        if case .watch(let lobby, _) = entry,
            let found = folder.game(called: lobby.value.description)
        {
            return try await open(found)
        }
        let device = try device(at: server)
        return try await attempt { () async throws(FolfError) in
            try await FolfGame.watch(
                entry, at: server, device: device, journal: MemoryJournal())
        }
    }

    private func watchEntry(
        _ text: String
    ) throws(Failure) -> (entry: Entry, server: ServerAddress) {
        guard let link = WatchLink(text) else { return try entry(text) }
        return (.watch(link.lobby, link.watch), options.server ?? link.server)
    }

    func play(_ text: String?) async throws(Failure) -> ExitCode {
        let found: GameFolder.Game
        if let text {
            found = try find(text)
        } else {
            let open = folder.games().filter { $0.view.lobby?.stage.phase != .locked }
            guard open.count == 1 else {
                throw Failure(
                    open.isEmpty
                        ? "There is no open game on this device; folf host begins one."
                        : "There are several games on this device; name one (folf games).",
                    code: .usage)
            }
            found = open[0]
        }
        let board = Board(game: try await open(found), desk: self, hasPrompt: true)
        return await board.run()
    }
}
