import Documents
import Lobby
import SyncClient
import Wire

/// What stands on the card when all is quiet.
struct Ending: Hashable {
    /// In the order of precedence; the first is shown.
    var values: [Int64]
    var isDisputed: Bool

    init(values: [Int64], isDisputed: Bool) {
        self.values = values
        self.isDisputed = isDisputed
    }

    init(_ facts: Facts) {
        let cell = facts.prefixes.last?.cell(Constants.key) ?? Cell()
        values = cell.siblings.compactMap(\.number)
        isDisputed = cell.isDisputed
    }
}

/// How it came about: the entries in their order, each with what its author had seen.
struct History: Hashable {
    struct Entry: Hashable {
        var value: Int64
        var seen: Set<Int64>
    }

    var entries: [Entry]

    init(entries: [Entry]) { self.entries = entries }

    init(_ facts: Facts, _ phones: [Phone]) {
        let typed = phones.flatMap(\.typed)
        entries = facts.entries.map { entry in
            Entry(
                value: entry.value,
                seen: Set(typed.first { $0.value == entry.value }?.seen ?? []))
        }
    }
}

extension Ending {
    /// All queues are empty, and all have the same.
    static func check(
        _ facts: Facts, _ phones: [Phone], _ backend: Backend, editCount: Int
    ) throws(Violation) {
        guard let lobby = facts.prefixes.last, backend.waiting.isEmpty else {
            throw Violation(.equal, "the server isn't done")
        }
        let bytes = ServerMessage<Lobby>.snapshot(lobby, proof: .none).encode()
        for phone in phones {
            let name = "phone \(phone.number + 1)"
            guard phone.isUpToDate, phone.core.pendingCount == 0 else {
                throw Violation(.equal, "\(name) is still waiting")
            }
            guard phone.typed.count == editCount else {
                throw Violation(.equal, "\(name) can't enter anything any more")
            }
            guard let confirmed = phone.core.confirmed, confirmed == lobby,
                phone.core.shown == lobby
            else { throw Violation(.equal, "\(name) shows another card than the server's") }
            guard ServerMessage<Lobby>.snapshot(confirmed, proof: .none).encode() == bytes else {
                throw Violation(.snapshot, "\(name)'s card has other bytes than the server's")
            }
            let logged = facts.entries.map(\.value)
            for typed in phone.typed where !logged.contains(typed.value) {
                throw Violation(.acknowledged, "the log lacks \(typed.value) of \(name)")
            }
        }
    }
}
