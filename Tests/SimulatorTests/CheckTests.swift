import SyncClient
import SyncServer
import Testing
import WebSocket
import Wire

@testable import Lobby
@testable import Simulator

/// Each check that can be shown something wrong by hand notices it. (The others are proven by
/// faults planted in the code.)
struct CheckTests {
    private let world: World
    private let lobby: Lobby
    private let app: App

    init() throws {
        world = World(PlanGenerator.plan(seed: 3, faults: []))
        world.run(until: 600_000)
        #expect(world.violation == nil)
        app = try #require(world.apps.first { $0.currentLink?.isUpgraded == true })
        lobby = try #require(world.oracle.history(app.game.lobby)?.lobby)
        #expect(lobby.seq > 3 && !lobby.cells.isEmpty)
    }

    private func say(_ message: ServerMessage) {
        let link = app.currentLink
        world.oracle.sees(WebSocketFrame.server(text: message.encode()), to: link, in: world)
    }

    private func expect(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(world.violation?.check == check, sourceLocation: sourceLocation)
        world.dismantle()
    }

    private var hash: UInt32 { world.oracle.history(lobby.id)?.hash(at: lobby.seq) ?? 0 }

    @Test("The server may say what is on the disk")
    func sound() {
        say(.snapshot(lobby, hash: hash))
        #expect(world.violation == nil)
        world.dismantle()
    }

    @Test("Events that aren't on the disk are noticed")
    func visibleTooEarly() {
        say(.events(first: lobby.seq + 1, hash: 1, [.lateJoin(true)]))
        expect(.durableBeforeVisible)
    }

    @Test("An ack of what isn't on the disk is noticed")
    func acknowledgedTooEarly() {
        say(.ack(number: 1 << 40, seq: lobby.seq))
        expect(.acknowledgedLost)
    }

    @Test("A snapshot that lacks a cell is noticed")
    func poorSnapshot() {
        var poor = lobby
        poor.cells.removeValue(forKey: poor.cells.keys.first!)
        say(.snapshot(poor, hash: hash))
        expect(.snapshotDiffers)
    }

    @Test("What can't be read is noticed")
    func unreadable() {
        let frame = WebSocketFrame.server(text: Array("{}x".utf8))
        world.oracle.sees(frame, to: nil, in: world)
        expect(.protocolKept)
    }

    @Test("A batch that is written twice is noticed")
    func twice() throws {
        let stored = try #require(world.store.image.lobbies[lobby.id])
        let last = try #require(
            stored.records.last { (try? LogCoding.event($0))?.origin != nil })
        let batch = LobbyBatch(
            lobby: lobby.id, epoch: stored.epoch, previousSeq: last.seq - 1, previousHash: 0,
            code: stored.code, records: [last], replicas: [])
        world.oracle.landed(batch, in: world)
        expect(.doubled)
    }

    @Test("A row that says less than the log is noticed")
    func forgottenRow() throws {
        let stored = try #require(world.store.image.lobbies[lobby.id])
        var row = try #require(stored.replicas.max { $0.lastNumber < $1.lastNumber })
        row.lastNumber = 0
        let batch = LobbyBatch(
            lobby: lobby.id, epoch: stored.epoch, previousSeq: lobby.seq, previousHash: 0,
            code: stored.code, records: [], replicas: [row])
        world.oracle.landed(batch, in: world)
        expect(.doubled)
    }

    @Test("A number that is used up for an op that nothing speaks against is noticed")
    func swallowed() throws {
        let stored = try #require(world.store.image.lobbies[lobby.id])
        var row = try #require(stored.replicas.first)
        row.lastNumber += 1
        let batch = LobbyBatch(
            lobby: lobby.id, epoch: stored.epoch, previousSeq: lobby.seq, previousHash: 0,
            code: stored.code, records: [], replicas: [row])
        world.oracle.landed(batch, in: world)
        expect(.accounted)
    }

    @Test("A phone that goes back is noticed")
    func goesBack() {
        app.known.seq += 1
        world.observe(app)
        expect(.monotonicReads)
    }

    @Test(
        "A message that a client of version 1 can't read is noticed",
        arguments: [
            #"{"type":"ack","n":1}"#, #"{"type":"presence","here":[2,1],"spectators":0}"#, "{",
            #"{"type":"events","s":1000,"h":1,"e":[["late_join",true]]}"#,
            #"{"type":"events","s":1,"h":1,"e":[]}"#,
        ])
    func versionOne(text: String) throws {
        let app = try #require(world.apps.first { $0.versionOne?.card != nil })
        app.tellCompanion(Array(text.utf8))
        expect(.versionOne)
    }

    @Test("A card of events that differs from the snapshot is noticed")
    func companionDiffers() throws {
        let app = try #require(world.apps.first { $0.versionOne?.card != nil })
        let position = try #require(app.core?.position)
        app.checkCompanion(lobby, hash: position.hash)
        #expect(world.violation == nil)
        var other = lobby
        other.allowsLateJoin.toggle()
        app.checkCompanion(other, hash: position.hash)
        expect(.snapshotDiffers)
    }

    @Test("A journal without an end is noticed")
    func endlessJournal() {
        app.journal.restore(Array(repeating: 0x20, count: World.journalBytesMax + 1))
        world.checkBounds(of: app)
        expect(.bounds)
    }
}
