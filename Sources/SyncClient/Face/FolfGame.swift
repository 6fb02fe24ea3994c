import Documents
public import Lobby
public import Wire

/// A game on a scorecard that is shared with everyone who plays it.
///
/// All editing functions return as soon as the entry is safe on this device; it is on the card of
/// `view` at once, with or without signal, and on its way to everyone else. They throw if the
/// rules of the game refuse it, or if the device can't keep it. One game uses one journal.
///
/// ```swift
/// func hostAGame(
///     on device: Device, at server: ServerAddress, keeping journal: any JournalStorage
/// ) async throws -> String {
///     let holes = (1...9).map { Hole(label: "\($0)", par: 3) }
///     let game = try await FolfGame.host(
///         course: "Meadow", holes: holes, name: "Anna", at: server, device: device,
///         journal: journal)
///     let ben = try await game.addGuest("Ben")
///     try await game.startGame()
///     try await game.score(ben, hole: 1, throws: 4)
///     try await game.score(ben, hole: 1, throws: 3)
///     for await view in await game.updates() {
///         guard view.pendingCount == 0, let code = view.code else { continue }
///         await game.close()
///         return "Join with \(code)"
///     }
///     return "The game was closed"
/// }
/// ```
public actor FolfGame {
    var core: ClientCore<Lobby>
    let device: Device
    let server: ServerAddress
    let journal: any JournalStorage
    /// The number of the connection that counts; reports of an earlier one are nobody's business.
    private var generation = 0
    private var outgoing: AsyncStream<Outgoing>.Continuation?
    private var timer: Task<Void, Never>?
    private var timerDeadline: UInt64?
    private var subscribers: [Int: AsyncStream<GameView>.Continuation] = [:]
    private var nextSubscriber = 0
    private var flushes: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var nextFlush = 0
    private var connectionProblem: String?
    private var storageProblem: StorageError?
    private var isClosed = false

    private enum Outgoing: Sendable {
        case text([UInt8])
        case close(code: UInt16)
    }

    init(
        _ core: ClientCore<Lobby>, server: ServerAddress, device: Device,
        journal: any JournalStorage
    ) {
        self.core = core
        self.device = device
        self.server = server
        self.journal = journal
    }

    /// Writes what the core begins with, and connects.
    func begin(isOffline: Bool) throws(FolfError) {
        do throws(StorageError) { try perform() } catch { throw .storage(error) }
        if !isOffline { connect() }
    }

    // MARK: What is seen

    /// The game as it stands.
    public var view: GameView {
        var view = core.view
        if view.connection == .live { connectionProblem = nil }
        view.problem = storageProblem?.sentence ?? view.problem ?? connectionProblem
        return view
    }

    /// The game now and after each change. Someone who reads slowly gets the latest view only. The
    /// sequence ends when the game is closed.
    public func updates() -> AsyncStream<GameView> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: GameView.self, bufferingPolicy: .bufferingNewest(1))
        guard !isClosed else {
            continuation.yield(view)
            continuation.finish()
            return stream
        }
        let number = nextSubscriber
        nextSubscriber += 1
        subscribers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.unsubscribe(number) }
        }
        continuation.yield(view)
        return stream
    }

    private func unsubscribe(_ number: Int) { subscribers[number] = nil }

    /// The state that someone has seen who opens an entry of `key` now; to be given to the edit
    /// that comes of it.
    public func seen(_ key: CellKey) -> SeenVersion { core.seen(key) }

    /// The person who the owner of this device is to the server.
    public var credentials: Credentials { core.credentials }

    // MARK: Staying in touch

    /// Connects, and stays connected from now on.
    public func connect() {
        guard !isClosed, storageProblem == nil else { return }
        core.start(now: device.clock.now())
        settle()
    }

    /// Goes on by what the device was given when it was signed in, also if it was signed out in
    /// between: nothing that was entered in this game is lost by that.
    ///
    /// - Returns: whether the account owns the person of this game; nothing happens otherwise.
    @discardableResult
    public func signIn(to account: AccountCredentials) -> Bool {
        guard !isClosed, storageProblem == nil else { return false }
        defer { settle() }
        return core.signIn(to: account, now: device.clock.now())
    }

    /// Comes back into a game after having left it.
    public func rejoin() {
        guard !isClosed, storageProblem == nil else { return }
        core.rejoin(now: device.clock.now())
        settle()
    }

    /// Ends the connection. Entries are kept on this device until `connect`.
    public func goOffline() {
        core.stop(now: device.clock.now())
        settle()
    }

    /// Asks whether the connection still lives, or tries again now; to be called when the app comes
    /// to the foreground or the network comes back.
    public func wake() {
        core.probe(now: device.clock.now())
        settle()
    }

    /// Waits until the server has dealt with all own entries.
    ///
    /// - Returns: false if they still wait after `milliseconds`, or there is no hope.
    public func flush(milliseconds: UInt64) async -> Bool {
        guard core.pendingCount > 0 else { return true }
        guard !isClosed, !isHopeless else { return false }
        let number = nextFlush
        nextFlush += 1
        let clock = device.clock
        let deadline = clock.now().deadline(after: milliseconds)
        let alarm = Task { [weak self] in
            try? await clock.sleep(untilMonotonic: deadline)
            await self?.endFlush(number, isDone: false)
        }
        defer { alarm.cancel() }
        return await withCheckedContinuation { flushes[number] = $0 }
    }

    private var isHopeless: Bool {
        if case .stopped = core.connectionState { return true }
        return storageProblem != nil
    }

    private func endFlush(_ number: Int, isDone: Bool) {
        flushes.removeValue(forKey: number)?.resume(returning: isDone)
    }

    /// Takes leave, and gives the journal free. The membership goes on, and so does the game when
    /// it is opened again.
    public func close() {
        guard !isClosed else { return }
        core.stop(now: device.clock.now())
        settle()
        isClosed = true
        timer?.cancel()
        for number in flushes.keys { endFlush(number, isDone: core.pendingCount == 0) }
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
        journal.close()
    }

    // MARK: Editing

    /// Puts a command into the journal and on its way.
    ///
    /// - Parameter seen: what the person saw on opening the entry; nil: the state of now.
    public func edit(_ command: Command, seen: SeenVersion? = nil) throws(FolfError) {
        try checkIsOpen()
        let number: OpNumber
        do throws(Refusal) {
            number = try core.edit(command, seen: seen, now: device.clock.now())
        } catch {
            throw .refused(error)
        }
        try keep(number)
    }

    /// Takes back the last own entry that still shows.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func undo() throws(FolfError) -> Bool {
        try checkIsOpen()
        let number: OpNumber?
        do throws(Refusal) {
            number = try core.undo(now: device.clock.now())
        } catch {
            throw .refused(error)
        }
        guard let number else { return false }
        try keep(number)
        return true
    }

    private func checkIsOpen() throws(FolfError) {
        guard !isClosed else { throw .closed }
        if let storageProblem { throw .storage(storageProblem) }
    }

    /// Writes the op that was just made.
    private func keep(_ number: OpNumber) throws(FolfError) {
        do throws(StorageError) {
            try perform()
        } catch {
            core.withdraw(number)
            settle()
            throw .storage(error)
        }
        core.committed(through: number, now: device.clock.now())
        settle()
    }

    // MARK: The core's wishes

    /// Carries out the core's effects, where a failure of the journal ends the connection:
    /// without it nothing that the server says may be relied upon.
    private func settle() {
        do throws(StorageError) {
            try perform()
        } catch {
            storageProblem = error
            generation += 1
            outgoing?.yield(.close(code: ClientCloseCode.goingAway))
            outgoing?.finish()
            core.stop(now: device.clock.now())
            _ = core.takeEffects()
            publish()
        }
        schedule()
        if core.pendingCount == 0 {
            for number in flushes.keys { endFlush(number, isDone: true) }
        } else if isHopeless {
            for number in flushes.keys { endFlush(number, isDone: false) }
        }
    }

    private func perform() throws(StorageError) {
        var hasChanged = false
        defer { if hasChanged { publish() } }
        for effect in core.takeEffects() {
            switch effect {
            case .journal(let line, let isDurable):
                try journal.append(line, isDurable: isDurable)
            case .rewriteJournal(let bytes, let isRequired):
                try rewrite(bytes, isRequired: isRequired)
            case .send(let text): outgoing?.yield(.text(text))
            case .disconnect(let code): disconnect(code: code)
            case .connect(let redirect): open(address(redirect))
            case .changed, .notice: hasChanged = true
            }
        }
    }

    private func rewrite(_ bytes: [UInt8], isRequired: Bool) throws(StorageError) {
        do throws(StorageError) {
            try journal.replace(with: bytes)
        } catch {
            if isRequired { throw error }
        }
    }

    private func publish() {
        let view = view
        for subscriber in subscribers.values { subscriber.yield(view) }
    }

    /// The address that a server may send us to: not from an encrypted connection to an open one,
    /// which would show this device's secret to everyone on the way.
    private func address(_ redirect: String?) -> ServerAddress {
        guard let moved = redirect.flatMap({ ServerAddress($0) }) else { return server }
        return server.isSecure && !moved.isSecure ? server : moved
    }

    private func disconnect(code: UInt16) {
        generation += 1
        outgoing?.yield(.close(code: code))
        outgoing?.finish()
        outgoing = nil
    }

    private func schedule() {
        let deadline = isClosed ? nil : core.nextDeadline
        guard deadline != timerDeadline else { return }
        timerDeadline = deadline
        timer?.cancel()
        guard let deadline else {
            timer = nil
            return
        }
        let clock = device.clock
        timer = Task { [weak self] in
            guard (try? await clock.sleep(untilMonotonic: deadline)) != nil else { return }
            await self?.tick(deadline)
        }
    }

    private func tick(_ deadline: UInt64) {
        guard timerDeadline == deadline else { return }
        timerDeadline = nil
        core.tick(now: device.clock.now())
        settle()
    }
}

