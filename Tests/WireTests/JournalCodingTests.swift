import Documents
import Lobby
import Testing
import Wire

struct JournalCodingTests {
    private static let replica = ReplicaID(Identifier128(high: 1, low: 2))
    private static let lobby = LobbyID(Identifier128(high: 3, low: 4))
    private static let owner = Credentials(
        token: Token(high: Identifier128(high: 5, low: 6), low: Identifier128(high: 7, low: 8)))

    static let lines: [JournalLine] = [
        .hello(Hello(client: "a", credentials: owner, replica: replica, entry: .create(lobby))),
        .hello(
            Hello(
                client: "a", credentials: owner, replica: replica,
                entry: .member(lobby, ticket: replica.value), part: .player,
                name: "Åsa \"the\" arm")),
        .hello(
            Hello(
                client: "a", credentials: owner, replica: replica, entry: .code(JoinCode("ABCDEF")),
                part: .spectator)),
        .hello(
            Hello(
                client: "a",
                credentials: Credentials(
                    person: PersonID(lobby.value), token: owner.token,
                    pass: Pass(account: replica.value, proof: lobby.value)),
                replica: replica, entry: .create(lobby))),
        .op(
            JournalOp(
                bytes: Array(#"{"n":1,"op":"leave","at":5}"#.utf8), before: nil, isUndo: false)),
        .op(JournalOp(bytes: Array("{}".utf8), before: Array("null".utf8), isUndo: true)),
        .op(JournalOp(bytes: Array("{}".utf8), before: Array("-4".utf8), isUndo: false)),
        .op(JournalOp(bytes: Array("{}".utf8), before: Array(#""null""#.utf8), isUndo: false)),
        .server(Epoch(9), Array(#"{"type":"events","s":1}"#.utf8)),
        .ack(number: 7, seq: 8), .reject(number: 7, .locked), .clock(offsetMilliseconds: -12),
        .reset,
    ]

    @Test("Each kind of line is read as it was written", arguments: lines)
    func roundTrip(line: JournalLine) {
        let bytes = JournalCoding.encode(line)
        #expect(bytes.last == 0x0A)
        #expect(bytes.dropLast().contains(0x0A) == false)
        #expect(JournalCoding.decode(bytes.dropLast()) == line)
    }

    @Test(
        "The value that an entry replaced is read as it was written",
        arguments: [
            CellValue.empty, .number(-4), .text("null"), .text("Åsa \"the\" arm"),
        ])
    func valueBefore(value: CellValue) {
        #expect(CellValueCoding.decode(CellValueCoding.encode(value)) == value)
    }

    @Test("What no cell can hold is no value", arguments: ["", "{}", "[1]", "1.5", "nul"])
    func noValue(text: String) {
        #expect(CellValueCoding.decode(Array(text.utf8)) == nil)
    }

    @Test("A line with any one byte changed or missing is damaged", arguments: lines)
    func damage(line: JournalLine) {
        let bytes = Array(JournalCoding.encode(line).dropLast())
        for place in bytes.indices where place != 8 {
            var changed = bytes
            changed[place] ^= 1
            #expect(JournalCoding.decode(changed) == nil)
            changed.remove(at: place)
            #expect(JournalCoding.decode(changed) == nil)
        }
    }

    @Test("An op that no message can carry is as good as damaged; one byte less, and it is there")
    func oversizedOp() {
        let rest = #"{"n":1,"at":5,"op":"leave","x":""}"#.utf8.count
        for (count, isRead) in [(WireLimits.opBytesMax, true), (WireLimits.opBytesMax + 1, false)] {
            let text = String(repeating: "x", count: count - rest)
            let op = JournalOp(
                bytes: Array(#"{"n":1,"at":5,"op":"leave","x":"\#(text)"}"#.utf8), before: nil,
                isUndo: false)
            let line = JournalCoding.decode(JournalCoding.encode(.op(op)).dropLast())
            #expect(line == (isRead ? .op(op) : nil))
        }
    }

    @Test("Line feeds in a server's message don't break its line")
    func lineFeeds() throws {
        let bytes = JournalCoding.encode(.server(Epoch(1), Array("{\n\"a\":\n1}".utf8)))
        #expect(bytes.count { $0 == 0x0A } == 1)
        #expect(
            JournalCoding.decode(bytes.dropLast()) == .server(Epoch(1), Array("{ \"a\": 1}".utf8)))
    }
}
