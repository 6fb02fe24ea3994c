package import Structures

/// A connection of one loop. Another loop gives it another id.
package typealias ConnectionID = SlotID

/// Something that happened to a connection of a loop, or to the loop. What the program itself asked
/// for (`closeAfterFlush`, `abort`, `detach`) is not reported, and nothing is reported of a
/// connection after that.
package enum TransportEvent: Equatable, Sendable {
    /// Somebody connected.
    case opened(ConnectionID, PeerAddress, Door)
    /// Bytes came; `withReceived` has them until the next call of `nextEvent`.
    case received(ConnectionID)
    /// The connection is gone, the id stale.
    case closed(ConnectionID, CloseReason)
    /// The peer reads too slowly: droppable output was dropped, and is ignored until `.drained`.
    case lagging(ConnectionID)
    /// A lagging peer has caught up; time for one message that replaces what was dropped.
    case drained(ConnectionID)
    /// The loop's waker was called: take the mail.
    case mail
    /// No descriptor is left for new connections: they take those of newcomers that have had
    /// theirs for a while, or are turned away. Said once until one connection is accepted again.
    case outOfDescriptors
}

/// Why a connection is gone.
package enum CloseReason: Equatable, Sendable {
    /// The peer ended its stream.
    case peer
    /// The connection broke; the `errno` value.
    case failed(Int32)
    /// The peer read too slowly or not at all (`OutboxLimits`).
    case slowReader
    /// It wasn't preferred, and a newcomer needed its descriptor.
    case crowdedOut
}
