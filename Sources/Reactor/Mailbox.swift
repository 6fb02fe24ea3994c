import Threads

/// Letters to the thread of one event loop, from any thread, in the order they were posted.
///
/// Give `waker` to the loop; when it reports `.mail`, take the letters. There may be none.
package final class Mailbox<Mail: Sendable>: Sendable {
    package let waker: Waker
    private let letters = Lock<[Mail]>([])

    package init(waker: Waker = Waker()) { self.waker = waker }

    /// Posts a letter; any thread may. About 20 ns if the loop is awake, a system call if it
    /// sleeps.
    package func post(_ letter: Mail) {
        letters.withLock { $0.append(letter) }
        waker.wake()
    }

    /// The loop's thread. Replaces `mail` by all letters; its old storage is used for the next
    /// ones.
    package func take(into mail: inout [Mail]) {
        mail.removeAll(keepingCapacity: true)
        var spare = mail
        mail = []
        letters.withLock { swap(&$0, &spare) }
        mail = spare
    }
}
