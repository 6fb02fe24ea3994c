import Documents
import Log
import Synchronization

/// A log whose caller waits for each answer, and notes what it didn't expect.
struct AskedLog<Log: EventLog> {
    private var log: Log
    private(set) var faults: [String] = []

    init(_ log: Log) { self.log = log }

    mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value) {
        if found != expected { faults.append("expected \(expected), found \(found)") }
    }

    /// Asks for a commit, and doesn't wait for the answer.
    mutating func start(_ batches: [LobbyBatch]) {
        log.ask(.commit(batches, now: WallTime(milliseconds: 1_000)) { _ in })
    }

    mutating func commit(_ batches: [LobbyBatch]) async -> CommitOutcome {
        await withCheckedContinuation { continuation in
            log.ask(
                .commit(batches, now: WallTime(milliseconds: 1_000)) {
                    continuation.resume(returning: $0)
                })
        }
    }

    /// Asks for all commits before it waits for the first answer.
    mutating func commitTogether(_ commits: [[LobbyBatch]]) async -> [CommitOutcome] {
        let outcomes = Answers<CommitOutcome>()
        await withCheckedContinuation { continuation in
            for batches in commits {
                log.ask(
                    .commit(batches, now: WallTime(milliseconds: 1_000)) { outcome in
                        if outcomes.add(outcome) == commits.count { continuation.resume() }
                    })
            }
        }
        return outcomes.all
    }

    func load(_ lobby: LobbyID) async -> LoadOutcome {
        var log = log
        return await withCheckedContinuation { continuation in
            log.ask(.load(lobby) { continuation.resume(returning: $0) })
        }
    }

    func readHistory(of lobby: LobbyID, after seq: Seq, eventsMax: Int) async -> HistoryOutcome {
        var log = log
        return await withCheckedContinuation { continuation in
            log.ask(
                .readHistory(lobby, after: seq, eventsMax: eventsMax) {
                    continuation.resume(returning: $0)
                })
        }
    }

    func lobbies(of person: PersonID) async -> Set<LobbyID> where Log: SeatedLog {
        await log.lobbies(of: person)
    }

    func find(_ code: String) async -> FindOutcome {
        var log = log
        return await withCheckedContinuation { continuation in
            log.ask(.find(JoinCode(code)!) { continuation.resume(returning: $0) })
        }
    }

    mutating func reserveCodes(_ count: Int, length: Int) async -> [JoinCode] {
        await withCheckedContinuation { continuation in
            log.ask(
                .reserveCodes(count, length: length) { continuation.resume(returning: $0) })
        }
    }

    /// The numbers of `count` requests of all kinds, in the order of their answers.
    mutating func orderOfAnswers(count: Int) async -> [Int] {
        let answers = Answers<Int>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            @Sendable func answered(_ number: Int) {
                if answers.add(number) == count { continuation.resume() }
            }
            for number in 0..<count {
                var script = BatchScript(UInt64(number))
                switch number % 5 {
                case 0:
                    let batch = script.batch("")
                    log.ask(
                        .commit([batch], now: WallTime(milliseconds: 5)) { _ in answered(number) })
                case 1: log.ask(.load(script.lobby) { _ in answered(number) })
                case 2: log.ask(.find(JoinCode("ABC234")!) { _ in answered(number) })
                case 3: log.ask(.reserveCodes(1, length: 6) { _ in answered(number) })
                default:
                    log.ask(
                        .readHistory(script.lobby, after: 0, eventsMax: 1) { _ in
                            answered(number)
                        })
                }
            }
        }
        return answers.all
    }
}

/// Collects answers that may come on another thread.
private final class Answers<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    /// - Returns: how many there are now.
    func add(_ value: Value) -> Int {
        values.withLock { values in
            values.append(value)
            return values.count
        }
    }
}
