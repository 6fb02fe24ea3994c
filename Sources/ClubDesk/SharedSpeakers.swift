package import Club
import Threads

/// Who may act as whom, for the desk, which changes it, and for the loops, which ask.
package final class SharedSpeakers: Sendable {
    private let speakers: Lock<Speakers>

    package init(_ speakers: Speakers) { self.speakers = Lock(speakers) }

    package func lend(_ body: (inout Speakers) -> Void) { speakers.withLock { body(&$0) } }

    func ask<Answer: Sendable>(_ body: (borrowing Speakers) -> Answer) -> Answer {
        speakers.withLock { body($0) }
    }
}
