import Documents
import SyncClient
import Wire

/// What can be said of a phone alone.
extension Phone {
    func check(after earlier: Phone<Kind>, _ input: PhoneInput) throws(Violation) {
        try checkProgress(since: earlier, input)
        let ops = core.ops.map(\.number)
        guard ops == Array(1..<OpNumber(ops.count + 1)), core.replica == earlier.core.replica
        else { throw Violation(.journal, "phone \(number + 1)'s ops are numbered \(ops)") }
        guard typed.isEmpty || core.lastNumber == typed.last?.number else {
            throw Violation(.journal, "phone \(number + 1) has forgotten an entry")
        }
        for op in ops where core.refusal(of: op) != nil {
            throw Violation(.rules, "op \(op) of phone \(number + 1) was refused")
        }
        try checkOwnWrites()
    }

    /// Whoever restores an older log takes back what was known; nothing else does.
    private func checkProgress(since earlier: Phone<Kind>, _ input: PhoneInput) throws(Violation) {
        let (old, new) = (earlier.core.position, core.position)
        switch input {
        case .die(losesTail: true): return
        case .die(losesTail: false):
            guard old == new, core.acknowledged == earlier.core.acknowledged,
                core.confirmed == earlier.core.confirmed,
                core.shown == earlier.core.shown
            else {
                throw Violation(.journal, "phone \(number + 1) wakes up in another state")
            }
        default:
            guard old.epoch != new.epoch || old.seq <= new.seq else {
                throw Violation(
                    .monotonic, "phone \(number + 1) goes from \(old.seq) to \(new.seq)")
            }
        }
    }

    private func checkOwnWrites() throws(Violation) {
        guard let last = typed.last, last.number > core.covered else { return }
        guard core.shown?.shows(last.value, of: core.replica.tag) == true else {
            throw Violation(
                .ownWrites, "phone \(number + 1) doesn't show its entry \(last.value)")
        }
    }
}
