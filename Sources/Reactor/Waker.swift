import CLinux
import Synchronization
import SystemCalls

/// Wakes one event loop from any thread, and costs a system call only if the loop is asleep.
///
/// Three states: awake; asleep (about to sleep or sleeping); called. A call leaves "called" behind.
/// Only the call that finds "asleep" writes to the eventfd. The loop may not sleep over "called",
/// and takes it away when it comes back; so a call is never lost, and many calls are one.
package final class Waker: Sendable {
    private enum State {
        static let awake: UInt8 = 0
        static let asleep: UInt8 = 1
        static let called: UInt8 = 2
    }

    let descriptor: Descriptor
    private let state = Atomic(State.awake)

    package init() {
        let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(number >= 0, "no descriptor left for an eventfd at start")
        descriptor = Descriptor(number)
    }

    /// Makes the loop's present or next `wait` return with `.mail` as an event.
    package func wake() {
        let before = state.exchange(State.called, ordering: .acquiringAndReleasing)
        guard before == State.asleep else { return }
        // Never read, so it fills up after 2⁶⁴ − 2 wakes: the epoll set watches its edge.
        _ = eventfd_write(descriptor.number, 1)
    }

    /// Whether the loop may sleep: nobody called since `wakeUp`.
    func fallAsleep() -> Bool {
        state.compareExchange(
            expected: State.awake, desired: State.asleep, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends the sleep; whether somebody called since the last time.
    func wakeUp() -> Bool {
        state.exchange(State.awake, ordering: .acquiringAndReleasing) == State.called
    }
}
