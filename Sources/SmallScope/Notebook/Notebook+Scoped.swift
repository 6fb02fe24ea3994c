package import Documents
package import Notebook
import SyncClient

/// The entries of a notebook are values under one key, from phones that are all one person's.
extension Notebook: ScopedKind {
    private static let key = "n"

    package static var overwritesUnseen: Bool { true }

    package static func preparations(
        nonce: Identifier128, invitation: Identifier128, watch: Identifier128
    ) -> [Command] {
        [.put(key: key, value: "0")]
    }

    package static func entry(_ value: Int64) -> Command { .put(key: key, value: "\(value)") }

    private var note: Note? { notes[Self.key] }
    private var shown: Int64? { note?.value.flatMap { Int64($0) } }

    package var standing: [Int64] { shown.map { [$0] } ?? [] }
    package var ending: Ending { Ending(values: standing, isDisputed: false) }

    package func shows(_ value: Int64, of replica: ReplicaTag) -> Bool {
        // One that another device entered later may stand.
        shown == value || note.map { $0.replica != replica } ?? false
    }

    package func value(enteredBy event: Event) -> Int64? {
        switch event.change {
        case .began: return nil
        case .put(_, let note): return note.value.flatMap { Int64($0) }
        case .outrun:
            guard let origin = event.origin else { return nil }
            let phone = Int(origin.replica.value) - 1
            // The first phone's first op made the notebook.
            return Constants.value(phone, Int(origin.number) - (phone == 0 ? 1 : 0))
        }
    }

    package func fault(in event: Event, _ origin: Origin, after before: Notebook) -> String? {
        guard let old = before.note, let new = note, notes.count == 1 else {
            return "leaves \(notes.count) notes"
        }
        switch event.change {
        case .began: return "begins the notebook again"
        case .outrun: return old == new ? nil : "changes \(old) to \(new), which was to stand"
        case .put:
            let isLater =
                (old.at.milliseconds, old.replica.value)
                <= (new.at.milliseconds, new.replica.value)
            guard isLater, new.replica == origin.replica else { return "makes \(new) of \(old)" }
            return nil
        }
    }
}

/// The rule written down separately: an entry is as late as it was typed, or just later than what
/// its author saw, be it their own.
extension Notebook {
    package static func standing(after log: [History.Entry]) -> [Int64] {
        var times: [Int64: Int64] = [:]
        var last: [Int: Int64] = [:]
        var best: (time: Int64, phone: Int, value: Int64) = (0, 0, 0)
        for entry in log {
            let phone = Constants.phone(of: entry.value)
            let typed = Int64(10 * phone) + (entry.value - Int64(10 * (phone + 1)))
            let seen = entry.seen.map { times[$0, default: 0] + 1 }.max() ?? 0
            let time = max(typed, seen, last[phone].map { $0 + 1 } ?? 0)
            times[entry.value] = time
            last[phone] = time
            if (time, phone) >= (best.time, best.phone) { best = (time, phone, entry.value) }
        }
        return [best.value]
    }

    package static func ending(after log: [History.Entry]) -> Ending {
        Ending(values: standing(after: log), isDisputed: false)
    }
}
