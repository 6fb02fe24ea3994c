import Courses
import HTTP
import Threads

/// The packs of countries as they were made last: whoever opens the page asks for one.
final class CourseShelf: Sendable {
    struct Pack: Sendable {
        let tag: HTTPEntityTag
        let json: [UInt8]
        let compressed: [UInt8]?
    }

    private static let countMax = 16

    private let packs = Lock<[CountryCode: Pack]>([:])

    /// The pack of that tag; one that isn't there is made.
    func pack<Fault: Error>(
        of country: CountryCode, _ tag: HTTPEntityTag, _ make: () throws(Fault) -> Pack
    ) throws(Fault) -> Pack {
        let kept = packs.withLock { $0[country] }
        if let kept, kept.tag == tag { return kept }
        let made = try make()
        packs.withLock { packs in
            if packs[country] == nil, packs.count >= Self.countMax { packs = [:] }
            packs[country] = made
        }
        return made
    }
}
