import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// When a client connects, asks, waits and gives up.
struct ConnectionTests {
    /// How long the phone waits before its next attempt; nil if it doesn't wait.
    private func wait(_ phone: Phone) -> UInt64? {
        guard case .waiting(let until) = phone.core.connectionState else { return nil }
        return until - phone.milliseconds
    }

    @Test("Reconnects are spread over a bound that doubles up to 30 s", arguments: 0..<20)
    func jitter(seed: UInt64) throws {
        var phone = Phone.host(seed: seed + 1)
        phone.core.start(now: phone.now)
        for attempt in 0..<12 {
            phone.loseConnection()
            let delay = try #require(wait(phone))
            #expect(delay <= min(30_000, 500 << UInt64(attempt)))
            phone.tick(after: delay)
            #expect(phone.core.connectionState == .connecting)
        }
    }

    @Test("The delays of different devices differ")
    func spread() throws {
        let delays = try (1...20 as ClosedRange<UInt64>).map { seed in
            var phone = Phone.host(seed: seed)
            phone.core.start(now: phone.now)
            phone.loseConnection()
            return try #require(wait(phone))
        }
        #expect(Set(delays).count > 10)
    }

    @Test("A session that lasted starts the backoff anew; one that broke at once doesn't")
    func stableSession() throws {
        var (phone, server) = try SyncTests.playing()
        var longest: UInt64 = 0
        for _ in 0..<8 {
            phone.loseConnection()
            longest = max(longest, try #require(wait(phone)))
            try phone.connect(&server)
        }
        #expect(longest > 2_000)
        phone.milliseconds += ClientLimits.stableMilliseconds
        phone.loseConnection()
        #expect(try #require(wait(phone)) <= 500)
    }

    @Test("After 40 s of silence the server is asked, and left if it doesn't answer")
    func silence() throws {
        var (phone, _) = try SyncTests.playing()
        #expect(phone.core.nextDeadline == phone.milliseconds + 40_000)
        phone.tick(after: 39_999)
        #expect(phone.sent.isEmpty)
        phone.tick(after: 1)
        #expect(phone.sent == [ClientMessage<Lobby>.ping(encodingTime: Int64(phone.milliseconds))])
        phone.tick(after: 9_999)
        #expect(phone.core.connectionState == .live)
        phone.tick(after: 1)
        #expect(wait(phone) != nil)
        #expect(phone.effects.contains(.disconnect(code: SyncCloseCode.timeout)))
    }

    @Test("Whoever waits for what was missed bears 120 s of silence, and 40 s afterwards")
    func catchingUp() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        server.append(
            server.lobby!.event(.stage(Stage(.roundEnded, round: 1)), received: server.now))
        phone.open()
        let answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        #expect(answers.count == 2)
        phone.receive(answers[0])
        try phone.edit(.score(1, 3))
        #expect(phone.core.nextDeadline == phone.milliseconds + 120_000)
        phone.tick(after: 119_999)
        #expect(phone.core.connectionState == .live)
        phone.receive(answers[1])
        try phone.talk(&server)
        #expect(phone.core.nextDeadline == phone.milliseconds + 40_000)
    }

