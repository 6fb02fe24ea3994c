/// Counts what an event loop has done since it began.
package struct LoopCounters: Sendable {
    /// System calls that look or wait for something to happen: one per turn, two with newcomers.
    package var waitCalls: UInt64 = 0
    /// Descriptors that those calls found ready.
    package var readyDescriptors: UInt64 = 0
    /// System calls that send.
    package var writeCalls: UInt64 = 0
    /// System calls that receive.
    package var readCalls: UInt64 = 0
    package var bytesSent: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    /// Connections accepted and admitted.
    package var accepted: UInt64 = 0
    /// Connections closed at once because there were too many, by `Admission`.
    package var refusedByTotal: UInt64 = 0
    /// Connections closed at once because their address had too many, by `Admission`.
    package var refusedByAddress: UInt64 = 0
    /// Connections closed at once because they came too fast from their address, by `Admission`.
    package var refusedByPace: UInt64 = 0
    /// Connections closed at once because no descriptor or kernel memory was left for them.
    package var refusedByDescriptors: UInt64 = 0
    /// Connections whose peer ended them,
    package var closedByPeer: UInt64 = 0
    /// that broke,
    package var closedByFailure: UInt64 = 0
    /// and that the program ended.
    package var closedByProgram: UInt64 = 0
    /// Connections that ended before their handshake was over, or in it: the program never knew of
    /// them.
    package var closedAsStrangers: UInt64 = 0
    /// Connections cut because a newcomer needed their descriptor.
    package var crowdedOut: UInt64 = 0
    /// Connections cut because their peer read too slowly.
    package var slowReaders: UInt64 = 0

    package var handshakes = HandshakeCounters()

    package init() {}
}
