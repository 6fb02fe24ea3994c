import ClientPlatform
import Documents
import Lobby
import Scoring
import SyncClient

/// Commands that do one thing and end.
extension Desk {
    func act(_ action: Action, in text: String) async throws(Failure) -> ExitCode {
        let game = try await open(try find(text))
        do throws(Failure) {
            let code = try await act(action, game)
            await game.close()
            return code
        } catch {
            await game.close()
            throw error
        }
    }

    private func act(_ action: Action, _ game: FolfGame) async throws(Failure) -> ExitCode {
        var view = await settled(game)
        // Who was signed out goes on scoring; it is handed over once they have signed in again.
        if case .stopped(let reason) = view.connection, reason != .signedOut {
            throw Failure(CardText.sentence(reason))
        }
        if case .admit = action {
            // The presence, which names those who knock, comes last.
            view = await self.view(of: game, within: options.waitSeconds) { $0.presence != nil }
        }
        guard view.lobby != nil else {
            throw Failure(view.problem ?? "The server can't be reached.", code: .failed)
        }
        let refusedBefore = view.refused.count
        let message = try await action.perform(in: game, view)
        return await report(message, game, refusedBefore: refusedBefore)
    }

    /// Waits for the server's word, then says how it went.
    func report(
        _ message: String, _ game: FolfGame, refusedBefore: Int
    ) async -> ExitCode {
        if !options.isOffline {
            _ = await game.flush(milliseconds: UInt64(options.waitSeconds) * 1_000)
        }
        let view = await game.view
        if view.refused.count > refusedBefore, let refused = view.refused.last {
            say("refused", refused.refusal.sentence, view)
            return .failed
        }
        guard view.pendingCount > 0 else {
            say("confirmed", message, view)
            return .done
        }
        say("saved", [message, Self.waiting(view)].joined(separator: " "), view)
        return .unconfirmed
    }

    static func waiting(_ view: GameView) -> String {
        let count = view.pendingCount
        let entries = count == 1 ? "1 entry waits" : "\(count) entries wait"
        let isSignedOut = view.connection == .stopped(.signedOut)
        let problem =
            isSignedOut
            ? " until you sign in again (folf login)" : view.problem.map { " (\($0))" } ?? ""
        return "Saved on this device; \(entries) for the server\(problem)."
    }

    func say(
        _ status: String, _ message: String, _ view: GameView,
        _ more: JSONObject = [:]
    ) {
        var fields: JSONObject = ["pending": .integer(Int64(view.pendingCount))]
        for field in more.fields { fields[field.name] = field.value }
        let now = clock.now().monotonicMilliseconds
        fields["game"] = JSONValue(view, nowMilliseconds: now)
        say(status, message, fields)
    }

    /// Says how a command went, and to other programs what else there is to know.
    func say(_ status: String, _ message: String, _ fields: JSONObject = [:]) {
        guard options.isJSON else { return Terminal.print(message.safeLines) }
        var object: JSONObject = ["status": .text(status), "message": .text(message)]
        for field in fields.fields { object[field.name] = field.value }
        Terminal.print(JSONValue.object(object).line)
    }

    /// Hands over the entries that wait, in all journals of one game or of all.
    func sync(_ text: String?) async throws(Failure) -> ExitCode {
        var games = folder.games()
        if let text { games = [try find(text)] }
        let unreadable = sayUnreadable()
        var code = unreadable.isEmpty ? ExitCode.done : .failed
        for game in games {
            for number in folder.journalNumbers(of: game.name)
            where !unreadable.contains(folder.journalPath(game.name, number)) {
                guard let view = try await handOver(game, number) else { continue }
                let result = sayState(view, of: game)
                if result != .done { code = result }
            }
        }
        if games.isEmpty, !options.isJSON { Terminal.print("There are no games on this device.") }
        return code
    }

    /// Names the journals that nothing can be made of, so that none is missed in silence.
    private func sayUnreadable() -> [String] {
        let paths = folder.unreadableJournals()
        for path in paths {
            Terminal.printError("folf: the journal \(path) can't be read; its entries stay there.")
        }
        return paths
    }

    /// Hands over the entries of one journal; nil if there are none, or another process has it
    /// open.
    func handOver(
        _ found: GameFolder.Game, _ number: Int
    ) async throws(Failure) -> GameView? {
        let journal = try attemptStorage { () throws(StorageError) -> FileJournal? in
            guard let journal = try folder.journal(number, of: found.name) else { return nil }
            return try journal.read().isEmpty ? nil : journal
        }
        guard let journal else { return nil }
        let game = try await reopen(journal, server(of: found.name))
        let view = await view(of: game, within: options.waitSeconds) { view in
            if case .stopped = view.connection { return true }
            return view.isUpToDate && view.pendingCount == 0
        }
        await game.close()
        return view
    }

    private func sayState(_ view: GameView, of game: GameFolder.Game) -> ExitCode {
        let name = view.code?.description ?? label(game)
        if case .stopped(let reason) = view.connection {
            say("stopped", "\(name): \(CardText.sentence(reason))", view)
            let isOut = reason == .kicked || reason == .left
            return isOut && view.pendingCount == 0 ? .done : .failed
        }
        if view.isUpToDate, view.pendingCount == 0 {
            say("confirmed", "\(name): up to date.", view)
            return .done
        }
        let problem = view.problem ?? "The server doesn't answer."
        let what = view.pendingCount == 0 ? problem : Self.waiting(view)
        say("saved", "\(name): \(what)", view)
        return .unconfirmed
    }

    /// Lists the games on this device.
    func games() -> ExitCode {
        let games = folder.games()
        _ = sayUnreadable()
        if options.isJSON {
            let now = clock.now().monotonicMilliseconds
            Terminal.print(
                JSONValue.array(games.map { JSONValue($0.view, nowMilliseconds: now) }).line)
            return .done
        }
        if games.isEmpty { Terminal.print("There are no games on this device.") }
        for game in games { Terminal.print(line(game)) }
        return .done
    }

    /// The game's code, or the beginning of its id if it has no code yet.
    private func label(_ game: GameFolder.Game) -> String {
        let id = game.view.lobbyID.map { String($0.value.description.prefix(8)) }
        return game.code?.description ?? id ?? "?"
    }

    private func line(_ game: GameFolder.Game) -> String {
        let view = game.view
        let pending = folder.pendingCount(of: game)
        return [
            label(game).padded(to: 12),
            (view.card?.course ?? "Disc golf").safe,
            view.lobby.map { CardText.text($0.stage) } ?? "not found yet",
            pending == 0 ? "" : "\(pending) waiting",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension String {
    /// The text without signs that would command a terminal, but with the ends of its lines.
    var safeLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).safe }
            .joined(separator: "\n")
    }
}
