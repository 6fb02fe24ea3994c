/// What a client sends.
public enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    case ops([ReceivedOp])
    /// `time`: anything; comes back in `pong`.
    case ping(time: Int64)
    case bye
}

extension ClientMessage {
    public static func hello(encoding hello: Hello) -> [UInt8] {
        encode("hello") { hello.write(to: &$0) }
    }

    /// - Parameter ops: ops as `OpCoding` encoded them, at most `WireLimits.opsPerMessageMax`.
    public static func ops(encoding ops: some Sequence<[UInt8]>) -> [UInt8] {
        encode("op") { writer in
            writer.json.key("ops")
            writer.json.beginArray()
            for op in ops { writer.json.raw(op) }
            writer.json.endArray()
        }
    }

    public static func ping(encodingTime time: Int64) -> [UInt8] {
        encode("ping") { writer in
            writer.json.key("t")
            writer.json.integer(time)
        }
    }

    public static func byeBytes() -> [UInt8] { encode("bye") { _ in } }

    private static func encode(
        _ type: String, _ fields: (inout ElementWriter) -> Void
    ) -> [UInt8] {
        var writer = ElementWriter()
        writer.message(type, fields)
        return writer.json.bytes
    }

    public static func decode(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
        var fields = Fields()
        var json = JSONReader(bytes)
        try json.object { json, key throws(WireError) in
            var reader = ElementReader(json)
            try fields.read(key, from: &reader)
            json = reader.json
        }
        try json.finish()
        return try fields.message()
    }

    /// The fields of all client messages; no name has two meanings.
    private struct Fields {
        var type: String?
        var hello = HelloFields()
        var ops: [ReceivedOp]?
        var time: Int64?

        mutating func read(_ key: String, from reader: inout ElementReader) throws(WireError) {
            switch key {
            case "type": type = try reader.json.string()
            case "ops": ops = try reader.ops()
            case "t": time = try reader.json.integer()
            default: try hello.read(key, from: &reader)
            }
        }

        func message() throws(WireError) -> ClientMessage {
            switch type {
            case "hello": return .hello(try hello.hello())
            case "op":
                guard let ops else { throw .missing(field: "ops") }
                return .ops(ops)
            case "ping":
                guard let time else { throw .missing(field: "t") }
                return .ping(time: time)
            case "bye": return .bye
            case let unknown?: throw .unknownType(unknown)
            case nil: throw .missing(field: "type")
            }
        }
    }
}

extension ElementWriter {
    /// An object whose first field is its type.
    mutating func message(_ type: String, _ fields: (inout ElementWriter) -> Void) {
        json.beginObject()
        json.key("type")
        json.string(type)
        fields(&self)
        json.endObject()
    }
}

extension ElementReader {
    fileprivate mutating func ops() throws(WireError) -> [ReceivedOp] {
        var ops: [ReceivedOp] = []
        try json.array(countMax: WireLimits.opsPerMessageMax) { json throws(WireError) in
            var reader = ElementReader(json)
            ops.append(try reader.op())
            json = reader.json
        }
        return ops
    }
}
