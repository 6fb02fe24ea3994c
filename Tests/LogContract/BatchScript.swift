package import Documents
package import Log

/// Makes the batches of one lobby, one behind the other.
package struct BatchScript: Sendable {
    package let lobby: LobbyID
    package var epoch = Epoch(0x8000_0000_0000_0007)
    package var code: JoinCode?
    package var seq: Seq = 0
    package var hash = RollingHash.empty
    /// What the log ought to give back.
    package private(set) var expected: StoredLobby

    package init(_ number: UInt64, code: String? = nil) {
        lobby = LobbyID(Identifier128(high: 0xF01F << 40 | number, low: number &* 0x9E37_79B9))
        self.code = code.flatMap { JoinCode($0) }
        expected = StoredLobby(
            lobby: lobby, epoch: epoch, code: self.code, records: [], replicas: [])
    }

    /// A batch of an event for each of `texts`; an empty text is none.
    package mutating func batch(texts: [String], rows: [ReplicaRow] = []) -> LobbyBatch {
        var batch = LobbyBatch(
            lobby: lobby, epoch: epoch, previousSeq: seq, previousHash: hash, code: code,
            replicas: rows)
        for text in texts {
            seq += 1
            let body = Array("lobby \(lobby.value.high & 0xFFFF) event \(seq)".utf8)
            hash = RollingHash.extend(hash, with: body)
            batch.records.append(
                LogRecord(seq: seq, body: body, texts: Array(text.utf8), hash: hash))
        }
        (expected.epoch, expected.code) = (epoch, code)
        expected.records += batch.records
        expected.replicas.removeAll { old in rows.contains { $0.replica == old.replica } }
        expected.replicas += rows
        expected.replicas.sort { $0.replica.value < $1.replica.value }
        return batch
    }

    package func row(_ number: UInt64, last: OpNumber) -> ReplicaRow {
        ReplicaRow(
            replica: ReplicaID(Identifier128(high: number, low: .max)),
            person: PersonID(Identifier128(high: 1, low: number)), lastNumber: last,
            fingerprint: .max - UInt32(number))
    }
}
