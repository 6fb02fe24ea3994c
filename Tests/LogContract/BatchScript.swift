package import Documents
package import Log

extension LobbyID {
    /// The `number`th lobby of a test.
    package static func test(_ number: UInt64) -> Self {
        Self(Identifier128(high: 0xF01F << 40 | number, low: number &* 0x9E37_79B9_7F4A_7C15))
    }
}

extension ReplicaRow {
    /// The row of a test's `number`th replica, whose last op is `last`.
    package static func test(_ number: UInt64, last: OpNumber) -> Self {
        Self(
            replica: ReplicaID(Identifier128(high: number, low: .max)),
            person: PersonID(Identifier128(high: 1, low: number)), lastNumber: last,
            fingerprint: .max - UInt32(number))
    }
}

/// Makes the batches of one lobby, one behind the other.
package struct BatchScript: Sendable {
    package let lobby: LobbyID
    package var epoch = Epoch(0x8000_0000_0000_0007)
    package var code: JoinCode?
    package var deletedAt: WallTime?
    package var seq: Seq = 0
    package var hash = RollingHash.empty
    /// The lobby as a log ought to give it back, with all batches made so far.
    package var expected: StoredLobby

    /// Begins the log of the `number`th lobby of a test.
    package init(_ number: UInt64, code: String? = nil) {
        lobby = .test(number)
        self.code = code.flatMap { JoinCode($0) }
        expected = StoredLobby(
            lobby: lobby, epoch: epoch, code: self.code, records: [], replicas: [])
    }

    /// A batch of an event for each of `texts`; an event has no text if its string is empty.
    package mutating func batch(_ texts: String..., replicas: [ReplicaRow] = []) -> LobbyBatch {
        var batch = LobbyBatch(
            lobby: lobby, epoch: epoch, previousSeq: seq, previousHash: hash, code: code,
            deletedAt: deletedAt, replicas: replicas)
        for text in texts {
            seq += 1
            let body = Array("lobby \(lobby.value.high & 0xFFFF) event \(seq)".utf8)
            hash = RollingHash.extend(hash, with: body)
            batch.records.append(
                LogRecord(seq: seq, body: body, texts: Array(text.utf8), hash: hash))
        }
        (expected.epoch, expected.code, expected.deletedAt) = (epoch, code, deletedAt)
        expected.records += batch.records
        expected.replicas.removeAll { old in replicas.contains { $0.replica == old.replica } }
        expected.replicas += replicas
        expected.replicas.sort { $0.replica.value < $1.replica.value }
        return batch
    }
}
