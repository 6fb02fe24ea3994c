import Documents
import Lobby
import Log
import Scoring

@testable import Wire

/// Lines as a lobby's log: body and texts of one record after the other.
enum LogTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        var records: [LogRecord] = []
        var hash = RollingHash.empty
        for place in stride(from: 0, to: min(lines.count, 400), by: 2) {
            let body = lines[place]
            hash = RollingHash.extend(hash, with: body)
            records.append(
                LogRecord(
                    seq: Seq(place / 2 + 1), body: body,
                    texts: place + 1 < lines.count ? lines[place + 1] : [], hash: hash))
        }
        for record in records { try check(record) }
        try checkLobby(records)
    }

    private static func check(_ record: LogRecord) throws(Finding) {
        guard let event = try? LogCoding<Lobby>.event(record) else { return }
        let again = LogCoding<Lobby>.record(event, after: 0)
        try expect((try? LogCoding<Lobby>.event(again)) == event, "not the same event again")
        try expect(
            again.seq == record.seq && again.hash == RollingHash.extend(0, with: again.body),
            "a record that isn't its own")
        let message = ServerMessage<Lobby>.events(first: record.seq, proof: .none, [event.change])
        let bytes = message.encode()
        try expect(
            (try? ServerMessage<Lobby>.decode(bytes)) == message, "clients read another event")
    }

    private static func checkLobby(_ records: [LogRecord]) throws(Finding) {
        let stored = StoredLobby(
            lobby: LobbyID(Identifier128(high: 1, low: 2)), epoch: Epoch(3), code: nil,
            records: records, replicas: [])
        var count = 0
        guard let lobby = try? LogCoding<Lobby>.document(stored, visit: { _, _, _ in count += 1 })
        else {
            return
        }
        try expect(count == records.count && Int(lobby.seq) == count, "records were left out")
        _ = (Scorecard(lobby), Standings(lobby))
        let snapshot = ServerMessage<Lobby>.snapshot(
            lobby, proof: PositionProof(hash: RollingHash.short(stored.records.last!.hash), seal: 1)
        )
        let bytes = snapshot.encode()
        guard let decoded = try? ServerMessage<Lobby>.decode(bytes) else { return }
        try expect(decoded == snapshot, "the snapshot is another lobby than the log")
    }
}
