package import Documents

/// What one player has thrown in one round, as it is looked up. Follows from the log of the game,
/// and from who has claimed the player's column.
package struct ResultRow: Equatable, Sendable {
    package struct Flags: OptionSet, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Nobody has ended the round.
        package static let unended = Flags(rawValue: 1)
        static let all: Flags = [.unended]
    }

    /// Every row that is written has a higher one than those before: who knows all up to one asks
    /// for those behind it.
    package internal(set) var stamp: Int64 = 0
    package let lobby: LobbyID
    package let round: UInt8
    package let player: UInt32
    /// Nil: nobody's.
    package internal(set) var person: PersonID?
    /// The number of what it may be compared with; nil if with nothing.
    package internal(set) var key: Int64?
    package let course: Identifier128?
    /// Days since 1 January 1970.
    package let day: Int64
    package let started: WallTime
    package let minutes: Int64?
    package let flags: Flags
    /// Holes on which people disagree.
    package let disputedCount: Int64
    /// What each hole is worth.
    package let pars: [UInt8]
    /// Those of each hole; 0: not scored.
    package let `throws`: [UInt8]

    package init(
        lobby: LobbyID, round: UInt8, player: UInt32, person: PersonID?, course: Identifier128?,
        day: Int64, started: WallTime, minutes: Int64?, flags: Flags, disputedCount: Int64,
        pars: [UInt8], throws: [UInt8]
    ) {
        self.lobby = lobby
        self.round = round
        self.player = player
        self.person = person
        self.course = course
        self.day = day
        self.started = started
        self.minutes = minutes
        self.flags = flags
        self.disputedCount = disputedCount
        self.pars = pars
        self.throws = `throws`
    }
}

extension ResultRow: ClubRow {
    static let table = ClubTable(
        "results", .results,
        [
            "stamp", "lobby", "round", "player", "person", "key", "course", "day", "started_ms",
            "minutes", "flags", "disputed", "pars", "throws",
        ])

    var values: [SQLiteValue] {
        [
            .integer(stamp), lobby.blob, .integer(Int64(round)), .integer(Int64(player)),
            SQLiteValue(person?.value), SQLiteValue(key), SQLiteValue(course), .integer(day),
            SQLiteValue(started), SQLiteValue(minutes), .integer(flags.rawValue),
            .integer(disputedCount), .blob(pars), .blob(`throws`),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let lobby = row.identifier(1), let round = UInt8(exactly: row.integer(2)),
            let player = UInt32(exactly: row.integer(3)),
            let person = row.optionalIdentifier(4), let course = row.optionalIdentifier(6)
        else { return nil }
        let flags = Flags(rawValue: row.integer(10))
        guard flags.isSubset(of: .all) else { return nil }
        self.init(
            lobby: LobbyID(lobby), round: round, player: player,
            person: person.map(PersonID.init), course: course, day: row.integer(7),
            started: row.moment(8), minutes: row.isNull(9) ? nil : row.integer(9), flags: flags,
            disputedCount: row.integer(11), pars: row.blob(12), throws: row.blob(13))
        stamp = row.integer(0)
        key = row.isNull(5) ? nil : row.integer(5)
    }
}

/// How far the results of a game have followed its log.
package struct Projection: Equatable, Sendable {
    package var lobby: LobbyID
    package var epoch: Epoch
    package var seq: Seq
    /// The version of the rules by which they were made.
    package var rules: Int64
    /// When they have to be made again though nothing more has happened; nil if never.
    package var due: WallTime?

    /// No results were ever made by these.
    static let noRules: Int64 = 0

    package init(lobby: LobbyID, epoch: Epoch, seq: Seq, rules: Int64, due: WallTime?) {
        self.lobby = lobby
        self.epoch = epoch
        self.seq = seq
        self.rules = rules
        self.due = due
    }
}

extension Projection: ClubRow {
    static let table = ClubTable(
        "projected", .projected, ["lobby", "epoch", "seq", "rules", "due_ms"])

    var values: [SQLiteValue] {
        [
            lobby.blob, .unsigned(epoch.value), .unsigned(seq), .integer(rules),
            SQLiteValue(due?.milliseconds),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let lobby = row.identifier(0) else { return nil }
        self.init(
            lobby: LobbyID(lobby), epoch: Epoch(row.unsigned(1)), seq: row.unsigned(2),
            rules: row.integer(3), due: row.isNull(4) ? nil : row.moment(4))
    }

    /// Whether results that were made of `other` say nothing new.
    func covers(_ other: Projection) -> Bool {
        epoch == other.epoch && rules == other.rules
            && (seq > other.seq || (seq == other.seq && due == other.due))
    }
}

/// What may be compared, with its number.
struct ResultKeyRow: ClubRow {
    var key: Int64
    var text: String

    static let table = ClubTable("result_keys", .resultKeys, ["key", "text"])

    var values: [SQLiteValue] { [.integer(key), .text(text)] }

    init(key: Int64, text: String) {
        self.key = key
        self.text = text
    }

    init?(_ row: SQLiteRow) {
        guard let text = row.text(1) else { return nil }
        (key, self.text) = (row.integer(0), text)
    }
}

/// The stamp that was given last. Kept by itself: that of a row that is gone isn't given again.
struct ResultStampRow: ClubRow {
    var last: Int64

    static let table = ClubTable("result_stamps", .resultStamps, ["one", "last"])

    var values: [SQLiteValue] { [.integer(1), .integer(last)] }

    init(last: Int64) { self.last = last }

    init?(_ row: SQLiteRow) {
        guard row.integer(0) == 1 else { return nil }
        last = row.integer(1)
    }
}
