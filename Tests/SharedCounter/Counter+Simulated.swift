package import Documents
package import Simulator
package import SyncClient

/// How people count in a simulated world.
extension Counter: SimulatedKind {
    package var invitation: Identifier128? { door.invitation }
    package func awaitsHost(present: [MemberNumber]) -> Bool { false }

    package static func beginning(
        of game: Plan.Game, using random: inout SeededRandom
    ) -> Beginning<Command> {
        let nonce = Identifier128(high: random.next(), low: random.next())
        let invitation = Identifier128(high: random.next(), low: random.next())
        let watch = Identifier128(high: random.next(), low: random.next())
        return Beginning(
            nonce: nonce,
            command: .create(nonce: nonce, invitation: invitation, watch: watch),
            invitation: invitation, watch: watch)
    }

    /// Whatever is done to a score is an addition here.
    package static func intent(
        _ edit: Action.Edit, with client: ClientCore<Counter>, seeing counter: Counter,
        using random: inout SeededRandom
    ) -> Intent<Command>? {
        switch edit {
        case .score(_, _, let amount, _): Intent(.add(amount ?? 1))
        case .oldScore(_, _, let amount): Intent(.add(amount))
        default: nil
        }
    }

    package func shows(_ command: Command, of replica: ReplicaTag) -> Bool {
        last?.replica == replica
    }

    package static func fits(_ change: Change, _ command: Command) -> Bool {
        switch (change, command) {
        case (.created, .create), (.added, .add): true
        default: false
        }
    }

    package func faultOfServer(_ event: Event, isSomebody: (PersonID) -> Bool) -> Fault? {
        guard case .joined(let number, let person) = event.change, !members.contains(person),
            Int(number.value) == members.count + 1, isSomebody(person)
        else { return Fault("nobody but a newcomer joins: \(event.change)") }
        return nil
    }

    package func fault(in event: Event, _ origin: Origin, of op: Op) -> Fault? {
        guard case .added(let addition) = event.change, case .add(let amount) = op.command else {
            return Fault("it isn't what was typed: \(op.command)")
        }
        guard addition.member == event.by, addition.replica == origin.replica else {
            return Fault("it is put down to someone else")
        }
        guard amount > 0, addition.total == total + amount, addition.total <= Self.totalMax else {
            return Fault("\(total) and \(amount) make \(addition.total)")
        }
        return nil
    }

    package static func meet(_ first: Change, _ second: Change) -> Bool {
        guard case .added = first, case .added = second else { return false }
        return true
    }

    package func difference(from other: Counter, where change: Change) -> String? {
        total == other.total ? nil : "\(total) instead of \(other.total)"
    }

    package func bounds(after change: Change?, replicaCount: Int) -> [Bound] {
        [Bound("members", members.count, max: DocumentLimits.membersMax)]
    }
}
