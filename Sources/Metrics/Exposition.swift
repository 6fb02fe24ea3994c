/// The text in which metrics are told (Prometheus' text-based format, version 0.0.4): one family
/// after the other, each with what it means, its type and its samples.
package struct Exposition: Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""
    /// The families that there are, by their names, in their order.
    package private(set) var names: [String] = []

    package init() {}

    /// A value that goes up and down.
    package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        add(name, help, "gauge", samples)
    }

    package mutating func gauge(_ name: String, _ help: String, _ value: MetricValue) {
        gauge(name, help, [Sample([], value)])
    }

    /// A value that only goes up; its name ends with "_total".
    package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        precondition(name.hasSuffix("_total"))
        add(name, help, "counter", samples)
    }

    package mutating func counter(_ name: String, _ help: String, _ value: MetricValue) {
        counter(name, help, [Sample([], value)])
    }

    /// Values by their size, for each set of labels.
    package mutating func histogram(
        _ name: String, _ help: String, _ histograms: [(labels: [Sample.Label], Histogram)]
    ) {
        begin(name, help, "histogram")
        for (labels, histogram) in histograms { add(name, labels, histogram) }
    }

    private mutating func add(
        _ name: String, _ labels: [Sample.Label], _ histogram: Histogram
    ) {
        let (scale, counts) = (histogram.scale, histogram.counts)
        var count: UInt64 = 0
        for (bound, own) in zip(scale.bounds, counts) {
            count &+= own
            let value = MetricValue(digits: bound, decimals: scale.decimals)
            let le = Sample.Label("le", value.description)
            line(name + "_bucket", Sample(labels + [le], .count(count)))
        }
        let all = Sample.Label("le", "+Inf")
        line(name + "_bucket", Sample(labels + [all], .count(histogram.count)))
        let sum = MetricValue(digits: histogram.sum, decimals: scale.decimals)
        line(name + "_sum", Sample(labels, sum))
        line(name + "_count", Sample(labels, .count(histogram.count)))
    }

    private mutating func add(
        _ name: String, _ help: String, _ type: String, _ samples: [Sample]
    ) {
        begin(name, help, type)
        for sample in samples { line(name, sample) }
    }

    private mutating func begin(_ name: String, _ help: String, _ type: String) {
        precondition(Self.isName(name) && !names.contains(name), "a family is told once")
        names.append(name)
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(type)\n"
    }

    private mutating func line(_ name: String, _ sample: Sample) {
        text += name
        if !sample.labels.isEmpty {
            let labels = sample.labels.map { label in
                precondition(Self.isName(label.name))
                return "\(label.name)=\"\(Self.escaped(label.value, quote: true))\""
            }
            text += "{" + labels.joined(separator: ",") + "}"
        }
        text += " \(sample.value)\n"
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
            }
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var escaped = ""
        for sign in text.unicodeScalars {
            switch sign {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quote: escaped += "\\\""
            default: escaped.unicodeScalars.append(sign)
            }
        }
        return escaped
    }
}
