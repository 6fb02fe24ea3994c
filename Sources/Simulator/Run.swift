/// What came of one run.
package struct RunResult: Sendable {
    package var violation: Violation?
    package var statistics: Statistics
    package var digest: UInt64
    package var actionCount: Int
}

/// Runs of a kind of document.
package enum Run<Kind: SimulatedKind> {
    /// Runs the plan of `seed`, or only those of its actions.
    ///
    /// - Parameter trace: gets a line for each thing that happens.
    package static func run(
        seed: UInt64, faults: FaultKinds? = nil, keeping places: [Int]? = nil,
        trace: ((String) -> Void)? = nil
    ) -> RunResult {
        let whole = PlanGenerator.plan(seed: seed, faults: faults)
        let plan = places.map { whole.keeping($0.filter(whole.actions.indices.contains)) } ?? whole
        let world = World<Kind>(plan, trace: trace)
        world.runAll()
        defer { world.dismantle() }
        return RunResult(
            violation: world.violation, statistics: world.statistics, digest: world.digest,
            actionCount: whole.actions.count)
    }
}
