/// Letters that wait to be sent, and those that are to be tried again: later and later, and then no
/// more. They are lost by a restart, as the codes in them are.
package struct MailQueue: Sendable {
    package static let waitingMax = 100
    /// The pauses behind failures; behind the one after the last of them a letter is given up.
    package static let pausesMilliseconds: [UInt64] = [60_000, 300_000, 1_800_000]

    /// A letter and what has become of it.
    package struct Entry: Sendable {
        package let letter: Letter
        fileprivate var failureCount = 0
        fileprivate var dueAt: UInt64
    }

    private let pausesMilliseconds: [UInt64]
    private var waiting: [Entry] = []

    package init(pausesMilliseconds: [UInt64] = pausesMilliseconds) {
        self.pausesMilliseconds = pausesMilliseconds
    }

    package var count: Int { waiting.count }

    /// When the next is to be tried; nil if none waits.
    package var dueAt: UInt64? { waiting.lazy.map(\.dueAt).min() }

    /// - Returns: false if too many wait.
    package mutating func add(_ letter: Letter, now: UInt64) -> Bool {
        guard waiting.count < Self.waitingMax else { return false }
        waiting.append(Entry(letter: letter, dueAt: now))
        return true
    }

    /// Takes out the one that has waited longest for being tried; nil if it is too early for all.
    package mutating func take(now: UInt64) -> Entry? {
        let due = waiting.indices.filter { waiting[$0].dueAt <= now }
        let first = due.min { waiting[$0].dueAt < waiting[$1].dueAt }
        return first.map { waiting.remove(at: $0) }
    }

    /// Puts one back that couldn't be sent.
    ///
    /// - Returns: the pause until it is tried again; nil if it is given up.
    package mutating func putBack(_ entry: Entry, now: UInt64) -> UInt64? {
        guard entry.failureCount < pausesMilliseconds.count else { return nil }
        let pause = pausesMilliseconds[entry.failureCount]
        var entry = entry
        entry.failureCount += 1
        entry.dueAt = now + pause
        waiting.append(entry)
        return pause
    }
}
