import Documents
import Foundation
import Testing

@Suite("Calendar dates")
struct CalendarDateTests {
    @Test("Days of six centuries are those that Foundation names")
    func agrees() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for days in stride(from: Int64(-140_000), through: 100_000, by: 17) {
            let date = Date(timeIntervalSince1970: Double(days) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let own = CalendarDate(daysSince1970: days)
            #expect(
                [own.year, own.month, own.day]
                    == [parts.year, parts.month, parts.day].map { Int64($0 ?? 0) })
        }
        #expect("\(CalendarDate(daysSince1970: 20_782))" == "2026-11-25")
        #expect(CalendarDate(daysSince1970: .max) == CalendarDate(daysSince1970: 3_000_000))
    }
}
