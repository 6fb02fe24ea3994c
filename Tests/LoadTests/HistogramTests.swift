import TestSupport
import Testing

@testable import Load

struct HistogramTests {
    @Test("Of no durations every quantile is 0")
    func empty() {
        let histogram = Histogram()
        #expect(histogram.count == 0)
        #expect(histogram.quantileNanoseconds(0.5) == 0)
        #expect(histogram.maximumNanoseconds == 0)
    }

    @Test("A quantile is never below the true one, and at most 1/64 above it")
    func error() {
        var random = SeededGenerator(seed: 7)
        var histogram = Histogram()
        var durations: [UInt64] = []
        for _ in 0..<20_000 {
            let magnitude = UInt64.random(in: 0..<36, using: &random)
            durations.append(UInt64.random(in: 0...(1 << magnitude), using: &random))
        }
        for duration in durations { histogram.record(nanoseconds: duration) }
        durations.sort()
        for permille in [1, 10, 250, 500, 900, 990, 999, 1_000] {
            let share = Double(permille) / 1_000
            let place = max(1, Int((share * Double(durations.count)).rounded(.up)))
            let truth = durations[place - 1]
            let told = histogram.quantileNanoseconds(share)
            #expect(told >= truth, "at \(share)")
            #expect(told <= truth + truth / 64, "at \(share)")
        }
        #expect(histogram.maximumNanoseconds == durations.last)
    }

    @Test("Each duration alone is its own quantile, to 1/64, at every power of two")
    func boundaries() {
        for shift in 0..<40 {
            let power = UInt64(1) << UInt64(shift)
            for duration in [power - 1, power, power + 1] {
                var histogram = Histogram()
                histogram.record(nanoseconds: duration)
                // Something longer, so that the maximum doesn't hide the bucket.
                histogram.record(nanoseconds: 1 << 41)
                let told = histogram.quantileNanoseconds(0.5)
                let mostTold = min(duration, Histogram.nanosecondsMax)
                #expect(told >= mostTold && told <= mostTold + mostTold / 64, "\(duration)")
            }
        }
    }

    @Test("The sum of two histograms is the histogram of both")
    func sum() {
        var one = Histogram()
        var other = Histogram()
        for duration in 1...50 { one.record(nanoseconds: UInt64(duration)) }
        for duration in 51...100 { other.record(nanoseconds: UInt64(duration)) }
        one.add(other)
        #expect(one.count == 100)
        #expect(one.maximumNanoseconds == 100)
        #expect(one.quantileNanoseconds(0.5) == 50)
        #expect(one.quantileNanoseconds(1) == 100)
    }
}

struct SpreadTests {
    @Test("The median is the middle, or half way between the two in the middle")
    func median() {
        #expect(Spread([3, 1, 2]) == Spread(median: 2, minimum: 1, maximum: 3))
        #expect(Spread([4, 1, 2, 3]) == Spread(median: 2.5, minimum: 1, maximum: 4))
        #expect(Spread([7])?.text == "7.00 [7.00–7.00]")
        #expect(Spread([]) == nil)
    }

    @Test("Numbers are printed with so many digits, rounded")
    func digits() {
        #expect(1.005.fixed(0) == "1")
        #expect(1.25.fixed(1) == "1.3")
        #expect(0.049.fixed(2) == "0.05")
        #expect((-0.004).fixed(2) == "0.00")
        #expect((-12.5).fixed(3) == "-12.500")
        #expect(Double.infinity.fixed(2) == "–")
    }
}

extension Spread {
    fileprivate init(median: Double, minimum: Double, maximum: Double) {
        self = Spread([median])!
        self.median = median
        self.minimum = minimum
        self.maximum = maximum
    }
}
