import Connections
import Documents
import Host
import Log
import Structures
import SyncServer
import WebSocket

/// Connections that take everything and cost nothing, so that only the server is counted.
struct SilentTransport: ServerTransport {
    /// The events to come; the bytes of one that was received are in `bytes`.
    var happenings: [TransportEvent] = []
    var bytes: [UInt8] = []
    /// The connections that were asked for a sign of life.
    var pinged: [ConnectionID] = []

    var connectionCount: Int { 0 }

    mutating func nextEvent(now: UInt64) -> TransportEvent? {
        return happenings.isEmpty ? nil : happenings.removeFirst()
    }

    func withReceived(_ body: (Span<UInt8>) -> Void) { body(bytes.span) }

    mutating func send(_ bytes: [UInt8], to id: ConnectionID, droppable: Bool) {
        if bytes == WebSocketFrame.ping() { pinged.append(id) }
    }

    mutating func broadcast(_ bytes: [UInt8], to ids: [ConnectionID]) {}
    mutating func prefer(_ id: ConnectionID) {}
    mutating func closeAfterFlush(_ id: ConnectionID) {
        fatalError("session \(id.slot) has ended")
    }
    mutating func detach(_ id: ConnectionID) -> Int? { nil }
    mutating func attach(_ passenger: Int) -> ConnectionID? { nil }
    mutating func stopAccepting() {}
    mutating func flush(now: UInt64) {}
}

/// A log in which nothing is ever found, and which keeps nothing.
struct AbsentLog: EventLog {
    private var random = Counter()

    mutating func ask(_ request: LogRequest) {
        switch request {
        case .commit(_, now: _, let completion): completion(.committed)
        case .load(_, let completion): completion(.absent)
        case .readHistory(_, _, _, let completion): completion(.absent)
        case .find(_, let completion): completion(.absent)
        case .reserveCodes(let count, let length, let completion):
            completion((0..<count).map { _ in JoinCode(length: length, using: &random) })
        }
    }
}
