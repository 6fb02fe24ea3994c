import Documents
import SyncClient
import Wire

/// What can be said of a phone and the durable log together.
extension Facts {
    /// - Parameter isBehind: the log was restored, and the phone hasn't heard of it.
    func check(_ phone: Phone<Kind>, isBehind: Bool) throws(Violation) {
        try checkEntries(of: phone)
        guard !isBehind else { return }
        try checkShown(phone)
        let replica = phone.core.replica.tag
        guard phone.core.acknowledged <= rows[replica] ?? 0 else {
            throw Violation(.acknowledged, "op \(phone.core.acknowledged) isn't in the rows")
        }
        for typed in phone.typed where typed.number <= phone.core.acknowledged {
            let entry = entries.first { $0.replica == replica && $0.number == typed.number }
            guard let entry else {
                throw Violation(
                    .acknowledged, "the log has lost \(typed.value) of phone \(phone.number + 1)")
            }
            guard typed.number > phone.core.covered || entry.seq <= phone.core.position.seq else {
                throw Violation(
                    .ownWrites, "phone \(phone.number + 1) takes \(typed.value) for confirmed")
            }
        }
    }

    private func checkEntries(of phone: Phone<Kind>) throws(Violation) {
        for entry in entries where entry.replica == phone.core.replica.tag {
            guard let typed = phone.typed.first(where: { $0.number == entry.number }),
                typed.value == entry.value
            else { throw Violation(.once, "nobody ever entered \(entry.value)") }
            let own = phone.typed.map(\.value)
            guard !Kind.overwritesUnseen else { continue }
            for value in entry.removed where !own.contains(value) && !typed.seen.contains(value) {
                throw Violation(
                    .seen, "\(entry.value) replaces \(value), which its author hadn't seen")
            }
        }
    }

    private func checkShown(_ phone: Phone<Kind>) throws(Violation) {
        guard var confirmed = phone.core.confirmed, let last = prefixes.last else { return }
        // The news of a new epoch may be on its way.
        confirmed.epoch = last.epoch
        guard confirmed.seq >= 1, confirmed.seq <= Seq(prefixes.count) else {
            throw Violation(
                .durable,
                "phone \(phone.number + 1) knows event \(confirmed.seq), "
                    + "\(prefixes.count) are durable")
        }
        guard prefixes[Int(confirmed.seq) - 1] == confirmed else {
            throw Violation(
                .snapshot, "phone \(phone.number + 1) shows something else than the log")
        }
    }
}
