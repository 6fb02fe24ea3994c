/// The commands, with what `folf help` says about them.
enum CommandName: String, CaseIterable {
    case host, join, watch, play, score, confirm, undo, guest, start, round, end, lock, kick, leave
    case late
    case passHost = "pass-host"
    case appoint
    case lateJoin = "late-join"
    case admit, claim
    case place
    case delete, restore
    case sync, games, help

    /// The words behind the name; parts in brackets may be left out.
    var parameters: String {
        switch self {
        case .host, .games: ""
        case .join, .watch: "CODE|LINK"
        case .undo, .start, .end, .lock, .leave, .restore: "CODE"
        case .delete: "CODE [yes [yes]]"
        case .play, .sync: "[CODE]"
        case .score: "CODE PLAYER HOLE THROWS"
        case .confirm: "CODE PLAYER HOLE"
        case .guest, .admit: "CODE NAME"
        case .round: "CODE end|next"
        case .kick, .passHost, .claim: "CODE PLAYER"
        case .appoint: "CODE PLAYER [player]"
        case .late: "CODE [list | apply NUMBER | discard NUMBER]"
        case .lateJoin: "CODE on|off"
        case .place: "CODE PLAYER last | PLAYER before PLAYER"
        case .help: "[COMMAND]"
        }
    }

    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .host, .games: 0...0
        case .join, .watch, .undo, .start, .end, .lock, .leave, .restore: 1...1
        case .delete: 1...3
        case .play, .sync, .help: 0...1
        case .score: 4...4
        case .confirm: 3...3
        case .guest, .round, .kick, .passHost, .lateJoin, .admit, .claim: 2...2
        case .appoint: 2...3
        case .late: 1...3
        case .place: 3...Int.max
        }
    }

    var summary: String {
        switch self {
        case .host: "begin a new game; prints its code and link"
        case .join: "join a game, or come back to it"
        case .watch: "show the live card"
        case .play: "show the live card and take commands"
        case .score: "enter a score"
        case .confirm: "confirm a score; as host, settle a dispute"
        case .undo: "take back your last entry"
        case .guest: "add a player without a phone"
        case .start: "begin the first round"
        case .round: "end the round, or begin the next one"
        case .end: "end the game; scores can still be corrected"
        case .lock: "lock a game that has ended, for good"
        case .kick: "remove a player from the game"
        case .leave: "leave the game"
        case .late: "list, apply or discard late entries"
        case .passHost: "make someone else host"
        case .appoint: "make someone scorekeeper, or a player again"
        case .place: "move a player's column on the card"
        case .lateJoin: "let new players join after the start, or not"
        case .admit: "let someone in who knocks"
        case .claim: "make a guest's column your own"
        case .delete: "delete a game for everyone"
        case .restore: "bring back a game that was deleted"
        case .sync: "hand over what waits on this device"
        case .games: "list the games on this device"
        case .help: "explain a command"
        }
    }

    var details: String {
        switch self {
        case .host:
            """
            Options: --name, --course, --holes COUNT or --pars 3,3,4…, --late-join, --watch-only
            (you don't play yourself), --offline. Without a server the game begins all the same;
            until it has a code, use the first signs of its id, which is printed instead.
            """
        case .join:
            """
            Options: --name, the one on the card. If the game has begun without late joining, the
            host is asked to let you in, as long as --wait allows.
            """
        case .admit: "NAME is that of someone who knocks, or the beginning of one."
        case .claim: "For who played without a phone so far, and has no other scores on the card."
        case .watch:
            """
            On a terminal the card is redrawn in place; elsewhere each change prints a block, or
            with --json a line. --once prints what there is and ends. A game that isn't yours is
            watched as a spectator.
            """
        case .play:
            """
            Type `anna 3 4` for four throws on hole 3, `help` for the other commands, `quit` to
            go. Without CODE: the only game on this device that isn't locked.
            """
        case .score:
            """
            PLAYER is a name, the beginning of one, or the column's number. HOLE is its label.
            THROWS is 1 to 99, or `-` to clear the score.
            """
        case .confirm: "From a player it only says again what stands there."
        case .undo:
            "Goes back entry by entry. What someone else has changed since is left alone."
        case .delete:
            "Asks twice, and for 30 days `restore` takes it back. For whoever made the game."
        case .late: "NUMBER is the one that the list shows."
        case .sync: "Without CODE: all games."
        default: ""
        }
    }
}
