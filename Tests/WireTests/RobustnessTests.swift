import Documents
import Lobby
import Log
import Scoring
import TestSupport
import Testing

@testable import Wire

/// What strangers, later versions and damage may send.
struct RobustnessTests {
    private static let samples = Vectors.messages.map(\.bytes)

    /// Inserts `field` at the beginning of every object in `bytes`.
    private func adding(_ field: String, to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            result.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if byte == UInt8(ascii: "{"), !isInString {
                result.append(contentsOf: Array(field.utf8))
            }
        }
        return result
    }

    @Test("Unknown fields are ignored in every object of every message")
    func unknownFields() throws {
        let field = #""later":{"a":[1.5e3,"\u00e5",null,[[]]]},"#
        for message in Vectors.messages {
            let longer = adding(field, to: message.bytes)
            #expect(longer.count > message.bytes.count)
            #expect(try message.isDecoded(from: longer), "\(message.name)")
        }
    }

    @Test("White space between the parts of a message changes nothing")
    func whiteSpace() throws {
        for message in Vectors.messages {
            var spaced: [UInt8] = []
            var isInString = false
            for (place, byte) in message.bytes.enumerated() {
                let isQuote = byte == UInt8(ascii: "\"")
                let isEscaped = place > 0 && message.bytes[place - 1] == UInt8(ascii: "\\")
                if isQuote, !isEscaped { isInString.toggle() }
                spaced.append(byte)
                if !isInString, "{}[],:".utf8.contains(byte) {
                    spaced.append(contentsOf: " \n\t\r".utf8)
                }
            }
            #expect(try message.isDecoded(from: spaced), "\(message.name)")
        }
    }

    @Test("A message that ends early is never read")
    func cut() {
        for bytes in Self.samples {
            for count in bytes.indices {
                let part = Array(bytes[..<count])
                #expect(throws: WireError.self) { try ClientMessage<Lobby>.decode(part) }
                #expect(throws: WireError.self) { try ServerMessage<Lobby>.decode(part) }
            }
        }
    }

    @Test("Random bytes never trap", arguments: 0..<4 as Range<UInt64>)
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...60, using: &random)
            read((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
    }

    @Test(
        "Damaged messages never trap, and what is read is read the same again",
        arguments: 10..<18 as Range<UInt64>)
    func damaged(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_500 {
            var bytes = random.pick(Self.samples)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                damage(&bytes, using: &random)
            }
            read(bytes)
        }
    }

    @Test("Damaged log records never trap", arguments: 20..<24 as Range<UInt64>)
    func damagedRecords(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_500 {
            var record = random.pick(Vectors.log)
            damage(&record.body, using: &random)
            if random.once(in: 3) { damage(&record.texts, using: &random) }
            if let event = try? LogCoding<Lobby>.event(record) {
                let again = LogCoding<Lobby>.record(event, after: 0)
                #expect((try? LogCoding<Lobby>.event(again)) == event, "seed \(seed)")
            }
        }
    }

    private static let tokens = [
        "0", "-1", "255", "256", "65536", "4294967296", "9007199254740992", "-9007199254740992",
        "9007199254740993", "99999999999999999999", "1.5", "null", "true", "\"\"", "[]", "{}",
    ]

    /// Changes a byte, a number, or takes or doubles a stretch.
    private func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        default:
            let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
            guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
            let stop = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
            bytes.replaceSubrange(start..<stop, with: Array(random.pick(Self.tokens).utf8))
        }
    }

    private func read(_ bytes: [UInt8]) {
        if case .ops(let ops)? = try? ClientMessage<Lobby>.decode(bytes) { decide(ops) }
        guard let message = (try? ServerMessage<Lobby>.decode(bytes)) ?? nil else { return }
        #expect((try? ServerMessage<Lobby>.decode(message.encode())) == message)
        use(message)
    }

    /// A lobby takes ops of any content.
    private func decide(_ ops: [ReceivedOp<Command>]) {
        guard var game = try? Game.playing(people: 2) else { return }
        for case .success(let op) in ops.map(\.op) {
            guard
                let event = try? game.lobby.decide(
                    op, by: Game.author(1), received: game.received)
            else { continue }
            game.lobby.apply(event)
        }
        _ = Standings(game.lobby)
    }

    /// A client takes snapshots and events of any content.
    private func use(_ message: ServerMessage<Lobby>) {
        switch message {
        case .snapshot(let lobby, _): show(lobby)
        case .events(_, _, let changes):
            guard var lobby = try? Game.playing(people: 2).lobby else { return }
            for change in changes {
                lobby.apply(lobby.event(change, received: Game.time(0)))
                show(lobby)
            }
        default: break
        }
    }

    private func show(_ lobby: Lobby) {
        _ = (Scorecard(lobby), Standings(lobby))
        _ = lobby.name(of: lobby.host)
        _ = lobby.substituteHost(present: [lobby.owner])
        _ = try? lobby.join(Game.person(9), name: "A", isVouched: true)
        let op = Op(
            number: 1, at: Game.time(0), seenVersion: lobby.seq, seenEpoch: lobby.epoch,
            command: .set(
                .score(round: 1, player: PlayerID(41), hole: 1), .number(3), confirms: true))
        let author = lobby.members.first?.person ?? Game.person(1)
        _ = try? lobby.decide(
            op, by: Author(person: author, replica: ReplicaTag(1)), received: Game.time(0))
    }
}
