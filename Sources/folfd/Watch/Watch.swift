import Glibc
import Reactor
import SystemCalls

/// `folfd watch`: looks from elsewhere whether a server is there and could save an edit, and tells
/// when that changes. A dead machine can't say so itself.
struct Watch {
    /// Looks in vain after which the server counts as gone: one may be a line's fault.
    private static let failuresBeforeTold = 2
    private static let stateBytesMax = 16 * 1024

    let url: String
    let options: Options

    /// Runs until it is ended; or for one look, and returns 0 if the server is ready.
    func run() -> Int32 {
        // Nobody may read what is said any more; the looking goes on.
        signal(SIGPIPE, SIG_IGN)
        let address = url + (url.hasSuffix("/") ? "readyz" : "/readyz")
        var availability = read()
        if options.watchesOnce {
            let isReady = Helper.get(address)
            note(isReady, in: &availability)
            Logger.print(
                "\(isReady ? "ready" : "NOT READY"); \(availability.sentence)", to: STDOUT_FILENO)
            return isReady ? 0 : 1
        }
        let logger = Logger(options)
        var book = TroubleBook()
        var mail = OutgoingMail()
        var failures = 0
        while true {
            let isReady = Helper.get(address)
            note(isReady, in: &availability)
            failures = isReady ? 0 : failures + 1
            let seen: [Trouble: String] =
                failures >= Self.failuresBeforeTold
                ? [.unreachable: "not there, or can't save; \(availability.sentence)"] : [:]
            for message in book.look(seen, now: MonotonicClock.milliseconds()) {
                tell(message, logger, by: &mail)
            }
            send(&mail, logger)
            sleep(UInt32(options.watchSeconds))
        }
    }

    private func note(_ isReady: Bool, in availability: inout Availability) {
        availability.note(isGood: isReady, at: WallClock.milliseconds())
        guard let file = options.watchState else { return }
        let draft = file + ".new"
        let number = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { return }
        let isWritten = SystemCalls.write(availability.text, to: number)
        close(number)
        if isWritten { _ = unsafe rename(draft, file) }
    }

    private func read() -> Availability {
        guard let file = options.watchState,
            let bytes = try? contents(of: file, bytesMax: Self.stateBytesMax)
        else { return Availability() }
        return Availability(String(decoding: bytes, as: UTF8.self))
    }

    private func tell(
        _ message: TroubleMessage, _ logger: Logger, by mail: inout OutgoingMail
    ) {
        logger.log(
            message.state == .ended ? .troubleOver : .trouble,
            ["trouble": .text(message.trouble.rawValue), "text": .text(message.text)])
        let json = message.json(server: url, at: WallClock.milliseconds())
        if let command = options.watchCommand { run(command, json, logger) }
        if options.webhook != nil { mail.add(json) }
    }

    private func run(_ command: String, _ json: String, _ logger: Logger) {
        let reason: String
        switch Helper.run(command, input: json) {
        case .exited(0): return
        case .exited(let code): reason = "it ends with \(code)"
        case .outOfTime: reason = "ended, since it took \(Helper.commandSecondsMax) seconds"
        case .notStarted: reason = "it can't be started"
        }
        logger.log(.watchRunFailed, ["reason": .text(reason)])
    }

    private func send(_ mail: inout OutgoingMail, _ logger: Logger) {
        guard let webhook = options.webhook else { return }
        while let message = mail.next(now: MonotonicClock.milliseconds()) {
            guard Helper.post(message, to: webhook) else {
                mail.failed(now: MonotonicClock.milliseconds())
                return logger.log(.webhookFailed)
            }
            mail.delivered()
        }
    }
}
