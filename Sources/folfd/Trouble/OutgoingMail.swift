/// Messages that are to be delivered in order, each until it is taken: after a failure it is tried
/// again, later and later.
struct OutgoingMail {
    /// Messages that may wait; the oldest go first where there are more.
    static let waitingMax = 32
    static let firstPauseMilliseconds: UInt64 = 2_000
    static let pauseMillisecondsMax: UInt64 = 300_000

    private var waiting: [String] = []
    private var failureCount = 0
    private(set) var dueAt: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ message: String) {
        if waiting.count == Self.waitingMax { waiting.removeFirst() }
        waiting.append(message)
    }

    /// The message to be tried now; nil if there is none, or it is too early.
    func next(now: UInt64) -> String? { now >= dueAt ? waiting.first : nil }

    mutating func delivered() {
        waiting.removeFirst()
        (failureCount, dueAt) = (0, 0)
    }

    mutating func failed(now: UInt64) {
        let pause = Self.firstPauseMilliseconds << UInt64(min(failureCount, 16))
        failureCount += 1
        dueAt = now + min(pause, Self.pauseMillisecondsMax)
    }
}
