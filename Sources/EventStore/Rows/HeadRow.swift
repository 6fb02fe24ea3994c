import Documents
import Log

/// A row of the table `lobbies`: where the log of a lobby ends. Its two times are for operators
/// only and stand outside the checksum.
struct HeadRow {
    var lobby: LobbyID
    var epoch: Epoch
    var seq: Seq
    var hash: UInt64
    var code: String?
    /// The time at which the lobby was deleted; nil unless it is.
    var deletedAt: WallTime?
}

extension HeadRow {
    /// Goes to the end of a batch that begins here.
    mutating func follow(_ batch: LobbyBatch) {
        epoch = batch.epoch
        (seq, hash) = batch.end
        code = batch.code?.description
        deletedAt = batch.deletedAt
    }
}

extension LobbyID {
    var blob: SQLiteValue { .identifier(value) }

    /// The condition of SQL that a lobby is no notebook (`LobbyID.canName`).
    static let isNoNotebook =
        "(lobby < x'\(digits(notebookMark))' "
        + "OR lobby >= x'\(digits(notebookMark + 1))')"

    private static func digits(_ mark: UInt32) -> String { String(mark, radix: 16) }
}
