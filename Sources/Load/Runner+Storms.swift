/// Measuring many phones that do the same at once.
extension Runner {
    /// Connections that are on their way at a time: as many as a server's backlog holds.
    static let stormWindow = 1_000
    /// The ops that an afternoon without signal leaves behind: a foursome's card of 18 holes.
    private static let opsReplayed = 72

    func join() throws(LoadError) -> LoadReport {
        var crowd = try crowd(options.server, .folf)
        try enter(.host, &crowd)
        try settle(&crowd)
        crowd.beginMeasuring()
        let watch = try Stopwatch(account)
        let joining = crowd.phones.indices.filter { crowd.phones[$0].role != .host }
        try crowd.enter(joining, window: Self.stormWindow)
        let trial = try watch.trial(crowd)
        try settle(&crowd)
        return report(crowd, trial, count: joining.count, "joins")
    }

    func replay() throws(LoadError) -> LoadReport {
        var crowd = try crowd(options.server, .folf)
        try enterAll(&crowd)
        crowd.beginMeasuring()
        let watch = try Stopwatch(account)
        crowd.now = monotonicNanoseconds()
        let authors = crowd.phones.indices.filter { crowd.phones[$0].role != .spectator }
        for index in authors {
            crowd.edit(index, count: Self.opsReplayed, cameUpAt: crowd.now)
        }
        let began = crowd.now
        try crowd.turns(until: "all ops are acknowledged", withinSeconds: Self.drainSeconds) {
            crowd in
            crowd.violationCount > 0 || crowd.phonesInFlight == 0 && crowd.editsDue == 0
        }
        let acknowledged = Double(crowd.now - began) / 1e9
        try crowd.turns(until: "all edits are everywhere", withinSeconds: Self.drainSeconds) {
            crowd in
            crowd.violationCount > 0 || crowd.isQuiet
        }
        let trial = try watch.trial(crowd)
        var report = report(crowd, trial, count: trial.edits, "ops")
        report.latencies = trial.latencies
        report.figure("acknowledged_seconds", acknowledged)
        report.headline =
            "all \(trial.edits) ops acknowledged in \(acknowledged.fixed(2)) s, "
            + "\(trial.microsecondsPerDelivery.fixed(2)) CPU s per million deliveries"
        return report
    }

    func report(
        _ crowd: borrowing Crowd, _ trial: Trial, count: Int, _ name: String
    ) -> LoadReport {
        var report = LoadReport(workload: options.workload.rawValue, title: title)
        let perSecond = Double(count) / max(1e-9, trial.seconds)
        let price = Double(trial.serverNanoseconds) / 1e3 / Double(max(1, count))
        report.headline = "\(Int(perSecond)) \(name)/s, \(price.fixed(1)) µs CPU each"
        report.figure(name, Double(count))
        report.figure("\(name)_per_second", perSecond)
        report.figure("cpu_us_per_\(name.dropLast())", price)
        report.figure("server_share", trial.serverShare)
        report.figure("load_share", trial.ownShare)
        report.figure("seconds", trial.seconds)
        report.latencies = crowd.arrivalTimes
        report.notes.append(
            "server \((100 * trial.serverShare).fixed(0)) % of a core, "
                + "load \((100 * trial.ownShare).fixed(0)) %")
        conclude(&report, crowd)
        return report
    }
}
