/// How many people do how much, and what may fail, at any moment.
package struct Scope: Sendable {
    package var name: String
    /// Two or three.
    package var phoneCount: Int
    /// Entries that each phone makes, all in one cell.
    package var editCount: Int
    /// How often phone 1 changes the rule by which entries are merged, at whatever moment.
    package var levelCount = 0
    /// How often something may fail, whatever it is; nil: any number of times.
    var faultsMax: Int?
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
        Scope("2x2-crash", phones: 2, edits: 2).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.faultsMax = 1
        },
        Scope("2x2-fail", phones: 2, edits: 2).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.failsCommits = true
            $0.faultsMax = 1
        },
        Scope("3x1-crash", phones: 3, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.faultsMax = 1
        },
        Scope("2x2-restore", phones: 2, edits: 2).with {
            $0.killsServer = true
            $0.restoreCount = 1
            $0.faultsMax = 1
        },
        Scope("2x1-all", phones: 2, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
            $0.leavesHalfOpen = true
            $0.failsCommits = true
            $0.restoreCount = 1
            $0.keepsEntriesOpen = true
            $0.faultsMax = 2
        },
        Scope("2x1-crash", phones: 2, edits: 1).with {
            $0.failsLines()
            $0.failsProcesses()
        },
        Scope("2x1-restore", phones: 2, edits: 1).with {
            $0.killsServer = true
            $0.restoreCount = 1
        },
        Scope("2x1-open", phones: 2, edits: 1).with {
            $0.leavesHalfOpen = true
            $0.keepsEntriesOpen = true
        },
        Scope("2x2-levels", phones: 2, edits: 2).with {
            $0.levelCount = 2
            $0.failsLines()
            $0.faultsMax = 1
        },
        Scope("3x1-levels", phones: 3, edits: 1).with { $0.levelCount = 2 },
    ]

    /// Smaller ones, which a debug build visits in seconds.
    package static let small: [Scope] = [
        Scope("2x1", phones: 2, edits: 1).with { $0.failsLines() },
        Scope("2x1-fail", phones: 2, edits: 1).with { $0.failsCommits = true },
        Scope("2x2-calm", phones: 2, edits: 2),
        Scope("3x1-calm", phones: 3, edits: 1),
        Scope("2x1-levels", phones: 2, edits: 1).with {
            $0.levelCount = 2
            $0.keepsEntriesOpen = true
        },
    ]

    /// A scope by its name; behind a colon may stand how often something may fail, or "any".
    package static func named(_ text: String) -> Scope? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let known = (all + small).first { $0.name == parts[0] }
        guard var scope = known, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return scope }
        scope.name = text
        scope.faultsMax = nil
        guard parts[1] != "any" else { return scope }
        guard let count = Int(parts[1]), (0...faultsCountable).contains(count) else { return nil }
        scope.faultsMax = count
        return scope
    }

    /// A state counts faults in a byte.
    private static let faultsCountable = 255

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
