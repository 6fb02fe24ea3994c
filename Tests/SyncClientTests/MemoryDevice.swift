import Documents
import Lobby
import SyncClient
import Synchronization
import TestSupport
import Wire

/// A clock that stands still until it is moved.
final class ManualClock: ClientClock {
    private struct State {
        var milliseconds: UInt64 = 1_000
        var sleepers: [Int: (due: UInt64, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    func now() -> ClientTime {
        let milliseconds = state.withLock { $0.milliseconds }
        return ClientTime(
            wall: WallTime(milliseconds: Int64(milliseconds)), monotonicMilliseconds: milliseconds)
    }

    func advance(by milliseconds: UInt64) {
        let woken = state.withLock { state in
            state.milliseconds += milliseconds
            let due = state.sleepers.filter { $0.value.due <= state.milliseconds }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// When the first sleeper wants to wake; nil if nobody sleeps.
    var nextDue: UInt64? { state.withLock { $0.sleepers.values.map(\.due).min() } }

    func sleep(untilMonotonic milliseconds: UInt64) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard milliseconds > state.milliseconds, !Task.isCancelled else { return true }
                    state.sleepers[number] = (milliseconds, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

/// A journal in memory that can be told to fail.
final class MemoryJournal: JournalStorage {
    struct State: Sendable {
        var bytes: [UInt8] = []
        var durableCount = 0
        var isFull = false
        var isClosed = false
    }

    let state = Mutex(State())

    init(_ bytes: [UInt8] = []) { state.withLock { $0.bytes = bytes } }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func read() throws(StorageError) -> [UInt8] { bytes }

    func append(_ bytes: [UInt8], isDurable: Bool) throws(StorageError) {
        let isFull = state.withLock { state in
            guard !state.isFull else { return true }
            state.bytes += bytes
            if isDurable { state.durableCount = state.bytes.count }
            return false
        }
        if isFull { throw StorageError("full") }
    }

    func replace(with bytes: [UInt8]) throws(StorageError) {
        state.withLock { $0.bytes = bytes }
    }

    func close() { state.withLock { $0.isClosed = true } }
}

/// A network that leads to one `FakeServer`.
actor MemoryNetwork: Transport {
    private var server: FakeServer
    private var lines: [Int: Line] = [:]
    private var next = 0
    private var isDown = false
    /// Lines that were closed while ends are held back; nil while they aren't.
    private var heldEnds: [AsyncStream<Result<[UInt8], TransportError>>.Continuation]?
    private(set) var addresses: [ServerAddress] = []

    private struct Line {
        var session = FakeServer.Session()
        var told: Seq?
        var toClient: AsyncStream<Result<[UInt8], TransportError>>.Continuation
    }

    init(lobbyID: LobbyID? = nil) { server = FakeServer(lobbyID: lobbyID ?? Phone.lobby) }

    var lobby: Lobby? { server.lobby }

    func connect(to address: ServerAddress) async throws(TransportError)
        -> any TransportConnection
    {
        addresses.append(address)
        guard !isDown else { throw .failed("No signal") }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<[UInt8], TransportError>.self)
        next += 1
        lines[next] = Line(toClient: continuation)
        return MemoryConnection(network: self, number: next, incoming: stream)
    }

    /// Cuts all lines, and lets no new one be made until `comeUp`.
    func goDown() {
        isDown = true
        for line in lines.values {
            line.toClient.yield(.failure(.closed(code: nil)))
            line.toClient.finish()
        }
        lines = [:]
    }

    func comeUp() { isDown = false }

    /// Says something to everyone.
    func tell(_ message: ServerMessage<Lobby>) {
        for line in lines.values { line.toClient.yield(.success(message.encode())) }
    }

    func take(_ text: [UInt8], from number: Int) {
        guard var line = lines[number] else { return }
        if server.lobby == nil, let id = Self.lobby(in: text) { server.lobbyID = id }
        let answers = (try? server.receive(text, on: &line.session)) ?? []
        line.told = server.top
        lines[number] = line
        for answer in answers { line.toClient.yield(.success(answer.encode())) }
        for (other, var line) in lines where other != number {
            guard let told = line.told else { continue }
            for event in server.events(from: told + 1) {
                line.toClient.yield(.success(event.encode()))
            }
            line.told = server.top
            lines[other] = line
        }
    }

    private static func lobby(in text: [UInt8]) -> LobbyID? {
        guard case .hello(let hello)? = try? ClientMessage<Lobby>.decode(text),
            case .create(let id) = hello.entry
        else { return nil }
        return id
    }

    func hangUp(_ number: Int) {
        guard let line = lines.removeValue(forKey: number)?.toClient else { return }
        guard heldEnds == nil else { return heldEnds!.append(line) }
        line.finish()
    }

    /// Connections that are closed don't learn it before `releaseEnds`.
    func holdEnds() { heldEnds = [] }

    /// - Returns: how many ends were held back.
    func releaseEnds() -> Int {
        let held = heldEnds ?? []
        heldEnds = nil
        for line in held { line.finish() }
        return held.count
    }
}

private struct MemoryConnection: TransportConnection {
    let network: MemoryNetwork
    let number: Int
    let incoming: AsyncStream<Result<[UInt8], TransportError>>

    func send(_ text: [UInt8]) async throws(TransportError) {
        await network.take(text, from: number)
    }

    func receive() async throws(TransportError) -> [UInt8] {
        for await item in incoming { return try item.get() }
        throw .closed(code: nil)
    }

    func close(code: UInt16) async { await network.hangUp(number) }
}

extension Device {
    static func test(_ network: MemoryNetwork, clock: ManualClock, seed: UInt64) -> Device {
        Device(
            transport: network, clock: clock, generator: SeededGenerator(seed: seed),
            appName: "test", credentials: Phone.owner(seed))
    }
}
