import Documents
import Lobby
import SyncServer
import Testing
import WebSocket
import Wire

@Suite("Hello and typed errors")
struct HelloTests {
    let shell = FakeShell()

    /// What is sent, the error that comes, and the close code after it; nil if the session goes on.
    private func expect(
        _ error: SessionError, closing code: UInt16?, from wire: FakeWire,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .error(let notice)? = wire.take().last else {
            Issue.record("no error came", sourceLocation: sourceLocation)
            return
        }
        #expect(notice.number == error.rawValue, sourceLocation: sourceLocation)
        #expect(notice.name == error.name, sourceLocation: sourceLocation)
        #expect(notice.sentence == error.sentence, sourceLocation: sourceLocation)
        #expect(wire.closeCode == code, sourceLocation: sourceLocation)
        #expect(wire.isGone == (code != nil), sourceLocation: sourceLocation)
    }

    @Test(
        "Nothing but hello is understood before hello",
        arguments: [#"{"type":"op","ops":[]}"#, #"{"type":"ping","t":1}"#])
    func helloFirst(message: String) {
        let wire = FakeWire.upgraded(shell)
        wire.say(message)
        expect(.helloExpected, closing: 4500, from: wire)
    }

    @Test("A second hello is an error")
    func helloTwice() {
        let game = Game(shell)
        let wire = game.host.wire!
        wire.say(
            ClientMessage<Lobby>.hello(encoding: game.host.hello(.member(game.id, ticket: nil))))
        expect(.alreadyGreeted, closing: 4500, from: wire)
    }

    @Test(
        "What can't be read ends the session",
        arguments: [
            "", "[]", "{", "null", #"{"type":7}"#, #"{"type":"hello"}"#, #"{"ops":[]}"#,
            #"{"type":"op"}"#, #"{"type":"op","ops":[{}]}"#, #"{"type":"op","ops":[{"n":0}]}"#,
            #"{"type":"op","ops":[{"n":-1}]}"#, #"{"type":"op","ops":[{"n":1e3}]}"#,
            #"{"type":"ping","t":99999999999999999999}"#,
        ])
    func badMessages(message: String) {
        let wire = FakeWire.upgraded(shell)
        wire.say(message)
        expect(.badMessage, closing: 4500, from: wire)
    }

    @Test("A message of an unknown type is answered, and the session goes on")
    func unknownType() {
        let game = Game(shell)
        game.host.wire?.say(#"{"type":"dance"}"#)
        expect(.unknownType, closing: nil, from: game.host.wire!)
        game.host.perform(.allowLateJoin(true))
        #expect(game.stored.allowsLateJoin)
    }

    @Test("Another version of the protocol is turned away")
    func version() {
        let wire = FakeWire.upgraded(shell)
        var hello = FakeDevice(shell).hello(.code(nil))
        hello.version = 2
        wire.say(ClientMessage<Lobby>.hello(encoding: hello))
        expect(.unsupportedVersion, closing: 4506, from: wire)
    }

    @Test(
        "A kind that the server doesn't keep is turned away, whether or not its name is one",
        arguments: ["counter", "games", "", "GAME", "a b", String(repeating: "a", count: 17)])
    func unknownKind(kind: String) {
        let game = Game(shell)
        let device = FakeDevice(shell)
        let wire = FakeWire.upgraded(shell)
        wire.say(
            #"{"type":"hello","v":1,"kind":"\#(kind)","person":"\#(device.person.value)","#
                + #""token":"\#(device.credentials.token)","rid":"\#(device.replica.value)","#
                + #""lobby":"\#(game.id.value)"}"#)
        expect(.unknownKind, closing: 4506, from: wire)
    }

    @Test("Whoever says that a game is meant is as welcome as who says nothing")
    func namedGame() {
        let game = Game(shell)
        let hello = game.host.hello(.member(game.id, ticket: nil))
        let bytes = ClientMessage<Lobby>.hello(encoding: hello)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("kind"))
        let wire = FakeWire.upgraded(shell)
        wire.say(text.replacing(#""v":1,"#, with: #""v":1,"kind":"game","#))
        #expect(wire.inbox.contains { if case .welcome = $0 { true } else { false } })
    }

    @Test("A token that isn't the person's is refused, one that isn't a token too")
    func badToken() {
        let game = Game(shell)
        let other = FakeDevice(shell)
        let token = Token(high: shell.identifier(), low: shell.identifier())
        other.credentials = Credentials(person: game.host.person, token: token)
        other.enter(.member(game.id, ticket: nil))
        expect(.badToken, closing: 4501, from: other.wire!)
        let wire = FakeWire.upgraded(shell)
        let id = shell.identifier().description
        wire.say(
            #"{"type":"hello","v":1,"person":"\#(id)","token":"x","rid":"\#(id)","code":"ABCDEF"}"#)
        expect(.badToken, closing: 4501, from: wire)
    }

    @Test("Ops that come before welcome are not ready")
    func notReady() {
        shell.holdsStore = true
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        device.wire?.say(ClientMessage<Lobby>.ops(encoding: []))
        expect(.notReady, closing: 4500, from: device.wire!)
        shell.holdsStore = false
        shell.answerStore()
        #expect(shell.shards[0].server.lobbyCount == 0)
    }

    @Test("A second op message before the answer to the first is an error")
    func twoInFlight() {
        let game = Game(shell, isPlaying: true)
        shell.holdsStore = true
        game.host.score(3)
        game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: []))
        expect(.tooManyInFlight, closing: 4500, from: game.host.wire!)
    }

    @Test("A message with a gap is in flight until the gap is answered")
    func gapInFlight() {
        let game = Game(shell, isPlaying: true)
        shell.holdsStore = true
        let host = game.host
        for hole: UInt8 in 1...3 {
            host.note(
                .set(.score(round: 1, player: PlayerID(7), hole: hole), .number(3), confirms: false)
            )
        }
        host.wire?.say(ClientMessage<Lobby>.ops(encoding: [host.journal[2], host.journal[4]]))
        host.wire?.say(ClientMessage<Lobby>.ops(encoding: [host.journal[3]]))
        expect(.tooManyInFlight, closing: 4500, from: host.wire!)
    }

    @Test("More than 64 ops in a message are too many, and none of them is carried out")
    func tooManyOps() {
        let game = Game(shell)
        for _ in 0...WireLimits.opsPerMessageMax { game.host.note(.leave) }
        game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: game.host.journal.dropFirst()))
        expect(.tooManyOps, closing: 4500, from: game.host.wire!)
        #expect(game.stored.seq == 1)
    }

    @Test("As many ops as allowed are taken")
    func manyOps() {
        let game = Game(shell)
        for _ in 0..<WireLimits.opsPerMessageMax { game.host.note(.allowLateJoin(true)) }
        game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: game.host.journal.dropFirst()))
        #expect(game.host.acknowledged == OpNumber(WireLimits.opsPerMessageMax) + 1)
    }

