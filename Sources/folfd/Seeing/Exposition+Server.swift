import EventStore
import Metrics
import Reactor
import SyncServer
import TLS

/// The metrics of the server. Their names and labels never change their meaning.
extension Exposition {
    mutating func add(_ process: ProcessFigures, sqlite: String) {
        let version = Sample.Label("version", Options.versionNumber)
        gauge(
            "folf_build_info", "The program that runs: always 1.",
            [
                Sample(
                    [
                        version, Sample.Label("sqlite", sqlite),
                        Sample.Label("openssl", TLSContext.libraryVersion),
                    ], .count(1))
            ])
        gauge(
            "process_start_time_seconds", "When the process was started, since 1970.",
            .seconds(milliseconds: process.startedAtMilliseconds))
        counter(
            "process_cpu_seconds_total", "Processor time of the process.",
            .seconds(microseconds: process.cpuMicroseconds))
        gauge(
            "process_resident_memory_bytes", "Memory of the process that is in use.",
            .count(process.residentBytes))
        gauge(
            "process_open_fds", "File descriptors that are open.",
            .count(process.openDescriptorCount))
        gauge(
            "process_max_fds", "File descriptors that may be open.",
            .count(process.descriptorsMax))
    }

    mutating func add(_ loops: [LoopFigures], missingCount: Int) {
        gauge(
            "folf_loops_missing", "Loops that haven't said how they are: their figures are old.",
            .count(missingCount))
        gauge(
            "folf_read_only", "Whether edits are turned away because the store has failed.",
            .truth(loops.contains { $0.isReadOnly }))
        gauge(
            "folf_draining", "Whether the server goes down.",
            .truth(loops.contains { $0.isStopping }))
        counter(
            "folf_clock_jumps_total", "Jumps of the clock that people read.",
            .count(loops.map(\.pace.clockJumpCount).max() ?? 0))
        histogram(
            "folf_loop_turn_duration_seconds", "How long the turns of a loop take.",
            loops.map { ([Sample.Label("loop", "\($0.index)")], $0.pace.turns) })
        addConnections(loops)
        addLobbies(loops)
        addOps(loops)
        addRequests(loops)
    }

    mutating func add(_ store: StoreFigures) {
        let counters = store.counters
        counter(
            "folf_commits_total", "Commits by what became of them.",
            counters.commits.samples("result"))
        histogram(
            "folf_commit_duration_seconds", "From the request to commit to the end of the sync.",
            [([], counters.microseconds)])
        histogram("folf_commit_events", "Events of a commit.", [([], counters.events)])
        gauge(
            "folf_store_queue_requests", "Requests that wait for the store.",
            .count(store.waitingCount))
        gauge(
            "folf_wal_bytes", "Bytes of the write-ahead log.", .count(store.writeAheadBytes))
        gauge("folf_database_bytes", "Bytes of the database.", .count(store.databaseBytes))
        guard let disk = store.disk else { return }
        gauge("folf_disk_bytes", "Bytes of the disk with the data.", .count(disk.bytes))
        gauge(
            "folf_disk_free_bytes", "Bytes of it that are free for the server.",
            .count(disk.freeBytes))
    }
}

extension Exposition {
    private mutating func addConnections(_ loops: [LoopFigures]) {
        let connections = loops.amount(\.connectionCount)
        let (visitors, arrivals) = (
            loops.amount(\.census.visitors), loops.amount(\.census.arrivals)
        )
        let seated = loops.amount(\.census.seatedCount)
        let strangers = loops.amount(\.strangerCount)
        gauge(
            "folf_connections", "Open connections by how far they have come.",
            [
                Sample([.init("phase", "handshake")], .count(strangers)),
                Sample([.init("phase", "http")], .count(visitors)),
                Sample([.init("phase", "entering")], .count(arrivals)),
                Sample([.init("phase", "seated")], .count(seated)),
                Sample(
                    [.init("phase", "closing")],
                    .count(max(0, connections - strangers - visitors - arrivals - seated))),
            ])
        counter(
            "folf_connections_accepted_total", "Connections that were let in.",
            .count(loops.sum(\.counters.accepted)))
        counter(
            "folf_connections_closed_total", "Connections by how they ended.",
            [
                Sample([.init("reason", "peer")], .count(loops.sum(\.counters.closedByPeer))),
                Sample([.init("reason", "failed")], .count(loops.sum(\.counters.closedByFailure))),
                Sample([.init("reason", "server")], .count(loops.sum(\.counters.closedByProgram))),
                Sample([.init("reason", "slow_reader")], .count(loops.sum(\.counters.slowReaders))),
                Sample(
                    [.init("reason", "stranger")], .count(loops.sum(\.counters.closedAsStrangers))),
                Sample([.init("reason", "crowded_out")], .count(loops.sum(\.counters.crowdedOut))),
            ])
        counter(
            "folf_received_bytes_total", "Bytes that came.",
            .count(loops.sum(\.counters.bytesReceived)))
        counter(
            "folf_sent_bytes_total", "Bytes that were sent.",
            .count(loops.sum(\.counters.bytesSent)))
        gauge(
            "folf_outbox_bytes", "Bytes that wait to be sent.", .count(loops.amount(\.queuedBytes)))
        counter(
            "folf_slow_readers_total", "Connections that were cut because they read too slowly.",
            .count(loops.sum(\.counters.slowReaders)))
    }

