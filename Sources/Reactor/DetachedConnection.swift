package import Connections
package import Structures
import SystemCalls
import TLS
import Threads

/// A connection on its way from one loop to another, with its unsent output. Closed if it never
/// arrives.
package final class DetachedConnection: Sendable {
    struct Contents: Sendable {
        let descriptor: Int32
        let address: PeerAddress
        let door: Door
        let outbox: Outbox
        let isLagging: Bool
        let isPreferred: Bool
        let tls: TLSStream?
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
        admission.leave(contents.address, by: contents.door)
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
                door: connection.door, outbox: connection.outlet.outbox,
                isLagging: connection.outlet.isLagging,
                isPreferred: connection.isPreferred, tls: connection.tls),
            admission: admission)
    }

    /// Takes a connection of another loop in; nil if it was taken in before, or if the kernel has
    /// no room to watch it (it is closed then). Not reported as `.opened`.
    package mutating func attach(_ detached: DetachedConnection) -> ConnectionID? {
        guard let contents = detached.take(for: admission) else { return nil }
        var connection = Connection(
            descriptor: contents.descriptor, address: contents.address, door: contents.door)
        connection.outlet = Outlet(outbox: contents.outbox, isLagging: contents.isLagging)
        connection.isPreferred = contents.isPreferred
        connection.tls = contents.tls
        guard let id = insert(connection) else {
            Descriptor.close(contents.descriptor)
            admission.leave(contents.address, by: contents.door)
            return nil
        }
        let hasUnsent = !contents.outbox.isEmpty || contents.tls?.hasUnsent == true
        if contents.isLagging || hasUnsent { markDirty(id) }
        return id
    }
}
