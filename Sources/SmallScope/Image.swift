import Documents
import Log
import Wire

/// What is on the server's disk: one document's log.
struct Image {
    private var log = MemoryLog(random: FixedGenerator())

    /// Nil before the lobby's creation.
    var stored: StoredLobby? { log.lobbies.values.first }
    var records: [LogRecord] { stored?.records ?? [] }
    var rows: [ReplicaRow] { stored?.replicas ?? [] }
    var epoch: Epoch {
        get { stored?.epoch ?? .none }
        set { for id in log.lobbies.keys { log.lobbies[id]?.epoch = newValue } }
    }

    struct Key: Hashable {
        var epoch: Epoch
        var seq: Seq
        var bodies: [[UInt8]]
        var rows: [Row]

        struct Row: Hashable {
            var replica: ReplicaID
            var number: OpNumber
            var fingerprint: UInt32
            var refused: [RefusedOp]
        }
    }

    var key: Key { Self.key(epoch, records, rows) }

    /// What a commit is going to write.
    static func key(of batch: LobbyBatch) -> Key {
        key(batch.epoch, batch.records, batch.replicas)
    }

    private static func key(_ epoch: Epoch, _ records: [LogRecord], _ rows: [ReplicaRow]) -> Key {
        Key(
            epoch: epoch, seq: records.last?.seq ?? 0, bodies: records.map(\.body),
            rows: rows.sorted { $0.replica.value < $1.replica.value }.map {
                Key.Row(
                    replica: $0.replica, number: $0.lastNumber, fingerprint: $0.fingerprint,
                    refused: $0.refused)
            })
    }

    /// - Returns: whether the batches continue the log; otherwise nothing is written.
    mutating func write(_ batches: [LobbyBatch]) -> Bool { log.commit(batches) == .committed }

    /// Answers what isn't a commit.
    mutating func answer(_ request: LogRequest) { log.ask(request) }

    /// Whether all that a message tells is on the disk.
    func holds<Kind: ScopedKind>(_ message: ServerMessage<Kind>) -> Bool {
        let top = Seq(records.count)
        switch message {
        case .welcome(let welcome):
            let last = rows.map(\.lastNumber).max() ?? 0
            return welcome.top <= top && (records.isEmpty || welcome.epoch == epoch)
                && welcome.lastNumber <= last
        case .snapshot(let document, let proof):
            return document.epoch == epoch && holds(document.seq, proof)
        case .events(let first, let proof, let changes):
            let last = first + Seq(changes.count) - 1
            guard holds(last, proof) else { return false }
            return changes.enumerated().allSatisfy { place, change in
                let event = try? LogCoding<Kind>.event(records[Int(first) - 1 + place])
                return event?.change == change
            }
        case .ack(let number, let seq):
            return seq <= top && rows.contains { $0.lastNumber >= number }
        case .history, .reject, .gap, .presence, .moved, .draining, .pong, .error: return true
        }
    }

    private func holds(_ seq: Seq, _ proof: PositionProof) -> Bool {
        guard seq >= 1, seq <= Seq(records.count) else { return false }
        return RollingHash.short(records[Int(seq) - 1].hash) == proof.hash
    }
}
