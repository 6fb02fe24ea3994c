/// Something that an operator may want to read in the server's log.
package enum StoreNotice: Equatable, Sendable {
    case created(path: String)
    case migrated(from: Int64, to: Int64)
    /// The file is a copy: `lobbies` lobbies have a new epoch.
    case restored(lobbies: Int)
    /// Batches that waited could not all be read. Their table stays under this name; what could
    /// be read is kept.
    case setAside(table: String)
    /// So many keys and persons that `retired.log` has weren't retired in the database, which is a
    /// copy, or was killed before it knew: they are now.
    case retiredAgain(Int)
    /// So many lines of `retired.log` couldn't be read; it was written anew with what the database
    /// has.
    case retiredLogMended(lines: Int)
    /// A transaction failed; its requests were answered so.
    case transactionFailed(requests: Int, reason: String)
    /// The file isn't where it was opened: nothing is taken until it is back.
    case moved(path: String)
    case reopened
    case reopenFailed(reason: String)
}

extension StoreNotice: CustomStringConvertible {
    package var description: String {
        switch self {
        case .created(let path): "created \(path)"
        case .migrated(let from, let to): "migrated the database from version \(from) to \(to)"
        case .restored(let lobbies):
            "the database is a copy, or lacks something: \(lobbies) lobbies start a new epoch"
        case .setAside(let table):
            "the database is damaged: some of the last edits can't be read, see table \(table)"
        case .retiredAgain(let count):
            "\(count) keys and persons that were signed out or erased are so again"
        case .retiredLogMended(let lines):
            "\(lines) lines of retired.log can't be read: it is written anew from the database"
        case .transactionFailed(let requests, let reason):
            "a transaction of \(requests) requests failed: \(reason)"
        case .moved(let path):
            "\(path) was moved, replaced or deleted: nothing is saved until it is back"
        case .reopened: "reopened the database"
        case .reopenFailed(let reason): "could not reopen the database: \(reason)"
        }
    }
}
