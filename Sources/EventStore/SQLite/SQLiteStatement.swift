import CSQLite
import Documents

/// A value on its way into a statement.
enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    /// A blob of its 16 bytes, most significant first.
    case identifier(Identifier128)

    /// SQLite's integers are signed: the same 64 bits, read differently.
    static func unsigned(_ value: UInt64) -> Self { .integer(Int64(bitPattern: value)) }
}

/// A prepared statement, to be run any number of times; finalised by its end.
@safe struct SQLiteStatement: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement with `values` for ?1, ?2, …
    func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try forEachRow(values) { _ in }
    }

    /// Runs the statement with `values` for ?1, ?2, … and gives each row to `body`.
    func forEachRow(
        _ values: [SQLiteValue], _ body: (SQLiteRow) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        defer { unsafe sqlite3_reset(handle) }
        for (index, value) in values.enumerated() {
            try check(bind(value, at: Int32(index) + 1))
        }
        while true {
            let code = unsafe sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { return try check(code) }
            try body(unsafe SQLiteRow(handle))
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let integer):
            return unsafe sqlite3_bind_int64(handle, index, integer)
        case .text(let text):
            let count = UInt64(text.utf8.count)
            return unsafe folf_sqlite_bind_text(handle, index, text, count)
        case .blob(let bytes):
            return unsafe folf_sqlite_bind_blob(handle, index, bytes, UInt64(bytes.count))
        case .identifier(let id):
            let halves = (id.high.bigEndian, id.low.bigEndian)
            return unsafe withUnsafeBytes(of: halves) { bytes in
                unsafe folf_sqlite_bind_blob(handle, index, bytes.baseAddress, 16)
            }
        }
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        throw SQLiteError(code: code, message: message)
    }
}

/// A prepared statement that is kept in a collection.
final class KeptStatement {
    let statement: SQLiteStatement

    init(_ statement: consuming SQLiteStatement) {
        self.statement = statement
    }
}

/// The row that a statement stands on; not to be kept beyond the closure that it is given to.
@safe struct SQLiteRow {
    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Nil for NULL.
    func time(_ column: Int32) -> WallTime? {
        isNull(column) ? nil : WallTime(milliseconds: integer(column))
    }

    func unsigned(_ column: Int32) -> UInt64 {
        UInt64(bitPattern: integer(column))
    }

    /// Nil for NULL.
    func text(_ column: Int32) -> String? {
        guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Nil unless it is a blob of 16 bytes.
    func identifier(_ column: Int32) -> Identifier128? {
        guard let bytes = unsafe sqlite3_column_blob(handle, column),
            unsafe sqlite3_column_bytes(handle, column) == 16
        else { return nil }
        let high = unsafe bytes.loadUnaligned(as: UInt64.self)
        let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return Identifier128(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    /// Empty for NULL.
    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
