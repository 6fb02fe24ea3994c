import Documents
import Lobby
import Log
import Wire

/// A game whose log can be replayed, played by its host on two devices.
struct RealGame {
    private static let start = WallTime(milliseconds: 1_800_000_000_000)

    /// The lobby as the store ought to give it back.
    private(set) var stored: StoredLobby
    private var lobby: Lobby
    private let host: PersonID
    private var numbers: [ReplicaID: OpNumber] = [:]

    /// The game and the batch that makes it.
    static func create(_ number: UInt64, code: JoinCode) throws -> (RealGame, LobbyBatch) {
        let host = PersonID(Identifier128(high: number, low: .max))
        let setup = GameSetup(
            course: "Course \(number)", holes: (1...9).map { Hole(label: "\($0)", par: 3) },
            invitation: Identifier128(high: 7, low: number),
            watch: Identifier128(high: 8, low: number), hostName: "Host \(number)",
            hostPlayer: PlayerID(1))
        let replica = Self.replica(number, device: 0)
        let nonce = Identifier128(high: 8, low: number)
        let event = try Lobby.create(
            LobbyID(maker: host, nonce: nonce),
            Op(number: 1, at: start, command: .create(setup, nonce: nonce)),
            by: Author(person: host, replica: replica.tag), received: start, code: code)
        guard case .created(let creation) = event.change else { throw Refusal.noLobby }
        let id = LobbyID(maker: host, nonce: nonce)
        let epoch = Epoch(number << 32 | 5)
        var game = RealGame(
            stored: StoredLobby(
                lobby: id, epoch: epoch, code: code, records: [], replicas: []),
            lobby: Lobby(id: id, epoch: epoch, creation: creation), host: host)
        let batch = game.batch(event, replica, 1)
        return (game, batch)
    }

    private static func replica(_ number: UInt64, device: UInt64) -> ReplicaID {
        ReplicaID(Identifier128(high: (number << 8 | device) << 32, low: 3))
    }

    private var number: UInt64 { host.value.high }

    /// The batch of an op of one of the host's devices.
    mutating func perform(_ command: Command, device: UInt64) throws -> LobbyBatch {
        let replica = Self.replica(number, device: device)
        let op = Op(number: (numbers[replica] ?? 0) + 1, at: Self.start, command: command)
        let event = try lobby.decide(
            op, by: Author(person: host, replica: replica.tag), received: Self.start)
        lobby.apply(event)
        return batch(event, replica, op.number)
    }

    private mutating func batch(
        _ event: Event, _ replica: ReplicaID, _ number: OpNumber
    ) -> LobbyBatch {
        let hash = stored.records.last?.hash ?? RollingHash.empty
        let record = LogCoding<Lobby>.record(event, after: hash)
        let row = ReplicaRow(
            replica: replica, person: host, lastNumber: number, fingerprint: UInt32(number))
        let batch = LobbyBatch(
            lobby: stored.lobby, epoch: stored.epoch, previousSeq: event.seq - 1,
            previousHash: hash, code: stored.code, records: [record], replicas: [row])
        numbers[replica] = number
        stored.records.append(record)
        stored.replicas.removeAll { $0.replica == replica }
        stored.replicas.append(row)
        stored.replicas.sort { $0.replica.value < $1.replica.value }
        return batch
    }
}
