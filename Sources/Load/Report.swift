/// What came out of a workload.
package struct Report: Sendable {
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
    package var ratio: Spread?
    package var durableRatio: Spread?
    package var latencies: Histogram?
    package var notes: [String] = []
    /// The first few of them in words.
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

    /// The columns of the table.
    package static let columns = [
        "workload", "figure", "ratio to the floor", "ratio to the floor with fdatasync",
        "p50 / p99 / p99.9 / max ms", "notes",
    ]

    private var row: String {
        let broken = violationCount > 0 ? ["**\(violationCount) violations**"] : []
        let cells = [
            title, headline, ratio?.text ?? "–", durableRatio?.text ?? "–",
            latencies.map(Self.milliseconds) ?? "–", (broken + notes).joined(separator: "; "),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
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
        if let ratio { lines.append("  ratio to the floor: \(ratio.text)") }
        if let durableRatio {
            lines.append("  ratio to the floor with fdatasync: \(durableRatio.text)")
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
            #""workload":"\#(workload)""#, #""title":\#(Self.quoted(title))"#,
            #""violation_count":\#(violationCount)"#,
            #""violations":[\#(violations.map(Self.quoted).joined(separator: ","))]"#,
        ]
        for figure in figures { fields.append(#""\#(figure.name)":\#(figure.value.fixed(6))"#) }
        for (name, spread) in [("ratio", ratio), ("durable_ratio", durableRatio)] {
            guard let spread else { continue }
            let values = [spread.median, spread.minimum, spread.maximum].map { $0.fixed(4) }
            fields.append(#""\#(name)":[\#(values.joined(separator: ","))]"#)
        }
        if let latencies {
            for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p999", 0.999)] {
                fields.append(#""\#(name)_ns":\#(latencies.quantileNanoseconds(share))"#)
            }
            fields.append(#""max_ns":\#(latencies.maximumNanoseconds)"#)
        }
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// A JSON string (RFC 8259 section 7).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for sign in text.unicodeScalars {
            switch sign {
            case "\"", "\\": result += "\\" + String(sign)
            case _ where sign.value < 0x20: result += " "
            default: result.unicodeScalars.append(sign)
            }
        }
        return result + "\""
    }
}
