/// The tables of the catalogue, beside those of accounts: courses, the layouts of each, and every
/// version that a layout has had. Versions are never changed: games were played on them. Besides,
/// what people do: courses that are shown by link, who looks after which, changes, and what people
/// say of courses.
enum CourseSchema {
    static let catalogue = """
        CREATE TABLE courses (
            course BLOB NOT NULL PRIMARY KEY CHECK (length(course) = 16),
            name TEXT NOT NULL, status INTEGER NOT NULL, country TEXT NOT NULL, place TEXT,
            lat_e7 INTEGER, lon_e7 INTEGER, website TEXT, fee TEXT, access TEXT,
            source TEXT NOT NULL, licence TEXT, credit TEXT, revision INTEGER NOT NULL,
            created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL, checksum INTEGER NOT NULL,
            folded TEXT NOT NULL, loose TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX courses_country ON courses (country, folded, course);
        CREATE TABLE layouts (
            course BLOB NOT NULL, layout BLOB NOT NULL CHECK (length(layout) = 16),
            place INTEGER NOT NULL, name TEXT NOT NULL, kind INTEGER NOT NULL,
            status INTEGER NOT NULL, version BLOB NOT NULL, series INTEGER NOT NULL,
            default_tee TEXT, ends_on TEXT, checksum INTEGER NOT NULL,
            PRIMARY KEY (course, layout)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE layout_versions (
            layout BLOB NOT NULL, version BLOB NOT NULL CHECK (length(version) = 16),
            series INTEGER NOT NULL, made_ms INTEGER NOT NULL, facts BLOB NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (layout, version)
        ) STRICT, WITHOUT ROWID;
        """

    static let changes = """
        CREATE TABLE shared_courses (
            course BLOB NOT NULL PRIMARY KEY CHECK (length(course) = 16), owner BLOB NOT NULL,
            body TEXT NOT NULL, revision INTEGER NOT NULL, created_ms INTEGER NOT NULL,
            changed_ms INTEGER NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shared_courses_owner ON shared_courses (owner);
        CREATE TABLE course_roles (
            course BLOB NOT NULL, account BLOB NOT NULL, role INTEGER NOT NULL,
            since_ms INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (course, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX course_roles_account ON course_roles (account);
        CREATE TABLE course_changes (
            change BLOB NOT NULL PRIMARY KEY CHECK (length(change) = 16), course BLOB NOT NULL,
            account BLOB, at_ms INTEGER NOT NULL, state INTEGER NOT NULL, body TEXT,
            decided_ms INTEGER, reason TEXT, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX course_changes_course ON course_changes (course, at_ms, change);
        CREATE INDEX course_changes_account ON course_changes (account, at_ms);
        CREATE INDEX course_changes_waiting ON course_changes (at_ms) WHERE state = 0;
        """

    /// Rows of layouts that aren't merged stay as they are.
    static let merging = """
        ALTER TABLE layouts ADD COLUMN same_as BLOB;
        ALTER TABLE layouts ADD COLUMN same_series INTEGER
        """

    static let words = """
        CREATE TABLE course_comments (
            comment BLOB NOT NULL PRIMARY KEY CHECK (length(comment) = 16),
            course BLOB NOT NULL, account BLOB NOT NULL, layout BLOB, hole TEXT,
            at_ms INTEGER NOT NULL, text TEXT NOT NULL, state INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX course_comments_course ON course_comments (course, at_ms, comment);
        CREATE INDEX course_comments_account ON course_comments (account, at_ms);
        CREATE INDEX course_comments_marked ON course_comments (at_ms) WHERE state > 0;
        CREATE TABLE course_matches (
            course BLOB NOT NULL, account BLOB NOT NULL, at_ms INTEGER NOT NULL,
            matches INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (course, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX course_matches_account ON course_matches (account);
        """
}
