import Documents
import Foundation
import Lobby
import TestSupport
import Testing
import WebSocket
import Wire

@Suite("Bad input")
struct BadInputTests {
    /// Expects one of the answers that the server may give to anything: an HTTP error, or after the
    /// upgrade readable messages and a close frame. Only those who hung up first may get nothing at
    /// all.
    private static func expectAnswer(
        _ answer: [UInt8], to bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = String(decoding: answer, as: UTF8.self)
        if text.isEmpty {
            let isUnfinished = !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n")
            #expect(isUnfinished && bytes.count <= 8_192, sourceLocation: sourceLocation)
        } else {
            let status = text.wholeMatch(of: /(?s)HTTP\/1\.1 (\d{3}) .*\r\n\r\n.*/)?.1
            #expect(
                status.flatMap { Int($0) }.map { $0 >= 400 } == true, "\(text)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("Random bytes get an HTTP error", arguments: 1...3 as ClosedRange<UInt64>)
    func randomBytes(seed: UInt64) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            var random = SeededGenerator(seed: seed)
            for _ in 0..<150 {
                var bytes = random.bytes(0...300)
                // Half of them look like a request for a while.
                if Bool.random(using: &random) {
                    let count = Int.random(in: 0..<RawClient.request.count, using: &random)
                    bytes = RawClient.request[..<count] + bytes
                }
                let client = try RawClient(port: bystanders.server.port)
                client.send(bytes)
                client.endInput()
                Self.expectAnswer(try client.readToEnd(), to: bytes)
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test("A request that ends anywhere before its end is dropped without harm")
    func halfRequests() async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            for count in 0..<RawClient.request.count {
                let client = try RawClient(port: bystanders.server.port)
                client.send(Array(RawClient.request[..<count]))
                client.endInput()
                #expect(try client.readToEnd() == [], "after \(count) bytes")
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test(
        "A head beyond its limits is refused by status, before its end",
        arguments: [
            ("GET /sync HTTP/1.1\r\nX: ", "a", 431), ("GET /sync HTTP/1.1\r\n", "A: b\r\n", 431),
            ("GET /sync HTTP/1.1\r\n", "a", 431), ("GET /", "a", 431), ("", "G", 431),
            ("GET /\(String(repeating: "a", count: 2_048)) HTTP/1.1\r\n", "a", 414),
        ])
    func hugeHeads(beginning: String, repeated: String, status: Int) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            let head = Array(
                (beginning + String(repeating: repeated, count: 8_000_000 / repeated.count)).utf8)
            for _ in 0..<20 {
                let client = try RawClient(port: bystanders.server.port)
                let isTaken = client.send(head)
                let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
                // A reset that overtakes the answer is the only other possibility.
                #expect(
                    answer.hasPrefix("HTTP/1.1 \(status)") || answer.isEmpty && !isTaken,
                    "\(answer)")
            }
            try bystanders.expectUnharmed()
        }
    }

    struct BadFrame: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var closeCode: UInt16

        init(_ description: String, _ bytes: [UInt8], _ closeCode: UInt16) {
            (testDescription, self.bytes, self.closeCode) = (description, bytes, closeCode)
        }
    }

