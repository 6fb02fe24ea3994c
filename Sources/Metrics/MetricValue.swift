/// The value of a sample, exact: digits, and how many of them stand behind the point.
package struct MetricValue: Hashable, Sendable {
    private let digits: UInt64
    private let decimals: Int
    private let isNegative: Bool

    package init(digits: UInt64, decimals: Int, isNegative: Bool = false) {
        precondition((0...9).contains(decimals))
        self.digits = digits
        self.decimals = decimals
        self.isNegative = isNegative
    }

    package static func count(_ count: UInt64) -> MetricValue {
        MetricValue(digits: count, decimals: 0)
    }

    package static func count(_ count: Int) -> MetricValue {
        MetricValue(digits: UInt64(count.magnitude), decimals: 0, isNegative: count < 0)
    }

    package static func truth(_ isTrue: Bool) -> MetricValue { count(isTrue ? 1 : 0) }

    package static func seconds(microseconds: UInt64) -> MetricValue {
        MetricValue(digits: microseconds, decimals: 6)
    }

    package static func seconds(milliseconds: Int64) -> MetricValue {
        MetricValue(
            digits: milliseconds.magnitude, decimals: 3, isNegative: milliseconds < 0)
    }
}

extension MetricValue: CustomStringConvertible {
    /// The number without zeros that say nothing, such as "0.0025" or "17".
    package var description: String {
        let sign = isNegative ? "-" : ""
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let (whole, rest) = digits.quotientAndRemainder(dividingBy: scale)
        guard rest > 0 else { return sign + String(whole) }
        var fraction = String(scale + rest).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return sign + "\(whole).\(fraction)"
    }
}
