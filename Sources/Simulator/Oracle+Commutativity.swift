import Documents
import Lobby
import Wire

/// Two entries in one cell whose authors hadn't seen each other's: had they arrived the other way
/// round, the same would be shown and the same be kept. With the grouping into turns and commits,
/// which the comparison of snapshots and events covers, that is what makes replicas converge.
extension Oracle {
    /// The last event of a lobby, and the lobby before it.
    struct LastEvent {
        var before: Lobby
        var event: Event
    }

    func checkCommutes(_ second: Event, after last: LastEvent?, _ result: Lobby, in world: World) {
        guard let last, case .cell(let key, let cell) = second.change,
            case .cell(key, _) = last.event.change, let late = second.origin,
            let early = last.event.origin, late.replica != early.replica,
            late.seen < last.event.seq, last.before.epoch == result.epoch
        else { return }
        var swapped = last.before
        for event in [second, last.event] {
            guard let again = decideAgain(event, in: swapped) else { return }
            swapped.apply(again)
        }
        world.statistics.count("entries tried the other way round")
        guard swapped.cell(key).siblings.map(\.withoutSeq) == cell.siblings.map(\.withoutSeq)
        else {
            return world.violate(
                .commutes,
                "events \(last.event.seq) and \(second.seq), the other way round: "
                    + "\(swapped.cell(key)) instead of \(cell)")
        }
    }

    private func decideAgain(_ event: Event, in lobby: Lobby) -> Event? {
        guard let origin = event.origin, let author = lobby.member(event.by) else { return nil }
        let meanings = meanings(origin.replica, origin.number)
        guard let typed = meanings.first(where: { event.change.fits($0.op.command) }),
            meanings.count == 1,
            // After two restores of one copy an epoch may come back, with other events in it.
            typed.op.seenEpoch != lobby.epoch || typed.op.seenVersion == origin.seen
        else { return nil }
        var op = typed.op
        op.number = origin.number
        return try? lobby.decide(
            op, by: Author(person: author.person, replica: origin.replica),
            received: event.received)
    }
}

extension Sibling {
    fileprivate var withoutSeq: Sibling {
        var sibling = self
        sibling.seq = 0
        return sibling
    }
}
