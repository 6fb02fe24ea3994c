import Documents
import Wire

/// The part of a lobby's log that is kept in memory: enough to check a client's position in it, and
/// to bring a client up to date that has missed little.
///
///     hashes   1 ────────────────────────────── seq    4 bytes for each event there is
///     recent                     last 32 to 40 ─ seq   as they stand in an `events` message
struct LogTail {
    /// The number of events past which a snapshot is about as small.
    static let recentMax = 32
    /// The number of events that are kept beyond that, before all of them leave at once.
    private static let overhangMax = 8
    /// Bytes by which the buffer grows beyond what is missing: doubling would leave as much empty
    /// as full.
    private static let spareBytes = 256

    /// The rolling hash of the whole log.
    private(set) var hash: UInt64 = RollingHash.empty
    /// The short hash after each event; event `seq` stands at `seq - 1`.
    private var hashes: [UInt32] = []
    /// The last events, encoded as in `events`, with a comma between two.
    private var recent: [UInt8] = []
    /// The place in `recent` where each of them begins.
    private var starts: [UInt32] = []
    /// The last event of which spectators are told something else; 0: none.
    private var withheldSeq: Seq = 0

    var seq: Seq { Seq(hashes.count) }

    mutating func append(hash: UInt64, isWithheld: Bool, encoded event: ArraySlice<UInt8>) {
        self.hash = hash
        hashes.append(RollingHash.short(hash))
        if isWithheld { withheldSeq = seq }
        if starts.count == Self.recentMax + Self.overhangMax { dropOverhang() }
        let bytesNeeded = recent.count + 1 + event.count
        if bytesNeeded > recent.capacity {
            recent.reserveCapacity(bytesNeeded + Self.spareBytes)
        }
        if !recent.isEmpty { recent.append(UInt8(ascii: ",")) }
        starts.append(UInt32(recent.count))
        recent.append(contentsOf: event)
    }

    private mutating func dropOverhang() {
        let begin = starts[Self.overhangMax]
        recent.removeFirst(Int(begin))
        starts.removeFirst(Self.overhangMax)
        for place in starts.indices { starts[place] -= begin }
    }

    /// Whether a client that stands at `seq` with `hash` has seen a part of this log.
    func contains(seq: Seq, hash: UInt32) -> Bool {
        guard seq > 0 else { return true }
        guard let place = Int(exactly: seq - 1), place < hashes.count else { return false }
        return hashes[place] == hash
    }

    /// The events after `seq` as they stand in an `events` message, empty if there are none; nil
    /// if they aren't all at hand.
    func events(after seq: Seq) -> ArraySlice<UInt8>? {
        guard let known = Int(exactly: seq), known <= hashes.count else { return nil }
        let missing = hashes.count - known
        guard missing <= min(starts.count, Self.recentMax) else { return nil }
        guard missing > 0 else { return [] }
        return recent[Int(starts[starts.count - missing])...]
    }

    /// The events after `seq` as they may be told to such a session; nil if they aren't at hand so.
    func events(after seq: Seq, for admission: Welcome.Admission) -> ArraySlice<UInt8>? {
        admission == .spectator && withholds(after: seq) ? nil : events(after: seq)
    }

    /// Whether spectators are told something else of what follows `seq`.
    func withholds(after seq: Seq) -> Bool { withheldSeq > seq }

    /// The numbers of the events that are at hand.
    var numbers: [Seq] {
        starts.isEmpty ? [] : Array(seq + 1 - Seq(starts.count)...seq)
    }

    /// The event with this number, which must be at hand.
    func event(_ number: Seq) -> ArraySlice<UInt8> {
        let place = starts.count - 1 - Int(seq - number)
        let end = place + 1 < starts.count ? Int(starts[place + 1]) - 1 : recent.count
        return recent[Int(starts[place])..<end]
    }
}
