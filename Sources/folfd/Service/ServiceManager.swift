import CLinux
import Reactor

/// Whoever started the server as a service, and is told how it is by datagrams (sd_notify(3)).
/// Without one nothing is sent.
struct ServiceManager: Sendable {
    /// A path, or an abstract name behind '@'; nil without a manager.
    private let address: String?
    /// The time within which it wants to hear that the server is alive; nil if it doesn't.
    let watchdogMilliseconds: UInt64?

    /// - Parameters:
    ///   - process: our process id: a watchdog that is meant for another one isn't fed.
    ///   - environment: looks a variable up.
    init(process: Int32, environment: (String) -> String?) throws(OptionError) {
        let address = environment("NOTIFY_SOCKET")
        if let address, address.first != "/", address.first != "@" {
            throw OptionError(
                reason: "NOTIFY_SOCKET is a path or an abstract name behind @, not \(address)")
        }
        self.address = address
        guard let microseconds = environment("WATCHDOG_USEC"),
            environment("WATCHDOG_PID").map({ $0 == "\(process)" }) ?? true
        else {
            watchdogMilliseconds = nil
            return
        }
        guard let number = UInt64(microseconds), number >= 1_000 else {
            throw OptionError(
                reason: "WATCHDOG_USEC is a number of at least 1000, not \(microseconds)")
        }
        watchdogMilliseconds = number / 1_000
    }

    /// The server serves; `status` says what in words.
    func tellReady(status: String) { send("READY=1\nSTATUS=\(status)") }

    /// The server reads its files anew; `tellReady` follows.
    func tellReloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.milliseconds() * 1_000)")
    }

    func tellStopping() { send("STOPPING=1\nSTATUS=draining") }

    func tell(status: String) { send("STATUS=\(status)") }

    func feedWatchdog() { send("WATCHDOG=1") }

    /// A manager that doesn't listen is none of the server's trouble.
    private func send(_ text: String) {
        guard let address else { return }
        _ = unsafe clinux_send_datagram(address, text)
    }
}
