/// Measuring the memory that the server holds for those who do nothing.
extension Runner {
    private static let settleNanoseconds: UInt64 = 1_000_000_000

    /// Measures memory after each step: the hosts with their lobbies, the other members, the
    /// spectators. A spectator is a connection and nothing in its lobby.
    func idle() throws(LoadError) -> LoadReport {
        var report = LoadReport(workload: options.workload.rawValue, title: title)
        var crowd = try crowd(options.server, .folf)
        var parts: [String] = []
        var before = try account.residentBytes()
        report.figure("rss_bytes_before", Double(before))
        let steps: [(role: LoadPhone.Role, name: String)] = [
            (.host, "lobby_with_host"), (.member, "member"), (.spectator, "spectator"),
        ]
        for step in steps {
            let count = crowd.phones.count { $0.role == step.role }
            guard count > 0 else { continue }
            try enter(step.role, &crowd)
            try settle(&crowd)
            try idleTurns(&crowd, nanoseconds: Self.settleNanoseconds)
            let after = try account.residentBytes()
            let each = Double(after - before) / Double(count)
            report.figure("rss_bytes_per_\(step.name)", each)
            parts.append(
                "\(each.fixed(0)) a \(step.name.split(separator: "_").joined(separator: " "))")
            before = after
        }
        report.figure("rss_bytes_after", Double(before))
        report.headline = "RSS bytes: " + parts.joined(separator: ", ")
        report.notes.append("\(crowd.phones.count) connections")
        conclude(&report, crowd)
        return report
    }
}
