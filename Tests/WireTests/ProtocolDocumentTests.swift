import Documents
import Lobby
import Notebook
import ProtocolDocument
import Testing
import Wire

/// What `Protocol.md` says about messages and errors, compared with the code.
struct ProtocolDocumentTests {
    let document: ProtocolDocument

    init() throws { document = try ProtocolDocument() }

    private var blocks: [ProtocolDocument.Block] {
        document.blocks.filter { $0.language == "json" }
    }

    private var messageExamples: [(kind: String, json: String, line: Int)] {
        blocks.compactMap { block in
            block.value(of: "message").map { ($0, block.json, block.line) }
        }
    }

    /// Those in the blocks whose only word is `word`.
    private func examples(_ word: String) -> [(json: String, line: Int)] {
        blocks.filter { $0.words == [word] }.flatMap(\.examples)
    }

    @Test("Each JSON block says what it is an example of")
    func labels() {
        for block in blocks {
            let isMessage = block.words.count == 1 && block.value(of: "message") != nil
            let known = ["op", "event", "notebook-op", "notebook-event", "notebook-lobby"]
            #expect(isMessage || known.map { [$0] }.contains(block.words), "line \(block.line)")
        }
    }

    @Test("Each section that is named is linked, and each link leads to a heading")
    func links() throws {
        let text = try ProtocolDocument.text()
        let named = Set(text.matches(of: /\[(§[0-9]+)\]/).map { String($0.1) })
        #expect(named == Set(document.links.keys))
        for (name, target) in document.links {
            let number = try #require(Int(name.dropFirst()))
            let heading = try #require(document.headings.first { $0.hasPrefix("## \(number). ") })
            let kept = heading.dropFirst(3).lowercased()
                .filter { $0.isLetter || $0.isNumber || $0 == " " }
            #expect(target == kept.replacing(" ", with: "-"))
        }
    }

    @Test("Each example of a message decodes and encodes to the same bytes")
    func messages() throws {
        for (kind, json, line) in messageExamples {
            let bytes = Array(json.utf8)
            let (found, encoded) =
                kind.hasPrefix("client:")
                ? try clientRoundTrip(bytes) : try serverRoundTrip(bytes)
            #expect(found == kind, "line \(line)")
            #expect(String(decoding: encoded, as: UTF8.self) == json, "line \(line)")
        }
    }

    @Test("There is an example of each message")
    func everyMessage() {
        let kinds = Set(messageExamples.map(\.kind))
        let client = ["hello", "op", "history", "ping", "bye"].map { "client:" + $0 }
        let server = [
            "welcome", "snapshot", "events", "history", "ack", "reject", "gap", "presence",
            "moved", "draining", "pong", "error",
        ].map { "server:" + $0 }
        #expect(kinds == Set(client + server))
    }

