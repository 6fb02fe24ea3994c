/// The middle of several measurements, and how far they lie apart.
package struct Spread: Equatable, Sendable {
    package var median: Double
    package var minimum: Double
    package var maximum: Double

    /// The spread of `values`; nil if there are none.
    package init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median =
            sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        minimum = first
        maximum = last
    }

    /// The spread as a text such as "1.31 [1.20–1.44]".
    package var text: String { "\(median.fixed(2)) [\(minimum.fixed(2))–\(maximum.fixed(2))]" }
}

extension Double {
    /// The number with as many digits after the point.
    func fixed(_ digits: Int) -> String {
        guard isFinite else { return "–" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 9e15 else { return "\(self)" }
        let whole = Int(scaled)
        let sign = self < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return sign + String(whole / Int(scale)) + "." + zeros + fraction
    }
}
