import Club
import Threads

/// The `retired.log` of a data folder that is served: what is in it, and the way to add to it. Any
/// thread may; each waits until what it adds is on the disk.
///
/// An append that fails leaves a file of which nobody knows where it ends, or what of it will still
/// be there after a power cut: the next one writes it anew, as a whole.
final class RetiredLog: Sendable {
    fileprivate struct State {
        var file: RetiredFile
        var known: Set<RetiredEntry.Subject>
        var isWhole = true
    }

    private let path: String
    private let state: Lock<State>

    /// - Parameter file: what stands in the file at `path`.
    init(path: String, _ file: RetiredFile) {
        self.path = path
        state = Lock(State(file: file, known: Set(file.entries.map(\.subject))))
    }

    /// In the order in which they were added.
    var entries: [RetiredEntry] { state.withLock { $0.file.entries } }

    /// Adds what isn't there yet. After an error nothing is taken as added.
    func append(_ entries: [RetiredEntry]) throws(StoreError) {
        try state.withLock { state in
            Result { () throws(StoreError) in try state.append(entries, to: path) }
        }.get()
    }
}

extension RetiredLog.State {
    fileprivate mutating func append(
        _ entries: [RetiredEntry], to path: String
    ) throws(StoreError) {
        var known = known
        let fresh = entries.filter { known.insert($0.subject).inserted }
        guard !fresh.isEmpty else { return }
        if isWhole {
            isWhole = false
            if try !file.append(fresh, to: path) {
                // Somebody has taken it away, or put another one there.
                if let found = try RetiredFile(reading: path) { file.merge(found.entries) }
                try writeWhole(with: fresh, to: path)
            }
        } else {
            try writeWhole(with: fresh, to: path)
        }
        self.known = known
        isWhole = true
    }

    private mutating func writeWhole(
        with fresh: [RetiredEntry], to path: String
    ) throws(StoreError) {
        var whole = file
        whole.merge(fresh)
        try whole.writeWhole(to: path)
        file = whole
    }
}
