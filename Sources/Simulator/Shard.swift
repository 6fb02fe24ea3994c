import Host
import MemoryShell
import SyncServer

/// One loop of the server's process.
final class Shard<Kind: SimulatedKind> {
    var host: Host<SyncServer<Kind>, SimulatedTransport<Kind>, SimulatedLog<Kind>, MemoryMail<Int>>
    let transport: SimulatedTransport<Kind>
    /// When the loop wakes up; `max` if nothing is due.
    var turnAt = UInt64.max

    init(
        _ host:
            consuming Host<
                SyncServer<Kind>, SimulatedTransport<Kind>, SimulatedLog<Kind>, MemoryMail<Int>
            >,
        _ transport: SimulatedTransport<Kind>
    ) {
        self.host = host
        self.transport = transport
    }
}
