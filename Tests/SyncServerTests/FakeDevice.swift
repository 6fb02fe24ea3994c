import Documents
import Lobby
import SyncServer
import Testing
import Wire

/// A phone: who its person is, one replica's journal of one lobby, and what it knows of the log.
final class FakeDevice {
    let shell: FakeShell
    var wire: FakeWire?
    var credentials: Credentials
    var replica: ReplicaID
    /// Of the lobby that this device may make.
    let nonce: Identifier128
    var lobbyID: LobbyID?
    var ticket: Identifier128?
    var network = ClientNetwork(high: 1, low: 1)
    var shard = 0

    /// Op `n` stands at `n - 1`.
    var journal: [[UInt8]] = []
    var acknowledged: OpNumber = 0
    /// In this session, `acknowledged` or beyond.
    var nextToSend: OpNumber = 1
    var isWaitingForAck = false
    var refusals: [OpNumber: Refusal] = [:]
    /// What `hello` says of them.
    var heard: OpNumber { refusals.keys.max() ?? 0 }

    var lobby: Lobby?
    var position = LogPosition.none
    var welcome: Welcome?
    var presence: Presence?
    var error: ErrorNotice?

    init(_ shell: FakeShell) {
        self.shell = shell
        replica = ReplicaID(shell.identifier())
        nonce = shell.identifier()
        credentials = Credentials(
            token: Token(high: shell.identifier(), low: shell.identifier()))
    }

    /// Who can make a lobby that this shard owns; any, if it is nil.
    static func maker(_ shell: FakeShell, shard: Int?) -> FakeDevice {
        while true {
            let device = FakeDevice(shell)
            let owner = device.ownLobby.shard(of: shell.shards.count)
            if shard == nil || owner == shard { return device }
        }
    }

    var person: PersonID { credentials.person }
    var ownLobby: LobbyID { LobbyID(maker: person, nonce: nonce) }
    var member: MemberNumber { lobby!.member(of: person)!.number }
    var closeCode: UInt16? { wire?.closeCode }
    var isSeated: Bool { welcome != nil && wire?.isGone == false }

    /// Connects and says hello as its state would have it.
    @discardableResult
    func enter(
        _ entry: Entry, as part: Hello.Part? = nil, name: String? = nil, number: OpNumber? = nil,
        knocks: Bool = false
    ) -> Welcome? {
        open()
        var hello = hello(entry, as: part, name: name, number: number)
        hello.knocks = knocks
        wire?.say(ClientMessage<Lobby>.hello(encoding: hello))
        return welcome
    }

    func open() {
        let wire = FakeWire.upgraded(shell, network: network, shard: shard)
        wire.onMessage = { [weak self] in self?.observe($0) }
        self.wire = wire
        (welcome, presence, error, isWaitingForAck) = (nil, nil, nil, false)
    }

    func hello(
        _ entry: Entry, as part: Hello.Part? = nil, name: String? = nil, number: OpNumber? = nil
    ) -> Hello {
        Hello(
            client: "test", credentials: credentials, replica: replica, entry: entry, part: part,
            name: name, position: position, number: number ?? OpNumber(journal.count),
            heard: heard)
    }

    /// Comes back as the protocol has it: with the ticket, if there is one.
    @discardableResult
    func resume(as part: Hello.Part? = nil, withTicket: Bool = true) -> Welcome? {
        enter(
            .member(lobbyID!, ticket: withTicket ? ticket : nil), as: part, name: "Back")
    }

    /// Writes a line of the journal.
    func note(_ command: Command, seen: Seq = 0, epoch: Epoch = .none) {
        let op = Op(
            number: OpNumber(journal.count) + 1, at: WallTime(milliseconds: shell.wall),
            seenVersion: seen, seenEpoch: epoch, command: command)
        journal.append(OpCoding<Lobby>.encode(op))
    }

    /// Sends what the server hasn't acknowledged, one message at most.
    func flush() {
        guard !isWaitingForAck, isSeated, nextToSend <= journal.count else { return }
        let ops = journal[Int(nextToSend - 1)...].prefix(WireLimits.opsPerMessageMax)
        isWaitingForAck = true
        wire?.say(ClientMessage<Lobby>.ops(encoding: ops))
    }

    func perform(_ command: Command, seen: Seq = 0, epoch: Epoch = .none) {
        note(command, seen: seen, epoch: epoch)
        flush()
    }

    /// Makes the device's own lobby, in which it has to be the creator.
    func create(_ setup: GameSetup = Game.setup()) { perform(.create(setup, nonce: nonce)) }

