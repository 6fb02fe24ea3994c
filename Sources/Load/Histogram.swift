/// Counts of durations, in buckets at most 1/64 wide of what they hold: the error of a quantile is
/// at most 1.6 %, from 1 ns to 18 minutes. The idea is HdrHistogram's (Tene).
package struct Histogram: Sendable {
    private static let bitsOfPrecision = 6
    private static let bucketsPerDoubling = 1 << bitsOfPrecision
    private static let doublings = 34
    /// The longest duration that is told from a longer one.
    static let nanosecondsMax = UInt64(1) << UInt64(doublings + bitsOfPrecision) - 1

    private var counts = [UInt64](repeating: 0, count: (doublings + 1) * bucketsPerDoubling)
    package private(set) var count: UInt64 = 0
    package private(set) var maximumNanoseconds: UInt64 = 0

    package init() {}

    package mutating func record(nanoseconds: UInt64) {
        counts[Self.bucket(of: min(nanoseconds, Self.nanosecondsMax))] += 1
        count += 1
        maximumNanoseconds = max(maximumNanoseconds, nanoseconds)
    }

    package mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        maximumNanoseconds = max(maximumNanoseconds, other.maximumNanoseconds)
    }

    /// The duration that this share of all durations doesn't exceed; 0 if there are none.
    ///
    /// - Parameter share: 0…1.
    package func quantileNanoseconds(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let wanted = max(1, UInt64((share * Double(count)).rounded(.up)))
        var seen: UInt64 = 0
        for index in counts.indices {
            seen += counts[index]
            if seen >= wanted { return min(Self.upperBound(of: index), maximumNanoseconds) }
        }
        return maximumNanoseconds
    }

    /// Durations below 64 ns have a bucket each; above, each doubling has 64.
    private static func bucket(of nanoseconds: UInt64) -> Int {
        let width = UInt64.bitWidth - nanoseconds.leadingZeroBitCount
        guard width > bitsOfPrecision else { return Int(nanoseconds) }
        let shift = width - bitsOfPrecision - 1
        return (shift + 1) * bucketsPerDoubling + Int(nanoseconds >> UInt64(shift))
            - bucketsPerDoubling
    }

    private static func upperBound(of bucket: Int) -> UInt64 {
        guard bucket >= bucketsPerDoubling else { return UInt64(bucket) }
        let shift = bucket / bucketsPerDoubling - 1
        let place = UInt64(bucket % bucketsPerDoubling + bucketsPerDoubling)
        return (place + 1) << UInt64(shift) - 1
    }
}
