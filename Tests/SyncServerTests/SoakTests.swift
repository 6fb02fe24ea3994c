import Documents
import Lobby
import Log
import MemoryShell
import SyncServer
import TestSupport
import Testing
import Wire

/// People who do all kinds of things over a network, a store and a server that fail all the time.
/// At the end everything is well again, and the log must be what everyone was told.
@Suite("Seeded soak")
struct SoakTests {
    /// To run one seed alone, put it here in place of the range.
    static let seeds: ClosedRange<UInt64> = 1...16

    @Test(
        "Whatever fails, no acked op is lost or doubled, and all replicas end equal",
        arguments: seeds)
    func soak(seed: UInt64) {
        var soak = Soak(seed: seed)
        for _ in 0..<400 { soak.step() }
        soak.heal()
        soak.check()
    }
}

private struct Soak {
    let shell: FakeShell
    let id: LobbyID
    var devices: [FakeDevice] = []
    var random: SeededGenerator
    let comment: Comment

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        comment = "seed \(seed)"
        shell = FakeShell(shards: 1 + Int(seed % 2), seed: seed) { $0.opsBurstMax = 1_000_000 }
        shell.doorkeeper.change { $0.guesses = JoinGuard(now: 0) }
        let game = Game(shell, players: 3, isPlaying: true, lateJoin: true)
        id = game.id
        devices = game.everyone
        let tablet = FakeDevice(shell)
        tablet.credentials = devices[1].credentials
        tablet.lobbyID = id
        devices.append(tablet)
        for device in devices { device.network = ClientNetwork(high: random.next(), low: 0) }
    }

    mutating func step() {
        let device = devices.randomElement(using: &random)!
        switch Int.random(in: 0..<100, using: &random) {
        case ..<45: write(device)
        case ..<50: batch()
        case ..<58: device.wire?.hangUp()
        case ..<75: come(device)
        case ..<77: device.flush()
        case ..<80: sendAgain(device)
        case ..<85: shell.holdsStore = true
        case ..<92:
            if Bool.random(using: &random) { shell.answerFirst() } else { release() }
        case ..<94: fail()
        case ..<96: shell.wait(UInt64.random(in: 1...70_000, using: &random))
        case ..<97: crash()
        default: lag(device)
        }
    }

    private mutating func write(_ device: FakeDevice) {
        note(device)
        device.flush()
    }

    private mutating func note(_ device: FakeDevice) {
        let key = CellKey.score(
            round: 1, player: PlayerID(7), hole: UInt8.random(in: 1...4, using: &random))
        let value = CellValue.number(Int64.random(in: 1...9, using: &random))
        device.note(
            .set(key, value, confirms: Bool.random(using: &random)),
            seen: device.lobby?.cell(key).version ?? 0, epoch: device.position.epoch)
    }

    /// Ops that were acknowledged come a second time.
    private mutating func sendAgain(_ device: FakeDevice) {
        let back = OpNumber.random(in: 1...5, using: &random)
        device.nextToSend = max(device.nextToSend, back + 1) - back
        device.flush()
    }

    /// Several people in one turn.
    private mutating func batch() {
        for device in devices { note(device) }
        let everyone = devices
        shell.inOneTurn { for device in everyone { device.flush() } }
    }

    private mutating func come(_ device: FakeDevice) {
        if Bool.random(using: &random) { device.wire?.hangUp() }
        device.shard = Int.random(in: shell.shards.indices, using: &random)
        device.resume()
        device.flush()
    }

    private mutating func fail() {
        shell.failures.append([.notWritten, .written, .full].randomElement(using: &random)!)
    }

    private mutating func release() {
        shell.holdsStore = false
        shell.answerStore()
    }

    /// The process dies: what is committed stays, what is asked for may be done or not.
    private mutating func crash() {
        if case .commit(let batches, now: _, _)? = shell.requests.first, Bool.random(using: &random)
        {
            _ = shell.store.commit(batches)
        }
        shell.start()
    }

    private mutating func lag(_ device: FakeDevice) {
        guard let wire = device.wire, !wire.isGone else { return }
        if wire.isLagging { wire.drain() } else { wire.isLagging = true }
    }

    /// The network, the store and the server are well again, and everyone sends what is left.
    mutating func heal() {
        shell.failures = []
        release()
        shell.wait(3_000)
        for device in devices {
            device.wire?.hangUp()
            device.resume()
        }
        for _ in 0..<200 {
            for device in devices { device.flush() }
        }
    }

    func check() {
        guard let lobby = shell.store.lobby(id), let stored = shell.store.lobbies[id] else {
            Issue.record("the lobby is lost", severity: .error)
            return
        }
        let bytes = LobbyCoding.encode(lobby)
        for device in devices {
            #expect(device.isSeated, comment)
            #expect(device.acknowledged == OpNumber(device.journal.count), comment)
            #expect(device.lobby.map(LobbyCoding.encode) == bytes, comment)
            #expect(device.position.epoch == stored.epoch, comment)
        }
        #expect(stored.records.map(\.seq) == Array(1...Seq(stored.records.count)), comment)
        #expect(
            shell.reports.allSatisfy { if case .commitFailed = $0 { true } else { false } }, comment
        )
        checkOps(stored)
    }

    /// Every op that wasn't refused is in the log once, and each replica's are in order.
    private func checkOps(_ stored: StoredLobby) {
        let origins = stored.records.compactMap { (try? LogCoding<Lobby>.event($0))?.origin }
        for device in devices {
            let logged = origins.filter { $0.replica == device.replica.tag }.map(\.number)
            let expected = (1...OpNumber(max(1, device.journal.count))).filter {
                $0 <= device.journal.count && !isRefused($0, of: device)
            }
            #expect(logged == expected, comment)
        }
    }

    /// Hole 4 isn't on the card.
    private func isRefused(_ number: OpNumber, of device: FakeDevice) -> Bool {
        guard let op = try? OpCoding<Lobby>.decode(device.journal[Int(number) - 1]).op.get(),
            case .set(let key, _, _) = op.command
        else { return false }
        return key.hole == 4
    }
}
