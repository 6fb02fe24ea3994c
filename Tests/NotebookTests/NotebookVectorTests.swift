import Documents
import Foundation
import Testing
import Wire

@testable import Notebook

@Suite("Notes of a notebook")
struct NotebookVectorTests {
    private let vectors: JSONValue

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/notebook.json")
        vectors = try JSONValue(Array(Data(contentsOf: file)), depthMax: 8)
        let digits = Array(try #require(vectors["person"]?.string).utf8)
        person = PersonID(Identifier128(high: 0x0123_4567_89ab_cdef, low: 0x0123_4567_89ab_cdef))
        try #require(person.value.description.utf8.elementsEqual(digits))
    }

    private let person: PersonID

    private struct Typed {
        let op: Notebook.Op
        let replica: ReplicaTag
        let received: WallTime
    }

    private func typed(_ json: JSONValue) throws -> Typed {
        Typed(
            op: Notebook.Op(
                number: OpNumber(try #require(json["n"]?.integer)),
                at: WallTime(milliseconds: try #require(json["at"]?.integer)),
                command: .put(
                    key: try #require(json["key"]?.string), value: json["value"]?.string)),
            replica: ReplicaTag(UInt32(try #require(json["replica"]?.integer))),
            received: WallTime(milliseconds: try #require(json["received"]?.integer)))
    }

    private func outcome(
        of typed: Typed, in notebook: Notebook?
    ) -> Result<Notebook.Event, Refusal> {
        let author = Author(person: person, replica: typed.replica)
        do throws(Refusal) {
            guard let notebook else {
                return .success(
                    try Notebook.create(
                        LobbyID(notebookOf: person), typed.op, by: author,
                        received: typed.received, code: nil))
            }
            return .success(try notebook.decide(typed.op, by: author, received: typed.received))
        } catch {
            return .failure(error)
        }
    }

    @Test("A notebook's id is its person's alone, and names nothing else")
    func id() throws {
        let id = LobbyID(notebookOf: person)
        #expect(id.value.description == vectors["id"]?.string)
        #expect(id.canName(.notebook))
        #expect(!id.canName(.game))
        let game = LobbyID(Identifier128(high: 1 << 63, low: 1))
        #expect(game.canName(.game))
        #expect(!game.canName(.notebook))
    }

    @Test("come to what the vectors have, by their events and by their snapshot")
    func vectorsHold() throws {
        let cases = try #require(vectors["cases"]?.elements)
        #expect(cases.count >= 11)
        for each in cases { try check(each, named: each["name"]?.string ?? "") }
    }

    private func check(_ each: JSONValue, named name: String) throws {
        let id = LobbyID(notebookOf: person)
        var notebook: Notebook?
        let ops = try #require(each["ops"]?.elements).map(typed)
        let results = try #require(each["results"]?.elements)
        try #require(ops.count == results.count)
        for (typed, result) in zip(ops, results) {
            let outcome = outcome(of: typed, in: notebook)
            switch outcome {
            case .failure(let refusal): #expect(refusal.name == result.string, "\(name)")
            case .success(let event):
                let bytes = ServerMessage<Notebook>.encode(event.change)
                #expect(try JSONValue(bytes, depthMax: 8) == result, "\(name)")
                if notebook == nil {
                    notebook = Notebook(id: id, epoch: Epoch(1), first: event.change)
                } else {
                    notebook?.apply(event)
                }
            }
        }
        let document = try #require(notebook)
        #expect(document.seq == UInt64(try #require(each["seq"]?.integer)), "\(name)")
        let snapshot = ServerMessage<Notebook>.snapshot(document, proof: .none)
        let bytes = snapshot.encode()
        let lobby = try #require(try JSONValue(bytes, depthMax: 8)["lobby"])
        #expect(lobby["notes"] == each["notes"], "\(name)")
        guard case .snapshot(let read, _)? = try ServerMessage<Notebook>.decode(bytes) else {
            Issue.record("\(name): the snapshot can't be read")
            return
        }
        #expect(read == document, "\(name)")
        #expect(read.byteCount == document.byteCount, "\(name)")
    }
}
