import ClientPlatform
import Foundation
import Lobby
import SyncClient
import TestSupport
import Testing
import Wire

struct GameFolderTests {
    private let temporary: TemporaryFolder
    private let folder: GameFolder
    private let server = ServerAddress("ws://127.0.0.1:1")!

    init() throws {
        temporary = try TemporaryFolder()
        folder = try GameFolder(path: temporary.path + "/deep/home")
    }

    private func device() -> Device {
        Device(
            transport: SocketTransport(), clock: SystemClock(),
            generator: SystemRandomNumberGenerator(), appName: "test")
    }

    private func host(_ name: String) async throws -> (game: FolfGame, journal: FileJournal) {
        let journal = try folder.newJournal(name: name)
        let game = try await FolfGame.host(
            course: name, holes: [Hole(label: "1", par: 3)], name: "Anna", at: server,
            device: device(), journal: journal, isOffline: true)
        return (game, journal)
    }

    @Test("The person is kept for the owner's eyes only, and the first one stays")
    func identity() throws {
        #expect(try folder.credentials() == nil)
        let secret = Identifier128(high: 0xABC, low: 1)
        let first = Credentials(
            person: PersonID(secret), token: Token(high: secret, low: secret))
        try folder.keep(first)
        #expect(try folder.credentials() == first)
        #expect(try temporary.permissions("deep/home/identity") == 0o600)
        #expect(try temporary.permissions("deep/home") == 0o700)
        var second = first
        second.person = PersonID(Identifier128(high: 1, low: 1))
        try folder.keep(second)
        #expect(try folder.credentials() == first)
    }

    @Test("A damaged identity is said to be so, and not taken for a new device")
    func damagedIdentity() throws {
        try Data("nonsense".utf8).write(
            to: URL(filePath: temporary.path + "/deep/home/identity"))
        #expect(throws: StorageError.self) { try folder.credentials() }
    }

    @Test("Games are found by the beginning of their id")
    func lookup() async throws {
        #expect(folder.games().isEmpty)
        let (one, _) = try await host("one")
        let (two, _) = try await host("two")
        try await two.startGame()
        #expect(folder.games().map(\.view.card?.course) == ["one", "two"])
        let id = try #require(await one.view.lobbyID).value.description
        #expect(folder.game(called: String(id.prefix(12)))?.name == "one")
        #expect(folder.game(called: id.uppercased())?.name == "one")
        #expect(folder.game(called: "ABCDEF") == nil)
        #expect(folder.game(called: "") == nil)
        let found = try #require(folder.games().last)
        #expect(folder.pendingCount(of: found) == 2)
    }

    @Test("Each process writes a journal of its own")
    func journals() async throws {
        let (_, journal) = try await host("one")
        let second = try folder.freeJournal(of: "one")
        #expect(second.path.hasSuffix("replica-2.journal"))
        #expect(try folder.journal(1, of: "one") == nil)
        #expect(folder.journalNumbers(of: "one") == [1, 2])
        journal.close()
        #expect(try folder.freeJournal(of: "one").path.hasSuffix("replica-1.journal"))
        second.close()
    }

    @Test("Files that are no journals are passed over")
    func strangers() throws {
        try folder.newJournal(name: "empty").close()
        let journal = try folder.newJournal(name: "nonsense")
        try journal.append(Array("nonsense\n".utf8), isDurable: false)
        #expect(folder.games().isEmpty)
    }
}