    @Test("Each example of an op decodes and encodes to the same bytes")
    func ops() throws {
        for (json, line) in examples("op") {
            let op = try OpCoding<Lobby>.decode(Array(json.utf8)).op.get()
            #expect(
                String(decoding: OpCoding<Lobby>.encode(op), as: UTF8.self) == json, "line \(line)")
        }
    }

    @Test("There is an example and a line in the table for each op")
    func everyOp() throws {
        let names: Set = [
            "create", "layout", "set", "add", "remove", "place", "move", "kick", "host", "appoint",
            "late_join", "trust", "game", "admit", "claim", "settle", "leave", "delete",
        ]
        let found = try examples("op").map { json, _ in
            name(of: try OpCoding<Lobby>.decode(Array(json.utf8)).op.get().command)
        }
        #expect(Set(found) == names)
        #expect(Set(document.rows(under: "Ops").map { $0.cells[0] }).isSuperset(of: names))
    }

    @Test("Each example of an event decodes and encodes to the same bytes")
    func events() throws {
        for (json, line) in examples("event") {
            let encoded = ServerMessage<Lobby>.encode(try change(json))
            #expect(String(decoding: encoded, as: UTF8.self) == json, "line \(line)")
        }
    }

    private func change(_ json: String) throws -> Change {
        let message = #"{"type":"events","s":9,"h":"000000000000000000000000","e":["# + json + "]}"
        let decoded = try ServerMessage<Lobby>.decode(Array(message.utf8))
        guard case .events(_, _, let changes)? = decoded else { throw WireError.notText(at: 0) }
        return try #require(changes.first)
    }

    @Test("There is an example and a line in the table for each event")
    func everyEvent() throws {
        let names: Set = [
            "new", "layout", "cell", "join", "standing", "add", "remove", "place", "stage", "host",
            "role", "late_join", "trust", "game", "invite", "claim", "late", "settle",
            "deleted",
        ]
        #expect(Set(try examples("event").map { name(of: try change($0.json)) }) == names)
        #expect(Set(document.rows(under: "Events").map { $0.cells[0] }) == names)
    }

    @Test("Each example of a notebook decodes and encodes to the same bytes")
    func notebooks() throws {
        let found = (examples("notebook-op"), examples("notebook-event"))
        #expect(found.0.count >= 2 && found.1.count >= 3)
        for (json, line) in found.0 {
            let op = try OpCoding<Notebook>.decode(Array(json.utf8)).op.get()
            let bytes = OpCoding<Notebook>.encode(op)
            #expect(String(decoding: bytes, as: UTF8.self) == json, "line \(line)")
        }
        let frame = #"{"type":"events","s":9,"h":"000000000000000000000000","e":["#
        for (json, line) in found.1 {
            let message = try ServerMessage<Notebook>.decode(Array((frame + json + "]}").utf8))
            guard case .events(_, _, let changes)? = message, let change = changes.first else {
                throw WireError.notText(at: line)
            }
            let bytes = ServerMessage<Notebook>.encode(change)
            #expect(String(decoding: bytes, as: UTF8.self) == json, "line \(line)")
        }
        let begin =
            #"{"type":"snapshot","epoch":"0000000000000001","s":9,"#
            + #""h":"000000000000000000000000","lobby":"#
        for (json, line) in examples("notebook-lobby") {
            let decoded = try ServerMessage<Notebook>.decode(Array((begin + json + "}").utf8))
            let bytes = try #require(decoded).encode()
            #expect(String(decoding: bytes, as: UTF8.self) == begin + json + "}", "line \(line)")
            guard case .snapshot(let notebook, _)? = decoded else { continue }
            #expect(notebook.id == LobbyID(notebookOf: notebook.person))
        }
    }

    @Test("The table of session errors says what the code says")
    func sessionErrors() {
        let rows = document.rows(under: "Errors").filter { $0.cells[0] < "200" }
        let expected = SessionError.allCases.map { error in
            [
                "\(error.rawValue)", error.name, error.sentence, error.mayRetry ? "yes" : "no",
                error.closeCode.map { "\($0)" } ?? "—",
            ]
        }
        #expect(rows.map(\.cells) == expected)
    }

    @Test("The table of refusals says what the code says")
    func refusals() {
        let rows = document.rows(under: "Errors").filter { $0.cells[0] >= "200" }
        let expected = Refusal.allCases.map { refusal in
            let notice = ErrorNotice(refusal)
            // The document says so above the table.
            #expect(notice.mayRetry == (refusal == .unknownLobby))
            return ["\(notice.number)", notice.name, notice.sentence]
        }
        #expect(rows.map(\.cells) == expected)
    }

    @Test("The table of close codes says what the code says")
    func closeCodes() throws {
        let rows = document.rows(under: "Close codes").filter { !$0.cells[1].isEmpty }
        for row in rows {
            let code = try #require(UInt16(row.cells[0]), "line \(row.line)")
            let again = SyncCloseCode.allowsReconnect(code) ? "yes" : "no"
            #expect(row.cells[2] == again, "line \(row.line)")
        }
        let expected = try SourceConstants(of: "Sources/Wire/SyncCloseCode.swift").values
        #expect(expected.count >= 13)
        let found = rows.map { ($0.cells[1], $0.cells[0]) }
        #expect(Dictionary(found) { first, _ in first } == expected)
    }

    @Test("Fingerprints are those of the table")
    func fingerprints() {
        let rows = document.rows(under: "The journal")
        #expect(rows.count == 4)
        for row in rows {
            #expect(
                "\(Fingerprint32.of(Array(row.cells[0].utf8).span))" == row.cells[1],
                "line \(row.line)")
        }
    }

    @Test("The enumerations have the values of the table")
    func enumerations() throws {
        let rows = document.rows(under: "Encodings")
        func values(_ name: String) throws -> String {
            try #require(rows.first { $0.cells[0] == name && $0.cells.count == 2 }).cells[1]
        }
        let fields = Field.allCases.filter { $0.penalty == nil }.map { "\($0.rawValue) \($0)" }
        #expect(try values("field") == (fields + ["64 penalty"]).joined(separator: ", "))
        let penalties = Field.allCases.filter { $0.penalty != nil }
            .map { "\($0.rawValue) `\($0)`" }.joined(separator: ", ")
        #expect(try ProtocolDocument.text().contains("a field each: \(penalties). Kinds of awards"))
        let phases = Stage.Phase.allCases.map { "`\($0.name)`" }.joined(separator: ", ")
        #expect(try "`\(values("phase"))`" == phases)
        #expect(try values("role") == list(UInt8(0)...9, Role.init(rawValue:)))
        #expect(try values("standing") == list(UInt8(0)...9, Standing.init(rawValue:)))
        #expect(try values("rank") == list(Int8(-9)...9, Rank.init(rawValue:)))
        #expect(try values("reason") == list(UInt8(0)...9, QuarantinedEdit.Reason.init(rawValue:)))
        #expect(try values("sign of a code") == String(decoding: JoinCode.alphabet, as: UTF8.self))
    }
}

