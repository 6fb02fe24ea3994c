/// Measuring phones that come back and get what they have missed.
extension Runner {
    /// The time for which live lobbies are watched before the others come.
    private static let calmSeconds = 2

    func resume() throws(LoadError) -> LoadReport {
        var crowd = try crowd(options.server, .folf)
        try enterAll(&crowd)
        let storm = crowd.phones.indices.filter { crowd.phones[$0].game < options.sizes.lobbies }
        let guests = storm.filter { crowd.phones[$0].role != .host }
        let hosts = storm.filter { crowd.phones[$0].role == .host }
        for index in guests { crowd.leave(index) }
        try missEdits(of: hosts, &crowd)
        var account = account
        if options.restarts {
            for index in hosts { crowd.leave(index) }
            crowd.target = try restarted().target
            account = ProcessAccount(process: crowd.target.process)
        }
        let calm = try watchLive(&crowd)
        let returning = options.restarts ? storm : guests
        let (trial, arrivals) = try measureReturn(of: returning, &crowd, account)
        var report = report(crowd, trial, count: returning.count, "resumes")
        report.latencies = arrivals
        describe(calm, trial, &report)
        return report
    }

    /// Has the hosts edit while the others are away.
    private func missEdits(of hosts: [Int], _ crowd: inout Crowd) throws(LoadError) {
        crowd.now = monotonicNanoseconds()
        for host in hosts {
            crowd.edit(host, count: options.sizes.missed, cameUpAt: crowd.now)
        }
        try waitUntilQuiet(&crowd, "the edits are made")
    }

    private func measureReturn(
        of phones: [Int], _ crowd: inout Crowd, _ account: ProcessAccount
    ) throws(LoadError) -> (Trial, arrivals: Histogram) {
        crowd.beginMeasuring()
        let watch = try Stopwatch(account)
        // So long that it never ends by itself: it is ended with the storm.
        startLive(&crowd, seconds: 3_600)
        try crowd.enter(phones, window: Self.stormWindow)
        crowd.pace = nil
        var trial = try watch.trial(crowd)
        let arrivals = crowd.arrivalTimes
        let guests = phones.count { crowd.phones[$0].role != .host }
        try waitUntilQuiet(&crowd, "live edits are everywhere")
        trial.latencies = crowd.latencies
        try settle(&crowd)
        let expected = guests * options.sizes.missed
        // A snapshot in their place is right where it is smaller.
        if crowd.tally.caughtUp > expected {
            crowd.violate("\(crowd.tally.caughtUp) edits caught up with, not \(expected)")
        }
        return (trial, arrivals)
    }

    private func startLive(_ crowd: inout Crowd, seconds: Int) {
        guard options.sizes.live > 0 else { return }
        let rate = options.sizes.rate
        crowd.pace = Pace(
            authors: crowd.authors(options.sizes.lobbies..<crowd.games.count), rate: rate,
            total: rate * seconds, now: monotonicNanoseconds())
    }

    /// Measures how long the edits of live lobbies take while nobody comes back.
    private func watchLive(_ crowd: inout Crowd) throws(LoadError) -> Histogram {
        guard options.sizes.live > 0 else { return Histogram() }
        crowd.beginMeasuring()
        startLive(&crowd, seconds: Self.calmSeconds)
        try waitUntilQuiet(&crowd, "live edits are everywhere")
        return crowd.latencies
    }

    func waitUntilQuiet(_ crowd: inout Crowd, _ what: String) throws(LoadError) {
        try crowd.turns(until: what, withinSeconds: Self.drainSeconds) { crowd in
            crowd.violationCount > 0 || crowd.pace == nil && crowd.isQuiet
        }
    }

    private func describe(_ calm: Histogram, _ trial: Trial, _ report: inout LoadReport) {
        guard options.sizes.live > 0 else { return }
        let before = Double(calm.quantileNanoseconds(0.99)) / 1e6
        let during = Double(trial.latencies.quantileNanoseconds(0.99)) / 1e6
        report.figure("live_p99_ms_before", before)
        report.figure("live_p99_ms_during", during)
        report.figure("live_deliveries", Double(trial.latencies.count))
        report.notes.append(
            "p99 of \(options.sizes.live) live lobbies: \(before.fixed(2)) ms before, "
                + "\(during.fixed(2)) ms during")
    }
}
