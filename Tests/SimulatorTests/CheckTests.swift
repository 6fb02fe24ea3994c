import Documents
import Log
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
    private let world: World<Lobby>
    private let lobby: Lobby
    private let app: App<Lobby>

    init() throws {
        world = World<Lobby>(PlanGenerator.plan(seed: 3, faults: []))
        world.run(until: 600_000)
        #expect(world.violation == nil)
        app = try #require(world.apps.first { $0.currentLink?.isUpgraded == true })
        lobby = try #require(world.oracle.history(app.game.lobby)?.document)
        #expect(lobby.seq > 3 && !lobby.cells.isEmpty)
    }

    private func say(_ message: ServerMessage<Lobby>) {
        let link = app.currentLink
        world.oracle.sees(WebSocketFrame.server(text: message.encode()), to: link, in: world)
    }

    private func expect(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(world.violation?.check == check, sourceLocation: sourceLocation)
        world.dismantle()
    }

    private var proof: PositionProof {
        PositionProof(
            hash: world.oracle.history(lobby.id)?.hash(at: lobby.seq) ?? 0, seal: 0)
    }

    @Test("The server may say what is on the disk")
    func sound() {
        say(.snapshot(lobby, proof: proof))
        #expect(world.violation == nil)
        world.dismantle()
    }

    @Test("Whoever is let in though they were signed out is noticed")
    func signedOut() throws {
        let key = app.device.key
        app.currentLink?.key = key
        world.oracle.revoked([key], at: world.now)
        let welcome = Welcome(
            admission: .member(MemberNumber(1)), person: app.device.person.id, lobby: lobby.id,
            ticket: nil, epoch: lobby.epoch, top: lobby.seq, lastNumber: 0, fingerprint: 0,
            refused: [],
            now: WallTime(milliseconds: 0), pingMilliseconds: 1, pongMilliseconds: 1)
        say(.welcome(welcome))
        expect(.revoked)
    }

    @Test("An entry that came from nobody who might still send it is noticed")
    func writtenAfterwards() {
        let origin = Origin(replica: ReplicaTag(7), number: 1, seen: 0)
        world.oracle.checkWasSent(origin, in: world)
        #expect(world.violation == nil)
        world.oracle.revoked([app.device.key], at: world.now)
        world.oracle.sent([1], by: ReplicaTag(7), with: app.device.key, now: world.now)
        world.oracle.checkWasSent(origin, in: world)
        expect(.revoked)
    }

    @Test("The name of somebody who was erased is noticed")
    func named() {
        world.store.retired.persons.insert(app.device.person.id)
        world.oracle.checkErased(lobby, seenBy: "somebody", in: world)
        expect(.erasedNames)
    }

    @Test("Events that aren't on the disk are noticed")
    func visibleTooEarly() {
        say(
            .events(first: lobby.seq + 1, proof: PositionProof(hash: 1, seal: 0), [.lateJoin(true)])
        )
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
        say(.snapshot(poor, proof: proof))
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
            stored.records.last { (try? LogCoding<Lobby>.event($0))?.origin != nil })
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
        let app = try #require(world.apps.first { $0.companion?.showsSomething == true })
        app.tellCompanion(Array(text.utf8))
        expect(.versionOne)
    }

    @Test("A card of events that differs from the snapshot is noticed")
    func companionDiffers() throws {
        let app = try #require(world.apps.first { $0.companion?.showsSomething == true })
        app.checkCompanion(lobby)
        #expect(world.violation == nil)
        var other = lobby
        other.allowsLateJoin.toggle()
        app.checkCompanion(other)
        expect(.snapshotDiffers)
    }

    @Test("A journal without an end is noticed")
    func endlessJournal() {
        app.journal.restore(Array(repeating: 0x20, count: World<Lobby>.journalBytesMax + 1))
        world.checkBounds(of: app)
        expect(.bounds)
    }

    @Test("An event that the server can't have decided is noticed")
    func unruly() throws {
        let stored = try #require(world.store.image.lobbies[lobby.id])
        let last = try #require(stored.records.last)
        let event = lobby.event(.lateJoin(!lobby.allowsLateJoin), received: world.serverTime.wall)
        let record = LogCoding<Lobby>.record(event, after: last.hash)
        let batch = LobbyBatch(
            lobby: lobby.id, epoch: stored.epoch, previousSeq: last.seq, previousHash: last.hash,
            code: stored.code, records: [record], replicas: [])
        world.oracle.landed(batch, in: world)
        expect(.rules)
    }

    @Test("An entry that counts as having seen more than its author had is noticed")
    func unseen() throws {
        let stored = try #require(world.store.image.lobbies[lobby.id])
        let events = try stored.records.map(LogCoding<Lobby>.event)
        guard case .created(let creation)? = events.first?.change else {
            throw VersionOneFault("the log doesn't begin with the game's creation")
        }
        var before = Lobby(id: lobby.id, epoch: stored.epoch, creation: creation)
        var entryCount = 0
        for event in events.dropFirst() {
            if case .cell = event.change {
                let rules = ReferenceRules(
                    document: before, epochs: [stored.epoch], oracle: world.oracle, world: world)
                #expect(rules.fault(in: event) == nil)
                var bold = event
                bold.origin?.seen += 1
                #expect(rules.fault(in: bold)?.check == .unseenOverwrite)
                entryCount += 1
            }
            before.apply(event)
        }
        #expect(entryCount > 0)
        world.dismantle()
    }

    @Test("A batch that doesn't fit the log is noticed")
    func misfit() {
        let batch = LobbyBatch(
            lobby: lobby.id, epoch: lobby.epoch, previousSeq: lobby.seq + 7, previousHash: 1,
            code: lobby.code, records: [], replicas: [])
        #expect(world.store.image.commit([batch]) == .failed(.conflict(batch.lobby)))
        world.oracle.refused([batch], .conflict(batch.lobby), in: world)
        expect(.storeRefused)
    }

    @Test("Replicas that don't follow the log are noticed")
    func diverged() throws {
        world.oracle.histories[lobby.id]?.document?.players.removeLast()
        world.runAll()
        let check = try #require(world.violation?.check)
        #expect([.replicasDiffer, .snapshotDiffers].contains(check))
        world.dismantle()
    }
}
