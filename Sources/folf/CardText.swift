import Documents
import Lobby
import Scoring
import SyncClient
import Wire

/// A game as text for a terminal. Knows no terminal: all it needs comes in.
struct CardText {
    var view: GameView
    /// The time in monotonic milliseconds, for what counts down.
    var nowMilliseconds: UInt64 = 0
    var timeOfDay: (Int64) -> String = { _ in "" }

    /// The whole picture, a line each.
    var lines: [String] {
        guard let lobby = view.lobby, let card = view.card else {
            return [view.problem ?? "Waiting for the server…", connection]
        }
        let games =
            GameText(lobby: lobby, round: card.round).lines
            + [penalties(card), SignatureText.line(lobby, round: card.round)]
            .compactMap(\.self)
        let open = disputes(lobby) + Self.late(view, timeOfDay) + knocks + refusals
        return [headline(lobby, card)] + deletion(lobby) + [""] + table(lobby, card) + [""]
            + games + open + [connection] + countdown + pending
    }

    private func headline(_ lobby: Lobby, _ card: Scorecard) -> String {
        let code =
            lobby.code.map { "code \($0)" } ?? "id \(lobby.id.value.description.prefix(8))"
        return [(card.course ?? "Disc golf").safe, code, Self.text(lobby.stage)]
            .joined(separator: " · ")
    }

    private func deletion(_ lobby: Lobby) -> [String] {
        guard lobby.deletedAt != nil else { return [] }
        let days = LobbyLimits.deletedMillisecondsMax / 86_400_000
        return ["Deleted. Its owner can `restore` it for \(days) days."]
    }

    static func text(_ stage: Stage) -> String {
        switch stage.phase {
        case .setup: "not started"
        case .playing: "round \(stage.round)"
        case .roundEnded: "round \(stage.round) ended"
        case .ended: "ended"
        case .locked: "locked"
        }
    }

    static func sentence(_ stage: Stage) -> String {
        switch stage.phase {
        case .setup: "The game hasn't started."
        case .playing: "Round \(stage.round) is on."
        case .roundEnded: "Round \(stage.round) is over."
        case .ended: "The game is over. Scores can still be corrected."
        case .locked: "The game is locked."
        }
    }

    // MARK: The table

    private func table(_ lobby: Lobby, _ card: Scorecard) -> [String] {
        let digits = String(lobby.columns.count).count
        let names = lobby.columns.enumerated().map { place, column in
            let number = String(place + 1).rightAligned(to: digits)
            return "\(number) \(presence(of: column)) \(title(of: column, lobby).safe)"
        }
        let cells = card.lines.map { scores($0, round: card.round) }
        let widths = card.labels.indices.map { hole in
            max(3, card.labels[hole].count, cells.map { $0[hole].count }.max() ?? 0) + 1
        }
        let nameWidth = max(4, names.map(\.count).max() ?? 0)
        func row(_ name: String, _ cells: [String], _ totals: [String]) -> String {
            let holes = zip(cells, widths).map { $0.rightAligned(to: $1) }.joined()
            return name.padded(to: nameWidth) + holes
                + totals.map { $0.rightAligned(to: 7) }.joined()
        }
        let hasRounds = card.round > 1
        let parTotal = String(card.pars.reduce(0, +))
        var rows = [
            row(
                "Hole", card.labels.map(\.safe),
                hasRounds ? ["Round", "Total", "±"] : ["Total", "±"]),
            row("Par", card.pars.map(String.init), [parTotal]),
        ]
        for (place, line) in card.lines.enumerated() {
            let totals = (hasRounds ? [line.roundTotal] : []) + [line.total]
            let relation = line.holesScored == 0 ? "" : Self.overPar(line.overPar)
            rows.append(row(names[place], cells[place], totals.map(String.init) + [relation]))
        }
        return rows.map(\.withoutTrailingBlanks)
    }

