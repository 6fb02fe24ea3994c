import Threads

/// The proof that every part of the server still turns: each loop and the store's thread are asked,
/// and answer when they come round to it. An idle loop sleeps, so it can't be asked less.
final class Heartbeat: Sendable {
    /// A part that has to turn.
    enum Part: Hashable, Comparable, CustomStringConvertible {
        case loop(Int)
        case store

        var description: String {
            switch self {
            case .loop(let number): "loop \(number)"
            case .store: "the store"
            }
        }
    }

    private let unanswered = Lock<Set<Part>>([])

    /// The parts that were asked and haven't answered, in order.
    var silent: [Part] { unanswered.withLock { $0 }.sorted() }

    /// To be called before the parts are asked.
    func expect(_ parts: [Part]) { unanswered.withLock { $0 = Set(parts) } }

    /// Answers for a part; on its thread.
    func beat(_ part: Part) { unanswered.withLock { _ = $0.remove(part) } }
}

/// Feeds the service manager's watchdog for as long as all parts of the server turn.
struct Watchdog {
    /// The ticks within the time that the manager waits: so late does it hear of a part that hangs.
    static let ticksPerPatience: UInt64 = 4

    let heartbeat: Heartbeat
    let parts: [Heartbeat.Part]
    /// Has each part call `beat`.
    let ask: () -> Void
    let feed: () -> Void
    /// Is told at each tick which parts are silent.
    let complain: ([Heartbeat.Part]) -> Void

    /// Feeds the watchdog if everyone has answered since the last tick, and asks again.
    func tick() {
        let silent = heartbeat.silent
        guard silent.isEmpty else { return complain(silent) }
        feed()
        heartbeat.expect(parts)
        ask()
    }
}
