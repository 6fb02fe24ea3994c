/// Counts of values by their size, in buckets that never change.
package struct Histogram: Sendable {
    /// The upper bounds of the buckets, each of them included, in whole units; and how many digits
    /// of a unit's number stand behind the point of what is shown.
    package struct Scale: Hashable, Sendable {
        package let bounds: [UInt64]
        package let decimals: Int

        package init(bounds: [UInt64], decimals: Int) {
            precondition(!bounds.isEmpty && zip(bounds, bounds.dropFirst()).allSatisfy(<))
            self.bounds = bounds
            self.decimals = decimals
        }

        /// The bucket for a value.
        func place(of value: UInt64) -> Int {
            var (place, end) = (0, bounds.count)
            while place < end {
                let middle = (place &+ end) >> 1
                if bounds[middle] < value { place = middle &+ 1 } else { end = middle }
            }
            return place
        }

        /// For microseconds that are shown as seconds: from a fast disk's sync to a worst one's.
        package static let seconds = Scale(
            bounds: [
                100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
                500_000, 1_000_000, 2_500_000,
            ], decimals: 6)
        /// For the number of things that something has.
        package static let counts = Scale(
            bounds: [1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500], decimals: 0)
    }

    package let scale: Scale
    /// The number of values in each bucket, and last of those that are larger than all bounds.
    package private(set) var counts: [UInt64]
    /// The sum of all values, in units; it begins anew where it no longer fits.
    package private(set) var sum: UInt64 = 0

    package init(_ scale: Scale) {
        self.scale = scale
        counts = Array(repeating: 0, count: scale.bounds.count + 1)
    }

    package var count: UInt64 { counts.reduce(0, &+) }

    package mutating func record(_ value: UInt64) {
        counts[scale.place(of: value)] &+= 1
        sum &+= value
    }

    /// Adds the values of another one of the same scale.
    package static func += (sum: inout Histogram, other: Histogram) {
        precondition(sum.scale == other.scale)
        for place in sum.counts.indices { sum.counts[place] &+= other.counts[place] }
        sum.sum &+= other.sum
    }
}
