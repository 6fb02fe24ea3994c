import Host
import Lobby
import MemoryShell
import SyncServer

/// One loop of the server's process.
final class Shard {
    var host: Host<SyncServer<Lobby>, SimulatedTransport, SimulatedLog, MemoryMail<Int>>
    let transport: SimulatedTransport
    /// When the loop wakes up; `max` if nothing is due.
    var turnAt = UInt64.max

    init(
        _ host:
            consuming Host<SyncServer<Lobby>, SimulatedTransport, SimulatedLog, MemoryMail<Int>>,
        _ transport: SimulatedTransport
    ) {
        self.host = host
        self.transport = transport
    }
}