    private mutating func addLobbies(_ loops: [LoopFigures]) {
        gauge("folf_lobbies", "Lobbies in memory.", .count(loops.amount(\.census.lobbies)))
        gauge(
            "folf_notebooks", "People's notebooks in memory.",
            .count(loops.amount(\.census.notebooks)))
        gauge(
            "folf_sessions", "Sessions by what they are in their lobby.",
            [
                Sample([.init("as", "member")], .count(loops.amount(\.census.members))),
                Sample([.init("as", "creator")], .count(loops.amount(\.census.creators))),
                Sample([.init("as", "spectator")], .count(loops.amount(\.census.spectators))),
                Sample([.init("as", "outsider")], .count(loops.amount(\.census.outsiders))),
                Sample([.init("as", "reader")], .count(loops.amount(\.census.readers))),
            ])
        gauge(
            "folf_presence_present", "Members who are there.",
            .count(loops.amount(\.census.present)))
    }

    private mutating func addOps(_ loops: [LoopFigures]) {
        counter(
            "folf_ops_total", "Ops by what became of them; those put off are sent again.",
            [
                Sample([.init("result", "event")], .count(loops.sum(\.server.opsCarriedOut))),
                Sample([.init("result", "refused")], .count(loops.sum(\.server.opsRefused))),
                Sample([.init("result", "repeated")], .count(loops.sum(\.server.opsRepeated))),
                Sample([.init("result", "put_off")], .count(loops.sum(\.server.opsPutOff))),
            ])
        counter(
            "folf_events_total", "Events that were handed to the store.",
            .count(loops.sum(\.server.events)))
        counter(
            "folf_deliveries_total", "Messages about lobbies, one for each connection.",
            .count(loops.sum(\.server.deliveries)))
        histogram(
            "folf_edit_duration_seconds",
            "From the turn that reads ops to the one that sends their answer.",
            [([], loops.total(Histogram(.seconds), +=) { $0.server.edits })])
        counter(
            "folf_snapshots_total", "Whole lobbies that were sent, by the reason.",
            loops.total(Tally<SnapshotReason>(), +=) { $0.server.snapshots }.samples("why"))
        counter(
            "folf_refusals_total", "What was refused, by the names of Protocol.md.",
            refusals(loops))
    }

    /// What clients were told by name, and connections that were closed without a word.
    private func refusals(_ loops: [LoopFigures]) -> [Sample] {
        var sums: [String: UInt64] = [:]
        for loop in loops {
            for (name, count) in loop.server.refusalsByName { sums[name, default: 0] &+= count }
        }
        sums["too_many_connections"] = loops.sum(\.counters.refusedByTotal)
        sums["too_many_from_address"] = loops.sum(\.counters.refusedByAddress)
        sums["too_fast_from_address"] = loops.sum(\.counters.refusedByPace)
        sums["no_descriptors"] = loops.sum(\.counters.refusedByDescriptors)
        return sums.sorted { $0.key < $1.key }.map { name, count in
            Sample([.init("reason", name)], .count(count))
        }
    }

    private mutating func addRequests(_ loops: [LoopFigures]) {
        let requests = loops.total(RequestCounts(), +=) { $0.requests }
        counter(
            "folf_http_requests_total", "Answers over HTTP.",
            requests.answered.map { target, status, count in
                Sample(
                    [.init("route", target.label), .init("status", "\(status)")],
                    .count(count))
            })
        histogram(
            "folf_http_request_duration_seconds", "From a request's head to its answer.",
            requests.targets.map { target in
                ([.init("route", target.label)], requests.microseconds(of: target))
            })
    }
}

extension [LoopFigures] {
    fileprivate func amount(_ value: (LoopFigures) -> Int) -> Int { reduce(0) { $0 + value($1) } }

    fileprivate func sum(_ value: (LoopFigures) -> UInt64) -> UInt64 {
        reduce(0) { $0 &+ value($1) }
    }

    fileprivate func total<Value>(
        _ zero: Value, _ add: (inout Value, Value) -> Void, _ value: (LoopFigures) -> Value
    ) -> Value {
        reduce(into: zero) { sum, loop in add(&sum, value(loop)) }
    }
}
