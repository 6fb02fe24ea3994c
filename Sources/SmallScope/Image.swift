import Lobby
import Wire

/// What is on the server's disk.
struct Image {
    var epoch = Epoch.none
    var code: JoinCode?
    var records: [LogRecord] = []
    var rows: [ReplicaRow] = []

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

    init() {}

    /// What a commit is going to write.
    init(_ batch: LobbyBatch) {
        epoch = batch.epoch
        records = batch.records
        rows = batch.replicas
    }

    var key: Key {
        Key(
            epoch: epoch, seq: records.last?.seq ?? 0, bodies: records.map(\.body),
            rows: rows.sorted { $0.replica.value < $1.replica.value }.map {
                Key.Row(
                    replica: $0.replica, number: $0.lastNumber, fingerprint: $0.fingerprint,
                    refused: $0.refused)
            })
    }

    var stored: StoredLobby {
        StoredLobby(
            lobby: Constants.lobby, epoch: epoch, code: code, records: records, replicas: rows)
    }

    /// - Returns: whether the batch continues the log; otherwise nothing is written.
    mutating func write(_ batch: LobbyBatch) -> Bool {
        guard (records.last?.seq ?? 0) == batch.previousSeq,
            (records.last?.hash ?? RollingHash.empty) == batch.previousHash
        else { return false }
        epoch = batch.epoch
        code = batch.code
        records += batch.records
        for row in batch.replicas {
            rows.removeAll { $0.replica == row.replica }
            rows.append(row)
        }
        return true
    }

    /// Whether all that a message tells is on the disk.
    func holds(_ message: ServerMessage) -> Bool {
        let top = Seq(records.count)
        switch message {
        case .welcome(let welcome):
            let last = rows.map(\.lastNumber).max() ?? 0
            return welcome.top <= top && (records.isEmpty || welcome.epoch == epoch)
                && welcome.lastNumber <= last
        case .snapshot(let lobby, let proof):
            return lobby.epoch == epoch && holds(lobby.seq, proof)
        case .events(let first, let proof, let changes):
            let last = first + Seq(changes.count) - 1
            guard holds(last, proof) else { return false }
            return changes.enumerated().allSatisfy { place, change in
                let event = try? LogCoding.event(records[Int(first) - 1 + place])
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
