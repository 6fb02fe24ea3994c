import EventStore
import Metrics
import Reactor
import SyncServer

/// How the server is, in a few figures for a person.
struct ServerStatus {
    let uptimeSeconds: Int64
    let loops: [LoopFigures]
    let missingLoopCount: Int
    let store: StoreFigures
    /// How old the last good copy is; nil if there is none that is known of.
    let backupAgeSeconds: Int64?

    private var state: String {
        if loops.contains(where: \.isStopping) { return "draining" }
        return loops.contains(where: \.isReadOnly) ? "read_only" : "ok"
    }

    private func sum(_ value: (LoopFigures) -> Int) -> Int { loops.reduce(0) { $0 + value($1) } }

    /// The figures in the order in which they are told.
    private var figures: [(name: String, value: UInt64, words: String)] {
        let failed = CommitResult.allCases.filter { $0 != .committed }
            .reduce(0) { $0 + store.counters.commits[$1] }
        func number(_ value: (LoopFigures) -> Int) -> UInt64 { UInt64(max(0, sum(value))) }
        let backup = backupAgeSeconds.map {
            [("backup_age_seconds", UInt64(max(0, $0)), "seconds since the last good backup")]
        }
        return [
            ("uptime_seconds", UInt64(max(0, uptimeSeconds)), "up for seconds"),
            ("loops", UInt64(loops.count), "loops"),
            ("loops_missing", UInt64(missingLoopCount), "of them silent"),
            ("connections", number(\.connectionCount), "connections"),
            ("members", number(\.census.members), "sessions of members"),
            ("spectators", number(\.census.spectators), "of spectators"),
            ("present", number(\.census.present), "members who are there"),
            ("lobbies", number(\.census.lobbies), "lobbies in memory"),
            ("commits", store.counters.commits[.committed], "commits"),
            ("commits_failed", failed, "that failed"),
            ("store_queue", UInt64(store.waitingCount), "requests wait for the store"),
            ("wal_bytes", store.writeAheadBytes, "bytes of write-ahead log"),
            ("database_bytes", store.databaseBytes, "bytes of database"),
            ("disk_bytes", store.disk?.bytes ?? 0, "bytes of disk"),
            ("disk_free_bytes", store.disk?.freeBytes ?? 0, "of them free"),
        ] + (backup ?? [])
    }

    var json: String {
        let members = figures.map { "\"\($0.name)\":\($0.value)" }
        return "{\"version\":\"\(Options.versionNumber)\",\"state\":\"\(state)\","
            + members.joined(separator: ",") + "}\n"
    }

    var text: String {
        let width = figures.map { "\($0.value)".count }.max() ?? 0
        let lines = figures.map { figure in
            let number = "\(figure.value)"
            return String(repeating: " ", count: width - number.count) + "\(number) \(figure.words)"
        }
        return ([Options.version + ": " + state] + lines).joined(separator: "\n") + "\n"
    }
}