    @Test(
        "A frame that breaks the rules closes the connection with the code for it",
        arguments: [
            BadFrame("unmasked", [0x81, 0x02, 0x7B, 0x7D], 1002),
            BadFrame("a reserved bit", [0xC1, 0x80, 0, 0, 0, 0], 1002),
            BadFrame("an unknown kind", [0x83, 0x80, 0, 0, 0, 0], 1002),
            BadFrame("an unknown control frame", [0x8B, 0x80, 0, 0, 0, 0], 1002),
            BadFrame("a ping in parts", [0x09, 0x80, 0, 0, 0, 0], 1002),
            BadFrame("a long ping", [0x89, 0xFE, 0x01, 0x00, 0, 0, 0, 0], 1002),
            BadFrame("a part of nothing", [0x80, 0x80, 0, 0, 0, 0], 1002),
            BadFrame(
                "a message in a message",
                [0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),
            BadFrame("a length written too long", [0x81, 0xFE, 0x00, 0x01, 0, 0, 0, 0, 0], 1002),
            BadFrame(
                "a negative length", [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1002),
            BadFrame(
                "an immense length",
                [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
            BadFrame("one byte too much", [0x81, 0xFE, 0x40, 0x01, 0, 0, 0, 0], 1009),
            BadFrame("binary", [0x82, 0x80, 0, 0, 0, 0], 1003),
            BadFrame("not UTF-8", [0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
            BadFrame("a surrogate", [0x81, 0x83, 0, 0, 0, 0, 0xED, 0xA0, 0x80], 1007),
            BadFrame("half a close code", [0x88, 0x81, 0, 0, 0, 0, 0x03], 1002),
            BadFrame("a close code that never travels", [0x88, 0x82, 0, 0, 0, 0, 3, 0xED], 1002),
        ])
    func badFrames(frame: BadFrame) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            // Whole, and byte by byte.
            for size in [frame.bytes.count, 1] {
                let client = try RawClient.upgraded(bystanders.server.port)
                for start in stride(from: 0, to: frame.bytes.count, by: size) {
                    client.send(Array(frame.bytes[start..<min(start + size, frame.bytes.count)]))
                }
                #expect(try client.rest().closeCode == frame.closeCode)
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test(
        "Random frames are answered in kind or end the connection",
        arguments: 1...3 as ClosedRange<UInt64>)
    func randomFrames(seed: UInt64) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            var random = SeededGenerator(seed: seed)
            for _ in 0..<150 {
                let client = try RawClient.upgraded(bystanders.server.port)
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    var frame = random.bytes(2...2)
                    // Most are masked and of a known kind, or nothing behind them is ever read.
                    if Int.random(in: 0..<10, using: &random) > 0 {
                        frame[0] = [0x01, 0x81, 0x80, 0x00, 0x89, 0x8A].randomElement(
                            using: &random)!
                        frame[1] |= 0x80
                    }
                    client.send(frame + random.bytes(0...140))
                }
                client.endInput()
                _ = try client.rest()
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test(
        "Mutated messages change nothing in a game that their sender isn't in",
        arguments: 1...4 as ClosedRange<UInt64>)
    func mutatedMessages(seed: UInt64) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            var random = SeededGenerator(seed: seed)
            var closeCodes: Set<UInt16?> = []
            for turn in 0..<150 {
                let client = try RawClient.upgraded(bystanders.server.port)
                var messages = Self.conversation(on: bystanders.host, turn: turn)
                let first = turn % 3 == 0 ? 0 : 1
                for index in messages.indices where index >= first {
                    Self.mutate(&messages[index], using: &random)
                }
                for message in messages { client.say(message) }
                client.endInput()
                closeCodes.insert(try client.rest().closeCode)
            }
            #expect(closeCodes.contains(SyncCloseCode.protocolError))
            #expect(closeCodes.count > 1)
            try bystanders.expectUnharmed()
        }
    }

    /// Enters and edits; into an own game, or as a stranger into the bystanders'.
    private static func conversation(on host: RawPlayer, turn: Int) -> [[UInt8]] {
        let replica = ReplicaID(.random())
        let nonce = Identifier128.random()
        let credentials = Credentials(token: Token(high: .random(), low: .random()))
        let strangers = LobbyID(maker: credentials.person, nonce: nonce)
        let entries: [Entry] = [
            .create(strangers), .create(host.lobbyID!), .member(host.lobbyID!, ticket: .random()),
            .invitation(host.lobbyID!, .random()),
        ]
        let hello = Hello(
            client: "attacker", credentials: credentials, replica: replica,
            entry: entries[turn % entries.count], part: turn % 5 == 0 ? .player : nil,
            name: "Mallory", number: 3)
        let setup = GameSetup(
            course: "Söderåsen", holes: [Hole(label: "1", par: 3)], invitation: .random(),
            watch: .random(),
            hostName: "Mallory", hostPlayer: PlayerID(1))
        let commands: [Command] = [
            .create(setup, nonce: nonce), .move(from: .setup, to: Stage(.playing, round: 1)),
            .set(.score(round: 1, player: PlayerID(1), hole: 1), .number(9), confirms: true),
        ]
        let ops = commands.enumerated().map { place, command in
            OpCoding<Lobby>.encode(
                Op(
                    number: OpNumber(place + 1), at: WallTime(milliseconds: 1_760_000_000_000),
                    command: command))
        }
        return [
            ClientMessage<Lobby>.hello(encoding: hello), ClientMessage<Lobby>.ops(encoding: ops),
            ClientMessage<Lobby>.ping(encodingTime: 1),
        ]
    }

    private static func mutate(_ message: inout [UInt8], using random: inout SeededGenerator) {
        let morsels = [
            "9223372036854775808", "-1", "1e999", "0", "null", "[[[[[[[[[[", "{", "}", "\"",
            "\\u0000",
            "\\ud800", ",", "\"type\":\"op\",", "\"n\":1,", "\"create\":true,",
            "18446744073709551616",
        ]
        for _ in 0...Int.random(in: 0...2, using: &random) where !message.isEmpty {
            let place = Int.random(in: message.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: message[place] = UInt8.random(in: 0x20...0x7E, using: &random)
            case 1: message.remove(at: place)
            case 2: message.removeLast(message.count - place)
            case 3:
                let morsel = morsels.randomElement(using: &random)!
                message.insert(contentsOf: Array(morsel.utf8), at: place)
            default:
                let digits = message.indices.filter { (0x30...0x39).contains(message[$0]) }
                guard let digit = digits.randomElement(using: &random) else { continue }
                message[digit] = UInt8.random(in: 0x30...0x39, using: &random)
            }
        }
    }

    @Test(
        "Those who ask and never read the answers are cut off, and cost little",
        arguments: [#"{"type":"ping","t":1}"#, #"{"type":"wave"}"#])
    func askersWhoNeverRead(question: String) async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            let burst = (0..<1_000).flatMap { _ in
                WebSocketFrame.clientText(Array(question.utf8), mask: 7)
            }
            var askers: [RawClient] = []
            for _ in 0..<10 {
                let player = try RawPlayer(port: bystanders.server.port, receiveBytes: 4_096)
                _ = try player.enter(bystanders.host.invitation, as: .spectator)
                var bursts = 0
                while player.client.send(burst) { bursts += 1 }
                #expect(bursts < 1_000)
                askers.append(player.client)
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test("Spectators who never read cost little, and the others still get everything")
    func spectatorsWhoNeverRead() async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            let game = try RawPlayer.host(bystanders.server)
            let sleepers = try (0..<50).map { _ in
                let sleeper = try RawPlayer(port: bystanders.server.port, receiveBytes: 4_096)
                _ = try sleeper.enter(game.invitation, as: .spectator)
                return sleeper
            }
            for number in 0..<1_500 {
                let tee = String(repeating: "x", count: 12) + "\(number % 10)"
                let key = CellKey(player: PlayerID(1), field: .tee)
                #expect(try game.perform(.set(key, .text(tee), confirms: false)) == nil)
            }
            #expect(sleepers.count == 50)
            try bystanders.expectUnharmed()
        }
    }

    @Test("Many who connect and say nothing, or a little, keep nobody out")
    func silentConnections() async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            let port = bystanders.server.port
            var silent: [RawClient] = []
            for number in 0..<300 {
                let client = number % 2 == 0 ? try RawClient(port: port) : try .upgraded(port)
                client.send(Array("G".utf8))
                silent.append(client)
            }
            try bystanders.expectUnharmed()
        }
    }

    @Test("Who doesn't say hello in time is told so, and hung up on")
    func silenceAfterUpgrade() async throws {
        try await onOwnThread {
            let bystanders = try Bystanders()
            let client = try RawClient.upgraded(bystanders.server.port)
            let half = try RawClient(port: bystanders.server.port)
            half.send(Array("GET /sync".utf8))
            let (messages, closeCode) = try client.rest()
            #expect(messages == [.error(ErrorNotice(.timeout))])
            #expect(closeCode == SyncCloseCode.timeout)
            #expect(try half.readToEnd() == [])
            try bystanders.expectUnharmed()
        }
    }
}
