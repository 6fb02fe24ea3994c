import Club
import Documents
import Threads

/// Connections that only read the tables of accounts, beside the one that writes: some at most,
/// each used by one thread at a time, and kept for the next.
final class ClubReaders: Sendable {
    /// A connection with its statements.
    private final class Reader: @unchecked Sendable {
        let connection: SQLiteConnection
        private(set) lazy var tables = ClubTables(mayWrite: false) {
            [unowned self] (sql) throws(SQLiteError) in
            try connection.prepare(sql)
        }

        init(path: String) throws(StoreError) {
            connection = try StoredLog.connect(path: path)
        }
    }

    private struct State {
        var idle: [Reader] = []
        var isClosed = false
    }

    private let path: String
    private let state = Lock(State())
    private let vacancies = CountingSemaphore()

    init(path: String, countMax: Int) {
        self.path = path
        for _ in 0..<countMax { vacancies.signal() }
    }

    /// Runs `body` on the file as it is at one moment; waits while all connections are in use.
    func read<Value: Sendable>(
        rowsMax: Int = ClubLimit.rowsRead.max,
        millisecondsMax: Int64? = ClubLimits.readingMillisecondsMax,
        _ body: (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value {
        vacancies.wait()
        defer { vacancies.signal() }
        let reader = try taken()
        reader.connection.breakOff(after: millisecondsMax)
        reader.tables.begin(rowsMax: rowsMax)
        do throws(SQLiteError) {
            try reader.connection.execute("BEGIN")
        } catch {
            throw .unavailable(full: false)
        }
        defer { giveBack(reader) }
        return try body(reader.tables)
    }

    /// Closes those that aren't in use, and the others as soon as they are given back.
    func close() {
        _ = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
    }

    private func taken() throws(ClubFault) -> Reader {
        let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
        guard !isClosed else { throw .unavailable(full: false) }
        if let idle, !idle.connection.hasMoved { return idle }
        do throws(StoreError) {
            return try Reader(path: path)
        } catch {
            throw .unavailable(full: false)
        }
    }

    /// Keeps a reader, unless something is wrong with it.
    private func giveBack(_ reader: Reader) {
        guard reader.tables.failure == nil,
            (try? reader.connection.execute("ROLLBACK")) != nil
        else { return }
        state.withLock { state in
            if !state.isClosed { state.idle.append(reader) }
        }
    }
}
