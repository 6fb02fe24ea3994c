/// Whether the date may be believed that says how old a game is. A clock that stands wrong, or is
/// set, would have games erased that are young.
///
/// The date is believed if it is near the last one that was, and goes on as time does. Else it has
/// to stand for a day first, in which whoever looks after the machine can mend it.
struct ClockTrust {
    enum Verdict: Equatable {
        case believed
        case waits
        /// It waits from now on, because of this.
        case doubted(reason: String)
    }

    /// If the date went so far from the time that has passed, somebody has set the clock.
    static let driftMillisecondsMax: Int64 = 3_600_000
    /// A date that is so much later than the last one that was believed is doubted at the start.
    static let gapMillisecondsMax: Int64 = 7 * 86_400_000
    static let doubtMilliseconds: UInt64 = 86_400_000

    /// The date less the time that has passed, at the last look.
    private var offset: Int64
    private var believedFrom: UInt64
    /// A doubt that nobody was told of.
    private var doubt: String?

    /// - Parameters:
    ///   - known: the last date that was believed, in Unix milliseconds; nil if there is none.
    ///   - wall: Unix milliseconds.
    ///   - monotonic: milliseconds of a clock that nobody sets.
    init(known: Int64?, wall: Int64, monotonic: UInt64) {
        offset = Self.offset(wall, monotonic)
        believedFrom = monotonic
        guard let known, wall - known > Self.gapMillisecondsMax else { return }
        let days = (wall - known) / 86_400_000
        believedFrom = monotonic + Self.doubtMilliseconds
        doubt = "the date is \(days) days later than when the server was last seen"
    }

    mutating func look(wall: Int64, monotonic: UInt64) -> Verdict {
        let offset = Self.offset(wall, monotonic)
        if abs(offset - self.offset) > Self.driftMillisecondsMax {
            self.offset = offset
            believedFrom = monotonic + Self.doubtMilliseconds
            doubt = "the clock was set"
        }
        if let reason = doubt {
            doubt = nil
            return .doubted(reason: reason + "; a day is waited")
        }
        return monotonic >= believedFrom ? .believed : .waits
    }

    private static func offset(_ wall: Int64, _ monotonic: UInt64) -> Int64 {
        wall - Int64(clamping: monotonic)
    }
}
