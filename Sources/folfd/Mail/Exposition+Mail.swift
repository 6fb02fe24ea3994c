import Metrics

extension Exposition {
    /// What becomes of letters; only for a server that sends some.
    mutating func add(_ mail: MailDesk.Status) {
        counter(
            "folf_mail_total", "Letters, and tries to deliver them, by what became of them.",
            MailDesk.Result.allCases.map { result in
                Sample(
                    [.init("result", result.rawValue)], .count(mail.counts[result] ?? 0))
            })
        gauge(
            "folf_mail_waiting", "Letters that wait, also for being tried again.",
            .count(mail.waitingCount))
    }
}
