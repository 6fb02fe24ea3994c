/// The carrier of the bytes of a server's connections: an epoll loop, or a network that is only
/// played.
///
/// In a turn the program takes all events, then queues what it has to say, then flushes: nothing is
/// sent before. A call with the id of a connection that is gone does nothing. What may be queued
/// for a slow reader, and how long a peer is waited for, is for `Outlet` to say.
package protocol ServerTransport: ~Copyable {
    /// A connection on its way from one loop to another.
    associatedtype Passenger: Sendable

    /// Open connections, and those whose end is not over or not reported yet.
    var connectionCount: Int { get }

    /// The next thing that happened; nil when there is nothing more in this turn.
    ///
    /// - Parameter now: monotonic milliseconds, read once per turn.
    mutating func nextEvent(now: UInt64) -> TransportEvent?
    /// The bytes of the `.received` that `nextEvent` returned last.
    func withReceived(_ body: (Span<UInt8>) -> Void)

    /// Queues bytes; see `Outlet.append`.
    mutating func send(_ bytes: [UInt8], to id: ConnectionID, droppable: Bool)
    /// Queues the same droppable bytes for many.
    mutating func broadcast(_ bytes: [UInt8], to ids: [ConnectionID])
    /// Looks after this connection before all newcomers from now on.
    mutating func prefer(_ id: ConnectionID)
    /// Ends the connection once what is queued is sent. The id counts as stale from now on.
    mutating func closeAfterFlush(_ id: ConnectionID)
    /// Takes the connection out of this loop; nil if the id is stale.
    mutating func detach(_ id: ConnectionID) -> Passenger?
    /// Takes a connection of another loop in; nil if that can't be. Not reported as `.opened`.
    mutating func attach(_ passenger: Passenger) -> ConnectionID?
    /// Lets no more connections in.
    mutating func stopAccepting()

    /// Ends a turn: whatever there is room for goes out.
    mutating func flush(now: UInt64)
}
