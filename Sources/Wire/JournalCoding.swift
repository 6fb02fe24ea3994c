public import Documents

/// A line of a replica's journal, as a device keeps it: there is one for each thing that must
/// outlive the app.
///
/// A line is the checksum of its JSON (`Fingerprint32`, 8 hexadecimal digits), a space, the JSON,
/// and a line feed. Lines are only ever appended; their order is the order of what happened. A line
/// whose checksum doesn't fit was torn by a crash or damaged, and is left out.
public enum JournalLine: Hashable, Sendable {
    /// The way in for the next connection. The last one counts; `position` and `number` are left
    /// empty, as they follow from the other lines.
    case hello(Hello)
    case op(JournalOp)
    /// A `snapshot` or `events` message as it came, and the epoch it belongs to.
    case server(Epoch, [UInt8])
    /// The journal has been dealt with up to `number`, with effects up to `seq`. A lower number
    /// than before means that the server lost history.
    case ack(number: OpNumber, seq: Seq)
    case reject(number: OpNumber, Refusal)
    /// The server's time less this device's.
    case clock(offsetMilliseconds: Int64)
    /// The server doesn't know the lobby any more; what it had said before no longer counts.
    case reset
}

/// An op with what is needed to take it back.
public struct JournalOp: Hashable, Sendable {
    /// The op's bytes, as `OpCoding` encoded them; they never change.
    public var bytes: [UInt8]
    /// The JSON of what the op's place showed before; nil if the op can't be taken back.
    public var before: [UInt8]?
    /// Whether the op takes another back, and so isn't taken back itself.
    public var isUndo: Bool

    public init(bytes: [UInt8], before: [UInt8]?, isUndo: Bool) {
        self.bytes = bytes
        self.before = before
        self.isUndo = isUndo
    }
}

/// The coding of a journal's lines.
public enum JournalCoding {
    /// The version of this format, in every `hello` line.
    public static let version = 1

    /// The line's bytes, with its line feed.
    public static func encode(_ line: JournalLine) -> [UInt8] {
        var writer = ElementWriter()
        writer.journal(line)
        let json = writer.json.take()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 10)
        Hexadecimal.append(UInt64(Fingerprint32.of(json.span)), digits: 8, to: &bytes)
        bytes.append(0x20)
        bytes.append(contentsOf: json)
        bytes.append(0x0A)
        return bytes
    }

    /// The line that stands in `bytes`, without its line feed. Nil if it is damaged, or of a kind
    /// that this version doesn't know, or holds an op that no message can carry.
    public static func decode(_ bytes: some Collection<UInt8>) -> JournalLine? {
        guard bytes.count > 9, let checksum = Hexadecimal.value(bytes.prefix(8)) else { return nil }
        let json = Array(bytes.dropFirst(9))
        guard UInt64(Fingerprint32.of(json.span)) == checksum else { return nil }
        do throws(WireError) {
            var fields = JournalFields()
            var reader = ElementReader(JSONReader(json))
            try reader.object { reader, key throws(WireError) in
                try fields.read(key, from: &reader)
            }
            try reader.json.finish()
            return try fields.line(in: json)
        } catch {
            return nil
        }
    }
}

extension ElementWriter {
    fileprivate mutating func journal(_ line: JournalLine) {
        json.beginObject()
        json.key("line")
        switch line {
        case .hello(let hello):
            json.literal("hello")
            json.key("format")
            json.integer(JournalCoding.version)
            hello.write(to: &self)
        case .op(let op): journal(op)
        case .server(let epoch, let message):
            json.literal("server")
            json.key("history")
            self.epoch(epoch)
            json.key("message")
            // A line feed in JSON is white space, and a blank does as well.
            json.raw(message.map { $0 == 0x0A ? 0x20 : $0 })
        case .ack(let number, let seq):
            json.literal("ack")
            json.key("number")
            json.integer(number)
            json.key("through")
            json.integer(seq)
        case .reject(let number, let refusal):
            json.literal("reject")
            json.key("number")
            json.integer(number)
            json.key("refusal")
            json.integer(refusal.rawValue)
        case .clock(let offset):
            json.literal("clock")
            json.key("offset_ms")
            json.integer(offset)
        case .reset: json.literal("reset")
        }
        json.endObject()
    }

    private mutating func journal(_ op: JournalOp) {
        json.literal("op")
        json.key("op")
        json.raw(op.bytes)
        if let before = op.before {
            json.key("before")
            json.raw(before)
        }
        guard op.isUndo else { return }
        json.key("undo")
        json.bool(true)
    }
}

/// The fields of all kinds of lines. Those of a `hello` keep the names they have in the message.
private struct JournalFields {
    private var kind: String?
    private var format = 0
    private var hello = HelloFields()
    private var op: Range<Int>?
    private var before: Range<Int>?
    private var isUndo = false
    private var history: Epoch?
    private var message: Range<Int>?
    private var number: OpNumber?
    private var through: Seq?
    private var refusal: UInt16?
    private var offset: Int64?

    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "line": kind = try reader.json.string()
        case "format": format = try reader.json.integer()
        case "op": op = try reader.json.skip()
        case "before": before = try reader.json.skip()
        case "undo": isUndo = try reader.json.bool()
        case "history": history = try reader.epoch()
        case "message": message = try reader.json.skip()
        case "number": number = try reader.json.integer()
        case "through": through = try reader.json.integer()
        case "refusal": refusal = try reader.json.integer()
        case "offset_ms": offset = try reader.json.integer()
        default: try hello.read(key, from: &reader)
        }
    }

    func line(in bytes: [UInt8]) throws(WireError) -> JournalLine? {
        switch kind {
        case "hello":
            guard format == JournalCoding.version else { return nil }
            return .hello(try hello.hello())
        case "op":
            let op = try op.required("op")
            guard op.count <= WireLimits.opBytesMax else { return nil }
            return .op(
                JournalOp(
                    bytes: Array(bytes[op]), before: before.map { Array(bytes[$0]) },
                    isUndo: isUndo))
        case "server":
            return .server(
                try history.required("history"), Array(bytes[try message.required("message")]))
        case "ack":
            return .ack(number: try number.required("number"), seq: try through.required("through"))
        case "reject":
            let refusal = Refusal(rawValue: try refusal.required("refusal")) ?? .malformed
            return .reject(number: try number.required("number"), refusal)
        case "clock": return .clock(offsetMilliseconds: try offset.required("offset_ms"))
        case "reset": return .reset
        default: return nil
        }
    }
}
