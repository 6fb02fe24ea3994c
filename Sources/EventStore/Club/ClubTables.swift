import Club
import Documents

/// The tables of accounts, within one transaction. It is only good inside the closure that it is
/// given to.
///
/// What a function changes is checked in the same transaction: who owns what, and the limits. There
/// is one writer, so to read first and write then is safe. Rows that aren't as they were written
/// are passed over in lists; for whoever asks for one of them they are `damaged`.
///
/// The functions are in files of their own, by what they are about. All of them go through the few
/// here, which keep the statements, count what is read, and remember whether SQLite has failed:
/// then the transaction can't be trusted, whatever is made of the fault that is thrown.
package final class ClubTables {
    private let prepare: (String) throws(SQLiteError) -> SQLiteStatement
    private let mayWrite: Bool
    private var statements: [String: KeptStatement] = [:]
    private var rowsLeft = 0
    /// Why SQLite has failed since `begin`.
    private(set) var failure: SQLiteError?

    /// - Parameter prepare: prepares statements of the connection; called as long as this is used.
    init(
        mayWrite: Bool, prepare: @escaping (String) throws(SQLiteError) -> SQLiteStatement
    ) {
        self.mayWrite = mayWrite
        self.prepare = prepare
    }

    /// To be called before each use.
    func begin(rowsMax: Int = ClubLimit.rowsRead.max) {
        rowsLeft = rowsMax
        failure = nil
    }

    /// All that was asked so far, for tests.
    var queries: [String] { statements.keys.sorted() }

    private func statement(_ sql: String) throws(SQLiteError) -> KeptStatement {
        if let kept = statements[sql] { return kept }
        let kept = KeptStatement(try prepare(sql))
        statements[sql] = kept
        return kept
    }

    private func attempt<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(ClubFault) -> Value {
        do throws(SQLiteError) {
            return try body()
        } catch {
            if error == .tooManyRows { throw .tooMany(.rowsRead) }
            // What is written was looked up before: an index contradicts its table.
            if error.isConstraint { throw .damaged }
            failure = error
            throw error.isCorrupt ? .damaged : .unavailable(full: error.isFull)
        }
    }

    private func forEach(
        _ sql: String, _ values: [SQLiteValue], _ body: (SQLiteRow) -> Void
    ) throws(ClubFault) {
        try attempt { () throws(SQLiteError) in
            let kept = try statement(sql)
            try kept.statement.forEachRow(values) { (row) throws(SQLiteError) in
                rowsLeft -= 1
                guard rowsLeft >= 0 else { throw .tooManyRows }
                body(row)
            }
        }
    }

    /// All rows that are sound, in the order of their keys, up to a page that can't be read.
    func all<Row: ClubRow>() throws(ClubFault) -> [Row] {
        var rows: [Row] = []
        do throws(ClubFault) {
            try forEach(Row.table.select, []) { row in
                if let row = Row(sound: row) { rows.append(row) }
            }
        } catch .damaged {
            failure = nil
        }
        return rows
    }

    private func write(_ sql: String, _ values: [SQLiteValue]) throws(ClubFault) {
        precondition(mayWrite, "a reading changes nothing")
        try attempt { () throws(SQLiteError) in try statement(sql).statement.run(values) }
    }
}

extension ClubTables {
    /// The sound rows that the condition holds for, with what stands behind it.
    func rows<Row: ClubRow>(
        _: Row.Type = Row.self, where condition: String, _ values: [SQLiteValue]
    ) throws(ClubFault) -> [Row] {
        var rows: [Row] = []
        try forEachSound(where: condition, values) { rows.append($0) }
        return rows
    }

    /// Passes over the sound rows that the condition holds for, without keeping them.
    func forEachSound<Row: ClubRow>(
        where condition: String, _ values: [SQLiteValue], _ body: (Row) -> Void
    ) throws(ClubFault) {
        try forEach("\(Row.table.select) WHERE \(condition)", values) { row in
            if let row = Row(sound: row) { body(row) }
        }
    }

    /// The one row that the condition holds for.
    func row<Row: ClubRow>(
        _: Row.Type = Row.self, where condition: String, _ values: [SQLiteValue]
    ) throws(ClubFault) -> Row? {
        var found: Row?
        var isDamaged = false
        try forEach("\(Row.table.select) WHERE \(condition)", values) { row in
            found = Row(sound: row)
            isDamaged = found == nil
        }
        if isDamaged { throw .damaged }
        return found
    }

    /// The row of that key.
    func row<Row: ClubRow>(
        key: SQLiteValue...
    ) throws(ClubFault) -> Row? { try row(where: Row.table.isKey, key) }

    /// The number of rows that the condition holds for, damaged ones too.
    func count(
        _ table: ClubTable, where condition: String, _ values: [SQLiteValue]
    ) throws(ClubFault) -> Int {
        var count = 0
        let sql = "SELECT count(*) FROM \(table.name) WHERE \(condition)"
        try forEach(sql, values) { row in count = Int(row.integer(0)) }
        return count
    }

    /// What a query gives that has one row of so many integers; a null is 0.
    func integers(
        _ count: Int32, _ sql: String, _ values: [SQLiteValue]
    ) throws(ClubFault) -> [Int64] {
        var found: [Int64] = []
        try forEach(sql, values) { row in found = (0..<count).map { row.integer($0) } }
        return found
    }

    /// The identifiers in the first column of what a query gives.
    func identifiers(
        _ sql: String, _ values: [SQLiteValue]
    ) throws(ClubFault) -> [Identifier128] {
        var found: [Identifier128] = []
        try forEach(sql, values) { row in
            if let id = row.identifier(0) { found.append(id) }
        }
        return found
    }

    /// Throws unless one more row may be put beside those that the condition holds for.
    func require(
        _ limit: ClubLimit, _ table: ClubTable, where condition: String, _ values: SQLiteValue...
    ) throws(ClubFault) {
        guard try count(table, where: condition, values) < limit.max else {
            throw .tooMany(limit)
        }
    }

    func add(_ row: some ClubRow) throws(ClubFault) {
        try write(type(of: row).table.insert, row.written)
    }

    /// Writes a row in the place of the one that has its key.
    func replace<Row: ClubRow>(by row: Row) throws(ClubFault) {
        try write(Row.table.update, row.written)
    }

    func delete(
        _ table: ClubTable, where condition: String, _ values: SQLiteValue...
    ) throws(ClubFault) {
        try write("DELETE FROM \(table.name) WHERE \(condition)", values)
    }
}
