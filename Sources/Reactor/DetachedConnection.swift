package import Connections
import Structures
import SystemCalls
import Threads

/// A connection on its way from one loop to another, with its unsent output. Closed if it never
/// arrives.
package final class DetachedConnection: Sendable {
    struct Contents: Sendable {
        let descriptor: Int32
        let address: PeerAddress
        let outbox: Outbox
        let isLagging: Bool
        let isPreferred: Bool
    }

    package let address: PeerAddress
    private let admission: Admission
    private let contents: Lock<Contents?>

    init(_ contents: Contents, admission: Admission) {
        address = contents.address
        self.admission = admission
        self.contents = Lock(contents)
    }

    deinit {
        guard let contents = take(for: admission) else { return }
        Descriptor.close(contents.descriptor)
        admission.leave(contents.address)
    }

    /// The connection, the first time.
    func take(for admission: Admission) -> Contents? {
        precondition(admission === self.admission, "loops that exchange connections share it")
        return contents.withLock { $0.take() }
    }
}

extension EventLoop {
    /// Takes the connection out of this loop, to be posted to another one; nil if the id is stale.
    /// Bytes that were received here and not yet understood are the program's to carry along.
    package mutating func detach(_ id: ConnectionID) -> DetachedConnection? {
        guard isOpen(id), let connection = connections.remove(id) else { return nil }
        if connection.isPreferred {
            poller.remove(connection.descriptor)
        } else {
            newcomers.remove(connection.descriptor)
        }
        return DetachedConnection(
            DetachedConnection.Contents(
                descriptor: connection.descriptor, address: connection.address,
                outbox: connection.outlet.outbox, isLagging: connection.outlet.isLagging,
                isPreferred: connection.isPreferred),
            admission: admission)
    }

    /// Takes a connection of another loop in; nil if it was taken in before, or if the kernel has
    /// no room to watch it (it is closed then). Not reported as `.opened`.
    package mutating func attach(_ detached: DetachedConnection) -> ConnectionID? {
        guard let contents = detached.take(for: admission) else { return nil }
        var connection = Connection(descriptor: contents.descriptor, address: contents.address)
        connection.outlet = Outlet(outbox: contents.outbox, isLagging: contents.isLagging)
        connection.isPreferred = contents.isPreferred
        guard let id = insert(connection) else {
            Descriptor.close(contents.descriptor)
            admission.leave(contents.address)
            return nil
        }
        if contents.isLagging || !contents.outbox.isEmpty { markDirty(id) }
        return id
    }
}
