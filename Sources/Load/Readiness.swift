import CLinux
import Glibc
import SystemCalls

/// An epoll set, level-triggered. Its own and not the server's: the measure must not change with
/// what is measured.
@safe struct Readiness: ~Copyable {
    struct Event {
        var token: Int
        var isReadable: Bool
        var isWritable: Bool
    }

    private static let eventsPerTurnMax = 512

    private let descriptor: Descriptor
    private var events = unsafe [epoll_event](repeating: epoll_event(), count: eventsPerTurnMax)

    init() throws(LoadError) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { throw .system(SystemError(code: errno, call: "epoll_create1")) }
        descriptor = Descriptor(number)
    }

    /// Watches another set as one descriptor, readable while something in that one is ready.
    func add(_ set: borrowing Readiness, token: Int) throws(LoadError) {
        try add(set.descriptor.number, token: token)
    }

    func add(
        _ watched: Int32, token: Int, reads: Bool = true, writes: Bool = false
    ) throws(LoadError) {
        try control(EPOLL_CTL_ADD, watched, token, reads: reads, writes: writes)
    }

    func change(_ watched: Int32, token: Int, reads: Bool, writes: Bool) throws(LoadError) {
        try control(EPOLL_CTL_MOD, watched, token, reads: reads, writes: writes)
    }

    private func control(
        _ operation: Int32, _ watched: Int32, _ token: Int, reads: Bool, writes: Bool
    ) throws(LoadError) {
        let interest = (reads ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0)
        let result = clinux_epoll_control(
            descriptor.number, operation, watched, interest, UInt64(token))
        guard result == 0 else { throw .system(SystemError(code: errno, call: "epoll_ctl")) }
    }

    /// Sleeps until something is ready or the time is over; negative is for ever. Returns how many
    /// events there are.
    mutating func wait(nanoseconds: Int64) throws(LoadError) -> Int {
        let count = unsafe clinux_epoll_wait(
            descriptor.number, &events, Int32(Self.eventsPerTurnMax), nanoseconds)
        if count >= 0 { return Int(count) }
        guard errno == EINTR else { throw .system(SystemError(code: errno, call: "epoll_pwait2")) }
        return 0
    }

    func event(_ index: Int) -> Event {
        let event = unsafe events[index]
        let seen = unsafe event.events
        let isBroken = seen & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        return Event(
            token: unsafe Int(truncatingIfNeeded: clinux_epoll_token(event)),
            isReadable: seen & EPOLLIN.rawValue != 0 || isBroken,
            isWritable: seen & EPOLLOUT.rawValue != 0 || isBroken)
    }
}
