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
    /// The findings, at most 16 of one lobby.
    package var findings: [StoreFinding] = []
    /// The lines of `PRAGMA integrity_check`; "ok" alone if nothing is wrong.
    package var integrity: [String] = []

    package var isSound: Bool { findings.isEmpty && integrity == ["ok"] }
}