    @Test(
        "What is nested too deep around ops can't be read, which isn't the same as too many ops",
        arguments: [
            #"{"type":"op","ops":[],"x":[[[[[[[[[]]]]]]]]]}"#,
            #"{"x":{"a":[[[[[[[[[1]]]]]]]]]},"type":"op","ops":[]}"#,
        ])
    func tooDeep(message: String) {
        let game = Game(shell)
        game.host.wire?.say(message)
        expect(.badMessage, closing: 4500, from: game.host.wire!)
    }

    @Test("Too many edits in a short time close the session with the time to wait")
    func slowDown() {
        let shell = FakeShell { $0.opsBurstMax = 4 }
        let game = Game(shell, isPlaying: true)
        for hole: UInt8 in 1...3 { game.host.score(3, hole: hole) }
        expect(.slowDown, closing: 4005, from: game.host.wire!)
        #expect(game.host.error?.retryMilliseconds == 1_000)
        #expect(game.host.error?.mayRetry == true)
    }

    @Test("Op messages without ops cost budget too")
    func emptyMessagesCost() {
        let shell = FakeShell { $0.opsBurstMax = 4 }
        let game = Game(shell)
        for _ in 0..<4 { game.host.wire?.say(ClientMessage<Lobby>.ops(encoding: [])) }
        expect(.slowDown, closing: 4005, from: game.host.wire!)
    }

    @Test(
        "A flood of frames that mean nothing ends its session, as many in good time don't",
        arguments: [[0x8A, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0]] as [[UInt8]])
    func frameFlood(frame: [UInt8]) {
        let piece = [[UInt8]](repeating: frame, count: 1_000).flatMap { $0 }
        let (patient, hasty) = (FakeWire.upgraded(shell), FakeWire.upgraded(shell))
        for wire in [patient, hasty] where frame[0] == 0 { wire.send([0x01, 0x80, 0, 0, 0, 0]) }
        for _ in 0..<90 {
            patient.send(piece)
            shell.wait(100)
        }
        #expect(!patient.isGone)
        for _ in 0..<170 { hasty.send(piece) }
        #expect(!hasty.isGone)
        for _ in 0..<10 { hasty.send(piece) }
        expect(.slowDown, closing: 4005, from: hasty)
    }

    @Test("Binary messages, oversized ones and broken frames close as RFC 6455 has it")
    func webSocketFaults() {
        let binary = FakeWire.upgraded(shell)
        binary.send(WebSocketFrame.clientBinary([1], mask: 1))
        #expect(binary.closeCode == 1003 && binary.isGone)
        let long = FakeWire.upgraded(shell)
        long.say([UInt8](repeating: 0x20, count: WireLimits.clientMessageBytesMax + 1))
        #expect(long.closeCode == 1009 && long.isGone)
        let broken = FakeWire.upgraded(shell)
        broken.send([0xFF, 0xFF, 0xFF])
        #expect(broken.closeCode == 1002 && broken.isGone)
        let mangled = FakeWire.upgraded(shell)
        mangled.say([0xFF, 0xFE])
        #expect(mangled.closeCode == 1007 && mangled.isGone)
    }

