import Documents

/// The result of a workload.
package struct LoadReport: Sendable {
    /// A measured value, such as 1.25 "deliveries_per_second".
    package struct Figure: Sendable {
        package var name: String
        package var value: Double
    }

    package var workload: String
    /// The table's name for it.
    package var title: String
    package var figures: [Figure] = []
    /// The figure that stands in the table, in words.
    package var headline = ""
    /// The ratio of the server's CPU time per delivery to each peer's.
    package var ratios: [Peer: Spread] = [:]
    /// The system calls of the server and its peers, if they were counted.
    package var calls: [(name: String, counts: CallCounts)] = []
    package var latencies: Histogram?
    package var notes: [String] = []
    /// The first few violations in words.
    package var violations: [String] = []
    package var violationCount = 0

    package init(workload: String, title: String) {
        self.workload = workload
        self.title = title
    }

    mutating func figure(_ name: String, _ value: Double) {
        figures.append(Figure(name: name, value: value))
    }

    package func text(_ form: LoadOptions.Form) -> String {
        switch form {
        case .text: lines.joined(separator: "\n")
        case .json: json
        case .row: row
        }
    }

    /// The system calls of each delivery, a row for each who was counted.
    package var callRows: [String] {
        calls.map { Self.row([title, $0.name, $0.counts.sum.fixed(3), $0.counts.text]) }
    }

    private var row: String {
        let broken = violationCount > 0 ? ["**\(violationCount) violations**"] : []
        let compared = Peer.allCases.filter { $0.column != nil }
        let ratios = compared.map { peer in self.ratios[peer]?.text ?? "–" }
        return Self.row(
            [title, headline] + ratios
                + [
                    latencies.map(Self.milliseconds) ?? "–",
                    (broken + notes).joined(separator: "; "),
                ])
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    private static func milliseconds(_ latencies: Histogram) -> String {
        let quantiles = [0.5, 0.99, 0.999].map { latencies.quantileNanoseconds($0) }
        return (quantiles + [latencies.maximumNanoseconds])
            .map { (Double($0) / 1e6).fixed(2) }.joined(separator: " / ")
    }

    private var lines: [String] {
        var lines = ["\(title): \(headline)"]
        let width = figures.map(\.name.count).max() ?? 0
        for figure in figures {
            let gap = String(repeating: " ", count: width - figure.name.count + 2)
            lines.append("  " + figure.name + gap + figure.value.fixed(3))
        }
        for peer in Peer.allCases {
            guard let column = peer.column, let ratio = ratios[peer] else { continue }
            lines.append("  \(column): \(ratio.text)")
        }
        if let latencies {
            lines.append("  p50 / p99 / p99.9 / max: \(Self.milliseconds(latencies)) ms")
        }
        return lines + notes.map { "  \($0)" } + closing
    }

    private var closing: [String] {
        guard violationCount > 0 else { return ["  exact: every event once and in order"] }
        return ["  VIOLATIONS: \(violationCount)"] + violations.map { "    \($0)" }
    }

    private var json: String {
        var fields = [
            #""workload":"\#(workload)""#, #""title":\#(JSONText.quoted(title))"#,
            #""violation_count":\#(violationCount)"#,
            #""violations":[\#(violations.map(JSONText.quoted).joined(separator: ","))]"#,
        ]
        for figure in figures { fields.append(#""\#(figure.name)":\#(figure.value.fixed(6))"#) }
        for peer in Peer.allCases {
            guard let spread = ratios[peer] else { continue }
            let values = [spread.median, spread.minimum, spread.maximum].map { $0.fixed(4) }
            fields.append(#""\#(peer.figure)_ratio":[\#(values.joined(separator: ","))]"#)
        }
        if let latencies {
            for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p999", 0.999)] {
                fields.append(#""\#(name)_ns":\#(latencies.quantileNanoseconds(share))"#)
            }
            fields.append(#""max_ns":\#(latencies.maximumNanoseconds)"#)
        }
        return "{" + fields.joined(separator: ",") + "}"
    }
}
