import Documents

/// One of the tables of accounts: its columns in the order in which a row gives its values. The
/// checksum stands behind them.
struct ClubTable {
    let name: String
    let sign: RowChecksum.Table
    let columns: [String]
    /// The number of columns, from the first on, that make the primary key.
    let keyCount: Int
    /// The number of columns, at the end, that a migration has added. Where all of them are null,
    /// they are left out of the checksum: so rows of before stay as they are.
    let addedCount: Int
    /// Columns that follow from the others, for an index. They have no checksum.
    let derivedColumns: [String]
    let select: String
    let insert: String
    /// Like `insert`, but leaves a row alone that is in the way.
    let insertMissing: String
    let update: String
    /// The condition that finds a row by its key.
    let isKey: String

    init(
        _ name: String, _ sign: RowChecksum.Table, _ columns: [String], keyCount: Int = 1,
        addedCount: Int = 0, derived: [String] = []
    ) {
        self.name = name
        self.sign = sign
        self.columns = columns
        self.keyCount = keyCount
        self.addedCount = addedCount
        derivedColumns = derived
        let all = columns + ["checksum"]
        let written = all + derived
        func assigned(_ places: Range<Int>) -> [String] {
            places.map { "\(written[$0]) = ?\($0 + 1)" }
        }
        isKey = assigned(0..<keyCount).joined(separator: " AND ")
        select = "SELECT \(all.joined(separator: ", ")) FROM \(name)"
        insert =
            "INSERT INTO \(name) (\(written.joined(separator: ", "))) VALUES ("
            + (1...written.count).map { "?\($0)" }.joined(separator: ", ") + ")"
        insertMissing = insert + " ON CONFLICT DO NOTHING"
        update =
            "UPDATE \(name) SET "
            + assigned(keyCount..<written.count).joined(separator: ", ") + " WHERE \(isKey)"
    }
}

/// What lies in a row of one of the tables of accounts.
protocol ClubRow: SendableMetatype {
    static var table: ClubTable { get }
    /// The values of the table's columns, in their order.
    var values: [SQLiteValue] { get }
    var derived: [SQLiteValue] { get }
    /// Nil if a column holds what no server writes.
    init?(_ row: SQLiteRow)
}

extension ClubRow {
    var derived: [SQLiteValue] { [] }

    /// What is written: the values, their checksum, and what follows from them.
    var written: [SQLiteValue] { values + [rowChecksum.value] + derived }

    private var rowChecksum: RowChecksum {
        let values = values
        let hasAdded = values.suffix(Self.table.addedCount).contains { !$0.isNull }
        return RowChecksum.row(
            Self.table.sign, hasAdded ? values : Array(values.dropLast(Self.table.addedCount)))
    }

    /// Nil unless the row is as it was written.
    init?(sound row: SQLiteRow) {
        self.init(row)
        let stored = row.unsigned(Int32(Self.table.columns.count))
        guard rowChecksum.matches(stored) else { return nil }
    }
}

extension SQLiteValue {
    init(_ time: WallTime) { self = .integer(time.milliseconds) }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
    init(_ text: String?) { self = text.map(Self.text) ?? .null }
    init(_ id: Identifier128?) { self = id.map(Self.identifier) ?? .null }
    init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension SQLiteRow {
    /// The nil of an identifier that isn't there, in a nil if it is none.
    func optionalIdentifier(_ column: Int32) -> Identifier128?? {
        isNull(column) ? .some(nil) : identifier(column)
    }

    func moment(_ column: Int32) -> WallTime { WallTime(milliseconds: integer(column)) }

    /// Nil unless it is 0 or 1.
    func flag(_ column: Int32) -> Bool? {
        let value = integer(column)
        return (0...1).contains(value) ? value == 1 : nil
    }
}
