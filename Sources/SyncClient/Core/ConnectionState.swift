public import Wire

/// The state of the device's connection with the server.
public enum ConnectionState: Hashable, Sendable {
    /// Not started, or ended by the app. Entries are kept on this device.
    case offline
    case connecting
    case live
    /// The next attempt comes at this monotonic time.
    case waiting(untilMilliseconds: UInt64)
    /// No attempt will be made until a person does something about it.
    case stopped(StopReason)
}

/// A reason why no attempt to connect is made.
public enum StopReason: Hashable, Sendable {
    /// The server refused, and said why.
    case refused(ErrorNotice)
    case kicked
    case left
    /// The device was signed out of the account. Entries are kept on it, and go on their way when
    /// it is signed in again.
    case signedOut
    /// The server closed with a code that forbids to connect again.
    case closed(code: UInt16)
}
