package import Documents

/// A message of a client to the server; Protocol.md says when each is sent.
package enum ClientMessage<Kind: WireDocument>: Hashable, Sendable {
    case hello(Hello)
    case ops([ReceivedOp<Kind.Command>])
    /// Asks for the events behind `after`.
    case history(after: Seq)
    /// Asks for `pong`, in which `time` comes back, whatever it is.
    case ping(time: Int64)
    case bye
}

extension ClientMessage {
    /// The bytes of `hello`, the first message.
    package static func hello(encoding hello: Hello) -> [UInt8] {
        encode("hello") { hello.write(to: &$0) }
    }

    /// - Parameter ops: ops as `OpCoding` encoded them, at most `WireLimits.opsPerMessageMax`.
    package static func ops(encoding ops: some Sequence<[UInt8]>) -> [UInt8] {
        encode("op") { writer in
            writer.json.key("ops")
            writer.json.beginArray()
            for op in ops { writer.json.raw(op) }
            writer.json.endArray()
        }
    }

    /// - Parameter seq: the last event that isn't wanted, 0 if all are.
    package static func history(encodingAfter seq: Seq) -> [UInt8] {
        encode("history") { writer in
            writer.json.key("after")
            writer.json.integer(seq)
        }
    }

    /// - Parameter time: comes back in `pong`, whatever it is.
    package static func ping(encodingTime time: Int64) -> [UInt8] {
        encode("ping") { writer in
            writer.json.key("t")
            writer.json.integer(time)
        }
    }

    /// The bytes of `bye`, by which a client leaves politely.
    package static func byeBytes() -> [UInt8] { encode("bye") { _ in } }

    private static func encode(
        _ type: StaticString, _ fields: (inout ElementWriter) -> Void
    ) -> [UInt8] {
        var writer = ElementWriter()
        writer.message(type, fields)
        return writer.json.take()
    }

    /// Reads a message. Throws if it isn't JSON, isn't whole, or is of a type that isn't known.
    @specialized(where Kind == UsualDocument)
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> ClientMessage<Kind> {
        var fields = Fields()
        var reader = ElementReader(JSONReader(bytes))
        try reader.fields { reader, key throws(WireError) in try fields.read(key, from: &reader) }
        try reader.json.finish()
        return try fields.message()
    }

    /// The fields of all client messages; no name has two meanings.
    private struct Fields {
        var type: String?
        var hello = HelloFields()
        var ops: [ReceivedOp<Kind.Command>]?
        var after: Seq?
        var time: Int64?

        mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
            switch key {
            case "type": type = try reader.json.string()
            case "ops": ops = try reader.ops(of: Kind.self)
            case "after": after = try reader.json.integer()
            case "t": time = try reader.json.integer()
            default: try hello.read(key, from: &reader)
            }
        }

        func message() throws(WireError) -> ClientMessage<Kind> {
            switch type {
            case "hello": return .hello(try hello.hello())
            case "op": return .ops(try ops.required("ops"))
            case "history": return .history(after: try after.required("after"))
            case "ping": return .ping(time: try time.required("t"))
            case "bye": return .bye
            case let unknown?: throw .unknownType(unknown)
            case nil: throw .missing(field: "type")
            }
        }
    }
}

extension ElementWriter {
    /// Makes an object whose first field is its type.
    mutating func message(_ type: StaticString, _ fields: (inout ElementWriter) -> Void) {
        json.beginObject()
        json.key("type")
        json.literal(type)
        fields(&self)
        json.endObject()
    }
}

extension ElementReader {
    fileprivate mutating func ops<Kind: WireDocument>(
        of kind: Kind.Type
    ) throws(WireError) -> [ReceivedOp<Kind.Command>] {
        try array(countMax: WireLimits.opsPerMessageMax) { reader throws(WireError) in
            try reader.op(of: kind)
        }
    }
}
