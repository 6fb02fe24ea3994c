package import Documents

/// Something wrong with the content of the file.
package struct StoreFinding: Equatable, Sendable {
    /// The lobby that is damaged; nil if that can't be told.
    package var lobby: LobbyID?
    /// The event it is about, if any.
    package var seq: Seq?
    /// The damage in words, for an operator.
    package var what: String
}

extension StoreFinding: CustomStringConvertible {
    package var description: String {
        (lobby.map { "lobby \($0.value): " } ?? "") + reason
    }

    /// Says of a table of batches that it can't be read.
    init(unreadable table: String) {
        self.init(lobby: nil, seq: nil, what: "the table \(table) can't be read to its end")
    }

    /// Says of a row, whose key begins so, that it isn't as it was written.
    init(damaged key: [UInt8], of table: String) {
        var digits: [UInt8] = []
        for byte in key.prefix(16) { Hexadecimal.append(UInt64(byte), digits: 2, to: &digits) }
        let row = String(decoding: digits, as: UTF8.self)
        let what = "row \(row) of the table \(table) does not match its checksum"
        self.init(lobby: nil, seq: nil, what: what)
    }

    /// The finding in words, without its lobby.
    var reason: String { (seq.map { "event \($0): " } ?? "") + what }
}

/// The result of `EventStore.verify`: what was counted, and what is wrong.
package struct VerifyReport: Equatable, Sendable {
    /// Lobbies and their rows, the damaged ones included.
    package var lobbies = 0
    package var events = 0
    package var texts = 0
    package var replicas = 0
    /// Accounts, and the rows of all tables of accounts, the damaged ones included.
    package var accounts = 0
    package var clubRows = 0
    /// Keys and persons that `retired.log` has.
    package var retired = 0
    /// The findings, at most 16 of one lobby, and of one table of accounts.
    package var findings: [StoreFinding] = []
    /// The lines of `PRAGMA integrity_check`; "ok" alone if nothing is wrong.
    package var integrity: [String] = []

    package var isSound: Bool { findings.isEmpty && integrity == ["ok"] }
}