    @Test("Bye is answered with a normal close, and membership stays")
    func bye() {
        let game = Game(shell, players: 1)
        shell.waitForPresence()
        game.players[0].wire?.say(ClientMessage<Lobby>.byeBytes())
        #expect(game.players[0].closeCode == 1000)
        #expect(game.stored.members[1].standing == .active)
        #expect(game.host.presence?.members == [MemberNumber(1)])
    }

    @Test("A ping is answered with the time sent and the server's own")
    func ping() {
        let game = Game(shell)
        game.host.wire?.take()
        game.host.wire?.say(ClientMessage<Lobby>.ping(encodingTime: 42))
        #expect(
            game.host.wire?.take() == [.pong(time: 42, now: WallTime(milliseconds: shell.wall))])
    }

    @Test("A connection that never says hello times out after ten seconds")
    func helloTimeout() {
        let wire = FakeWire.upgraded(shell)
        shell.wait(10_200)
        expect(.timeout, closing: 4004, from: wire)
    }

    @Test("A session whose lobby the store never gives times out, and the answer is ignored")
    func entryTimeout() {
        let game = Game(shell)
        let id = game.id
        game.host.wire?.hangUp()
        shell.wait(61_000)
        shell.holdsStore = true
        game.host.resume()
        shell.wait(10_200)
        expect(.timeout, closing: 4004, from: game.host.wire!)
        shell.holdsStore = false
        shell.answerStore()
        #expect(game.host.welcome == nil)
        #expect(game.host.resume()?.lobby == id)
    }

    @Test("A silent client is pinged after 25 seconds, and dropped 10 seconds later")
    func silence() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        // The snapshot may have taken a slow line until now.
        shell.wait(20_000)
        for device in game.everyone { device.wire?.say(ClientMessage<Lobby>.ping(encodingTime: 1)) }
        game.host.wire?.isMute = true
        shell.wait(24_000)
        #expect(player.wire?.pingCount == 0)
        shell.wait(2_000)
        #expect(player.wire?.pingCount == 1)
        shell.wait(10_000)
        expect(.timeout, closing: 4004, from: game.host.wire!)
        shell.wait(100_000)
        #expect(player.isSeated)
    }

    @Test("A short interval between pings is kept, from the first on", arguments: [1, 3, 9])
    func shortPings(seconds: UInt64) {
        let shell = FakeShell { $0.pingMilliseconds = seconds * 1_000 }
        let device = FakeDevice(shell)
        device.enter(.create(LobbyID(shell.identifier())))
        for count in 1...20 {
            shell.wait(seconds * 1_000 - 200)
            #expect(device.wire?.pingCount == count - 1)
            // Timers are less than a tick late; the device answers at once.
            shell.wait(300)
            #expect(device.wire?.pingCount == count)
        }
        device.wire?.isMute = true
        shell.wait(seconds * 1_000 + 9_700)
        #expect(device.isSeated)
        shell.wait(500)
        expect(.timeout, closing: 4004, from: device.wire!)
    }

    /// A player who is sent much at once and then says nothing; how long a slow line is busy.
    private func silentNewcomer() throws -> (FakeDevice, UInt64) {
        let game = Game(shell, players: 3, isPlaying: true)
        for hole in 1...UInt8(Game.holes.count) {
            for column in game.stored.players {
                for device in game.everyone { device.score(3, hole: hole, of: column.id) }
            }
        }
        let spectator = FakeDevice(shell)
        spectator.enter(.invitation(game.id, Game.invitation), as: .spectator)
        spectator.wire?.isMute = true
        let messages = try #require(spectator.wire?.take())
        let sent = messages.filter { message in
            if case .snapshot = message { true } else { false }
        }
        #expect(sent.count == 1)
        let bytes = sent.reduce(0) { $0 + $1.encode().count + 4 }
        return (spectator, UInt64(bytes) * 1_000 / 256)
    }

    @Test("Silence doesn't count for as long as a slow line may be busy with what was missed")
    func slowLine() throws {
        let (spectator, busy) = try silentNewcomer()
        #expect((4_000..<100_000).contains(busy))
        shell.wait(busy + 34_000)
        #expect(spectator.isSeated)
        shell.wait(2_000)
        expect(.timeout, closing: 4004, from: spectator.wire!)
    }

    @Test("The time allowed for a slow line has an end")
    func slowLineEnds() throws {
        shell.configuration.slowestLineBytesPerSecond = 1
        shell.start()
        let (spectator, _) = try silentNewcomer()
        shell.wait(154_000)
        #expect(spectator.isSeated)
        shell.wait(2_000)
        expect(.timeout, closing: 4004, from: spectator.wire!)
    }

    @Test("Everything cut into single bytes works the same")
    func byteByByte() {
        let device = FakeDevice(shell)
        device.open()
        let hello = device.hello(.create(device.ownLobby))
        for byte in FakeWire.frame(ClientMessage<Lobby>.hello(encoding: hello)) {
            device.wire?.send([byte])
        }
        device.note(.create(Game.setup(), nonce: device.nonce))
        let ops = ClientMessage<Lobby>.ops(encoding: device.journal)
        for byte in FakeWire.frame(ops) { device.wire?.send([byte]) }
        #expect(device.acknowledged == 1)
    }
}
