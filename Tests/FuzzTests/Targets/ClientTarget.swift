import Documents
import Lobby

@testable import SyncClient
@testable import Wire

/// A phone that plays, with a server that says anything. Each line is a step:
///
/// | line | step |
/// | --- | --- |
/// | `{…` | the server says this |
/// | `c` | connects, after whatever wait there is |
/// | `x4000` | the connection is closed with this code, 0 for none |
/// | `+1000` | time passes |
/// | `e312` | an entry for hole 3, 12 throws |
/// | `u`, `b`, `s`, `j`, `p` | undo, the game begins, stops, rejoins, probes |
/// | `r` | the app is opened again |
///
/// A first line `m` makes the phone a guest's instead of the host's.
enum ClientTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        var steps = steps(of: input)[...]
        let isGuest = steps.first == [UInt8(ascii: "m")]
        if isGuest { steps.removeFirst() }
        var phone = FuzzPhone(isGuest: isGuest)
        try phone.settle()
        for step in steps {
            phone.take(step)
            try phone.settle()
        }
        try phone.check()
    }
}

/// A core, and a shell around it that only remembers.
struct FuzzPhone {
    private(set) var core: ClientCore<Lobby>
    private var journal: [UInt8] = []
    private var milliseconds: UInt64 = 1_000
    private var editsMade = 0

    private static let owner = Credentials(token: Token(high: id("70"), low: id("71")))
    private static let nonce = id("4e")
    private static let lobby = LobbyID(maker: owner.person, nonce: nonce)
    private static let anna = PlayerID(41)

    /// Those of `Tests/Vectors`.
    private static func id(_ digits: String) -> Identifier128 {
        let text = String(repeating: digits, count: 32 / digits.utf8.count)
        return Identifier128(text) ?? Identifier128(high: 0, low: 0)
    }

    init(isGuest: Bool) {
        let hello = Hello(
            client: "fuzz", credentials: Self.owner,
            replica: ReplicaID(Self.id("5e11ca0a")),
            entry: isGuest ? .code(JoinCode("ABC234")) : .create(Self.lobby),
            part: isGuest ? .player : nil, name: "Anna")
        core = ClientCore<Lobby>(hello, generator: FuzzRandom(seed: 1))
        guard !isGuest else { return }
        edit(
            .create(
                GameSetup(
                    course: "Park", holes: (1...3).map { Hole(label: "\($0)", par: 3) },
                    invitation: Self.id("1f"), watch: Self.id("2f"), hostName: "Anna",
                    hostPlayer: Self.anna), nonce: Self.nonce))
        edit(.move(from: .setup, to: Stage(.playing, round: 1)))
    }

    private var now: ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: 1_800_000_000_000 + Int64(milliseconds)),
            monotonicMilliseconds: milliseconds)
    }

    mutating func take(_ step: ArraySlice<UInt8>) {
        switch step.first {
        case UInt8(ascii: "{"): core.received(Array(step), now: now)
        case UInt8(ascii: "c"): connect()
        case UInt8(ascii: "x"):
            let code = UInt16(clamping: step.stepNumber)
            core.disconnected(closeCode: code == 0 ? nil : code, now: now)
        case UInt8(ascii: "+"):
            milliseconds += step.stepNumber
            core.tick(now: now)
        case UInt8(ascii: "e"):
            let (hole, count) = (step.stepNumber / 100, step.stepNumber % 100)
            let key = CellKey.score(
                round: 1, player: Self.anna, hole: UInt8(truncatingIfNeeded: hole))
            edit(.set(key, count == 0 ? .empty : .number(Int64(count)), confirms: false))
        case UInt8(ascii: "u"):
            if let number = try? core.undo(now: now) { core.committed(through: number, now: now) }
        case UInt8(ascii: "b"): edit(.move(from: .setup, to: Stage(.playing, round: 1)))
        case UInt8(ascii: "s"): core.stop(now: now)
        case UInt8(ascii: "j"): core.rejoin(now: now)
        case UInt8(ascii: "p"): core.probe(now: now)
        case UInt8(ascii: "r"): reopen()
        default: break
        }
    }

    private mutating func connect() {
        core.start(now: now)
        if case .waiting(let until) = core.connectionState {
            milliseconds = max(milliseconds, until)
            core.tick(now: now)
        }
        core.connected(now: now)
    }

    private mutating func edit(_ command: Command) {
        guard let number = try? core.edit(command, now: now) else { return }
        core.committed(through: number, now: now)
    }

    private mutating func reopen() {
        guard
            let (restored, _) = try? ClientCore<Lobby>.restore(
                journal: journal, generator: FuzzRandom(seed: 2))
        else { return }
        core = restored
    }

    /// Carries out the effects, and looks at them.
    mutating func settle() throws(Finding) {
        for effect in core.takeEffects() {
            switch effect {
            case .journal(let line, _): journal += line
            case .rewriteJournal(let bytes, _): journal = bytes
            case .send(let message): try check(message)
            case .connect, .disconnect, .notice, .changed: break
            }
        }
        _ = core.view
        _ = core.nextDeadline
    }

    private func check(_ message: [UInt8]) throws(Finding) {
        try expect(message.count <= WireLimits.clientMessageBytesMax, "a message too long")
        guard let decoded = try? ClientMessage<Lobby>.decode(message) else {
            throw Finding("an unreadable message")
        }
        guard case .ops(let ops) = decoded else { return }
        try expect(ops.count <= WireLimits.opsPerMessageMax, "too many ops")
        for (place, op) in ops.enumerated() {
            try expect(op.number == ops[0].number + UInt64(place), "ops with gaps")
            try expect(op.number <= core.lastNumber, "an op from nowhere")
            try expect((try? op.op.get()) != nil, "an op that makes no sense")
        }
    }

    /// Opened from its journal, the game is what it is now.
    mutating func check() throws(Finding) {
        try JournalTarget.expectOwnOpsShown(in: core)
        let numbers = core.ops.map(\.number)
        try expect(
            numbers.elementsEqual(numbers.indices.map { OpNumber($0) + 1 }), "ops are missing")
        guard
            let (restored, report) = try? ClientCore<Lobby>.restore(
                journal: journal, generator: FuzzRandom(seed: 3))
        else { throw Finding("its journal can't be opened") }
        try expect(
            report.damagedLineCount == 0 && !report.hasTornEnd,
            "\(report.damagedLineCount) lines of its journal don't fit")
        try expect(restored.ops.map(\.number) == numbers, "its journal has other ops")
        try expect(restored.acknowledged == core.acknowledged, "its journal has other acks")
        try expect(restored.position == core.position, "its journal knows another log")
        try expect(restored.shown == core.shown, "its journal shows another game")
        try expect(restored.credentials == core.credentials, "its journal is someone else's")
    }
}