    /// The throws of a line, with `!` where they are disputed, `?` where somebody else has to enter
    /// them too, and `*` where the server hasn't confirmed them yet.
    private func scores(_ line: Scorecard.Line, round: UInt8) -> [String] {
        line.throws.enumerated().map { place, count in
            let key = CellKey.score(
                round: round, player: line.player, hole: UInt8(clamping: place + 1))
            let text = count.map(String.init) ?? "-"
            if view.disputes.contains(where: { $0.key == key }) { return text + "!" }
            switch view.entryStates[key] {
            case .savedOnThisDevice, .onItsWay: return text + "*"
            case .confirmed, nil:
                let isSure = view.lobby.map { $0.trust.isSure($0.cell(key)) } ?? true
                return isSure ? text : text + "?"
            }
        }
    }

    /// Penalty throws that are in no hole, but in the totals.
    private func penalties(_ card: Scorecard) -> String? {
        let told = card.lines.filter { $0.penalties > 0 }
            .map { "\($0.name.safe) +\($0.penalties)" }
        return told.isEmpty ? nil : "Penalties on the card: " + told.joined(separator: ", ")
    }

    private func title(of column: Player, _ lobby: Lobby) -> String {
        let name = lobby.name(of: column)
        guard let number = column.member else { return name + " (guest)" }
        var notes: [String] = []
        if lobby.host == number { notes.append("host") }
        let member = lobby.member(number)
        if member?.role == .scorekeeper { notes.append("scorekeeper") }
        if view.me == number { notes.append("you") }
        switch member?.standing {
        case .left: notes.append("left")
        case .kicked: notes.append("removed")
        case .active, nil: break
        }
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }

    private func presence(of column: Player) -> String {
        guard let presence = view.presence, let member = column.member else { return " " }
        return presence.members.contains(member) ? "●" : "○"
    }

    /// The relation to par as golfers say it: E is even.
    static func overPar(_ number: Int64) -> String {
        number == 0 ? "E" : number > 0 ? "+\(number)" : "\(number)"
    }

    // MARK: Below the table

    private func disputes(_ lobby: Lobby) -> [String] {
        view.disputes.map { dispute in
            let claims = dispute.claims.map { claim in
                let time = timeOfDay(claim.at.milliseconds)
                let who = claim.name.safe + (time.isEmpty ? "" : ", \(time)")
                return "\(Self.text(claim.value)) (\(who))"
            }
            return "! \(Self.place(dispute.key, in: lobby)): "
                + claims.joined(separator: " or ")
        }
    }

    /// The late entries that wait for the host.
    static func late(_ view: GameView, _ timeOfDay: (Int64) -> String = { _ in "" }) -> [String] {
        guard let lobby = view.lobby else { return [] }
        return view.late.map { edit in
            "Late #\(edit.seq): \(place(edit.key, in: lobby)): \(text(edit.value)) from "
                + "\(lobby.name(of: edit.member).safe), \(text(edit.reason))"
        }
    }

    private static func text(_ reason: QuarantinedEdit.Reason) -> String {
        switch reason {
        case .locked: "after the lock"
        case .left: "who has left"
        case .kicked: "who was removed"
        case .removed: "for a player taken off the card"
        case .deleted: "after the deletion"
        }
    }

    static func place(_ key: CellKey, in lobby: Lobby) -> String {
        let column = lobby.player(key.player)
        let name = (column.map { lobby.name(of: $0) } ?? "?").safe
        let hole = Int(key.hole)
        let label =
            lobby.holes.indices.contains(hole - 1) ? lobby.holes[hole - 1].label.safe : "?"
        switch key.field {
        case .name: return "Name of \(name)"
        case .par: return "Par of hole \(label)"
        case .course: return "Course"
        case .tee: return "Tee of \(name)"
        default:
            let hole = key.hole > 0 && key.field != .concededMatch ? "hole \(label)" : nil
            let round =
                key.round > 0 && !key.field.isOfCourse && lobby.stage.round > 1
                ? "round \(key.round)" : nil
            let parts = [key.column.map { _ in name }, hole, round, Self.what(key.field)]
            return parts.compactMap(\.self).joined(separator: ", ")
        }
    }

