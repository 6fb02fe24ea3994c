public import Documents
import Glibc
import Lobby
public import SyncClient
import SystemCalls
public import Wire

/// The folder that one person keeps on one device: who they are, and the games they are in.
///
/// ```
/// identity                        the person and the token, in hexadecimal
/// games/<name>/replica-<k>.journal
/// games/<name>/server            the address it was begun at
/// games/<name>/code              the last code it had
/// ```
/// A game's folder is named after its lobby, or, if it was joined by code, at random; what counts
/// is what its journals say. A second process of the same person takes the next free `k`, so each
/// writes a journal of its own.
public struct GameFolder: Sendable {
    public let path: String

    public static let journalsPerGameMax = DocumentLimits.replicasPerPersonMax

    /// Uses the folder, which is created if it isn't there.
    public init(path: String) throws(StorageError) {
        self.path = path
        do throws(SystemError) {
            try Files.createFolder(path + "/games")
        } catch {
            throw StorageError(error, at: path)
        }
    }

    // MARK: The person

    var identityPath: String { path + "/identity" }

    /// The person's credentials, made and kept for the first game.
    public func credentials(
        using generator: inout some RandomNumberGenerator
    ) throws(StorageError) -> Credentials {
        if let kept = try keptCredentials() { return kept }
        let new = Credentials.new(using: &generator)
        try keep(new)
        return try keptCredentials() ?? new
    }

