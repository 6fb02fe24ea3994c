import Host
import MemoryShell

/// One loop of the server's process.
final class Shard {
    var host: Host<SimulatedTransport, SimulatedLog, MemoryMail<Int>>
    let transport: SimulatedTransport
    /// When the loop wakes up; `max` if nothing is due.
    var turnAt = UInt64.max

    init(
        _ host: consuming Host<SimulatedTransport, SimulatedLog, MemoryMail<Int>>,
        _ transport: SimulatedTransport
    ) {
        self.host = host
        self.transport = transport
    }
}
