/// A label's values: a closed set, numbered from 0 without gaps, so that a count of each stands in
/// an array.
package protocol MetricLabel: CaseIterable, Hashable, Sendable, RawRepresentable<Int> {
    /// The value as it is shown; it never changes its meaning.
    var label: String { get }
}

/// A count for each value of a label.
package struct Tally<Label: MetricLabel>: Sendable {
    private var counts = [UInt64](repeating: 0, count: Label.allCases.count)

    package init() {}

    package subscript(label: Label) -> UInt64 { counts[label.rawValue] }

    package mutating func count(_ label: Label, _ number: UInt64 = 1) {
        counts[label.rawValue] &+= number
    }

    package static func += (sum: inout Tally, other: Tally) {
        for place in sum.counts.indices { sum.counts[place] &+= other.counts[place] }
    }

    /// A sample for each value of the label, also for those that were never counted.
    package func samples(_ name: String) -> [Sample] {
        Label.allCases.map { Sample([Sample.Label(name, $0.label)], .count(self[$0])) }
    }
}
