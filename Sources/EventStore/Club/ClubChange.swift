import Club
import Threads

/// A change of the tables of accounts that waits for the store's thread.
struct ClubChange: Sendable {
    /// What is noted to be retired before the change, whatever becomes of that.
    var retiring: [RetiredEntry] = []
    /// Makes the change; what was done is undone if this throws.
    let make: @Sendable (ClubTables) throws(ClubFault) -> Void
    /// Is told once the transaction is durable, or why it isn't.
    let answer: @Sendable (ClubFault?) -> Void

    /// Whether somebody is erased, and nothing of them may be left in the file.
    var erases: Bool {
        retiring.contains { if case .person = $0.subject { true } else { false } }
    }
}

/// The way of an answer from the store's thread to the one that waits for it.
final class ClubReply<Value: Sendable>: Sendable {
    private let outcome = Lock<Result<Value, ClubFault>>(.failure(.unavailable(full: false)))
    private let arrival = CountingSemaphore()

    /// The change whose answer this waits for.
    func change(
        retiring: [RetiredEntry],
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) -> ClubChange {
        ClubChange(retiring: retiring) { [self] (tables) throws(ClubFault) in
            do throws(ClubFault) {
                let value = try body(tables)
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
                throw error
            }
        } answer: { [self] fault in
            if let fault { outcome.withLock { $0 = .failure(fault) } }
            arrival.signal()
        }
    }

    func wait() throws(ClubFault) -> Value {
        arrival.wait()
        return try outcome.withLock { $0 }.get()
    }
}
