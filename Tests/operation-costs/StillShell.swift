import Connections
import Documents
import Host
import Log
import Structures
import SyncServer
import Synchronization

/// Connections of which only the bytes sent are counted.
struct StillTransport: ServerTransport {
    private(set) var connections = SlotTable<Bool>()
    private(set) var sentBytes = 0
    private var event: TransportEvent?
    private var bytes: [UInt8] = []

    var connectionCount: Int { connections.count }

    /// Opens a connection; a turn has to follow, as after the two functions below.
    mutating func open(from address: PeerAddress) -> ConnectionID {
        let id = connections.insert(true)
        event = .opened(id, address, .front)
        return id
    }

    mutating func receive(_ bytes: [UInt8], on id: ConnectionID) {
        self.bytes = bytes
        event = .received(id)
    }

    mutating func lose(_ id: ConnectionID) {
        connections.remove(id)
        event = .closed(id, .peer)
    }

    mutating func takeSentBytes() -> Int {
        defer { sentBytes = 0 }
        return sentBytes
    }

    mutating func nextEvent(now: UInt64) -> TransportEvent? { event.take() }
    func withReceived(_ body: (Span<UInt8>) -> Void) { body(bytes.span) }
    mutating func send(_ bytes: [UInt8], to id: ConnectionID, droppable: Bool) {
        sentBytes += bytes.count
    }
    mutating func broadcast(_ bytes: [UInt8], to ids: [ConnectionID]) {
        sentBytes += ids.count * bytes.count
    }
    mutating func prefer(_ id: ConnectionID) {}
    mutating func closeAfterFlush(_ id: ConnectionID) { fatalError("a connection has ended") }
    mutating func detach(_ id: ConnectionID) -> Int? { nil }
    mutating func attach(_ passenger: Int) -> ConnectionID? { nil }
    mutating func stopAccepting() {}
    mutating func flush(now: UInt64) {}
}

/// A log with one lobby, to which everything is committed and which stays as it is.
struct StillLog: EventLog {
    let stored: StoredLobby

    func ask(_ request: LogRequest) {
        switch request {
        case .commit(_, now: _, let completion): completion(.committed)
        case .load(_, let completion): completion(.lobby(stored))
        case .readHistory(_, _, _, let completion): completion(.absent)
        case .find(_, let completion): completion(.absent)
        case .reserveCodes: break
        }
    }
}

/// Letters of the single loop to itself. `MemoryMail` turns the host in another module, where the
/// compiler can't specialise the turn: an op would cost 10,000 instructions more than on a server.
final class StillMail: Post {
    private let letters = Mutex<[Letter]>([])

    var loopCount: Int { 1 }

    func post(_ letter: Letter, to loop: Int) { letters.withLock { $0.append(letter) } }
    func handOver(_ passenger: Int, _ handover: Handover, to loop: Int) {}

    func take() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
