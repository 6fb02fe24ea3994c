import Documents

/// The times for which a client waits, and the limits on what a server can make it do. Protocol.md
/// gives the reasons.
public enum ClientLimits {
    /// The silence of the server after which the client asks whether it is still there.
    public static let silenceMillisecondsMax: UInt64 = 40_000
    /// The silence while an op is on its way.
    public static let silenceInFlightMillisecondsMax: UInt64 = 10_000
    /// The silence while the client waits for what it missed, which a slow line is busy with.
    public static let catchUpMillisecondsMax: UInt64 = 120_000
    /// The time that the answer to `hello` or `ping` may take.
    public static let answerMillisecondsMax: UInt64 = 10_000

    /// The time within which the first reconnect comes; each further one may take twice as long.
    public static let backoffMillisecondsMin: UInt64 = 500
    public static let backoffMillisecondsMax: UInt64 = 30_000
    /// The length of a session that starts the backoff anew.
    public static let stableMilliseconds: UInt64 = 10_000

    /// The longest wait that a server can ask for.
    public static let askedMillisecondsMax: UInt64 = 5 * 60_000
    /// The wait after a storage error that names none, and the least there is.
    public static let storageRetryMilliseconds: UInt64 = 1_000
    public static let storageRetryMillisecondsMin: UInt64 = 100

    /// Ops in a journal. Not all of them can have become events.
    public static let opsMax = Int(DocumentLimits.eventsMax)
    /// Bytes by which a journal grows beyond its last rewriting before the next.
    public static let journalGrowthBytesMax = 256 * 1024
    /// A change of the clock's offset below which a line in the journal isn't worth it.
    public static let clockNoteMilliseconds: Int64 = 500
}
