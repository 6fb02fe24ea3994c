import Documents
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("The history of a game")
struct HistoryTests {
    struct Answer: Equatable {
        var first: Seq
        var changes: [Change]
        var top: Seq
    }

    private func ask(_ device: FakeDevice, after seq: Seq) {
        device.wire?.say(ClientMessage<Lobby>.history(encodingAfter: seq))
    }

    /// What has been told of the past since the last look.
    private func answers(_ device: FakeDevice) -> [Answer] {
        device.wire!.take().compactMap { message in
            guard case .history(let first, let changes, let top) = message else { return nil }
            return Answer(first: first, changes: changes, top: top)
        }
    }

    private func answer(_ device: FakeDevice, after seq: Seq) -> Answer? {
        device.wire?.take()
        ask(device, after: seq)
        return answers(device).first
    }

    private func changes(_ game: Game) throws -> [Change] {
        try #require(game.shell.store.lobbies[game.id]).records.map {
            try LogCoding<Lobby>.event($0).change
        }
    }

    /// A game of more events than memory keeps.
    private func longGame(_ shell: FakeShell = FakeShell(), events: Int = 300) -> Game {
        let game = Game(shell, players: 1, isPlaying: true)
        while game.host.position.seq < events {
            game.host.score(Int64(game.host.position.seq % 9) + 1)
        }
        return game
    }

    @Test("Page by page the whole log is told, as it lies in the store")
    func pages() throws {
        let game = longGame(events: 600)
        let all = try changes(game)
        #expect(all.count == 600)
        var told: [Change] = []
        var pageCount = 0
        while true {
            let page = try #require(answer(game.host, after: Seq(told.count)))
            #expect(page.first == Seq(told.count) + 1)
            #expect(page.top == 600)
            #expect(page.changes.count <= WireLimits.eventsPerMessageMax)
            if page.changes.isEmpty { break }
            told += page.changes
            pageCount += 1
        }
        #expect(told == all)
        #expect(pageCount == 3)
    }

    @Test("What memory holds is told without the store, and behind the end there is nothing")
    func recent() throws {
        let game = longGame()
        game.shell.holdsStore = true
        let all = try changes(game)
        #expect(
            answer(game.host, after: 290)
                == Answer(first: 291, changes: Array(all[290...]), top: 300))
        #expect(answer(game.host, after: 300) == Answer(first: 301, changes: [], top: 300))
        #expect(answer(game.host, after: 9_999) == Answer(first: 10_000, changes: [], top: 300))
        #expect(game.shell.requests.isEmpty)
    }

    @Test("Nothing is told that isn't durable, and the answer follows the events")
    func durable() throws {
        let game = Game(FakeShell(), isPlaying: true)
        game.takeAll()
        game.shell.holdsStore = true
        game.host.score(3)
        ask(game.host, after: 0)
        #expect(answers(game.host).isEmpty)
        game.shell.holdsStore = false
        game.shell.answerStore()
        let messages = game.host.wire!.take()
        let events = messages.firstIndex { if case .events = $0 { true } else { false } }
        let history = messages.firstIndex { if case .history = $0 { true } else { false } }
        #expect(try #require(events) < #require(history))
        #expect(messages.contains(.history(first: 1, try changes(game), top: 3)))
    }

    @Test("Spectators and players are told; a creator is told that there is nothing yet")
    func everyone() throws {
        let game = longGame()
        let all = try changes(game)
        let watcher = FakeDevice(game.shell)
        watcher.enter(.code(game.code), as: .spectator)
        for device in [game.players[0], watcher] {
            #expect(answer(device, after: 250)?.changes == Array(all[250...]))
        }
        let creator = FakeDevice(game.shell)
        creator.enter(.create(creator.ownLobby), number: 1)
        #expect(answer(creator, after: 0) == Answer(first: 1, changes: [], top: 0))
    }

    @Test("Who isn't in the game is told nothing")
    func outsiders() {
        let game = longGame()
        let player = game.players[0]
        player.score(3)
        player.wire?.hangUp()
        game.host.perform(.kick(player.person))
        player.note(.leave)
        player.resume()
        player.wire?.take()
        ask(player, after: 0)
        #expect(player.error?.name == "not_member")
        #expect(answers(player).isEmpty)
        let stranger = FakeDevice(game.shell)
        stranger.open()
        ask(stranger, after: 0)
        #expect(stranger.error?.name == "hello_expected")
        #expect(stranger.closeCode == 4500)
    }

    @Test("A session asks one question at a time")
    func oneAtATime() {
        let game = longGame()
        game.takeAll()
        game.shell.holdsStore = true
        ask(game.host, after: 0)
        ask(game.host, after: 0)
        #expect(game.host.error?.name == "history_later")
        #expect(game.host.error?.retryMilliseconds == 500)
        #expect(game.shell.requests.count == 1)
        game.shell.holdsStore = false
        game.shell.answerStore()
        #expect(answers(game.host).count == 1)
        #expect(answer(game.host, after: 0)?.changes.count == 256)
    }

    @Test("Too many questions are put off, and the game goes on meanwhile")
    func budget() throws {
        let game = longGame()
        for _ in 0..<120 { #expect(answer(game.host, after: 299)?.changes.count == 1) }
        #expect(answer(game.host, after: 299) == nil)
        let error = try #require(game.host.error)
        #expect(error.name == "history_later")
        #expect(error.mayRetry)
        let wait = UInt64(try #require(error.retryMilliseconds))
        #expect(wait > 0 && wait <= 500)
        #expect(answer(game.players[0], after: 299) != nil)
        game.host.score(3)
        #expect(game.host.lobby?.seq == 301)
        game.shell.wait(wait)
        #expect(answer(game.host, after: 299)?.changes.count == 2)
    }

    @Test("All together put only so many questions to the store at a time")
    func storeIsShared() {
        let shell = FakeShell { $0.historyReadsMax = 2 }
        let game = longGame(shell)
        let watchers = (0..<3).map { _ in FakeDevice(shell) }
        for watcher in watchers { watcher.enter(.code(game.code), as: .spectator) }
        shell.holdsStore = true
        for watcher in watchers { ask(watcher, after: 0) }
        #expect(watchers.map { $0.error?.name } == [nil, nil, "history_later"])
        watchers[0].wire?.hangUp()
        shell.holdsStore = false
        shell.answerStore()
        #expect(answer(watchers[1], after: 0) != nil)
        #expect(answer(watchers[2], after: 0) != nil)
    }

    @Test("An answer holds so many bytes of events, and at least one event")
    func bytes() throws {
        let shell = FakeShell { $0.historyBytesMax = 1_000 }
        let game = longGame(shell)
        let some = try #require(answer(game.host, after: 100))
        #expect(some.changes == Array(try changes(game)[100..<100 + some.changes.count]))
        let bytes = some.changes.reduce(0) { $0 + ServerMessage<Lobby>.encode($1).count + 1 }
        #expect(bytes <= 1_000 && bytes > 900)
        let small = FakeShell { $0.historyBytesMax = 1 }
        #expect(answer(longGame(small).host, after: 250)?.changes.count == 1)
    }

    @Test("While the store can't be read, the client is to ask again, and stays")
    func unavailable() {
        let game = longGame()
        game.shell.isStoreUnavailable = true
        #expect(answer(game.host, after: 0) == nil)
        #expect(game.host.error?.name == "history_later")
        #expect(game.host.error?.retryMilliseconds == 2_000)
        game.shell.isStoreUnavailable = false
        #expect(answer(game.host, after: 0) != nil)
    }

    @Test("A session that is gone when the store answers is forgotten")
    func gone() {
        let game = longGame()
        game.shell.holdsStore = true
        ask(game.players[0], after: 0)
        game.players[0].wire?.hangUp()
        game.shell.holdsStore = false
        game.shell.answerStore()
        #expect(answer(game.host, after: 0) != nil)
    }
}
