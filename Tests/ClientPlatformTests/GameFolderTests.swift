import ClientPlatform
import Documents
import Foundation
import Lobby
import Scoring
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
        var generator = SystemRandomNumberGenerator()
        return Device(
            transport: SocketTransport(), clock: SystemClock(), generator: generator,
            appName: "test", credentials: .new(using: &generator))
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
        var generator = SeededGenerator(seed: 1)
        let first = try folder.credentials(using: &generator)
        #expect(first.token.person == first.person)
        #expect(try temporary.permissions("deep/home/identity") == 0o600)
        #expect(try temporary.permissions("deep/home") == 0o700)
        #expect(try folder.credentials(using: &generator) == first)
    }

    @Test("Of many processes that begin at once all take the same identity")
    func identityRace() async throws {
        for round in UInt64(0)..<20 {
            let home = try GameFolder(path: temporary.path + "/home-\(round)")
            let taken = try await withThrowingTaskGroup { group in
                for number in 1...8 as ClosedRange<UInt64> {
                    group.addTask {
                        var generator = SeededGenerator(seed: round << 8 | number)
                        return try home.credentials(using: &generator)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(taken.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
            #expect(Set(names) == ["games", "identity"])
        }
    }

    @Test("A damaged identity is said to be so, and not taken for a new device")
    func damagedIdentity() throws {
        try Data("nonsense".utf8).write(
            to: URL(filePath: temporary.path + "/deep/home/identity"))
        var generator = SeededGenerator(seed: 1)
        #expect(throws: StorageError.self) { try folder.credentials(using: &generator) }
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

    @Test("Files that are no journals are passed over, and can be named")
    func strangers() throws {
        try folder.newJournal(name: "empty").close()
        let journal = try folder.newJournal(name: "nonsense")
        try journal.append(Array("nonsense\n".utf8), isDurable: false)
        #expect(folder.games().isEmpty)
        #expect(folder.unreadableJournals() == [journal.path])
    }

    @Test("A journal of another kind of lobby is no game's, and is named")
    func otherKind() async throws {
        let (_, own) = try await host("one")
        own.close()
        let bytes = try #require(FileManager.default.contents(atPath: own.path))
        var hello = try #require(ClientCore<Lobby>.identity(inJournal: [UInt8](bytes)))
        hello.kind = try #require(DocumentKind("counter"))
        let journal = try folder.newJournal(name: "other")
        try journal.append(JournalCoding.encode(.hello(hello)), isDurable: false)
        #expect(folder.unreadableJournals() == [journal.path])
    }

    @Test("With a journal that can't be read, the next one is used", arguments: [false, true])
    func unreadable(isFolder: Bool) async throws {
        let (_, journal) = try await host("one")
        journal.close()
        try FileManager.default.removeItem(atPath: journal.path)
        if isFolder {
            try FileManager.default.createDirectory(
                atPath: journal.path, withIntermediateDirectories: false)
        } else {
            try Data("nonsense\n".utf8).write(to: URL(filePath: journal.path))
        }
        #expect(try folder.freeJournal(of: "one").path.hasSuffix("replica-2.journal"))
        #expect(folder.unreadableJournals() == [journal.path])
    }

    @Test("A game is shown as a journal has it that knows the card, not as an earlier one without")
    func incomplete() async throws {
        let (game, journal) = try await host("one")
        let lobby = try #require(await game.view.lobbyID)
        journal.close()
        let files = FileManager.default
        let second = folder.journalPath("one", 2)
        try files.moveItem(atPath: journal.path, toPath: second)
        let ahead = try #require(try folder.journal(1, of: "one"))
        _ = try await FolfGame.join(
            .member(lobby, ticket: nil), name: "Anna", at: server, device: device(),
            journal: ahead, isOffline: true)
        #expect(folder.games().map(\.view.card?.course) == ["one"])
    }
}
