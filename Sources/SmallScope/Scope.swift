/// How many people do how much, and what may fail. Faults aren't counted: whatever may fail may
/// fail any number of times, at any moment.
package struct Scope: Sendable {
    package var name: String
    /// Two or three.
    package var phoneCount: Int
    /// Entries that each phone makes, all in one cell.
    package var editCount: Int
    /// Connections break, noticed by both ends.
    var losesConnections = false
    /// Connections break, and the server doesn't notice until later.
    var leavesHalfOpen = false
    /// The server's process dies, with what wasn't durable.
    var killsServer = false
    /// A phone's app dies, with the end of the journal that wasn't durable or without.
    var killsPhones = false
    /// Commits fail, and are on the disk nevertheless or not.
    var failsCommits = false
    /// How often an older copy of the log takes its place, with a new epoch or without.
    var restoreCount = 0
    /// Entries are also made that were opened before anything stood in the cell.
    var keepsEntriesOpen = false

    package init(_ name: String, phones: Int, edits: Int) {
        self.name = name
        phoneCount = phones
        editCount = edits
    }

    /// The scopes by which the whole system is judged.
    package static let all: [Scope] = [
        Scope("2x2", phones: 2, edits: 2).with { $0.failsLines() },
        Scope("2x2-crash", phones: 2, edits: 2).with {
            $0.failsLines()
            $0.failsProcesses()
        },
        Scope("2x2-fail", phones: 2, edits: 2).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.failsCommits = true
        },
        Scope("3x1-crash", phones: 3, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
        },
        Scope("2x2-restore", phones: 2, edits: 2).with {
            $0.killsServer = true
            $0.restoreCount = 1
        },
        Scope("2x1-all", phones: 2, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.leavesHalfOpen = true
            $0.failsCommits = true
            $0.restoreCount = 1
            $0.keepsEntriesOpen = true
        },
    ]

    /// Smaller ones, which a debug build visits in seconds.
    package static let small: [Scope] = [
        Scope("2x1", phones: 2, edits: 1).with { $0.failsLines() },
        Scope("2x1-crash", phones: 2, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
        },
        Scope("2x1-fail", phones: 2, edits: 1).with { $0.failsCommits = true },
        Scope("2x1-restore", phones: 2, edits: 1).with {
            $0.killsServer = true
            $0.restoreCount = 1
        },
        Scope("2x1-open", phones: 2, edits: 1).with {
            $0.leavesHalfOpen = true
            $0.keepsEntriesOpen = true
        },
        Scope("2x2-calm", phones: 2, edits: 2),
        Scope("3x1-calm", phones: 3, edits: 1),
    ]

    private func with(_ change: (inout Scope) -> Void) -> Scope {
        var scope = self
        change(&scope)
        return scope
    }

    private mutating func failsLines() { losesConnections = true }

    private mutating func failsProcesses() {
        killsServer = true
        killsPhones = true
    }
}