/// The cases among `numbers`, as the document lists them.
private func list<Number: FixedWidthInteger, Value>(
    _ numbers: ClosedRange<Number>, _ value: (Number) -> Value?
) -> String where Number.Stride: SignedInteger {
    numbers.compactMap { number in
        value(number).map { "\(number) \($0)".replacing("-", with: "−") }
    }
    .joined(separator: ", ")
}

/// The kind of a message and its bytes once decoded and encoded again.
private func clientRoundTrip(_ bytes: [UInt8]) throws -> (kind: String, bytes: [UInt8]) {
    switch try ClientMessage<Lobby>.decode(bytes) {
    case .hello(let hello): ("client:hello", ClientMessage<Lobby>.hello(encoding: hello))
    case .ops(let ops):
        (
            "client:op",
            ClientMessage<Lobby>.ops(
                encoding: try ops.map { OpCoding<Lobby>.encode(try $0.op.get()) })
        )
    case .ping(let time): ("client:ping", ClientMessage<Lobby>.ping(encodingTime: time))
    case .history(let seq): ("client:history", ClientMessage<Lobby>.history(encodingAfter: seq))
    case .bye: ("client:bye", ClientMessage<Lobby>.byeBytes())
    }
}

private func serverRoundTrip(_ bytes: [UInt8]) throws -> (kind: String, bytes: [UInt8]) {
    let message = try #require(try ServerMessage<Lobby>.decode(bytes))
    let kind =
        switch message {
        case .welcome: "welcome"
        case .snapshot: "snapshot"
        case .events: "events"
        case .history: "history"
        case .ack: "ack"
        case .reject: "reject"
        case .gap: "gap"
        case .presence: "presence"
        case .moved: "moved"
        case .draining: "draining"
        case .pong: "pong"
        case .error: "error"
        }
    return ("server:" + kind, message.encode())
}

private func name(of command: Command) -> String {
    switch command {
    case .create: "create"
    case .exchange: "layout"
    case .set: "set"
    case .addPlayer: "add"
    case .removePlayer: "remove"
    case .placePlayer: "place"
    case .move: "move"
    case .kick: "kick"
    case .passHost: "host"
    case .appoint: "appoint"
    case .allowLateJoin: "late_join"
    case .trust: "trust"
    case .game: "game"
    case .admit: "admit"
    case .claim: "claim"
    case .settle: "settle"
    case .leave: "leave"
    case .delete: "delete"
    }
}

private func name(of change: Change) -> String {
    switch change {
    case .created: "new"
    case .course: "layout"
    case .cell: "cell"
    case .joined: "join"
    case .standing: "standing"
    case .playerAdded: "add"
    case .playerRemoved: "remove"
    case .playerPlaced: "place"
    case .stage: "stage"
    case .host: "host"
    case .role: "role"
    case .lateJoin: "late_join"
    case .trust: "trust"
    case .game: "game"
    case .invited: "invite"
    case .claimed: "claim"
    case .quarantined: "late"
    case .settled: "settle"
    case .deleted: "deleted"
    }
}
