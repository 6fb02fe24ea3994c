import CLinux
import Glibc
import Reactor

/// The main thread's work while the server runs: waits for signals, and does chores in between.
///
/// A chore is short. One that takes its time begins it on a thread of its own, since signals and
/// the watchdog wait for it here.
struct Housekeeper {
    private struct Chore {
        var intervalMilliseconds: UInt64
        var dueAt: UInt64
        var work: () -> Void
    }

    private var signals = sigset_t()
    private var chores: [Chore] = []
    private var reloads: [() -> Void] = []
    /// Whether somebody started the program by hand: a terminal that is closed sends SIGHUP too.
    private let hasTerminal = isatty(STDIN_FILENO) != 0

    /// Holds SIGTERM, SIGINT and SIGHUP back from all threads; to be made before any thread is
    /// started, since threads inherit the mask.
    init() {
        unsafe sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Has something done again and again, for the first time after one interval.
    mutating func every(milliseconds interval: UInt64, _ work: @escaping () -> Void) {
        let dueAt = MonotonicClock.milliseconds() + interval
        chores.append(Chore(intervalMilliseconds: interval, dueAt: dueAt, work: work))
    }

    /// Has something done at each SIGHUP.
    mutating func onReload(_ work: @escaping () -> Void) { reloads.append(work) }

    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "Ctrl-C"
        case SIGHUP: "the terminal is closed"
        default: "SIGTERM"
        }
    }

    /// Works until SIGTERM or SIGINT comes, or the terminal is closed, and returns the signal.
    mutating func run(telling manager: ServiceManager) -> Int32 {
        while true {
            switch nextSignal() {
            case nil: doWhatIsDue()
            case SIGHUP? where !hasTerminal:
                manager.tellReloading()
                for reload in reloads { reload() }
                manager.tellReady(status: "serving")
            case let signal?: return signal
            }
        }
    }

    private mutating func doWhatIsDue() {
        for place in chores.indices where MonotonicClock.milliseconds() >= chores[place].dueAt {
            chores[place].work()
            let interval = chores[place].intervalMilliseconds
            chores[place].dueAt = MonotonicClock.milliseconds() + interval
        }
    }

    /// Waits for a signal; nil if a chore is due before.
    private func nextSignal() -> Int32? {
        var signals = signals
        while true {
            let number: Int32
            if let dueAt = chores.map(\.dueAt).min() {
                let now = MonotonicClock.milliseconds()
                let left = dueAt - min(now, dueAt)
                var time = timespec(
                    tv_sec: Int(left / 1_000), tv_nsec: Int(left % 1_000) * 1_000_000)
                number = unsafe sigtimedwait(&signals, nil, &time)
            } else {
                number = unsafe sigwaitinfo(&signals, nil)
            }
            if number > 0 { return number }
            if errno == EAGAIN { return nil }
        }
    }
}
