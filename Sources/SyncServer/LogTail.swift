import Lobby
import Wire

/// What is kept in memory of a lobby's log: enough to check a client's position in it and to
/// bring a client up to date that has missed little.
struct LogTail {
    /// Past about this many events a snapshot is smaller.
    static let recentMax = 32

    /// The rolling hash of the whole log.
    private(set) var hash: UInt64 = RollingHash.empty
    /// The short hash after each event; event `seq` stands at `seq - 1`.
    private var hashes: [UInt32] = []
    /// The last events, encoded as in `events`.
    private var recent: [[UInt8]] = []

    var seq: Seq { Seq(hashes.count) }

    mutating func append(hash: UInt64, encoded event: [UInt8]) {
        self.hash = hash
        hashes.append(RollingHash.short(hash))
        if recent.count == Self.recentMax { recent.removeFirst() }
        recent.append(event)
    }

    /// Whether a client that stands at `seq` with `hash` has seen a part of this log.
    func contains(seq: Seq, hash: UInt32) -> Bool {
        guard seq > 0 else { return true }
        guard let place = Int(exactly: seq - 1), place < hashes.count else { return false }
        return hashes[place] == hash
    }

    /// The events after `seq`; nil if they aren't all at hand.
    func events(after seq: Seq) -> ArraySlice<[UInt8]>? {
        guard let known = Int(exactly: seq), known <= hashes.count else { return nil }
        let missing = hashes.count - known
        return missing <= recent.count ? recent.suffix(missing) : nil
    }
}
