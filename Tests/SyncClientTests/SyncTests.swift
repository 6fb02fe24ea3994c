import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// One or two phones against the rules of a server.
struct SyncTests {
    /// A host's phone whose game has begun, connected.
    static func playing() throws -> (phone: Phone, server: FakeServer) {
        var server = FakeServer(lobbyID: Phone.lobby)
        var phone = Phone.host()
        try phone.edit(.create)
        try phone.edit(.begin)
        try phone.connect(&server)
        return (phone, server)
    }

    @Test("A game begun without any signal is shown at once, and is the server's later")
    func offlineCreation() throws {
        var server = FakeServer(lobbyID: Phone.lobby)
        var phone = Phone.host()
        try phone.edit(.create)
        try phone.edit(.begin)
        try phone.edit(.score(1, 4))
        #expect(phone.core.view.score(1) == 4)
        #expect(phone.core.view.me == MemberNumber(1))
        #expect(phone.core.view.isHost)
        #expect(phone.core.view.pendingCount == 3)
        #expect(phone.core.view.code == nil)

        try phone.connect(&server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(phone.core.view.code == server.code)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.score(1) == 4)
    }

    @Test("A score stands in the view before the server has it")
    func optimistic() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.score(2, 5))
        #expect(phone.core.view.score(2) == 5)
        #expect(phone.core.view.confirmed.seq == server.top)
        let key = CellKey.score(round: 1, player: Command.anna, hole: 2)
        #expect(phone.core.view.entryStates[key] == .onItsWay)
        try phone.talk(&server)
        #expect(phone.core.view.entryStates[key] == .confirmed)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("Edits refused by what is known here are not written")
    func localRefusal() throws {
        var (phone, _) = try Self.playing()
        let before = phone.journal
        #expect(throws: Refusal.noSuchHole) { try phone.edit(.score(9, 3)) }
        #expect(throws: Refusal.badThrows) { try phone.edit(.score(1, 100)) }
        #expect(phone.journal == before)
    }

    @Test("A late entry can be settled once the server has given it its number")
    func settleLate() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.move(from: Stage(.playing, round: 1), to: Stage(.ended, round: 1)))
        try phone.edit(.move(from: Stage(.ended, round: 1), to: Stage(.locked, round: 1)))
        try phone.edit(.score(1, 3))
        let expected = try #require(phone.core.view.late.first).seq
        #expect(throws: Refusal.notPending) { try phone.edit(.settle(expected, applies: true)) }
        try phone.talk(&server)
        try phone.edit(.settle(try #require(phone.core.view.late.first).seq, applies: true))
        try phone.talk(&server)
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("Nothing is sent before the journal has it")
    func durableBeforeSent() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.score(2, 3))
        phone.effects = []
        let number = try phone.core.edit(.score(1, 3), now: phone.now)
        phone.settle()
        let lines = phone.effects.compactMap { effect -> Bool? in
            guard case .journal(_, let isDurable) = effect else { return nil }
            return isDurable
        }
        #expect(lines == [true], "its line is to survive a power cut")
        try phone.talk(&server)
        #expect(phone.core.view.pendingCount == 1)
        phone.core.committed(through: number, now: phone.now)
        phone.settle()
        #expect(phone.sent.count == 1)
    }

    @Test("An op that couldn't be written never happened, and its number is used again")
    func withdrawn() throws {
        var (phone, server) = try Self.playing()
        let number = try phone.core.edit(.score(1, 3), now: phone.now)
        _ = phone.core.takeEffects()
        phone.core.withdraw(number)
        #expect(phone.core.view.score(1) == nil)
        try phone.edit(.score(1, 6))
        try phone.talk(&server)
        #expect(
            server.lobby?.cell(.score(round: 1, player: Command.anna, hole: 1)).value == .number(6))
    }

    @Test(
        "What is only expected has the seq that follows in the view, and its own time as received")
    func expectedSiblings() throws {
        var (phone, server) = try Self.playing()
        phone.loseConnection()
        let confirmed = try #require(server.lobby)
        for hole: UInt8 in 1...2 { try phone.edit(.score(hole, 3)) }
        // A refused one has no place in the log.
        #expect(throws: Refusal.self) { try phone.edit(.score(99, 3)) }
        let view = try #require(phone.core.view.lobby)
        #expect(view.seq == confirmed.seq + 2)
        let typed = phone.journal.split(separator: 0x0A).compactMap { line -> Op? in
            guard case .op(let op)? = JournalCoding.decode(line) else { return nil }
            return try? OpCoding<Lobby>.decode(op.bytes).op.get()
        }
        for (op, seq) in zip(typed.suffix(2), [confirmed.seq + 1, confirmed.seq + 2]) {
            guard case .set(let key, _, _) = op.command else { throw Refusal.malformed }
            let cell = view.cell(key)
            #expect(cell.version == seq)
            #expect(cell.siblings.map(\.seq) == [seq])
            #expect(
                cell.siblings.map(\.at) == [op.at.milliseconds - confirmed.start.milliseconds])
        }
    }

    @Test("One message of ops is on its way at a time")
    func oneInFlight() throws {
        var (phone, server) = try Self.playing()
        for hole in 1...3 { try phone.edit(.score(UInt8(hole), 3)) }
        #expect(phone.sent.count == 1)
        try phone.talk(&server)
        #expect(server.opsReceived == 5)
        #expect(phone.core.view.pendingCount == 0)
    }

    @Test("A queue longer than a message goes out in several")
    func manyOps() throws {
        var server = FakeServer(lobbyID: Phone.lobby)
        var phone = Phone.host()
        try phone.edit(.create)
        try phone.edit(.begin)
        for index in 0..<150 { try phone.edit(.score(UInt8(index % 3 + 1), Int64(index % 9 + 1))) }
        phone.open()
        while !phone.sent.isEmpty {
            let message = phone.sent.removeFirst()
            #expect(message.count <= WireLimits.clientMessageBytesMax)
            if case .ops(let ops) = try ClientMessage<Lobby>.decode(message) {
                #expect(ops.count <= WireLimits.opsPerMessageMax)
            }
            for answer in try server.receive(message, on: &phone.session) { phone.receive(answer) }
        }
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.opsReceived == 152)
    }

    @Test("An op whose ack was lost is sent again and counts once")
    func lostAck() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.addPlayer(PlayerID(7), name: "Guest"))
        _ = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        let top = server.top
        phone.loseConnection()
        #expect(phone.core.view.pendingCount == 1)
        try phone.connect(&server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.top == top)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("A gap rewinds to the op that is asked for")
    func gap() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        try phone.edit(.score(2, 4))
        // The server forgot the last op, as one restored behind our back.
        server.rows[Phone.replica(1)]?.last = 2
        try phone.talk(&server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(server.rows[Phone.replica(1)]?.last == 4)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("An op counts once in the view, whether its ack comes before its event or after")
    func ackBeforeEvents() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.score(1, 4))
        let answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        for answer in answers.reversed() {
            phone.receive(answer)
            #expect(phone.core.view.score(1) == 4)
        }
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("A refused op is told, changes nothing and doesn't hold up the next one")
    func rejected() throws {
        var (phone, server) = try Self.playing()
        var other = Phone.guest()
        try other.connect(&server)
        phone.loseConnection()
        server.append(
            server.lobby!.event(
                .host(MemberNumber(2), owner: MemberNumber(2)), received: server.now))
        try phone.edit(.addPlayer(PlayerID(7), name: "Guest"))
        try phone.edit(.score(1, 3))
        try phone.connect(&server)
        #expect(phone.core.view.refused.map(\.refusal) == [.notHost])
        #expect(phone.core.view.score(1) == 3)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(server.lobby?.players.count == 2)
    }

    @Test("A snapshot in the middle of a session takes the place of what is known")
    func snapshotWithin() throws {
        var (phone, server) = try Self.playing()
        try phone.edit(.score(1, 4))
        let held = phone.sent
        server.append(server.lobby!.event(.lateJoin(true), received: server.now))
        phone.receive(server.snapshot)
        #expect(phone.core.view.lobby?.allowsLateJoin == true)
        #expect(phone.core.view.score(1) == 4)
        #expect(phone.sent == held)
        try phone.talk(&server)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("Two phones that disagreed without signal see the same dispute")
    func dispute() throws {
        var (host, server) = try Self.playing()
        var guest = Phone.guest()
        try guest.connect(&server)
        guest.loseConnection()
        host.loseConnection()
        try guest.edit(.score(1, 5))
        try host.edit(.score(1, 3))
        try guest.connect(&server)
        try host.connect(&server)
        guest.loseConnection()
        try guest.connect(&server)
        #expect(host.core.view.lobby == server.lobby)
        #expect(guest.core.view.lobby == server.lobby)
        let claims = try #require(host.core.view.disputes.first).claims
        #expect(claims.map(\.value) == [.number(3), .number(5)])
        #expect(claims.map(\.name) == ["Anna", "Ben"])
    }

    @Test("What was seen on opening an entry counts, not what came while typing")
    func seenAtOpening() throws {
        var (host, server) = try Self.playing()
        var guest = Phone.guest()
        try guest.connect(&server)
        let key = CellKey.score(round: 1, player: Command.anna, hole: 1)
        let seen = guest.core.seen(key)
        try host.edit(.score(1, 3))
        try host.talk(&server)
        for message in server.events(from: guest.core.view.confirmed.seq + 1) {
            guest.receive(message)
        }
        #expect(guest.core.view.score(1) == 3)
        try guest.edit(.score(1, 4), seen: seen)
        try guest.talk(&server)
        #expect(server.lobby?.cell(key).isDisputed == true)
    }

    @Test("Every edit says in which history it was typed, though nothing was seen there")
    func epochOfEdits() throws {
        let opened = Phone.host().core.seen(.score(round: 1, player: Command.anna, hole: 1))
        #expect(opened == SeenVersion(version: 0, epoch: .none))
        var (phone, server) = try Self.playing()
        try phone.edit(.score(1, 3))
        try phone.edit(.score(2, 4), seen: opened)
        for number in [phone.core.lastNumber - 1, phone.core.lastNumber] {
            let op = try #require(phone.core.op(number))
            #expect(op.seenVersion == 0 && op.seenEpoch == server.epoch)
        }
        try phone.talk(&server)
        let early = Op(number: 1, at: WallTime(milliseconds: 1), command: .score(1, 3))
        let bytes = String(decoding: OpCoding<Lobby>.encode(early), as: UTF8.self)
        #expect(bytes.contains(#""be":"0000000000000000""#))
        let without = bytes.replacing(#""be":"0000000000000000","#, with: "")
        #expect(try OpCoding<Lobby>.decode(Array(without.utf8)).op == .failure(.malformed))
    }

    @Test("A spectator sees everything and changes nothing")
    func spectator() throws {
        var (_, server) = try Self.playing()
        var phone = Phone(
            Hello(
                client: "test", credentials: Phone.owner(9), replica: Phone.replica(9),
                entry: .code(JoinCode("ABCDEF")), part: .spectator))
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.me == nil)
        #expect(throws: Refusal.readOnly) { try phone.edit(.score(1, 3)) }
    }

    @Test("Who knocks only watches, connected or not, and plays once the host has let them in")
    func knocking() throws {
        var (_, server) = try Self.playing()
        var phone = Phone(
            Hello(
                client: "test", credentials: Phone.owner(9), replica: Phone.replica(9),
                entry: .code(JoinCode("ABCDEF")), part: .player, name: "Ben", knocks: true))
        try phone.connect(&server)
        #expect(phone.core.view.isKnocking)
        #expect(throws: Refusal.readOnly) { try phone.edit(.score(1, 3)) }
        phone.loseConnection()
        #expect(phone.core.view.isKnocking)
        #expect(throws: Refusal.readOnly) { try phone.edit(.score(1, 3)) }
        server.admit(Phone.owner(9).person, name: "Ben")
        try phone.connect(&server)
        #expect(!phone.core.view.isKnocking)
        #expect(phone.core.view.me != nil)
        try phone.edit(.score(1, 3))
    }

    @Test("Messages and fields of later versions are passed over")
    func unknownMessages() throws {
        var (phone, _) = try Self.playing()
        phone.receive(bytes: Array(#"{"type":"weather","wind":[1,{"a":2.5}]}"#.utf8))
        #expect(phone.core.connectionState == .live)
        phone.receive(bytes: Array(#"{"type":"presence","here":[1],"spectators":2,"x":[]}"#.utf8))
        #expect(phone.core.view.presence?.spectatorCount == 2)
    }
}
