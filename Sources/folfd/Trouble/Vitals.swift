/// What tells whether a server is in trouble.
struct Vitals {
    static let diskFreePercentMin: UInt64 = 10
    static let certificateDaysMin: Int64 = 10
    static let backupDaysMax: Int64 = 2
    private static let dayMilliseconds: Int64 = 86_400_000

    /// Bytes of the disk, in all and free; nil if it can't be asked.
    var disk: (bytes: UInt64, freeBytes: UInt64)?
    /// Whether a commit would succeed.
    var isReady: Bool
    var clockJumpCount: UInt64
    /// How long the certificate still holds; nil without one.
    var certificateMillisecondsLeft: Int64?
    /// Why the last order of a certificate has failed; nil if it hasn't, or none was made.
    var orderFailure: String?
    /// How old the last good copy is; nil if none is asked for.
    var backupAgeMilliseconds: Int64?
    var silentLoopCount: Int

    /// The troubles that there are, each in a sentence.
    ///
    /// - Parameter last: how it was when it was looked before; nil the first time.
    func troubles(since last: Vitals?) -> [Trouble: String] {
        var troubles: [Trouble: String] = [:]
        if let disk, disk.freeBytes < disk.bytes / 100 * Self.diskFreePercentMin {
            let megabytes = disk.freeBytes >> 20
            troubles[.disk] = "only \(megabytes) MB of the disk are free"
        }
        if !isReady { troubles[.commits] = "edits can't be saved; phones keep them meanwhile" }
        if let last, clockJumpCount > last.clockJumpCount {
            troubles[.clock] = "the clock has jumped"
        }
        if let left = certificateMillisecondsLeft,
            left < Self.certificateDaysMin * Self.dayMilliseconds
        {
            troubles[.certificate] =
                left < 0
                ? "the certificate has ended"
                : "the certificate ends in \(left / Self.dayMilliseconds) days"
        }
        if let orderFailure {
            troubles[.certificateOrder] = "there is no new certificate: \(orderFailure)"
        }
        if let age = backupAgeMilliseconds, age > Self.backupDaysMax * Self.dayMilliseconds {
            troubles[.backup] = "the last good backup is \(age / Self.dayMilliseconds) days old"
        }
        if silentLoopCount > 0 {
            troubles[.loops] = "\(silentLoopCount) loops don't answer"
        }
        return troubles
    }
}