    func keptCredentials() throws(StorageError) -> Credentials? {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try Files.contents(of: identityPath, bytesMax: 1_024)
        } catch {
            throw StorageError(error, at: identityPath)
        }
        guard let bytes else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let person = Identifier128(words[0]), let token = Token(words[1])
        else { throw StorageError("\(identityPath) is damaged.") }
        return Credentials(person: PersonID(person), token: token)
    }

    /// Keeps the credentials, unless another process was faster.
    private func keep(_ credentials: Credentials) throws(StorageError) {
        let text = "\(credentials.person.value) \(credentials.token)\n"
        do throws(SystemError) {
            let draft = Files.ownDraft(of: identityPath)
            let file = try Files.writeDraft(draft, Array(text.utf8))
            _ = consume file
            defer { _ = unsafe unlink(draft) }
            _ = try systemCall { unsafe link(draft, identityPath) }
            try Files.syncFolder(of: identityPath)
        } catch {
            guard error.code != EEXIST else { return }
            throw StorageError(error, at: identityPath)
        }
    }

    // MARK: The games

    /// A game on this device, as one of its journals has it.
    public struct Game: Sendable {
        /// The name of the game's folder.
        public var name: String
        public var identity: Hello
        public var view: GameView
        /// The game's code, also when it isn't valid any more.
        public var code: JoinCode?
    }

    /// All games, read from their journals; those that nothing can be made of are left out.
    public func games() -> [Game] {
        Files.names(in: path + "/games").compactMap { game(inFolder: $0) }
    }

    /// The game that `text` means: its code as typed, or the beginning of its lobby's id.
    public func game(called text: String) -> Game? {
        let games = games()
        if let code = JoinCode(text), let game = games.first(where: { $0.isFound(by: code) }) {
            return game
        }
        let start = text.lowercased()
        guard start.count >= 4 else { return nil }
        let fitting = games.filter {
            $0.view.lobbyID?.value.description.hasPrefix(start) == true
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// Entries of all journals of the game that the server hasn't dealt with.
    public func pendingCount(of game: Game) -> Int {
        journalNumbers(of: game.name).reduce(0) { count, number in
            count + (restored(game.name, number)?.pendingCount ?? 0)
        }
    }

    /// The numbers of the game's journals.
    public func journalNumbers(of name: String) -> [Int] {
        let names = Set(Files.names(in: folder(of: name)))
        return (1...Self.journalsPerGameMax).filter { names.contains("replica-\($0).journal") }
    }

    /// Removes a game that came to nothing.
    public func discard(_ name: String) {
        for file in Files.names(in: folder(of: name)) {
            _ = unsafe unlink("\(folder(of: name))/\(file)")
        }
        _ = unsafe rmdir(folder(of: name))
    }

    /// The server that the game was begun at; nil if that isn't known.
    public func server(of name: String) -> ServerAddress? {
        let bytes = try? Files.contents(of: serverPath(name), bytesMax: 4_096)
        return bytes.flatMap { ServerAddress(String(decoding: $0, as: UTF8.self)) }
    }

    public func note(server: ServerAddress, of name: String) throws(StorageError) {
        do throws(SystemError) {
            try Files.put(Array(server.description.utf8), at: serverPath(name))
        } catch {
            throw StorageError(error, at: serverPath(name))
        }
    }

    private func serverPath(_ name: String) -> String { folder(of: name) + "/server" }

    /// Opens an empty journal for a new game.
    public func newJournal(name: String) throws(StorageError) -> FileJournal {
        try createFolder(of: name)
        do throws(FileJournal.OpeningError) {
            return try FileJournal(path: journalPath(name, 1))
        } catch {
            throw Self.storageError(error, name)
        }
    }

    /// Opens the journal with this number; nil if another process has it open.
    public func journal(_ number: Int, of name: String) throws(StorageError) -> FileJournal? {
        do throws(FileJournal.OpeningError) {
            return try FileJournal(path: journalPath(name, number))
        } catch {
            guard error != .inUse else { return nil }
            throw Self.storageError(error, name)
        }
    }

    /// Opens the first journal of the game that can be used and that no other process has open;
    /// an empty one if need be.
    public func freeJournal(of name: String) throws(StorageError) -> FileJournal {
        var failure: StorageError?
        for number in 1...Self.journalsPerGameMax {
            do throws(StorageError) {
                guard let journal = try journal(number, of: name) else { continue }
                if Self.isReadable(try journal.read()) { return journal }
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? StorageError("The game is open in too many places on this device.")
    }

    /// Journals that nothing can be made of: damaged from end to end, or not to be opened. What
    /// they hold isn't handed over.
    public func unreadableJournals() -> [String] {
        Files.names(in: path + "/games").flatMap { name in
            journalNumbers(of: name).map { journalPath(name, $0) }
        }.filter { path in
            do throws(SystemError) {
                let bytes = try Files.contents(of: path, bytesMax: FileJournal.bytesMax)
                return !Self.isReadable(bytes ?? [])
            } catch {
                return true
            }
        }
    }

    private static func isReadable(_ journal: [UInt8]) -> Bool {
        journal.isEmpty || ClientCore<Lobby>.identity(inJournal: journal)?.kind == Lobby.kind
    }

    private static func storageError(
        _ error: FileJournal.OpeningError, _ name: String
    ) -> StorageError {
        switch error {
        case .inUse: StorageError("The game \(name) is open in another window.")
        case .failed(let error): error
        }
    }

    private func createFolder(of name: String) throws(StorageError) {
        do throws(SystemError) {
            try Files.createFolder(folder(of: name))
        } catch {
            throw StorageError(error, at: folder(of: name))
        }
    }

    private func folder(of name: String) -> String { "\(path)/games/\(name)" }

    public func journalPath(_ name: String, _ number: Int) -> String {
        "\(folder(of: name))/replica-\(number).journal"
    }

    /// The game as its first journal has it that knows the card; a journal that was begun without
    /// signal doesn't yet.
    private func game(inFolder name: String) -> Game? {
        let cores = journalNumbers(of: name).lazy.compactMap { restored(name, $0) }
        guard let core = cores.first(where: { $0.view.lobby != nil }) ?? cores.first else {
            return nil
        }
        let view = core.view
        return Game(
            name: name, identity: core.identity, view: view, code: noted(view.code, of: name))
    }

    /// The code, or the one that was noted before the game was locked. Notes a new one.
    private func noted(_ code: JoinCode?, of name: String) -> JoinCode? {
        let path = folder(of: name) + "/code"
        let bytes = try? Files.contents(of: path, bytesMax: 64)
        let noted = bytes.flatMap { JoinCode(String(decoding: $0, as: UTF8.self)) }
        if let code, code != noted { try? Files.put(Array(code.description.utf8), at: path) }
        return code ?? noted
    }

    /// Reads a journal that another process may be writing to.
    private func restored(_ name: String, _ number: Int) -> ClientCore<Lobby>? {
        let bytes = try? Files.contents(
            of: journalPath(name, number), bytesMax: FileJournal.bytesMax)
        guard let bytes, !bytes.isEmpty else { return nil }
        return try? ClientCore<Lobby>.restore(
            journal: bytes, generator: SystemRandomNumberGenerator()
        ).core
    }
}

extension GameFolder.Game {
    fileprivate func isFound(by code: JoinCode) -> Bool {
        self.code == code || identity.entry == .code(code)
    }
}