    /// What a field tells; nil for the score, which needs no name.
    private static func what(_ field: Field) -> String? {
        switch field {
        case .throws: nil
        case .start: "start"
        case .closed: "closed"
        case .index: "index"
        case .handicap: "handicap in tenths"
        case .rating: "rating"
        case .from: "first hole"
        case .out: "last hole"
        case .pickedUp: "picked up"
        case .provisional: "provisional score"
        case .concededHole: "conceded"
        case .concededMatch: "match conceded after hole"
        case .agreed: "halved as agreed"
        case .press: "press"
        case .award: "award"
        case .putts: "putts"
        case .note: "note"
        case .signed: "signature"
        case .tag: "bag tag"
        default: "\(field)".replacing("_", with: " ")
        }
    }

    static func text(_ value: CellValue) -> String {
        switch value {
        case .empty: "-"
        case .number(let number): String(number)
        case .text(let text): text.safe
        }
    }

    /// The last few refusals; more don't help.
    private var refusals: [String] {
        view.refused.suffix(3).map { refused in
            var what = "An entry"
            if case .set(let key, let value, _)? = refused.command, let lobby = view.lobby {
                what = "\(Self.place(key, in: lobby)): \(Self.text(value))"
            }
            return "Refused: \(what). \(refused.refusal.sentence)"
        }
    }

    private var connection: String {
        let state =
            switch view.connection {
            case .offline: "Offline"
            case .connecting: "Connecting…"
            case .live: "Connected"
            case .waiting(let until): "No connection, next try \(Self.time(until, nowMilliseconds))"
            case .stopped(let reason): Self.sentence(reason)
            }
        let spectators = view.presence?.spectatorCount ?? 0
        let watching = spectators > 0 ? " · \(spectators) watching" : ""
        let isBroken = view.connection != .live && view.lobby != nil
        let isTold = view.notice?.number == SessionError.announcement.rawValue
        let problem = isBroken || isTold ? view.problem.map { " · " + $0.safe } ?? "" : ""
        return state + watching + problem
    }

    static func sentence(_ reason: StopReason) -> String {
        switch reason {
        case .refused(let notice): notice.sentence.safe
        case .kicked: Refusal.kicked.sentence
        case .left: "You have left this game."
        case .signedOut: "\(SessionError.signedOut.sentence) folf login signs you in again."
        case .closed(let code): "The server ended the connection (code \(code))."
        }
    }

    private static func time(_ until: UInt64, _ now: UInt64) -> String {
        let seconds = until > now ? (until - now + 999) / 1_000 : 0
        return seconds == 0 ? "now" : "in \(seconds) s"
    }

    private var countdown: [String] {
        guard let until = view.hostPassesAtMilliseconds else { return [] }
        return ["The host is away; someone else becomes host \(Self.time(until, nowMilliseconds))."]
    }

    private var knocks: [String] {
        if view.isKnocking { return ["You watch until the host lets you in."] }
        guard view.isHost else { return [] }
        return view.presence?.knocks.map { "\($0.name.safe) asks to be let in." } ?? []
    }

    private var pending: [String] {
        switch view.pendingCount {
        case 0: []
        case let count where view.connection == .live:
            [count == 1 ? "* 1 entry is on its way." : "* \(count) entries are on their way."]
        case 1: ["* 1 entry is saved on this device and waits for the server."]
        case let count: ["* \(count) entries are saved on this device and wait for the server."]
        }
    }
}

extension String {
    /// The text without signs that would command a terminal, whatever a server says.
    var safe: String {
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            safe.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(safe)
    }

    fileprivate var withoutTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
