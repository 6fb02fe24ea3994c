import Courses
import Documents
import Threads

/// What everybody has thrown on courses, as it was found last: to find it takes the time of many
/// other questions.
final class FigureShelf: Sendable {
    private struct Kept {
        let revision: Int64
        let goodUntil: UInt64
        let items: JSONValue
    }

    private static let countMax = 64
    static let milliseconds: UInt64 = 600_000
    /// If there is nothing to tell yet, which is found quickly.
    static let emptyMilliseconds: UInt64 = 10_000

    private let kept = Lock<[Identifier128: Kept]>([:])

    /// - Parameter now: of the monotonic clock.
    func items<Fault: Error>(
        of course: Course, now: UInt64, _ find: () throws(Fault) -> JSONValue
    ) throws(Fault) -> JSONValue {
        if let known = kept.withLock({ $0[course.id] }), known.revision == course.revision,
            now < known.goodUntil
        {
            return known.items
        }
        let items = try find()
        let isEmpty = items.elements?.isEmpty ?? true
        let goodUntil = now + (isEmpty ? Self.emptyMilliseconds : Self.milliseconds)
        kept.withLock { kept in
            if kept[course.id] == nil, kept.count >= Self.countMax { kept = [:] }
            kept[course.id] = Kept(
                revision: course.revision, goodUntil: goodUntil, items: items)
        }
        return items
    }
}
