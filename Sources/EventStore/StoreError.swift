package import Documents

/// Why the store can't be opened, read or copied. `description` is a sentence for an operator.
package enum StoreError: Error, Equatable, Sendable {
    /// A folder or file can't be made, opened or read.
    case cannotOpen(path: String, reason: String)
    /// Another process holds the data folder; nil if it did not leave its process id.
    case locked(folder: String, byProcess: Int32?)
    /// The file is a database, but not one of this program.
    case foreign(path: String)
    /// A later version of this program wrote the file.
    case newerSchema(found: Int64, known: Int64)
    /// An earlier version wrote the file, and it is only being read.
    case olderSchema(found: Int64, known: Int64)
    /// SQLite did not take the settings that make a commit survive a power cut.
    case notDurable(setting: String)
    /// The content of the file is damaged.
    case corrupt(String)
    /// One lobby's rows are damaged.
    case corruptLobby(LobbyID, reason: String)
    /// An input or output error. `code` is SQLite's extended result code, or an `errno`.
    case inputOutput(code: Int32, message: String)
    /// The database was moved, replaced or deleted while it was open.
    case moved(path: String)
    /// No room left on the disk.
    case full(String)
    /// The store is closed.
    case closed
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "\(path) can't be opened: \(reason)."
        case .locked(let folder, let process?):
            "\(folder) is in use by process \(process). Two servers can't share a data folder."
        case .locked(let folder, nil): "\(folder) is in use by another process."
        case .foreign(let path): "\(path) is a database of another program."
        case .newerSchema(let found, let known):
            "The database has version \(found); this program knows versions up to \(known)."
        case .olderSchema(let found, let known):
            "The database has version \(found), not \(known). Start the server once to migrate it."
        case .notDurable(let setting):
            "SQLite refuses '\(setting)', without which a power cut could lose edits."
        case .corrupt(let what): "The database is damaged: \(what)."
        case .corruptLobby(let lobby, let reason):
            "Lobby \(lobby.value) is damaged: \(reason)."
        case .inputOutput(let code, let message): "Input/output error \(code): \(message)."
        case .moved(let path): "\(path) was moved, replaced or deleted."
        case .full(let message): "The disk is full: \(message)."
        case .closed: "The store is closed."
        }
    }
}

extension StoreError {
    init(_ error: SQLiteError, path: String) {
        if error.isFull {
            self = .full(error.message)
        } else if error.isCorrupt {
            self = .corrupt("\(path): \(error.message)")
        } else {
            self = .inputOutput(code: error.code, message: "\(path): \(error.message)")
        }
    }
}

/// Runs `body`, turning what SQLite says about the file at `path` into a `StoreError`.
func onFile<Result: ~Copyable>(
    _ path: String, _ body: () throws(SQLiteError) -> Result
) throws(StoreError) -> Result {
    do {
        return try body()
    } catch {
        throw StoreError(error, path: path)
    }
}
