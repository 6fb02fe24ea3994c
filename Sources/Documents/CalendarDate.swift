/// A day of the Gregorian calendar.
package struct CalendarDate: Equatable, Sendable, CustomStringConvertible {
    package let year: Int64
    /// 1…12
    package let month: Int64
    /// 1…31
    package let day: Int64

    /// - Parameter days: since 1970-01-01, at most three million either way; else the nearest.
    package init(daysSince1970 days: Int64) {
        // Hinnant: chrono-Compatible Low-Level Date Algorithms, `civil_from_days`. A year begins
        // with March there, so that the leap day is the last one.
        let shifted = min(max(days, -3_000_000), 3_000_000) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    /// As in 2026-11-25 (ISO 8601).
    package var description: String {
        "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
    }

    /// With a zero in front of a single digit.
    package static func twoDigits(_ number: Int64) -> String {
        (number < 10 ? "0" : "") + String(number)
    }
}
