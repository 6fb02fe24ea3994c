package import Documents

/// The bounds of the store: how much one transaction may do while others wait, how much may gather
/// between the two levels, and how large a row may be.
package struct StoreLimits: Equatable, Sendable {
    /// Rows after which a transaction takes no further request; a single request may have more.
    package var transactionRowsMax = 4_096
    /// Batches that may gather before they are sorted into the rows of their lobbies.
    package var unsortedBatchesMax = 16_384
    /// Bytes of batches that may gather before, in the database and in memory.
    package var unsortedBytesMax = 8 << 20
    /// Free pages (of 4 KiB) that are filled with zeros when lobbies are erased: twice what
    /// `unsortedBytesMax` takes.
    package var freePagesFilledMax = 4_096
    /// Batches that a transaction sorts, beside its own work, once so many have gathered; twice
    /// as many as it appends, if that is more.
    package var sortedBatchesPerTransaction = 32
    /// Bytes after which a row of batches takes no further one: a row fits on a page.
    package var batchRowBytesMax = 4_000
    /// Bytes after which a row of events takes no further one.
    package var eventRowBytesMax = 16_384
    /// Pages (of 4 KiB) that the database may grow to; nil for SQLite's own bound.
    package var databasePagesMax: UInt32?
    /// Pages in the write-ahead log after which it is moved into the database; 1,000 is SQLite's
    /// own default. More would make those wait longer who come meanwhile.
    package var writeAheadPagesMax = 1_000
    /// Milliseconds to wait for a lock; only a reader that recovers the log ever holds one.
    package var busyMillisecondsMax = 1_000
    /// Codes that one `reserveCodes` may ask for.
    package var codesPerRequestMax = 4_096
    /// The time after the last commit for which a code finds its lobby; nil: for ever. Its members
    /// find it all the same, and the code works again once one of them has entered something.
    package var codeMillisecondsMax: Int64?
    /// The earliest time that a commit may be said to have: what a clock says that stands before
    /// it, or before the last commit, is wrong, and would let a lobby lapse too early.
    package var timeMin = WallTime(milliseconds: 0)
    /// Random codes tried for each one asked for, before giving fewer.
    package var triesPerCodeMax = 64

    /// Connections that read the tables of accounts at a time.
    package var clubReadersMax = 2
    /// Rows that a change of the tables of accounts counts as.
    static let rowsOfChange = 64

    package init() {}
}
