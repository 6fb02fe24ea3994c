import Documents
import EventStore
import Lobby
import Log
import Testing
import Wire

/// A game's log as it lies on disk, read when no server runs.
struct LoggedGame {
    let lobby: Lobby
    /// The rolling hash after each event.
    private var hashes: [UInt64] = [RollingHash.empty]
    private(set) var events: [Event] = []

    init(_ id: LobbyID, on server: TestServer) throws {
        let stored = try #require(try EventStore.read(folder: server.data, id))
        var hashes = hashes
        var events: [Event] = []
        lobby = try LogCoding<Lobby>.document(stored) { event, record, _ in
            hashes.append(record.hash)
            events.append(event)
        }
        self.hashes = hashes
        self.events = events
    }

    var seq: Seq { Seq(events.count) }

    /// Whether the log leads to this position.
    func leads(to position: LogPosition) -> Bool {
        position.epoch == lobby.epoch && position.seq <= seq
            && position.proof.hash == RollingHash.short(hashes[Int(position.seq)])
    }

    /// Whether the log begins with all of `earlier`.
    func continues(_ earlier: LoggedGame) -> Bool {
        hashes.starts(with: earlier.hashes) && lobby.epoch == earlier.lobby.epoch
    }

    /// The entries of a member on the card, in the log's order, and the numbers of their ops.
    func entries(of member: MemberNumber) -> (entries: [Scorer.Entry], numbers: [OpNumber]) {
        var entries: [Scorer.Entry] = []
        var numbers: [OpNumber] = []
        for event in events where event.by == member {
            guard case .cell(let key, let cell) = event.change, let origin = event.origin,
                let own = cell.siblings.first(where: { $0.replica == origin.replica })
            else { continue }
            entries.append(Scorer.Entry(key: key, value: own.value))
            numbers.append(origin.number)
        }
        return (entries, numbers)
    }
}
