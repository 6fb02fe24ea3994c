import Documents
import SyncClient
import Wire

/// What people see when all is quiet.
package struct Ending: Hashable {
    /// The first is shown.
    var values: [Int64]
    var isDisputed: Bool

    package init(values: [Int64], isDisputed: Bool) {
        self.values = values
        self.isDisputed = isDisputed
    }
}

/// How it came about: the entries in their order, each with what its author had seen.
package struct History: Hashable {
    package struct Entry: Hashable {
        package var value: Int64
        package var seen: Set<Int64>
        /// How often the rule by which entries are merged had been changed, as far as its author
        /// knew.
        package var levelCount: Int
    }

    var entries: [Entry]

    init(entries: [Entry]) { self.entries = entries }

    init<Kind>(_ facts: Facts<Kind>, _ phones: [Phone<Kind>]) {
        let typed = phones.flatMap(\.typed)
        entries = facts.entries.map { entry in
            let typed = typed.first { $0.value == entry.value }
            return Entry(
                value: entry.value, seen: Set(typed?.seen ?? []),
                levelCount: typed?.levelCount ?? 0)
        }
    }
}

extension Ending {
    /// All queues are empty, and all have the same.
    static func check<Kind>(
        _ facts: Facts<Kind>, _ phones: [Phone<Kind>], _ backend: Backend<Kind>, _ scope: Scope
    ) throws(Violation) {
        guard let document = facts.prefixes.last, backend.waiting.isEmpty else {
            throw Violation(.equal, "the server isn't done")
        }
        let bytes = ServerMessage<Kind>.snapshot(document, proof: .none).encode()
        for phone in phones {
            let name = "phone \(phone.number + 1)"
            guard phone.isUpToDate, phone.core.pendingCount == 0 else {
                throw Violation(.equal, "\(name) is still waiting")
            }
            guard phone.entryCount == scope.editCount,
                phone.levelCount == (phone.number == 0 ? scope.levelCount : 0)
            else {
                throw Violation(.equal, "\(name) can't enter anything any more")
            }
            guard let confirmed = phone.core.confirmed, confirmed == document,
                phone.core.shown == document
            else { throw Violation(.equal, "\(name) shows something else than the server") }
            guard ServerMessage<Kind>.snapshot(confirmed, proof: .none).encode() == bytes else {
                throw Violation(.snapshot, "\(name)'s snapshot has other bytes than the server's")
            }
            let logged = facts.entries.map(\.value)
            for typed in phone.typed where !logged.contains(typed.value) {
                throw Violation(.acknowledged, "the log lacks \(typed.value) of \(name)")
            }
        }
    }
}
