import Documents
import EventStore
import HTTP
import Lobby
import Log
import Notebook
import Wire

@testable import ClubDesk

/// Games whose logs are written without a server that plays them.
extension DeskFixture {
    static let watch = Identifier128(high: 9, low: 2)

    /// Makes a game by the API, and answers its id.
    func makeGame(_ number: UInt64, as token: TestToken, name: String = "Anna") -> String {
        let nonce = Identifier128(high: 7, low: number)
        let lobby = "\(LobbyID(maker: token.person, nonce: nonce).value)"
        let reply = ask(
            .put, "/games/\(lobby)", as: token,
            [
                "nonce": .text("\(nonce)"), "watch": .text("\(Self.watch)"),
                "invitation": .text("\(Identifier128(high: 9, low: 1))"), "name": .text(name),
                "course": "Klambratún", "holes": [["label": "1", "par": 3]],
            ])
        precondition(reply.status == 201, "\(reply.body)")
        return lobby
    }

    /// Appends what the host has done to the log of a game.
    func append(
        _ changes: [Change], to lobby: String, joined: [PersonID] = [], received: WallTime? = nil
    ) throws {
        let received = received ?? WallTime(milliseconds: 1_800_000_000_000)
        guard let id = Identifier128(lobby), let game = try clerk.game(LobbyID(id)) else {
            preconditionFailure("there is such a game")
        }
        let stored = game.stored
        var hash = stored.records.last?.hash ?? RollingHash.empty
        var batch = LobbyBatch(
            lobby: stored.lobby, epoch: stored.epoch, previousSeq: game.lobby.seq,
            previousHash: hash, code: stored.code, joined: joined)
        for (offset, change) in changes.enumerated() {
            let event = Event(
                seq: game.lobby.seq + UInt64(offset) + 1, by: MemberNumber(1),
                received: received, origin: nil, change: change)
            batch.records.append(LogCoding<Lobby>.record(event, after: hash))
            hash = batch.records[offset].hash
        }
        let outcome = Handed<CommitOutcome>()
        let batches = [batch]
        store.ask(
            .commit(batches, now: WallTime(milliseconds: 1_800_000_000_000)) { outcome.give($0) })
        guard outcome.wait() == .committed else { preconditionFailure("it is committed") }
    }

    func addGuest(_ number: UInt32, _ name: String, to lobby: String) throws {
        let guest = Player(id: PlayerID(number), member: nil, name: name)
        try append([.playerAdded(guest)], to: lobby)
    }

    /// Begins a person's notebook with a note.
    func note(_ key: String, _ value: String, of person: PersonID) throws {
        let now = WallTime(milliseconds: 1_800_000_000_000)
        let replica = ReplicaID(Identifier128(high: 5 << 32, low: 1))
        let id = LobbyID(notebookOf: person)
        let op = Notebook.Op(number: 1, at: now, command: .put(key: key, value: value))
        let event = try Notebook.create(
            id, op, by: Author(person: person, replica: replica.tag), received: now, code: nil)
        let batch = LobbyBatch(
            lobby: id, epoch: Epoch(7), previousSeq: 0, previousHash: RollingHash.empty,
            code: nil, records: [LogCoding<Notebook>.record(event, after: RollingHash.empty)],
            replicas: [
                ReplicaRow(replica: replica, person: person, lastNumber: 1, fingerprint: 1)
            ], joined: [person])
        let outcome = Handed<CommitOutcome>()
        store.ask(.commit([batch], now: now) { outcome.give($0) })
        guard outcome.wait() == .committed else { preconditionFailure("it is committed") }
    }

    func lock(_ lobby: String) throws {
        try append(
            [
                .stage(Stage(.playing, round: 1)), .stage(Stage(.ended, round: 1)),
                .stage(Stage(.locked, round: 1)),
            ], to: lobby)
    }
}
