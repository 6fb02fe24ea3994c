import Documents
import Log
import SyncServer

/// The store does one thing after the other, in the order in which it was asked.
extension Backend {
    var awaitsCommit: Bool {
        if case .commit? = waiting.first { true } else { false }
    }

    var awaitsRead: Bool {
        if case .load? = waiting.first { true } else { false }
    }

    func commit(lands: Bool, answers: Bool) {
        guard case .commit(let batches, now: _, let completion)? = waiting.first else { return }
        waiting.removeFirst()
        let isWritten = lands && write(batches)
        completion(isWritten && answers ? .committed : .failed(.inputOutput("as chosen")))
    }

    private func write(_ batches: [LobbyBatch]) -> Bool {
        guard image.write(batches) else { return false }
        keepCopy()
        return true
    }

    /// Copies are needed only while there is a restore to come.
    func keepCopy() {
        if restoreCount > 0 { copies.append(image) }
    }

    func read() {
        guard case .load? = waiting.first else { return }
        image.answer(waiting.removeFirst())
    }

    /// The process dies, and another one starts.
    func die(lands: Bool) {
        if lands, case .commit(let batches, now: _, _)? = waiting.first { _ = write(batches) }
        waiting = []
        lines = lines.map { _ in Lines() }
        host = Self.newHost(mail, random: random)
    }

    func restore(_ place: Int, isNoticed: Bool) {
        image = copies[place]
        restoreCount -= 1
        copies = []
        if isNoticed { image.epoch = Epoch(image.epoch.value &+ 2) }
        die(lands: false)
    }
}
