/// Counts the system calls of a process by name.
package struct CallCounts: Equatable, Sendable {
    private static let namesMax = 8

    /// The calls of each name per delivery, the most frequent first.
    package let perDelivery: [(name: String, count: Double)]

    package init(_ counts: [String: Int], deliveries: Int) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        perDelivery = sorted.map { ($0.key, Double($0.value) / Double(max(1, deliveries))) }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.perDelivery.elementsEqual(other.perDelivery) { $0 == $1 }
    }

    package var sum: Double { perDelivery.reduce(0) { $0 + $1.count } }

    /// The counts as a text such as "sendto 0.514, recvfrom 0.260"; the rarest are left out.
    package var text: String {
        perDelivery.prefix(Self.namesMax).map { "\($0.name) \($0.count.fixed(3))" }
            .joined(separator: ", ")
    }

    /// Reads the table that `strace -c` prints: in each row the fourth field is how many calls, the
    /// last the name; the other lines are no rows.
    package static func parse(_ table: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 5, Double(fields[0]) != nil, let count = Int(fields[3]),
                fields[fields.count - 1] != "total"
            else { continue }
            counts[String(fields[fields.count - 1]), default: 0] += count
        }
        return counts
    }
}
