import CSQLite
import Glibc
import SystemCalls

/// One connection to one database file. Used by one thread at a time; closed by its end.
@safe struct SQLiteConnection: ~Copyable {
    enum Mode {
        /// Reads only, and never checkpoints: the log has one writer, and it is not this.
        case reading
        /// Reads and writes a file that exists.
        case writing
    }

    private let handle: OpaquePointer
    private let logPages: UnsafeMutablePointer<Int32>
    /// Monotonic milliseconds at which what runs is broken off.
    private let deadline: UnsafeMutablePointer<Int64>

    /// The version of the library that is linked, such as "3.40.1".
    static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

    /// Opens the file at `path`, which must exist.
    static func open(path: String, mode: Mode) throws(SQLiteError) -> SQLiteConnection {
        let access = mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle = unsafe opened else {
            throw SQLiteError(code: code, message: "out of memory")
        }
        let connection = unsafe SQLiteConnection(handle)
        try connection.check(code)
        try connection.setOption(SQLITE_DBCONFIG_DEFENSIVE, on: true)
        if mode == .reading {
            try connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: true)
        }
        return connection
    }

    private init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe logPages = .allocate(capacity: 1)
        unsafe logPages.initialize(to: 0)
        unsafe deadline = .allocate(capacity: 1)
        unsafe deadline.initialize(to: .max)
    }

    deinit {
        unsafe sqlite3_wal_hook(handle, nil, nil)
        unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        // This variant of closing waits for statements that end after the connection.
        unsafe sqlite3_close_v2(handle)
        unsafe logPages.deallocate()
        unsafe deadline.deallocate()
    }

    /// Bounds how much of the file is kept in memory; nil for SQLite's own bound of 2,000 KiB.
    func setCache(kibibytes: Int?) throws(SQLiteError) {
        try execute("PRAGMA cache_size = -\(kibibytes ?? 2_000); PRAGMA shrink_memory")
    }

    /// From now on `logPageCount` is kept, and no commit moves the write-ahead log into the
    /// database: that is left to the caller.
    func countLogPages() {
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, count in
                unsafe context?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, logPages)
    }

    /// The number of pages that the write-ahead log had when the last commit was done, unless it
    /// was moved since.
    var logPageCount: Int { Int(unsafe logPages.pointee) }

    /// What still runs after so many milliseconds from now is broken off, with SQLITE_INTERRUPT;
    /// nothing is if nil. The clock is looked at every thousand steps of SQLite's machine, some
    /// 20 µs.
    func breakOff(after wait: Int64?) {
        let now = milliseconds(on: CLOCK_MONOTONIC)
        unsafe deadline.pointee = wait.map { now + $0 } ?? .max
        unsafe sqlite3_progress_handler(
            handle, 1_000,
            { context in
                let deadline = unsafe context?.assumingMemoryBound(to: Int64.self).pointee
                return milliseconds(on: CLOCK_MONOTONIC) > deadline ?? .max ? 1 : 0
            }, deadline)
    }

    /// Whether a BEGIN is neither committed nor rolled back. Some errors roll back by themselves.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last INSERT, UPDATE or DELETE touched.
    var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Whether the file was renamed, replaced or deleted since it was opened: what is written to
    /// it nobody will find.
    var hasMoved: Bool {
        var answer: Int32 = 0
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement = unsafe statement else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement")
        }
        return unsafe SQLiteStatement(statement)
    }

    /// Runs statements without parameters; rows are ignored.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The first column of the first row as an integer; nil without a row.
    func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        var result: Int64?
        try prepare(sql).forEachRow([]) { row in result = result ?? row.integer(0) }
        return result
    }

    /// The first column of every row as text.
    func texts(_ sql: String) throws(SQLiteError) -> [String] {
        var result: [String] = []
        try prepare(sql).forEachRow([]) { row in result.append(row.text(0) ?? "") }
        return result
    }

    /// Moves the whole write-ahead log into the database file and truncates it.
    func checkpoint() throws(SQLiteError) { try checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }

    /// Moves the whole write-ahead log into the database file, though others may be reading it.
    func copyLog() throws(SQLiteError) { try checkpoint(SQLITE_CHECKPOINT_FULL) }

    /// Moves as much of the write-ahead log into the database as nobody is reading.
    func copyUnreadLog() throws(SQLiteError) {
        unsafe logPages.pointee = 0
        try checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }

    private func checkpoint(_ mode: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil))
    }

    private func setOption(_ option: Int32, on: Bool) throws(SQLiteError) {
        try check(unsafe folf_sqlite_set_option(handle, option, on ? 1 : 0))
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}
