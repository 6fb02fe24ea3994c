import Lobby
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
        guard case .commit(let ticket, let batches)? = waiting.first else { return }
        waiting.removeFirst()
        let isWritten = lands && write(batches)
        if isWritten, answers {
            server.committed(ticket, now: Constants.serverNow)
        } else {
            server.failed(ticket, isFull: false, now: Constants.serverNow)
        }
    }

    private func write(_ batches: [LobbyBatch]) -> Bool {
        var written = image
        for batch in batches where !written.write(batch) { return false }
        image = written
        keepCopy()
        return true
    }

    /// Copies are needed only while there is a restore to come.
    func keepCopy() {
        if restoreCount > 0 { copies.append(image) }
    }

    func read() {
        guard case .load(let lobby)? = waiting.first else { return }
        waiting.removeFirst()
        let answer: LoadAnswer = image.records.isEmpty ? .absent : .lobby(image.stored)
        server.loaded(lobby, answer, now: Constants.serverNow)
    }

    /// The process dies, and another one starts.
    func die(lands: Bool) {
        if lands, case .commit(_, let batches)? = waiting.first { _ = write(batches) }
        waiting = []
        lines = lines.map { _ in Lines() }
        let random = FixedGenerator(value: image.epoch.value &+ 2)
        server = SyncServer(configuration: Constants.configuration, random: random)
    }

    func restore(_ place: Int, isNoticed: Bool) {
        image = copies[place]
        restoreCount -= 1
        copies = []
        if isNoticed { image.epoch = Epoch(image.epoch.value &+ 2) }
        die(lands: false)
    }
}
