import ClientPlatform
import Documents
import SyncClient
import Wire

/// The player's place at this device: who they are, their games, and how to get to a server.
struct Desk {
    let options: Invocation.Options
    let folder: GameFolder
    /// The account that this device was signed in to when the command began.
    let account: KeptAccount?
    let clock = SystemClock()

    init(_ options: Invocation.Options) throws(Failure) {
        self.options = options
        let folder = try attemptStorage { () throws(StorageError) in
            try GameFolder(path: options.home)
        }
        self.folder = folder
        account = try attemptStorage { () throws(StorageError) in try folder.account() }
    }

    /// The server that was asked for, or the one the game was begun at, or the account's.
    func server(of name: String? = nil) -> ServerAddress {
        options.server ?? name.flatMap { folder.server(of: $0) } ?? account?.server
            ?? ServerAddress(Invocation.serverDefault)!
    }

    /// The account, if it is one of this server: no other is shown its token.
    func account(at server: ServerAddress) -> KeptAccount? {
        account.flatMap { $0.server == server ? $0 : nil }
    }

    /// This device with whom it is to a server: a new game's owner is the account's main person, or
    /// somebody whom nobody knows.
    func device(at server: ServerAddress) throws(Failure) -> Device {
        let account = account(at: server)
        let main = account?.mainCredentials
        let credentials = if let main { main } else { try ownCredentials() }
        return Device(
            transport: SocketTransport(), clock: clock,
            generator: SystemRandomNumberGenerator(), appName: Folf.version,
            credentials: credentials, account: account?.credentials)
    }

    /// The device's own person, whom no account has to do with.
    func ownCredentials() throws(Failure) -> Credentials {
        try attemptStorage { () throws(StorageError) in
            var generator = SystemRandomNumberGenerator()
            return try folder.credentials(using: &generator)
        }
    }

    /// The game on this device that `text` means.
    func find(_ text: String) throws(Failure) -> GameFolder.Game {
        guard let game = folder.game(called: text) else {
            throw Failure(
                "There is no game “\(text)” on this device. To take part, folf join \(text); "
                    + "to watch, folf watch \(text).")
        }
        return game
    }

    /// Opens a game on this device, in a journal that no other process uses.
    func open(_ found: GameFolder.Game) async throws(Failure) -> FolfGame {
        let (journal, isNew) = try attemptStorage { () throws(StorageError) in
            let journal = try folder.freeJournal(of: found.name)
            return (journal, try journal.read().isEmpty)
        }
        guard isNew else { return try await reopen(journal, server(of: found.name)) }
        let server = server(of: found.name)
        var device = try device(at: server)
        let credentials = found.identity.credentials
        device.credentials = device.account?.credentials(as: credentials.person) ?? credentials
        return try await attempt { () async throws(FolfError) in
            try await FolfGame.join(
                found.entry, name: found.identity.name ?? "", at: server, device: device,
                journal: journal, isOffline: options.isOffline)
        }
    }

    func reopen(
        _ journal: FileJournal, _ server: ServerAddress
    ) async throws(Failure) -> FolfGame {
        let device = try device(at: server)
        let (game, report) = try await attempt { () async throws(FolfError) in
            try await FolfGame.reopen(
                journal, at: server, device: device, isOffline: options.isOffline)
        }
        if report.damagedLineCount > 0 {
            Terminal.printError(
                "folf: the journal \(journal.path) was damaged (\(report.damagedLineCount) lines); "
                    + "all that could be read is used.")
        }
        return game
    }

    /// Waits until the game is as the server has it, or it is clear that this won't be soon.
    func settled(_ game: FolfGame) async -> GameView {
        if options.isOffline { return await game.view }
        return await view(of: game, within: options.waitSeconds) { view in
            if view.isUpToDate { return true }
            switch view.connection {
            case .stopped, .waiting: return true
            case .offline, .connecting, .live: return false
            }
        }
    }

    /// The first view that fits, or the last one when the time is over.
    func view(
        of game: FolfGame, within seconds: Int, where fits: @escaping @Sendable (GameView) -> Bool
    ) async -> GameView {
        let updates = await game.updates()
        let clock = clock
        let end = clock.now().monotonicMilliseconds + UInt64(seconds) * 1_000
        await withTaskGroup { group in
            group.addTask {
                for await view in updates where fits(view) { return }
            }
            group.addTask { try? await clock.sleep(untilMonotonic: end) }
            await group.next()
            group.cancelAll()
        }
        return await game.view
    }
}

extension GameFolder.Game {
    /// The entry with which a second journal of the same person gets in.
    var entry: Entry {
        guard let lobby = view.lobbyID else { return identity.entry }
        if case .member(_, let ticket) = identity.entry { return .member(lobby, ticket: ticket) }
        return .member(lobby, ticket: nil)
    }
}
