import Documents
import HTTP
import ProtocolDocument
import SyncServer
import Testing
import WebSocket
import Wire

/// The transcripts of `Protocol.md`, played against the server that it describes.
struct ProtocolTranscriptTests {
    static let transcripts: [Transcript] =
        (try? ProtocolDocument()).map(Transcript.all) ?? []

    @Test("The server says what each transcript says", arguments: transcripts.indices)
    func plays(index: Int) {
        TranscriptPlayer().play(Self.transcripts[index])
    }

    @Test("There are transcripts, and each has a title")
    func titles() {
        #expect(Self.transcripts.count >= 6)
        #expect(Self.transcripts.allSatisfy { !$0.title.isEmpty })
    }

    @Test(
        "A transcript that the server doesn't follow is noticed",
        arguments: [
            "A> {\"type\":\"ping\",\"t\":1}\nA< {\"type\":\"pong\",\"t\":2,\"now\":\"$\"}",
            "A> {\"type\":\"ping\",\"t\":1}",
            "A> {\"type\":\"bye\"}\nA< closed 4000",
            "A> {\"type\":\"bye\",\"t\":\"$never\"}\nA< closed 1000",
            "-- as in a beginning that isn't there",
        ])
    func faults(text: String) {
        let document = ProtocolDocument(text: "```transcript wrong\n" + text + "\n```")
        withKnownIssue {
            for transcript in Transcript.all(in: document) { TranscriptPlayer().play(transcript) }
        }
    }

    @Test("A transcript begins with the lines of the beginning that it names")
    func beginnings() throws {
        let document = ProtocolDocument(
            text: """
                ```transcript-beginning one
                A> {"type":"bye"}
                ```
                ```transcript-beginning two
                -- as in one
                A< closed 1000
                ```
                ```transcript Three
                -- as in two
                -- 1 s pass
                ```
                """)
        let transcript = try #require(Transcript.all(in: document).first)
        #expect(transcript.lines.map(\.number) == [2, 6, 10])
        TranscriptPlayer().play(transcript)
    }

    @Test("A line of several clients stands for one of each")
    func several() throws {
        let text = "```transcript Two\nA, B< {\"t\":\n  1}\n```"
        let transcript = try #require(Transcript.all(in: ProtocolDocument(text: text)).first)
        let received = transcript.lines.map { line in
            if case .receive(let client, let json) = line.step { client + json } else { "" }
        }
        #expect(received == [#"A{"t":1}"#, #"B{"t":1}"#])
    }

    @Test("Persons are the hashes of the table's tokens")
    func persons() throws {
        let rows = try ProtocolDocument().rows(under: "Security").filter { $0.cells.count == 2 }
        #expect(rows.count == 3)
        for row in rows {
            let token = try #require(Token(row.cells[0]), "line \(row.line)")
            #expect(token.person.value.description == row.cells[1])
        }
        for name in ["anna", "ben", "cleo"] {
            let token = try #require(Transcript.given["\(name)Token"].flatMap { Token($0) })
            #expect(token.person.value.description == Transcript.given[name])
        }
    }

    @Test("Lobbies are the hashes of the table's persons and nonces")
    func lobbies() throws {
        let rows = try ProtocolDocument().rows(under: "Security").filter { $0.cells.count == 3 }
        #expect(rows.count == 1)
        for row in rows {
            let person = try #require(Identifier128(row.cells[0]), "line \(row.line)")
            let nonce = try #require(Identifier128(row.cells[1]), "line \(row.line)")
            let lobby = LobbyID(maker: PersonID(person), nonce: nonce)
            #expect(lobby.value.description == row.cells[2])
        }
    }

    @Test("The document's request opens a WebSocket")
    func request() throws {
        let block = try #require(try ProtocolDocument().blocks.first { $0.language == "http" })
        let text = block.lines.joined(separator: "\r\n") + "\r\n\r\n"
        let key = Array(repeating: UInt8(ascii: "A"), count: 22) + Array("==".utf8)
        let bytes = text.replacing(/<.*>/, with: String(decoding: key, as: UTF8.self)).utf8
        var parser = HTTPRequestParser()
        var cursor = 0
        let progress = parser.receive(Array(bytes).span, cursor: &cursor)
        guard case .request(let request) = progress else {
            Issue.record("the request is \(progress)")
            return
        }
        #expect(request.path == ServerPaths.sync)
        let answer = WebSocketHandshake.accept(request, subprotocol: WireLimits.subprotocol) {
            _, _ in false
        }
        guard case .accepted = answer else {
            Issue.record("the answer is \(answer)")
            return
        }
    }
}
