import Documents
import Foundation
import Lobby
import Log

@testable import Wire

/// The files in `Tests/Vectors`, as this code makes them.
enum Vectors {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors")

    /// Set to write the files instead of comparing them.
    static let isWriting = ProcessInfo.processInfo.environment["FOLF_WRITE_VECTORS"] == "1"

    /// A message, what it means, and its bytes.
    struct Message {
        var name: String
        var meaning: String
        var content: Content

        enum Content {
            case hello(Hello)
            case op(Op)
            case history(Seq)
            case ping(Int64)
            case bye
            case server(ServerMessage<Lobby>)
        }

        var direction: String {
            if case .server = content { "server to client" } else { "client to server" }
        }

        var bytes: [UInt8] {
            switch content {
            case .hello(let hello): ClientMessage<Lobby>.hello(encoding: hello)
            case .op(let op): ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op)])
            case .history(let seq): ClientMessage<Lobby>.history(encodingAfter: seq)
            case .ping(let time): ClientMessage<Lobby>.ping(encodingTime: time)
            case .bye: ClientMessage<Lobby>.byeBytes()
            case .server(let message): message.encode()
            }
        }

        /// Whether `bytes` decode to this message.
        func isDecoded(from bytes: [UInt8]) throws(WireError) -> Bool {
            switch content {
            case .hello(let hello): return try ClientMessage<Lobby>.decode(bytes) == .hello(hello)
            case .op(let op):
                guard case .ops(let ops) = try ClientMessage<Lobby>.decode(bytes) else {
                    return false
                }
                return ops.map(\.op) == [.success(op)]
            case .history(let seq):
                return try ClientMessage<Lobby>.decode(bytes) == .history(after: seq)
            case .ping(let time): return try ClientMessage<Lobby>.decode(bytes) == .ping(time: time)
            case .bye: return try ClientMessage<Lobby>.decode(bytes) == .bye
            case .server(let message): return try ServerMessage<Lobby>.decode(bytes) == message
            }
        }
    }

    static func file(of messages: [Message]) -> [UInt8] {
        lines(
            messages.map { message in
                var json = JSONWriter()
                json.beginObject()
                json.key("name")
                json.string(message.name)
                json.key("direction")
                json.string(message.direction)
                json.key("meaning")
                json.string(message.meaning)
                json.key("text")
                json.string(String(decoding: message.bytes, as: UTF8.self))
                json.endObject()
                return json.take()
            })
    }

    /// The records of one lobby's log, in order.
    static func file(of log: [LogRecord]) -> [UInt8] {
        lines(
            log.map { record in
                var json = JSONWriter()
                json.beginObject()
                json.key("seq")
                json.integer(record.seq)
                json.key("body")
                json.string(String(decoding: record.body, as: UTF8.self))
                json.key("texts")
                json.string(String(decoding: record.texts, as: UTF8.self))
                json.key("hash")
                json.hexadecimal(record.hash)
                json.endObject()
                return json.take()
            })
    }

    /// One write to a cell.
    struct Merge {
        var name: String
        var before: Cell
        var write: Sibling
        var seen: Seq
        /// Whether of what was seen only the author's own is replaced.
        var isStrict = false

        var after: Cell {
            var cell = before
            cell.write(write, seen: seen, keepsOthers: isStrict)
            return cell
        }
    }

    static func file(of merges: [Merge]) -> [UInt8] {
        lines(
            merges.map { merge in
                var writer = ElementWriter()
                writer.json.beginObject()
                writer.json.key("name")
                writer.json.string(merge.name)
                writer.json.key("before")
                writer.siblings(of: merge.before)
                writer.json.key("write")
                writer.siblings(of: Cell(version: 0, siblings: [merge.write]))
                writer.json.key("seen")
                writer.json.integer(merge.seen)
                writer.json.key("strict")
                writer.json.bool(merge.isStrict)
                writer.json.key("after")
                writer.siblings(of: merge.after)
                writer.json.key("version")
                writer.json.integer(merge.after.version)
                writer.json.key("shown")
                writer.value(merge.after.value)
                writer.json.key("disputed")
                writer.json.bool(merge.after.isDisputed)
                writer.json.endObject()
                return writer.json.take()
            })
    }

    /// A JSON array with one element a line, so that changes show as lines.
    private static func lines(_ elements: [[UInt8]]) -> [UInt8] {
        Array("[\n".utf8) + Array(elements.joined(separator: Array(",\n".utf8)))
            + Array("\n]\n".utf8)
    }
}
