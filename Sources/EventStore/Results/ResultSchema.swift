/// The tables of results, beside those of accounts: what the rounds of games have come to. They
/// follow from the logs and from `column_claims`, and may be deleted at any time.
///
///     results        what each player has thrown in each round
///     result_keys    what may be compared with one another, as a small number
///     projected      how far the results of a game have followed its log
///     result_stamps  the stamp that was given last
enum ResultSchema {
    static let results = """
        CREATE TABLE results (
            stamp INTEGER PRIMARY KEY, lobby BLOB NOT NULL, round INTEGER NOT NULL,
            player INTEGER NOT NULL, person BLOB, key INTEGER, course BLOB,
            day INTEGER NOT NULL, started_ms INTEGER NOT NULL, minutes INTEGER,
            flags INTEGER NOT NULL, disputed INTEGER NOT NULL, pars BLOB NOT NULL,
            throws BLOB NOT NULL, checksum INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX results_lobby ON results (lobby, round, player);
        CREATE INDEX results_person ON results (person, stamp) WHERE person IS NOT NULL;
        CREATE INDEX results_key ON results (key, stamp) WHERE key IS NOT NULL;
        CREATE TABLE result_keys (
            key INTEGER PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX result_keys_text ON result_keys (text);
        CREATE TABLE projected (
            lobby BLOB NOT NULL PRIMARY KEY CHECK (length(lobby) = 16),
            epoch INTEGER NOT NULL, seq INTEGER NOT NULL, rules INTEGER NOT NULL,
            due_ms INTEGER, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX projected_due ON projected (due_ms) WHERE due_ms IS NOT NULL;
        CREATE TABLE result_stamps (
            one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT;
        """

    /// Stamps go on behind the last one.
    static let deleteAll = """
        DELETE FROM results; DELETE FROM result_keys; DELETE FROM projected
        """

    /// The condition that a key is one of a lobby's results, and of no other's.
    static let isKeyOfOnly = """
        key IN (SELECT key FROM results WHERE lobby = ?1) AND NOT EXISTS \
        (SELECT 1 FROM results WHERE results.key = result_keys.key AND lobby <> ?1)
        """
}