    func score(_ throwCount: Int64, hole: UInt8 = 1, of player: PlayerID? = nil) {
        let key = CellKey.score(round: 1, player: player ?? lobby!.players[0].id, hole: hole)
        perform(
            .set(key, .number(throwCount), confirms: false), seen: lobby?.cell(key).version ?? 0,
            epoch: position.epoch)
    }

    private func observe(_ message: ServerMessage<Lobby>) {
        switch message {
        case .welcome(let welcome):
            self.welcome = welcome
            if let ticket = welcome.ticket { self.ticket = ticket }
            credentials.person = welcome.person
            lobbyID = welcome.lobby
            acknowledged = welcome.lastNumber
            nextToSend = welcome.lastNumber + 1
            for op in welcome.refused {
                #expect(refusals.updateValue(op.refusal, forKey: op.number) == nil)
            }
            if position.epoch == .none { position.epoch = welcome.epoch }
        case .snapshot(let lobby, let proof):
            self.lobby = lobby
            position = LogPosition(epoch: lobby.epoch, seq: lobby.seq, proof: proof)
        case .events(let first, let proof, let changes): apply(changes, from: first, proof)
        case .ack(let number, _):
            isWaitingForAck = false
            acknowledged = number
            nextToSend = number + 1
        case .gap(let expected):
            isWaitingForAck = false
            nextToSend = expected
        case .reject(let number, let refusal): refusals[number] = refusal
        case .presence(let presence): self.presence = presence
        case .error(let notice):
            error = notice
            isWaitingForAck = false
        case .history, .moved, .draining, .pong: break
        }
    }

    private func apply(_ changes: [Change], from first: Seq, _ proof: PositionProof) {
        #expect(first == position.seq + 1, "events come without gaps and once")
        guard first == position.seq + 1 else { return }
        for (place, change) in changes.enumerated() {
            let event = Event(
                seq: first + Seq(place), by: MemberNumber(0), received: WallTime(milliseconds: 0),
                origin: nil, change: change)
            if case .created(let creation) = change {
                lobby = Lobby(id: lobbyID!, epoch: position.epoch, creation: creation)
            } else {
                lobby?.apply(event)
            }
        }
        position.seq = first + Seq(changes.count) - 1
        position.proof = proof
    }
}

/// A lobby with its host, and players who have joined.
struct Game {
    let shell: FakeShell
    let host: FakeDevice
    var players: [FakeDevice] = []

    static let holes = (1...3).map { Hole(label: "\($0)", par: 3) }
    static let invitation = Identifier128(high: 0xAB, low: 0xCD)
    static let watch = Identifier128(high: 0xAB, low: 0xCE)

    static func setup(lateJoin: Bool = false) -> GameSetup {
        GameSetup(
            course: "Park", holes: holes, allowsLateJoin: lateJoin, invitation: invitation,
            watch: watch,
            hostName: "Hanna", hostPlayer: PlayerID(7))
    }

    init(
        _ shell: FakeShell, players count: Int = 0, isPlaying: Bool = false, lateJoin: Bool = false,
        shard: Int? = nil
    ) {
        self.shell = shell
        host = FakeDevice.maker(shell, shard: shard)
        host.enter(.create(host.ownLobby))
        host.create(Self.setup(lateJoin: lateJoin))
        for number in 0..<count { players.append(newPlayer("P\(number)")) }
        if isPlaying { start() }
    }

    var id: LobbyID { host.lobbyID! }
    var code: JoinCode { host.lobby!.code! }
    var stored: Lobby { shell.store.lobby(id)! }
    var everyone: [FakeDevice] { [host] + players }

    func newPlayer(_ name: String) -> FakeDevice {
        let device = FakeDevice(shell)
        device.enter(.code(code), as: .player, name: name)
        return device
    }

    func start() { host.perform(.move(from: .setup, to: Stage(.playing, round: 1))) }

    func lock() {
        host.perform(.move(from: Stage(.playing, round: 1), to: Stage(.ended, round: 1)))
        host.perform(.move(from: Stage(.ended, round: 1), to: Stage(.locked, round: 1)))
    }

    /// A copy of the store takes its place unnoticed, which lacks an event that all were told.
    ///
    /// - Parameter isAhead: whether they know more than the log holds; else something else stands
    ///   in that event's place.
    /// - Returns: a further device of the host's, which has come since and knows of nothing.
    @discardableResult
    func losingAnEvent(isAhead: Bool) -> FakeDevice {
        let copy = shell.store
        host.score(2, hole: 3)
        shell.store = copy
        shell.start()
        let other = FakeDevice(shell)
        (other.credentials, other.lobbyID) = (host.credentials, id)
        other.enter(.member(id, ticket: host.ticket))
        if !isAhead { other.score(4, hole: 3) }
        return other
    }

    func takeAll() { for device in everyone { device.wire?.take() } }
}
