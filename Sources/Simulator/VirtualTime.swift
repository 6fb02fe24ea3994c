/// Milliseconds from the beginning of a run, as its clocks and its readers have them.
enum VirtualTime {
    static let wallAtStart: Int64 = 1_790_000_000_000
    static let monotonicAtStart: UInt64 = 1_000_000

    /// As h:mm:ss.mmm.
    static func text(_ milliseconds: UInt64) -> String {
        func digits(_ number: UInt64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let seconds = milliseconds / 1_000
        return "\(seconds / 3_600):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
            + ".\(digits(milliseconds % 1_000, 3))"
    }
}
