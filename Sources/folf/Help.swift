enum Help {
    static func text(for invocation: Invocation) throws(Failure) -> String {
        if invocation.command != .help { return text(for: invocation.command) }
        guard let name = invocation.arguments.first else { return overview }
        guard let command = CommandName(rawValue: name) else {
            throw Failure("There is no command “\(name)”; see folf help.", code: .usage)
        }
        return text(for: command)
    }

    static func text(for command: CommandName) -> String {
        let usage = "Usage: folf \(command.rawValue) \(command.parameters)".trimmedEnd
        let parts = [usage, "", command.summary.capitalizedFirst + ".", command.details]
        return parts.filter { $0 != command.details || !$0.isEmpty }.joined(separator: "\n")
    }

    static var overview: String {
        let width = CommandName.allCases.map(\.rawValue.count).max() ?? 0
        let commands = CommandName.allCases.map { command in
            "  " + command.rawValue.padded(to: width + 2) + command.summary
        }
        return """
            folf: keep score together, with or without signal.

            Usage: folf COMMAND [ARGUMENTS] [OPTIONS]

            \(commands.joined(separator: "\n"))

            CODE is a game's code, or the beginning of its id. Nobody needs an account to play.

            Options:
              --server https://HOST    the server (FOLF_SERVER; \(Invocation.serverDefault))
              --home FOLDER            where games are kept (FOLF_HOME; ~/.folf)
              --name NAME              your name on the card
              --course NAME            for host
              --holes COUNT            for host: 9 if not given
              --pars 3,3,4…            for host: one for each hole
              --late-join              for host: players may join after the start
              --watch-only             for host: you have no column on the card
              --offline                don't connect
              --wait SECONDS           how long to wait for the server: 5 if not given
              --once                   for watch: print the card once
              --password-file FILE     for login, sign-up, export: the password is its first line
              --recovery               for login, export: asks for a recovery code instead
              --take-along yes|no      for login: games played here become the account's, or not
              --csv                    for export: your scores as a table
              --yes                    for logout: don't ask
              --stdin                  for results: a card and games are read, as JSON
              --json                   for programs
              --help                   explain the command

            Exit codes: 0 done; 1 refused or failed; 2 not understood; 3 saved on this device, not
            confirmed by the server yet.
            """
    }

    /// The help for the prompt of `play`.
    static let play = """
        anna 3 4           four throws on hole 3; `-` clears
        confirm anna 3     confirm a score
        undo               take back your last entry
        start, next, end   begin the game, go on to the next round, end the game
        guest NAME         add a player without a phone
        late               list late entries; late apply NUMBER, late discard NUMBER
        admit NAME         let someone in who knocks
        claim NAME         make a guest's column your own
        kick NAME, pass-host NAME, appoint NAME, late-join on|off, round end, lock, leave
        quit
        """
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    func rightAligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }

    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
