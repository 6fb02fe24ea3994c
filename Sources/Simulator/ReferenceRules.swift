import Documents
import SyncServer

/// What judges an event of the log: what every kind of document promises, and then the kind's own
/// rules, written down a second time.
struct ReferenceRules<Kind: SimulatedKind> {
    /// Before the event.
    let document: Kind
    /// The history's; two if it changed in the same commit.
    let epochs: [Epoch]
    let oracle: Oracle<Kind>
    let world: World<Kind>

    func fault(in event: Kind.Event) -> Fault? {
        guard event.seq == document.seq + 1 else {
            return Fault("event \(document.seq + 1) should be next", .order)
        }
        guard let origin = event.origin else { return faultOfServer(event) }
        let meanings = oracle.meanings(origin.replica, origin.number)
        guard !meanings.isEmpty else { return Fault("nobody ever typed that op") }
        var last: Fault?
        for meaning in meanings {
            guard let fault = fault(in: event, origin, typed: meaning) else { return nil }
            last = fault
        }
        return last
    }

    private func faultOfServer(_ event: Kind.Event) -> Fault? {
        guard event.by.value == 0 else { return Fault("an event of a member has no origin") }
        return document.faultOfServer(event) { person in
            world.apps.contains { $0.device.person.id == person }
        }
    }

    private func fault(
        in event: Kind.Event, _ origin: Origin, typed: Oracle<Kind>.Typed
    ) -> Fault? {
        guard let author = document.person(event.by) else {
            return Fault("the author isn't a member")
        }
        guard world.apps[typed.app].device.person.id == author else {
            return Fault("it is put down to someone else")
        }
        let seens = epochs.map {
            typed.op.seenEpoch == $0 ? min(typed.op.seenVersion, document.seq) : 0
        }
        guard seens.contains(origin.seen) else {
            return Fault("its author had seen \(seens), not \(origin.seen)", .unseenOverwrite)
        }
        return document.fault(in: event, origin, of: typed.op)
    }
}
