/// How often a server was there when it was looked for, day by day, for the last thirty.
struct Availability: Equatable {
    struct Day: Equatable {
        /// Days since 1970-01-01, in UTC.
        let number: Int64
        var lookCount: UInt64 = 0
        var goodCount: UInt64 = 0
    }

    static let daysKept: Int64 = 30
    private static let dayMilliseconds: Int64 = 86_400_000

    private(set) var days: [Day] = []

    init() {}

    /// Reads what `text` wrote; lines that aren't of that form are passed over.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ").compactMap { UInt64($0) }
            guard parts.count == 3, parts[2] <= parts[1], parts[0] < UInt64(Int32.max) else {
                continue
            }
            days.append(Day(number: Int64(parts[0]), lookCount: parts[1], goodCount: parts[2]))
        }
        days.sort { $0.number < $1.number }
    }

    /// One line a day: its number, the looks and the good ones among them.
    var text: String {
        days.map { "\($0.number) \($0.lookCount) \($0.goodCount)\n" }.joined()
    }

    /// - Parameter milliseconds: since 1970.
    mutating func note(isGood: Bool, at milliseconds: Int64) {
        let today = milliseconds / Self.dayMilliseconds
        days.removeAll { $0.number <= today - Self.daysKept || $0.number > today }
        if days.last?.number != today { days.append(Day(number: today)) }
        days[days.count - 1].lookCount += 1
        days[days.count - 1].goodCount += isGood ? 1 : 0
    }

    /// The part of all looks that were good, in thousandths of a per cent, rounded down; nil
    /// without a look.
    var share: UInt64? {
        let looks = days.reduce(0) { $0 + $1.lookCount }
        guard looks > 0 else { return nil }
        return days.reduce(0) { $0 + $1.goodCount } * 100_000 / looks
    }

    /// The same in words.
    var sentence: String {
        guard let share else { return "nothing is known yet" }
        let fraction = String(1_000 + share % 1_000).dropFirst()
        return "available \(share / 1_000).\(fraction) % in \(days.count) of the last "
            + "\(Self.daysKept) days"
    }
}
