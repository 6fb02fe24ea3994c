import ClientPlatform
import Documents
import SyncClient

/// The live card: redraws it whenever something changes, and takes commands if it has a prompt.
struct Board {
    let game: FolfGame
    let desk: Desk
    let hasPrompt: Bool

    private enum Happening: Sendable {
        case view(GameView)
        /// A second has passed.
        case tick
        case line(String)
        case endOfInput
        case closed
    }

    private struct Picture {
        var view: GameView
        var message = ""
        var lastShown = ""
        /// The number of lines above the prompt; nil if the prompt has to be written anew.
        var linesAbovePrompt: Int?
    }

    func run() async -> ExitCode {
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        let sources = await start(continuation)
        defer { for source in sources { source.cancel() } }
        var picture = Picture(view: await game.view)
        if isRedrawn { Terminal.clear() }
        for await happening in happenings {
            switch happening {
            case .view(let view):
                picture.view = view
                show(&picture)
                if let code = end(view) { return await leave(code) }
            case .tick: if isRedrawn, isCountingDown(picture.view) { show(&picture) }
            case .line(let line):
                guard await obey(line, &picture) else { return await leave(nil) }
                picture.view = await game.view
                picture.linesAbovePrompt = nil
                show(&picture)
            case .endOfInput: if hasPrompt { return await leave(nil) }
            case .closed: return .failed
            }
        }
        return .done
    }

    private var isRedrawn: Bool { Terminal.isInteractive && !desk.options.isJSON }

    private func isCountingDown(_ view: GameView) -> Bool {
        if case .waiting = view.connection { return true }
        return view.hostPassesAtMilliseconds != nil
    }

    private func start(
        _ happenings: AsyncStream<Happening>.Continuation
    ) async -> [Task<Void, Never>] {
        let updates = await game.updates()
        let views = Task {
            for await view in updates { happenings.yield(.view(view)) }
            happenings.yield(.closed)
        }
        let ticks = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil { happenings.yield(.tick) }
        }
        if hasPrompt {
            Self.readInput { line in happenings.yield(line.map { .line($0) } ?? .endOfInput) }
        }
        return [views, ticks]
    }

    /// Reads lines on a thread of its own, which ends with the program.
    private static func readInput(_ deliver: @escaping @Sendable (String?) -> Void) {
        Task.detached {
            while let line = readLine() { deliver(line) }
            deliver(nil)
        }
    }

    /// The exit code once the game is over for this player; nil while it goes on.
    private func end(_ view: GameView) -> ExitCode? {
        guard case .stopped(let reason) = view.connection else { return nil }
        if hasPrompt, view.lobby != nil { return nil }
        if !isRedrawn { Terminal.printError("folf: \(CardText.sentence(reason))") }
        return .failed
    }

    private func leave(_ code: ExitCode?) async -> ExitCode {
        if !desk.options.isOffline, await game.view.pendingCount > 0 {
            _ = await game.flush(milliseconds: UInt64(desk.options.waitSeconds) * 1_000)
        }
        let view = await game.view
        await game.close()
        if let code { return code }
        guard view.pendingCount > 0 else { return .done }
        Terminal.print(Desk.waiting(view))
        return .unconfirmed
    }

    private func show(_ picture: inout Picture) {
        let now = desk.clock.now().monotonicMilliseconds
        if desk.options.isJSON {
            return showOnce(JSONValue(picture.view, nowMilliseconds: now).line, &picture)
        }
        var lines = desk.picture(picture.view, now)
        if !picture.message.isEmpty {
            lines += [""] + picture.message.safeLines.split(separator: "\n").map(String.init)
        }
        guard isRedrawn else {
            return showOnce(lines.joined(separator: "\n") + "\n", &picture)
        }
        guard hasPrompt else { return Terminal.redraw(lines) }
        lines.append("")
        if picture.linesAbovePrompt == lines.count {
            Terminal.redrawAbove(lines)
        } else {
            Terminal.redraw(lines + ["> "])
        }
        picture.linesAbovePrompt = lines.count
    }

    /// Prints a text unless it was the last one printed.
    private func showOnce(_ text: String, _ picture: inout Picture) {
        guard text != picture.lastShown else { return }
        picture.lastShown = text
        Terminal.print(text)
    }

    /// Carries out a line that was typed at the prompt.
    ///
    /// - Returns: whether to go on.
    private func obey(_ line: String, _ picture: inout Picture) async -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.first?.lowercased() {
        case nil:
            picture.message = ""
            return true
        case "quit", "q", "exit": return false
        case "help", "?":
            picture.message = Help.play
            return true
        default: break
        }
        do throws(Failure) {
            guard let action = try Action(words: words) else {
                throw Failure("“\(line)” isn't a command; `help` lists them.")
            }
            picture.message = try await action.perform(in: game, await game.view)
        } catch {
            picture.message = error.sentence
        }
        return true
    }
}
