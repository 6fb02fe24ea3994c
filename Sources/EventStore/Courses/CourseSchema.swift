/// The tables of the catalogue, beside those of accounts: courses, the layouts of each, and every
/// version that a layout has had. Versions are never changed: games were played on them.
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
}
