/// A value of a metric, with the labels that tell it from the others.
package struct Sample: Hashable, Sendable {
    package struct Label: Hashable, Sendable {
        package let name: String
        package let value: String

        /// - Parameter value: any text; but one of a closed set, and nobody's name or id.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package let labels: [Label]
    package let value: MetricValue

    package init(_ labels: [Label], _ value: MetricValue) {
        self.labels = labels
        self.value = value
    }
}
