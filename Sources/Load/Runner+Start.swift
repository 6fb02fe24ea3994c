/// Measuring the start of a server with a large database.
extension Runner {
    private static let starts = 5
    /// Lobbies that are visited after each start, each of them once.
    private static let visitsMax = 100

    /// Has the server started anew, and returns it with the time that took.
    func restarted() throws(LoadError) -> (target: Target, nanoseconds: UInt64) {
        let restart = restart()
        let target = try Target(restart.address, named: "The line after “starting”")
        return (target, restart.nanoseconds)
    }

    /// Fills the database, then starts the server again and again. After each start, hosts come
    /// back one after the other, each into a lobby that the server has to read first.
    func start() throws(LoadError) -> LoadReport {
        var report = LoadReport(workload: options.workload.rawValue, title: title)
        var crowd = try crowd(options.server, .folf)
        try enterAll(&crowd)
        try fill(&crowd)
        for index in crowd.phones.indices { crowd.leave(index) }
        var milliseconds: [Double] = []
        let hosts = crowd.phones.indices.filter { crowd.phones[$0].role == .host }
        let visits = max(1, min(Self.visitsMax, hosts.count / Self.starts))
        crowd.beginMeasuring()
        for start in 0..<Self.starts {
            let (target, nanoseconds) = try restarted()
            milliseconds.append(Double(nanoseconds) / 1e6)
            crowd.target = target
            for visit in 0..<visits {
                let host = hosts[(start * visits + visit) % hosts.count]
                try crowd.enter([host], window: 1)
                crowd.leave(host)
            }
        }
        describe(milliseconds, crowd.welcomeTimes, &report)
        conclude(&report, crowd)
        return report
    }

    /// Has everyone edit until there are so many events.
    private func fill(_ crowd: inout Crowd) throws(LoadError) {
        crowd.now = monotonicNanoseconds()
        let authors = crowd.authors
        for (place, author) in authors.enumerated() {
            let edits =
                options.sizes.events / authors.count
                + (place < options.sizes.events % authors.count ? 1 : 0)
            if edits > 0 { crowd.edit(author, count: edits, cameUpAt: crowd.now) }
        }
        try waitUntilQuiet(&crowd, "the database is full")
    }

    private func describe(
        _ milliseconds: [Double], _ welcomes: Histogram, _ report: inout LoadReport
    ) {
        guard let spread = Spread(milliseconds) else { return }
        report.headline = "listens after \(spread.text) ms"
        report.figure("start_ms", spread.median)
        report.figure("starts", Double(milliseconds.count))
        report.figure("welcomes", Double(welcomes.count))
        report.latencies = welcomes
        report.notes.append(
            "median of \(milliseconds.count) starts; milliseconds from hello to welcome of "
                + "\(welcomes.count) lobbies that had to be read")
    }
}
