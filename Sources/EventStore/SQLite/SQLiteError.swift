import CSQLite

/// An error that SQLite answered instead of success. See sqlite.org/rescode.html.
struct SQLiteError: Error, Equatable {
    /// The extended result code.
    var code: Int32
    var message: String

    /// An index that contradicts its table: CORRUPT_INDEX.
    static func damagedIndex(_ message: String) -> Self {
        Self(code: SQLITE_CORRUPT | 3 << 8, message: message)
    }

    /// Somebody reads more rows than may be.
    static let tooManyRows = Self(code: SQLITE_INTERRUPT, message: "too many rows")

    /// The primary result code: the low byte of the extended one.
    var primary: Int32 { code & 0xFF }
    /// Too little room also shows when the file that readers share can't grow: IOERR_SHMSIZE.
    var isFull: Bool { primary == SQLITE_FULL || code == SQLITE_IOERR | 19 << 8 }
    var isConstraint: Bool { primary == SQLITE_CONSTRAINT }
    /// Another row has the value in a unique index (not the primary key).
    var isUniqueIndex: Bool { code == SQLITE_CONSTRAINT | 8 << 8 }
    var isCorrupt: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }
}
