import Documents
import Foundation
import Lobby
import Log
import Testing

@testable import Wire

/// The golden files hold what travels and what is stored, byte for byte. Clients in other
/// languages are tested against the same files.
struct VectorTests {
    private struct MissingField: Error {}

    /// Compares `made` with the file, or writes it if asked to.
    private func check(_ made: [UInt8], _ name: String) throws {
        let file = Vectors.folder.appending(path: name)
        if Vectors.isWriting { try Data(made).write(to: file) }
        #expect(Array(try Data(contentsOf: file)) == made, "\(name) differs: see its README")
    }

    private func entries(_ name: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: Vectors.folder.appending(path: name))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    private func bytes(_ entry: [String: Any], _ field: String) throws -> [UInt8] {
        guard let text = entry[field] as? String else { throw MissingField() }
        return Array(text.utf8)
    }

    @Test("Messages are encoded as the golden file has them")
    func encodedMessages() throws {
        try check(Vectors.file(of: Vectors.messages), "messages.json")
    }

    @Test("Messages of the golden file are decoded to what they mean")
    func decodedMessages() throws {
        let entries = try entries("messages.json")
        #expect(entries.count == Vectors.messages.count)
        for (entry, message) in zip(entries, Vectors.messages) {
            #expect(try message.isDecoded(from: try bytes(entry, "text")), "\(message.name)")
        }
    }

    @Test("Log records are encoded as the golden file has them")
    func encodedLog() throws {
        try check(Vectors.file(of: Vectors.log), "log.json")
    }

    @Test("Log records of the golden file are decoded, and their hashes fit")
    func decodedLog() throws {
        var hash = RollingHash.empty
        for (place, entry) in try entries("log.json").enumerated() {
            let record = LogRecord(
                seq: Seq(place + 1), body: try bytes(entry, "body"),
                texts: try bytes(entry, "texts"), hash: 0)
            let event = try LogCoding<Lobby>.event(record)
            let again = LogCoding<Lobby>.record(event, after: hash)
            #expect(again.body == record.body)
            #expect(again.texts == record.texts)
            hash = again.hash
            #expect(Hexadecimal.value(try bytes(entry, "hash")) == hash)
        }
    }

    @Test("Cells merge as the golden file has it")
    func merges() throws {
        try check(Vectors.file(of: Vectors.merges), "merge.json")
    }

    @Test("Every kind of message, op and event is in the golden file")
    func everyKind() {
        let texts = Vectors.messages.map { String(decoding: $0.bytes, as: UTF8.self) }
        let types = [
            "hello", "op", "history", "ping", "bye", "welcome", "snapshot", "events", "ack",
            "reject", "gap", "presence", "moved", "draining", "pong", "error",
        ]
        for type in types {
            #expect(texts.contains { $0.hasPrefix(#"{"type":"\#(type)""#) }, "\(type)")
        }
        let commands = [
            "create", "set", "add", "remove", "place", "move", "kick", "host", "appoint",
            "late_join", "trust", "game", "settle", "leave", "delete",
        ]
        for command in commands {
            #expect(texts.contains { $0.contains(#""op":"\#(command)""#) }, "\(command)")
        }
        let events = [
            "new", "cell", "join", "standing", "add", "remove", "place", "stage", "host", "role",
            "late_join", "trust", "game", "late", "settle", "deleted",
        ]
        for event in events {
            #expect(texts.contains { $0.contains(#""e":[["\#(event)","#) }, "\(event)")
        }
        #expect(Set(Vectors.messages.map(\.name)).count == texts.count)
    }
}
