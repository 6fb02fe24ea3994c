import Documents
import Log

/// Reads lobbies out of the file and checks everything that can be checked: each row's checksum,
/// `seq` without gaps from 1, the rolling hash from the first event to the last, and the head
/// against both. Damage is told per lobby, so that one bad page costs one group its game.
final class LobbyReader {
    private let heads: SQLiteStatement
    private let events: SQLiteStatement
    private let texts: SQLiteStatement
    private let rowBefore: SQLiteStatement
    private let someEvents: SQLiteStatement
    private let someTexts: SQLiteStatement
    private let replicas: SQLiteStatement
    private let codes: SQLiteStatement
    private let times: SQLiteStatement
    private let erased: SQLiteStatement
    private let all: SQLiteStatement

    init(_ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        heads = try connection.prepare(
            "SELECT epoch, seq, hash, code, checksum, deleted_ms FROM lobbies WHERE lobby = ?1")
        events = try connection.prepare(
            """
            SELECT seq, body, hash, checksum, count FROM events
            WHERE lobby = ?1 ORDER BY seq
            """)
        texts = try connection.prepare(
            "SELECT seq, body, checksum FROM texts WHERE lobby = ?1 ORDER BY seq")
        rowBefore = try connection.prepare(
            """
            SELECT seq FROM events WHERE lobby = ?1 AND seq <= ?2
            ORDER BY seq DESC LIMIT 1 OFFSET 1
            """)
        someEvents = try connection.prepare(
            """
            SELECT seq, body, hash, checksum, count FROM events
            WHERE lobby = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq
            """)
        someTexts = try connection.prepare(
            """
            SELECT seq, body, checksum FROM texts WHERE lobby = ?1 AND seq BETWEEN ?2 AND ?3
            ORDER BY seq
            """)
        replicas = try connection.prepare(
            """
            SELECT replica, person, last_number, fingerprint, checksum, refused FROM replicas
            WHERE lobby = ?1 ORDER BY replica
            """)
        codes = try connection.prepare("SELECT lobby FROM lobbies WHERE code = ?1")
        erased = try connection.prepare("SELECT 1 FROM erased WHERE lobby = ?1")
        all = try connection.prepare("SELECT lobby FROM lobbies ORDER BY lobby")
        times = try connection.prepare("SELECT touched_ms FROM lobbies WHERE lobby = ?1")
    }

    /// The lobby that has the code now. Throws if the index of codes names a lobby that hasn't:
    /// the index is damaged, and the one that has the code is another.
    func find(_ code: JoinCode) throws(SQLiteError) -> LobbyID? {
        var isFound = false
        var lobby: LobbyID?
        try codes.forEachRow([.text(code.description)]) { row in
            isFound = true
            lobby = row.identifier(0).map(LobbyID.init)
        }
        guard isFound else { return nil }
        var isConfirmed = false
        if let lobby {
            try heads.forEachRow([lobby.blob]) { row in
                isConfirmed = row.text(3) == code.description
            }
        }
        guard isConfirmed, let lobby else {
            throw SQLiteError.damagedIndex("the index of codes names a lobby without that code")
        }
        return lobby
    }

    func hasCode(_ code: JoinCode) throws(SQLiteError) -> Bool {
        var found = false
        try codes.forEachRow([.text(code.description)]) { _ in found = true }
        return found
    }

    /// Whether there was a lobby of that id, which was erased.
    func isErased(_ lobby: LobbyID) throws(SQLiteError) -> Bool {
        var isErased = false
        try erased.forEachRow([lobby.blob]) { _ in isErased = true }
        return isErased
    }

    /// Every lobby that has a head row, in order of its id.
    func lobbies() throws(SQLiteError) -> [LobbyID] {
        var lobbies: [LobbyID] = []
        try all.forEachRow([]) { row in
            if let value = row.identifier(0) { lobbies.append(LobbyID(value)) }
        }
        return lobbies
    }

    /// When the lobby's rows were written last.
    func touched(_ lobby: LobbyID) throws(SQLiteError) -> WallTime {
        var time = WallTime(milliseconds: 0)
        try times.forEachRow([lobby.blob]) { row in time.milliseconds = row.integer(0) }
        return time
    }

    /// The end of the lobby's rows; nil without a sound head row.
    func end(of lobby: LobbyID) throws(SQLiteError) -> LogEnd? {
        var reading = LobbyReading(lobby)
        try heads.forEachRow([lobby.blob]) { row in reading.takeHead(row) }
        return reading.head.map { LogEnd(seq: $0.seq, hash: $0.hash, code: $0.code) }
    }

    /// Reads a lobby with what waits in `unsorted`. Throws if SQLite itself stumbles over the
    /// lobby's pages.
    func read(
        _ lobby: LobbyID, _ unsorted: UnsortedBatches
    ) throws(SQLiteError) -> LobbyReading {
        var reading = LobbyReading(lobby)
        try heads.forEachRow([lobby.blob]) { row in reading.takeHead(row) }
        try events.forEachRow([lobby.blob]) { row in reading.takeEvents(row) }
        try texts.forEachRow([lobby.blob]) { row in reading.takeText(row) }
        try replicas.forEachRow([lobby.blob]) { row in reading.takeReplica(row) }
        reading.finish()
        if let finding = unsorted.findings[lobby] { reading.take(finding) }
        if let waiting = unsorted.read(lobby) { reading.take(waiting) }
        return reading
    }

    /// Reads at least `eventsMax` events behind `seq`, if there are so many, and those that wait
    /// to be sorted, with the head.
    func read(
        _ lobby: LobbyID, after seq: Seq, eventsMax: Int, _ unsorted: UnsortedBatches
    ) throws(SQLiteError) -> LobbyReading {
        var begin: Seq?
        try rowBefore.forEachRow([lobby.blob, .unsigned(seq)]) { row in begin = row.unsigned(0) }
        var reading = LobbyReading(lobby, isPart: begin != nil)
        try heads.forEachRow([lobby.blob]) { row in reading.takeHead(row) }
        let end = seq &+ UInt64(eventsMax)
        try someEvents.forEachRow([lobby.blob, .unsigned(begin ?? 0), .unsigned(end)]) { row in
            reading.takeEvents(row)
        }
        if let first = reading.records.first, let last = reading.records.last {
            try someTexts.forEachRow([lobby.blob, .unsigned(first.seq), .unsigned(last.seq)]) {
                row in reading.takeText(row)
            }
        }
        if let finding = unsorted.findings[lobby] { reading.take(finding) }
        if let waiting = unsorted.read(lobby) { reading.take(waiting) }
        return reading
    }
}
