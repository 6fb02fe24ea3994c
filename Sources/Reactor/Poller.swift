import CLinux
import SystemCalls

/// The events of a descriptor that an epoll set watches for, or has seen.
struct Interest: OptionSet {
    let rawValue: UInt32

    static let readable = Interest(rawValue: EPOLLIN.rawValue)
    static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// Both directions are shut. Always watched.
    static let hungUp = Interest(rawValue: EPOLLHUP.rawValue)
    /// An error waits to be fetched. Always watched.
    static let broken = Interest(rawValue: EPOLLERR.rawValue)
    /// Changes are reported, not states.
    static let edge = Interest(rawValue: EPOLLET.rawValue)
    /// Only one of several sets that watch the descriptor is woken.
    static let exclusive = Interest(rawValue: EPOLLEXCLUSIVE.rawValue)
}

/// An epoll set and the events of its last wait.
///
/// Connections are watched level-triggered. An edge would have to be read until "would block": two
/// calls for every small message, and a ready list of our own to be fair. A level needs one read
/// per turn, and what is left comes back by itself. The price is that writability can't be watched
/// all the time, since it nearly always holds; it is armed when a write was refused and disarmed
/// when the outbox is empty: two cheap calls for each time that a peer falls behind, none for the
/// rest.
@safe struct Poller: ~Copyable {
    private let descriptor: Descriptor
    private var events: [epoll_event]
    private(set) var count = 0

    /// - Parameter eventsMax: how many events one wait brings at most.
    init(eventsMax: Int) throws(SystemError) {
        descriptor = Descriptor(
            try SystemCall.require("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        unsafe events = [epoll_event](repeating: epoll_event(), count: eventsMax)
    }

    /// Watches another set as one descriptor, which is ready while one of that set's is.
    func add(_ set: borrowing Poller, token: UInt64) throws(SystemError) {
        try add(set.descriptor.number, token: token, .readable)
    }

    /// Watches a descriptor.
    ///
    /// - Parameter token: by which its events are known.
    func add(_ watched: Int32, token: UInt64, _ interest: Interest) throws(SystemError) {
        try control(EPOLL_CTL_ADD, watched, token, interest)
    }

    func modify(_ watched: Int32, token: UInt64, _ interest: Interest) {
        do { try control(EPOLL_CTL_MOD, watched, token, interest) } catch { fatalError("\(error)") }
    }

    func remove(_ watched: Int32) {
        do { try control(EPOLL_CTL_DEL, watched, 0, []) } catch { fatalError("\(error)") }
    }

    private func control(
        _ operation: Int32, _ watched: Int32, _ token: UInt64, _ interest: Interest
    ) throws(SystemError) {
        let set = descriptor.number
        _ = try SystemCall.require("epoll_ctl") {
            clinux_epoll_control(set, operation, watched, interest.rawValue, token)
        }
    }

    /// Sleeps until there are events, the time is over (nil is for ever) or a signal comes. Waiting
    /// on after a signal would begin the whole time anew, and a storm of them keep it from ending.
    mutating func wait(milliseconds: Int?) {
        let timeout = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
        let set = descriptor.number
        let result = SystemCall.run("epoll_wait", interrupted: 0) {
            Int(unsafe epoll_wait(set, &events, Int32(truncatingIfNeeded: events.count), timeout))
        }
        guard case .done(let number) = result else { fatalError("epoll_wait: \(result)") }
        count = number
    }

    /// Forgets the events of the last wait.
    mutating func forget() { count = 0 }

    func event(_ index: Int) -> (token: UInt64, seen: Interest) {
        let event = unsafe events[index]
        return unsafe (clinux_epoll_token(event), Interest(rawValue: event.events))
    }
}