/// One connection, from `connect` to the end of `receive`.
extension FolfGame {
    private func open(_ address: ServerAddress) {
        generation += 1
        let generation = generation
        let transport = device.transport
        Task { [weak self] in
            do throws(TransportError) {
                let connection = try await transport.connect(to: address)
                guard let self, await self.opened(connection, generation) else {
                    return await connection.close(code: ClientCloseCode.goingAway)
                }
                while true {
                    let text = try await connection.receive()
                    guard await self.received(text, generation) else { return }
                }
            } catch {
                await self?.lost(error, generation)
            }
        }
    }

    /// Takes note of an open connection.
    ///
    /// - Returns: whether the connection is still wanted.
    private func opened(_ connection: any TransportConnection, _ generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        let (stream, continuation) = AsyncStream.makeStream(of: Outgoing.self)
        outgoing = continuation
        Task { await Self.write(stream, to: connection) }
        core.connected(now: device.clock.now())
        settle()
        return true
    }

    /// Sends messages in order. A failure is of no interest here: `receive` ends too.
    private static func write(
        _ outgoing: AsyncStream<Outgoing>, to connection: any TransportConnection
    ) async {
        for await item in outgoing {
            switch item {
            case .text(let text):
                guard (try? await connection.send(text)) != nil else {
                    return await connection.close(code: ClientCloseCode.goingAway)
                }
            case .close(let code): return await connection.close(code: code)
            }
        }
        await connection.close(code: ClientCloseCode.goingAway)
    }

    private func received(_ text: [UInt8], _ generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        core.received(text, now: device.clock.now())
        settle()
        return generation == self.generation
    }

    private func lost(_ error: TransportError, _ generation: Int) {
        guard generation == self.generation else { return }
        self.generation += 1
        outgoing?.finish()
        outgoing = nil
        connectionProblem = error.sentence
        var closeCode: UInt16?
        if case .closed(let code) = error { closeCode = code }
        core.disconnected(closeCode: closeCode, now: device.clock.now())
        settle()
    }
}
