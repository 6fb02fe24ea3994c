import Documents
import Lobby
import Log
import Notebook
import SyncClient
import SyncServer
import Testing
import Wire

@Suite("Games and notebooks on one server")
struct KindsTests {
    let shell = FakeShell(shards: 2)

    private func token() -> Credentials {
        Credentials(token: Token(high: shell.identifier(), low: shell.identifier()))
    }

    @Test("Two devices of a person write in one notebook, from whichever shard they come")
    func twoDevices() throws {
        let own = token()
        let (first, second) = (NotebookDevice(shell, own), NotebookDevice(shell, own))
        first.connect(shard: 0)
        second.connect(shard: 1)
        try first.put("fav/1", "1")
        if second.wire?.isGone == true { second.hangUp() }
        if !second.isLive { second.connect(shard: 1) }
        try second.put("note/1", "windy")
        shell.wait(1_000)
        #expect(first.notes == ["fav/1": "1", "note/1": "windy"])
        #expect(second.notes == first.notes)
        #expect(first.core.pendingCount == 0 && second.core.pendingCount == 0)
        #expect(first.notices.isEmpty && second.notices.filter { !$0.mayRetry }.isEmpty)
        let stored = try #require(shell.store.lobbies[LobbyID(notebookOf: own.person)])
        #expect(stored.code == nil)
        #expect(shell.store.seats(in: stored.lobby) == [own.person])
    }

    @Test(
        "What two devices write without signal comes together, the later note on top"
    )
    func bothOffline() throws {
        let own = token()
        let (first, second) = (NotebookDevice(shell, own), NotebookDevice(shell, own))
        try second.put("note/1", "earlier")
        shell.wall += 60_000
        shell.monotonic += 60_000
        try first.put("note/1", "later")
        try first.put("fav/1", "1")
        first.connect()
        second.connect(shard: 1)
        #expect(second.notes == ["fav/1": "1", "note/1": "later"])
        #expect(second.core.pendingCount == 0)
    }

    @Test("Nobody else comes in, by its id, as a spectator or by a code")
    func others() throws {
        let owner = NotebookDevice.newcomer(shell)
        owner.connect()
        try owner.put("fav/1", "1")
        let id = LobbyID(notebookOf: owner.person)
        for entry: Entry in [
            .create(id), .member(id, ticket: shell.identifier()),
            .invitation(id, shell.identifier()),
            .watch(id, shell.identifier()),
        ] {
            let other = NotebookDevice(shell, token(), entry: entry)
            other.connect()
            #expect(other.notices.map(\.name) == ["not_invited"])
            #expect(other.core.confirmed == nil)
        }
        let guessing = NotebookDevice(shell, token(), entry: .code(JoinCode("ABCDEF")))
        guessing.connect()
        #expect(guessing.notices.map(\.name) == ["wrong_code"])
    }

    @Test(
        "No game is found by a notebook's id, no notebook by a game's, and none seems damaged"
    )
    func idsSayTheKind() throws {
        let owner = NotebookDevice.newcomer(shell)
        owner.connect()
        try owner.put("fav/1", "1")
        let device = FakeDevice(shell)
        device.enter(
            .invitation(LobbyID(notebookOf: owner.person), shell.identifier()), as: .player)
        #expect(device.error?.name == "unknown_lobby")
        let game = Game(shell)
        let reader = NotebookDevice(shell, token(), entry: .create(game.id))
        reader.connect()
        #expect(reader.notices.map(\.name) == ["unknown_lobby"])
        #expect(shell.reports.isEmpty)
        #expect(owner.isLive && game.host.isSeated)
    }

    @Test("A kind that nobody serves is refused")
    func unknownKind() {
        let wire = FakeWire.upgraded(shell)
        wire.say(
            """
            {"type":"hello","v":1,"kind":"recipes","client":"x","person":"\
            \(String(repeating: "0", count: 32))","token":"\(String(repeating: "1", count: 64))",\
            "rid":"\(String(repeating: "2", count: 32))","lobby":\
            "\(String(repeating: "3", count: 32))","n":0}
            """)
        #expect(wire.closeCode == SessionError.unknownKind.closeCode)
    }

    @Test("Commits of both kinds in one turn land where they belong")
    func commits() throws {
        let shell = FakeShell()
        let game = Game(shell, isPlaying: true)
        let device = NotebookDevice.newcomer(shell)
        device.connect()
        try device.put("fav/1", "1")
        shell.holdsStore = true
        shell.inOneTurn {
            game.host.score(3)
            try? device.put("fav/2", "1")
        }
        #expect(device.core.pendingCount == 1)
        shell.holdsStore = false
        shell.answerStore()
        #expect(device.core.pendingCount == 0)
        #expect(game.host.acknowledged == OpNumber(game.host.journal.count))
        #expect(device.notes.count == 2)
    }

    @Test("A disk that fails one kind turns away the other's entries for a while, and loses none")
    func failure() throws {
        let shell = FakeShell()
        let game = Game(shell, isPlaying: true)
        let device = NotebookDevice.newcomer(shell)
        device.connect()
        try device.put("fav/1", "1")
        shell.failures = [.full]
        try device.put("fav/2", "1")
        #expect(device.notices.map(\.name) == ["storage_full"])
        game.host.score(3)
        #expect(game.host.error?.name == "storage_full")
        device.hangUp()
        shell.wait(2_000)
        device.connect()
        #expect(device.notes == ["fav/1": "1", "fav/2": "1"])
        #expect(device.core.pendingCount == 0)
    }

    @Test("A server that has lost a notebook is given it again by its devices")
    func lost() throws {
        let shell = FakeShell()
        let device = NotebookDevice.newcomer(shell)
        device.connect()
        try device.put("fav/1", "1")
        try device.put("note/1", "windy")
        device.hangUp()
        shell.store = FakeStore()
        shell.start()
        device.connect()
        if device.wire?.isGone == true {
            device.hangUp()
            device.connect()
        }
        #expect(device.notes == ["fav/1": "1", "note/1": "windy"])
        #expect(device.core.pendingCount == 0)
    }

    @Test("An address begins no more notebooks an hour than it may, and games aren't kept waiting")
    func creations() throws {
        let shell = FakeShell(lobbiesPerAddressPerHourMax: 1)
        let max = Int(ServerConfiguration.notebooksPerAddressPerHourMax)
        for number in 0...max {
            let device = NotebookDevice.newcomer(shell)
            device.connect()
            try device.put("fav/1", "1")
            #expect(device.notices.map(\.name) == (number < max ? [] : ["too_many_lobbies"]))
            device.hangUp()
        }
        let game = Game(shell)
        #expect(game.host.isSeated)
    }
}