    @Test("Waiting for what was missed has an end")
    func neverCaughtUp() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        server.append(
            server.lobby!.event(.stage(Stage(.roundEnded, round: 1)), received: server.now))
        phone.open()
        let answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        phone.receive(answers[0])
        phone.tick(after: 120_000)
        #expect(phone.sent == [ClientMessage<Lobby>.ping(encodingTime: Int64(phone.milliseconds))])
        phone.tick(after: 10_000)
        #expect(wait(phone) != nil)
    }

    @Test("An answer within time keeps the connection")
    func answered() throws {
        var (phone, server) = try SyncTests.playing()
        phone.tick(after: 40_000)
        try phone.talk(&server)
        phone.tick(after: 20_000)
        #expect(phone.core.connectionState == .live)
    }

    @Test("An app that comes to the foreground asks at once, or connects at once")
    func foreground() throws {
        var (phone, _) = try SyncTests.playing()
        phone.core.probe(now: phone.now)
        phone.settle()
        #expect(phone.sent.count == 1)
        for _ in 0..<6 {
            phone.loseConnection()
            phone.core.probe(now: phone.now)
            phone.settle()
            #expect(phone.core.connectionState == .connecting)
        }
    }

    @Test("A connection that breaks just after the network came back is tried again at once")
    func foregroundWithoutLuck() throws {
        for seed: UInt64 in 1...20 {
            var phone = Phone.host(seed: seed)
            for _ in 0..<8 {
                phone.open()
                phone.loseConnection()
            }
            phone.open()
            phone.core.probe(now: phone.now)
            phone.loseConnection()
            #expect(try #require(wait(phone)) <= ClientLimits.backoffMillisecondsMin)
        }
    }

    @Test("A server that accepts and says nothing is left after 10 s")
    func noWelcome() throws {
        var phone = Phone.host()
        phone.open()
        #expect(phone.core.nextDeadline == phone.milliseconds + 10_000)
        phone.tick(after: 10_000)
        #expect(wait(phone) != nil)
    }

    @Test("A draining server is left in time, and asked again after once to twice its wish")
    func draining() throws {
        for seed: UInt64 in 1...20 {
            var server = FakeServer(lobbyID: Phone.lobby)
            var phone = Phone.host(seed: seed)
            try phone.edit(.create)
            try phone.connect(&server)
            phone.receive(.draining(milliseconds: 4_000))
            phone.loseConnection(closeCode: SyncCloseCode.draining)
            let delay = try #require(wait(phone))
            #expect((4_000...8_000).contains(delay))
            phone.core.probe(now: phone.now)
            #expect(wait(phone) == delay)
        }
        var (phone, _) = try SyncTests.playing()
        phone.receive(.draining(milliseconds: 4_000))
        phone.tick(after: 8_000)
        #expect(wait(phone) != nil)
    }

    @Test("A server can't make a client wait for more than ten minutes")
    func absurdWait() throws {
        var (phone, _) = try SyncTests.playing()
        phone.receive(.draining(milliseconds: 1 << 53))
        phone.loseConnection()
        #expect(try #require(wait(phone)) <= 600_000)
    }

    @Test("After a storage error the same ops are sent again on the same connection")
    func storageError() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        let message = phone.sent.removeFirst()
        phone.receive(.error(ErrorNotice(SessionError.storage, retryMilliseconds: 700)))
        #expect(phone.core.view.notice?.name == "storage")
        try phone.edit(.score(2, 4))
        #expect(phone.sent.isEmpty)
        phone.tick(after: 699)
        #expect(phone.sent.isEmpty)
        phone.tick(after: 1)
        guard case .ops(let ops) = try ClientMessage<Lobby>.decode(try #require(phone.sent.first)),
            case .ops(let before) = try ClientMessage<Lobby>.decode(message)
        else { return #expect(Bool(false)) }
        #expect(ops.first == before.first)
        try phone.talk(&server)
        #expect(phone.core.view.pendingCount == 0)
        #expect(phone.core.connectionState == .live)
    }

    @Test("A server that asks to slow down isn't asked again before its time")
    func slowDown() throws {
        var (phone, _) = try SyncTests.playing()
        phone.receive(.error(ErrorNotice(SessionError.slowDown, retryMilliseconds: 3_000)))
        phone.loseConnection(closeCode: SyncCloseCode.slowDown)
        #expect(try #require(wait(phone)) >= 3_000)
    }

    @Test("A refusal at the door stops, with the server's sentence")
    func refused() throws {
        var phone = Phone.guest()
        phone.open()
        phone.receive(.error(ErrorNotice(Refusal.wrongCode)))
        phone.loseConnection(closeCode: SyncCloseCode.refused)
        #expect(phone.core.connectionState == .stopped(.refused(ErrorNotice(Refusal.wrongCode))))
        #expect(phone.core.nextDeadline == nil)
    }

    @Test("Codes up to 4499, and none at all, lead to another attempt; from 4500 on they don't")
    func closeCodes() throws {
        for code: UInt16? in [nil, 1001, 1006, 1011, 1012, 1013, 4000, 4005, 4499] {
            var (phone, _) = try SyncTests.playing()
            phone.loseConnection(closeCode: code)
            #expect(wait(phone) != nil)
        }
        for code: UInt16 in [4500, 4501, 4505, 4999] {
            var (phone, _) = try SyncTests.playing()
            phone.loseConnection(closeCode: code)
            #expect(phone.core.connectionState == .stopped(.closed(code: code)))
        }
    }

    @Test("A kicked player's last entries are handed over on one more connection")
    func kickedFlush() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        phone.loseConnection(closeCode: SyncCloseCode.kicked)
        #expect(wait(phone) != nil)
        phone.open()
        let greeting = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        guard case .welcome(var welcome) = greeting[0] else { return #expect(Bool(false)) }
        welcome.admission = .outsider
        phone.receive(.welcome(welcome))
        #expect(phone.sent.count == 1)
        phone.receive(.ack(number: 3, seq: 9))
        phone.receive(.error(ErrorNotice(Refusal.kicked)))
        phone.loseConnection(closeCode: SyncCloseCode.kicked)
        #expect(phone.core.connectionState == .stopped(.kicked))
        #expect(phone.core.view.pendingCount == 0)
        #expect(throws: Refusal.kicked) { try phone.edit(.score(2, 3)) }
    }

    @Test("Someone who has left asks for a part when coming back, once")
    func rejoin() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection(closeCode: SyncCloseCode.left)
        #expect(phone.core.connectionState == .stopped(.left))
        #expect(throws: Refusal.notMember) { try phone.edit(.score(1, 3)) }
        phone.core.rejoin(now: phone.now)
        phone.settle()
        try phone.restart()
        for part in [Hello.Part.player, nil] {
            phone.open()
            guard
                case .hello(let hello) = try ClientMessage<Lobby>.decode(
                    try #require(phone.sent.first))
            else { return #expect(Bool(false)) }
            #expect(hello.part == part)
            #expect(hello.name == "Anna")
            #expect(hello.entry == .member(Phone.lobby, ticket: Identifier128(high: 7, low: 7)))
            try phone.talk(&server)
            #expect(phone.core.view.isUpToDate)
            phone.loseConnection()
            #expect(!phone.core.view.isUpToDate)
        }
    }

    @Test("What is typed into a game that was erased is refused; what was typed before stays")
    func erased() throws {
        var (phone, _) = try SyncTests.playing()
        phone.loseConnection()
        try phone.edit(.score(1, 3))
        phone.open()
        phone.receive(.error(ErrorNotice(Refusal.gone)))
        phone.loseConnection(closeCode: SyncCloseCode.refused)
        #expect(phone.core.view.pendingCount == 1)
        #expect(throws: Refusal.gone) { try phone.edit(.score(2, 3)) }
    }

    @Test("A kicked player whose entries can't be handed over tries once only")
    func kickedTwice() throws {
        var (phone, _) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        phone.loseConnection(closeCode: SyncCloseCode.kicked)
        phone.open()
        phone.loseConnection(closeCode: SyncCloseCode.kicked)
        #expect(phone.core.connectionState == .stopped(.kicked))
        #expect(phone.core.view.pendingCount == 1)
    }

    @Test("A game moved elsewhere is followed there, and looked for at home if nobody is there")
    func moved() throws {
        var (phone, _) = try SyncTests.playing()
        phone.receive(.moved(url: "ws://b.example/sync"))
        phone.tick(after: try #require(wait(phone)))
        #expect(phone.effects.contains(.connect(redirect: "ws://b.example/sync")))
        phone.loseConnection()
        phone.effects = []
        phone.tick(after: try #require(wait(phone)))
        #expect(phone.effects.contains(.connect(redirect: nil)))
    }

    @Test("The server's time comes from the middle of the shortest round trip")
    func clock() throws {
        var phone = Phone.host()
        var server = FakeServer(lobbyID: Phone.lobby)
        server.now = WallTime(milliseconds: 9_000_000)
        try phone.edit(.create)
        phone.open()
        let answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
        phone.milliseconds += 300
        for answer in answers { phone.receive(answer) }
        #expect(phone.core.serverTime(phone.now).milliseconds == 9_000_150)
        let sent = Int64(phone.milliseconds)
        phone.milliseconds += 2_000
        phone.receive(.pong(time: sent, now: WallTime(milliseconds: 1)))
        #expect(phone.core.serverTime(phone.now).milliseconds == 9_002_150)
        let again = Int64(phone.milliseconds)
        phone.milliseconds += 20
        phone.receive(.pong(time: again, now: WallTime(milliseconds: 9_002_200)))
        #expect(phone.core.serverTime(phone.now).milliseconds == 9_002_210)
        // A changed date doesn't matter; another run of the app goes by date again.
        phone.wallAhead = 60_000
        #expect(phone.core.serverTime(phone.now).milliseconds == 9_002_210)
        phone.wallAhead = 0
        _ = try phone.restart()
        #expect(abs(phone.core.serverTime(phone.now).milliseconds - 9_002_210) < 500)
    }

    @Test("An entry made before the first answer of a server is dated by the device")
    func firstEntryTime() throws {
        var phone = Phone.host()
        phone.wallAhead = 1_700_000_000_000
        try phone.edit(.create)
        #expect(phone.core.view.lobby?.start.milliseconds == 1_700_000_005_000)
    }

    @Test("Stopping says goodbye and keeps what waits")
    func stopping() throws {
        var (phone, _) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        phone.core.stop(now: phone.now)
        let effects = phone.core.takeEffects()
        #expect(
            effects.prefix(2) == [.send(ClientMessage<Lobby>.byeBytes()), .disconnect(code: 1000)])
        #expect(phone.core.connectionState == .offline)
        #expect(phone.core.view.pendingCount == 1)
    }
}
