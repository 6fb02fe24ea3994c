import Documents
public import Lobby
public import Wire

/// Ways into a game. Each connects by itself unless `isOffline`.
extension FolfGame {
    /// Begins a new game. It can be played at once; players can join when the server has it.
    ///
    /// - Parameters:
    ///   - course: nil for one without a name.
    ///   - layout: what is known of the course beside its holes, if anything is.
    ///   - name: the host's.
    ///   - isPlaying: whether the host has a column on the card.
    ///   - journal: an empty one.
    public static func host(
        course: String?, holes: [Hole], layout: GameLayout? = nil, name: String,
        isPlaying: Bool = true, allowsLateJoin: Bool = false, at server: ServerAddress,
        device: Device,
        journal: any JournalStorage, isOffline: Bool = false
    ) async throws(FolfError) -> FolfGame {
        var generator = device.generator
        let setup = GameSetup(
            course: course, holes: holes, layout: layout, allowsLateJoin: allowsLateJoin,
            invitation: .random(using: &generator), watch: .random(using: &generator),
            hostName: name, hostPlayer: isPlaying ? .random(using: &generator) : nil)
        let nonce = Identifier128.random(using: &generator)
        let hello = Hello(
            client: device.appName, credentials: device.credentials,
            replica: .random(using: &generator),
            entry: .create(LobbyID(maker: device.credentials.person, nonce: nonce)), name: name)
        let game = try new(hello, server, device, journal)
        try await game.create(setup, nonce)
        try await game.begin(isOffline: isOffline)
        return game
    }

    /// Enters a game as a player.
    ///
    /// - Parameters:
    ///   - entry: the code or the invitation, or a membership of the device's owner.
    ///   - name: the player's, for the card.
    ///   - knocks: asks the host, if the game has begun without late joining; `GameView.isKnocking`
    ///     tells whether that is so.
    ///   - journal: an empty one.
    public static func join(
        _ entry: Entry, name: String, knocks: Bool = false, at server: ServerAddress,
        device: Device, journal: any JournalStorage, isOffline: Bool = false
    ) async throws(FolfError) -> FolfGame {
        var generator = device.generator
        let hello = Hello(
            client: device.appName, credentials: device.credentials,
            replica: .random(using: &generator), entry: entry, part: entry.partOnJoining,
            name: name, knocks: knocks)
        let game = try new(hello, server, device, journal)
        try await game.begin(isOffline: isOffline)
        return game
    }

    /// Watches a game without taking part.
    public static func watch(
        _ entry: Entry, at server: ServerAddress, device: Device, journal: any JournalStorage
    ) async throws(FolfError) -> FolfGame {
        var generator = device.generator
        let hello = Hello(
            client: device.appName, credentials: device.credentials,
            replica: .random(using: &generator), entry: entry, part: .spectator)
        let game = try new(hello, server, device, journal)
        try await game.begin(isOffline: false)
        return game
    }

    /// Goes on with a game that was hosted or joined on this device.
    ///
    /// - Returns: the game, and what shape its journal was in.
    public static func reopen(
        _ journal: any JournalStorage, at server: ServerAddress, device: Device,
        isOffline: Bool = false
    ) async throws(FolfError) -> (game: FolfGame, report: JournalReport) {
        let bytes = try read(journal)
        let restored: (core: ClientCore<Lobby>, report: JournalReport)
        do throws(JournalError) {
            restored = try ClientCore<Lobby>.restore(
                journal: bytes, generator: device.generator)
        } catch {
            throw .noGame
        }
        let game = FolfGame(restored.core, server: server, device: device, journal: journal)
        if let account = device.account { await game.signIn(to: account) }
        try await game.begin(isOffline: isOffline)
        return (game, restored.report)
    }

    private static func new(
        _ hello: Hello, _ server: ServerAddress, _ device: Device, _ journal: any JournalStorage
    ) throws(FolfError) -> FolfGame {
        guard try read(journal).isEmpty else { throw .gameExists }
        var core = ClientCore<Lobby>(hello, generator: device.generator)
        core.account = device.account
        return FolfGame(core, server: server, device: device, journal: journal)
    }

    private static func read(_ journal: any JournalStorage) throws(FolfError) -> [UInt8] {
        do throws(StorageError) { return try journal.read() } catch { throw .storage(error) }
    }

    private func create(_ setup: GameSetup, _ nonce: Identifier128) throws(FolfError) {
        try edit(.create(setup, nonce: nonce))
    }
}

extension Entry {
    /// The wish to take part of someone who joins; someone who has been a member once only resumes.
    fileprivate var partOnJoining: Hello.Part? {
        switch self {
        case .create, .watch, .member: nil
        case .code, .invitation: .player
        }
    }
}
