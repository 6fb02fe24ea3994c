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
    case sync, games
    case account, login, logout
    case signUp = "sign-up"
    case friends, invite, inbox, export
    case trust, also, results, sign, handicap
    case help

    /// The words behind the name; parts in brackets may be left out.
    var parameters: String {
        switch self {
        case .host, .games, .logout: ""
        case .join: "CODE|LINK|INVITATION"
        case .watch: "CODE|LINK"
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
        case .account: "[sign-out DEVICE | take-along]"
        case .login: "[NAME]"
        case .signUp: "NAME"
        case .friends: "[ask|accept|decline|remove|block|unblock NAME]"
        case .invite: "CODE NAME…"
        case .inbox: "[decline INVITATION]"
        case .export: "[FILE]"
        case .trust: "CODE NUMBER|all [blind]"
        case .sign: "CODE [PLAYER]"
        case .handicap: "CODE PLAYER NUMBER|-"
        case .also: "CODE skins|match|nassau|points [off]"
        case .results: "CODE | --stdin"
        case .help: "[COMMAND]"
        }
    }

    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .host, .games, .logout: 0...0
        case .join, .watch, .undo, .start, .end, .lock, .leave, .restore, .signUp: 1...1
        case .delete: 1...3
        case .play, .sync, .help, .login, .export, .results: 0...1
        case .account, .friends, .inbox: 0...2
        case .score: 4...4
        case .confirm, .handicap: 3...3
        case .guest, .round, .kick, .passHost, .lateJoin, .admit, .claim: 2...2
        case .sign: 1...2
        case .appoint, .also, .trust: 2...3
        case .late: 1...3
        case .place: 3...Int.max
        case .invite: 2...Int.max
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
        case .account: "show your account, its devices and games"
        case .login: "sign in on this device"
        case .logout: "sign out on this device"
        case .signUp: "make an account, so that your games are yours on every device"
        case .friends: "list your friends, ask, accept, remove or block somebody"
        case .invite: "invite friends to a game"
        case .inbox: "list what friends want of you"
        case .export: "take what is kept about you along"
        case .trust: "say how many people must enter the same score"
        case .also: "play another game with the same scores, or no longer"
        case .sign: "sign a column of the card as it is shown"
        case .handicap: "say how many throws over par a player takes in a round"
        case .results: "tell how the games stand that are played besides"
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
            INVITATION is the beginning of the id that folf inbox shows, or of a game's in folf
            account. Option: --name, the one on the card. If the game has begun without late
            joining, the host is asked to let you in, as long as --wait allows.
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
        case .account:
            """
            sign-out DEVICE signs another device out, for ever; DEVICE is the beginning of its id.
            take-along makes the games that were played on this device without the account its own.
            """
        case .login:
            """
            NAME is your user name or e-mail. Options: --password-file FILE, whose first line is the
            password; --recovery, to be asked for a recovery code instead; --take-along yes|no,
            whether games that were played on this device become the account's.
            """
        case .logout:
            """
            First hands over what waits on this device. Games stay here, and go on when you sign in
            again. Option: --yes, also if something still waits.
            """
        case .signUp:
            """
            NAME is the user name: 3 to 20 letters a–z, digits, or . _ - behind a letter. Games that
            were played on this device become the account's. Options: --name, the one on the card;
            --password-file FILE, whose first line is the password; --age 13|guardian (13 or older,
            or a guardian agrees); --sign-up-code CODE, if the server asks for one.
            """
        case .friends: "NAME is a user name, or the beginning of a friend's name."
        case .invite: "NAME is a friend's user name, or the beginning of the name."
        case .inbox: "INVITATION is the beginning of its id, as the list shows it."
        case .export:
            """
            Writes account, devices, friends and own scores as JSON; with --csv your scores as a
            table. Without FILE it is printed. Asks for your password (--password-file FILE,
            --recovery).
            """
        case .results:
            """
            With --json all of it is printed, by hole. With --stdin, which needs no server, it reads
            one JSON object instead: with `card` and `games`, and prints what each game comes to, by
            its id; or with `penalty`, and prints what the hole comes to. Exit code 2 if it can't be
            read; what isn't known in it is passed over.
            """
        case .trust:
            """
            For the host. 1: one person is enough, as every game begins. Above that, what another
            enters stands beside it: the same value makes it sure, a different one is a dispute.
            With all everybody who is in the game now enters each score; blind hides what others
            have entered from who hasn't yet.
            """
        case .sign:
            """
            Without PLAYER one's own. Whoever is host or scorekeeper may sign for others. What
            changes afterwards makes the signature void; what host or scorekeeper correct, doesn't.
            """
        case .handicap: "NUMBER has one decimal at most, such as 8.5 or -2; `-` takes it away."
        case .also:
            """
            For the host. Everybody sees how it stands. A match is for two; three and more play a
            Nassau by their totals. It counts from the first hole on, whenever it is begun.
            """
        default: ""
        }
    }
}
