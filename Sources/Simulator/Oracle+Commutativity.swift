import Documents
import SyncServer
import Wire

/// Two entries in one place whose authors hadn't seen each other's: had they arrived the other way
/// round, the same would be shown and the same be kept. With the grouping into turns and commits,
/// which the comparison of snapshots and events covers, that is what makes replicas converge.
extension Oracle {
    /// The last event of a lobby, and the document before it.
    struct LastEvent {
        var before: Kind
        var event: Kind.Event
    }

    func checkCommutes(
        _ second: Kind.Event, after last: LastEvent?, _ result: Kind, in world: World<Kind>
    ) {
        guard let last, Kind.meet(last.event.change, second.change), let late = second.origin,
            let early = last.event.origin, late.replica != early.replica,
            late.seen < last.event.seq, last.before.epoch == result.epoch
        else { return }
        var swapped = last.before
        for event in [second, last.event] {
            guard let again = decideAgain(event, in: swapped) else { return }
            swapped.apply(again)
        }
        world.statistics.count("entries tried the other way round")
        guard let difference = swapped.difference(from: result, where: second.change) else {
            return
        }
        world.violate(
            .commutes,
            "events \(last.event.seq) and \(second.seq), the other way round: \(difference)")
    }

    private func decideAgain(_ event: Kind.Event, in document: Kind) -> Kind.Event? {
        guard let origin = event.origin, let author = document.person(event.by) else { return nil }
        let meanings = meanings(origin.replica, origin.number)
        guard let typed = meanings.first(where: { Kind.fits(event.change, $0.op.command) }),
            meanings.count == 1,
            // After two restores of one copy an epoch may come back, with other events in it.
            typed.op.seenEpoch != document.epoch || typed.op.seenVersion == origin.seen
        else { return nil }
        var op = typed.op
        op.number = origin.number
        return try? document.decide(
            op, by: Author(person: author, replica: origin.replica),
            received: event.received)
    }
}
