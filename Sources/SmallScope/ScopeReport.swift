/// What came of visiting every state of a scope.
package struct ScopeReport: Sendable {
    package var stateCount = 0
    package var transitionCount = 0
    /// Different cards at the end, and different ways to them.
    package var endingCount = 0
    package var historyCount = 0
    /// Choices on the longest of the shortest ways to a state.
    package var depth = 0
    /// How much production code ran.
    package var figures = ""
    package var violation: Violation?

    /// The scope's endings are compared with those of a model that knows no messages.
    package static func visiting<Kind: ScopedKind>(
        _ scope: Scope, of kind: Kind.Type
    ) -> ScopeReport {
        var explorer = Explorer<Kind>(scope)
        var report = ScopeReport()
        do throws(Violation) {
            try explorer.run()
            try explorer.compare(with: ScopeModel(scope))
        } catch {
            report.violation = error
        }
        report.stateCount = explorer.states.count
        report.transitionCount = explorer.transitionCount
        report.endingCount = explorer.endings.count
        report.historyCount = explorer.histories.count
        report.depth = explorer.depth
        report.figures = explorer.system.figures
        return report
    }
}

extension Explorer {
    /// A restore leaves the endings as they are; the ways to them are its own then.
    fileprivate func compare(with model: ScopeModel<Kind>) throws(Violation) {
        guard endings == model.endings else {
            throw Violation(
                .endings, "\(endings.count) endings here, \(model.endings.count) in the model")
        }
        guard scope.restoreCount == 0, histories != model.histories else { return }
        throw Violation(
            .endings,
            "\(histories.count) histories here, \(model.histories.count) in the model")
    }
}
