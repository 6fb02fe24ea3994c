import Wire

/// `folf-lab exhaustive`, as the program calls it.
package enum ExhaustiveCommand {
    package static let help = """
        Usage: folf-lab exhaustive [SCOPE …]

        Visits every state of small games, with the real server and clients: of the scopes named,
        or of all but the smallest. Behind a colon may stand how often something fails, or "any".

        The scopes are
        \(names.chunked(5).map { "  " + $0.joined(separator: ", ") }.joined(separator: ",\n"))
        """

    private static let offline = "offline"

    private static var names: [String] { (Scope.all + Scope.small).map(\.name) + [offline] }

    /// - Parameters:
    ///   - names: scopes, or nothing for all but the smallest; `--help` explains them instead.
    ///   - processorSeconds: of this process so far.
    /// - Returns: the exit code: 0 if nothing was violated, 1 if something was, 2 for misuse.
    package static func run(
        _ names: [String], processorSeconds: () -> Double, show: (String) -> Void
    ) -> Int32 {
        guard !names.contains("--help"), !names.contains("-h") else {
            show(help)
            return 0
        }
        let unknown = names.filter { $0 != offline && Scope.named($0) == nil }
        guard unknown.isEmpty else {
            show("no such scope: \(unknown.joined(separator: ", "))\n\(help)")
            return 2
        }
        let scopes = names.isEmpty ? Scope.all : names.compactMap(Scope.named)
        var isSound = true
        for scope in scopes {
            isSound = visit(scope, processorSeconds, show) && isSound
        }
        if names.isEmpty || names.contains(offline) {
            isSound = replay(processorSeconds, show) && isSound
        }
        show(isSound ? "nothing violated" : "something is violated")
        return isSound ? 0 : 1
    }

    private static func visit(
        _ scope: Scope, _ seconds: () -> Double, _ show: (String) -> Void
    ) -> Bool {
        let start = seconds()
        let report = ScopeReport.visiting(scope, of: UsualDocument.self)
        show(
            "\(scope.name): \(report.stateCount) states, \(report.transitionCount) transitions, "
                + "\(report.endingCount) endings, \(report.historyCount) histories, "
                + "depth \(report.depth); \(report.figures); \(tenths(seconds() - start)) s")
        for line in report.violation?.lines ?? [] { show(line) }
        return report.violation == nil
    }

    private static func replay(_ seconds: () -> Double, _ show: (String) -> Void) -> Bool {
        let start = seconds()
        do throws(Violation) {
            let count = try OfflineBatches.replay()
            show("\(offline): \(count) orders of offline batches; \(tenths(seconds() - start)) s")
            return true
        } catch {
            for line in error.lines { show(line) }
            return false
        }
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int(max(0, min(seconds, 1e9)) * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension [String] {
    fileprivate func chunked(_ count: Int) -> [ArraySlice<String>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}
