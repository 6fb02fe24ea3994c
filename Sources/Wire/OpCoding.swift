package import Documents

/// The coding of ops as JSON objects, in a replica's journal and in messages. Once written, an op's
/// bytes never change: a client sends the same bytes again, and their fingerprint tells copies
/// apart.
///
/// Whatever a client sends as an op, the server has to deal with its number, or the journal behind
/// it would wait for ever. So reading has two ways. The quick one reads all fields as they come. If
/// one of them is wrong, the op is read once more: each field is looked up by itself, and what is
/// wrong becomes a refusal of this one op.
///
///     bytes ──▸ as they come ──▸ op
///                    └── wrong ──▸ field by field ──▸ op, or Refusal with its number
///                                         └── not JSON, or no number ──▸ WireError
package enum OpCoding<Kind: WireDocument> {
    /// The op as a journal keeps it and a message carries it.
    @specialized(where Kind == UsualDocument)
    package static func encode(_ op: DocumentOp<Kind.Command>) -> [UInt8] {
        var writer = ElementWriter()
        writer.op(op, of: Kind.self)
        return writer.json.take()
    }

    /// Reads an op. Throws only if the bytes aren't JSON or have no number.
    @specialized(where Kind == UsualDocument)
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> ReceivedOp<Kind.Command> {
        var reader = ElementReader(JSONReader(bytes))
        let op = try reader.op(of: Kind.self)
        try reader.json.finish()
        return op
    }
}

/// An op as a message brings it. One that makes no sense still has its number.
package struct ReceivedOp<Command: Hashable & Sendable>: Hashable, Sendable {
    package var number: OpNumber
    /// The `Fingerprint32` of the op's bytes as sent.
    package var fingerprint: UInt32
    /// The op, or the reason why it makes no sense.
    package var op: Result<DocumentOp<Command>, Refusal>

    package init(
        number: OpNumber, fingerprint: UInt32, op: Result<DocumentOp<Command>, Refusal>
    ) {
        self.number = number
        self.fingerprint = fingerprint
        self.op = op
    }
}

extension ElementWriter {
    fileprivate mutating func op<Kind: WireDocument>(
        _ op: DocumentOp<Kind.Command>, of kind: Kind.Type
    ) {
        json.beginObject()
        json.key("n")
        json.integer(op.number)
        json.key("at")
        json.integer(op.at.milliseconds)
        if op.seenVersion > 0 {
            json.key("bv")
            json.integer(op.seenVersion)
        }
        if op.seenEpoch != .none || Kind.isEdit(op.command) {
            json.key("be")
            epoch(op.seenEpoch)
        }
        Kind.write(op.command, to: &self)
        json.endObject()
    }
}

extension ElementReader {
    /// Reads an op. Only one that isn't JSON, or has no number, fails: whatever else is wrong with
    /// it, it comes out refused, with its number.
    mutating func op<Kind: WireDocument>(
        of kind: Kind.Type
    ) throws(WireError) -> ReceivedOp<Kind.Command> {
        json.peek()
        let start = json.position
        do throws(WireError) {
            let (number, op) = try OpFields<Kind>.op(from: &self)
            return ReceivedOp(
                number: number, fingerprint: json.fingerprint(of: start..<json.position), op: op)
        } catch {
            json.position = start
            return try opFieldByField(of: kind)
        }
    }

    /// Reads each field for itself. A fault in one that the command doesn't have, or that is given
    /// once more behind it, says nothing about the op; nor does the fields' order.
    private mutating func opFieldByField<Kind: WireDocument>(
        of kind: Kind.Type
    ) throws(WireError) -> ReceivedOp<Kind.Command> {
        let (range, depth) = try json.skipOfAnyDepth()
        var places: [JSONWord: Range<Int>] = [:]
        var json = JSONReader(json.bytes, in: range)
        try json.beginObject()
        while let key = try json.nextField() { places[key] = try json.skipOfAnyDepth().place }
        json.position = try places["n"].required("n").lowerBound
        let number: OpNumber = try json.integer()
        guard number > 0 else { throw .missing(field: "n") }
        let op: Result<DocumentOp<Kind.Command>, Refusal>
        do throws(Refusal) {
            guard depth <= JSONReader.depthMax else { throw .malformed }
            op = .success(try OpFields<Kind>.op(number, at: places, in: json.bytes))
        } catch {
            op = .failure(error)
        }
        return ReceivedOp(number: number, fingerprint: json.fingerprint(of: range), op: op)
    }
}

extension JSONReader {
    fileprivate func fingerprint(of range: Range<Int>) -> UInt32 {
        Fingerprint32.of(bytes.span.extracting(range))
    }
}

/// The fields of an op as they come in, in any order: those of every op, and those of commands.
private struct OpFields<Kind: WireDocument> {
    private var number: OpNumber = 0
    private var at: WallTime?
    private var seenVersion: Seq = 0
    private var seenEpoch: Epoch?
    private var name: JSONWord?
    private var command = Kind.CommandFields()

    /// The next op, with its number; throws if anything is wrong with a field.
    static func op(
        from reader: inout ElementReader
    ) throws(WireError) -> (OpNumber, Result<DocumentOp<Kind.Command>, Refusal>) {
        var fields = OpFields()
        try reader.json.beginObject()
        while let key = try reader.json.nextField() { try fields.read(key, from: &reader) }
        guard fields.number > 0 else { throw .missing(field: "n") }
        guard let op = try fields.op(in: reader.json.bytes) else {
            return (fields.number, .failure(.unknownCommand))
        }
        return (fields.number, .success(op))
    }

    /// The op whose fields' values stand at `places` in `bytes`. If a field is given twice,
    /// `places` has the last one.
    static func op(
        _ number: OpNumber, at places: [JSONWord: Range<Int>], in bytes: [UInt8]
    ) throws(Refusal) -> DocumentOp<Kind.Command> {
        var fields = OpFields()
        fields.number = number
        var fault: WireError?
        for key in ["op"] + (try names(ofOp: places["op"], in: bytes)) {
            guard let place = places[key] else { continue }
            var reader = ElementReader(JSONReader(bytes, in: place))
            do throws(WireError) {
                // A field that is null isn't there, unless null is a value of it.
                let isAbsent = try reader.json.isNull()
                reader.json.position = place.lowerBound
                if Kind.CommandFields.mayBeNull(key) || !isAbsent {
                    try fields.read(key, from: &reader)
                }
            } catch {
                if case .notText = error { throw .badText }
                fault = error
            }
        }
        do throws(WireError) {
            if let op = try fields.op(in: bytes), fault == nil { return op }
            throw fault ?? .missing(field: "op")
        } catch {
            if case .notText = error { throw .badText }
            throw .malformed
        }
    }

    /// The names of the fields of every op but `n` and `op`, and of those that the command has.
    private static func names(
        ofOp place: Range<Int>?, in bytes: [UInt8]
    ) throws(Refusal) -> [JSONWord] {
        guard let names = Kind.CommandFields.names(of: try name(at: place, in: bytes)) else {
            throw .unknownCommand
        }
        return ["at", "bv", "be"] + names
    }

    private static func name(
        at place: Range<Int>?, in bytes: [UInt8]
    ) throws(Refusal) -> JSONWord {
        guard let place else { throw .malformed }
        var json = JSONReader(bytes, in: place)
        do throws(WireError) {
            return try json.word()
        } catch {
            if case .notText = error { throw .badText }
            throw .malformed
        }
    }

    private mutating func read(
        _ key: JSONWord, from reader: inout ElementReader
    ) throws(WireError) {
        switch key {
        case "n": number = try reader.json.integer()
        case "at": at = WallTime(milliseconds: try reader.json.integer())
        case "bv": seenVersion = try reader.json.integer()
        case "be": seenEpoch = try reader.epoch()
        case "op": name = try reader.json.word()
        default: try command.read(key, from: &reader)
        }
    }

    /// The op that the fields make; nil if no command has this name.
    private func op(in bytes: [UInt8]) throws(WireError) -> DocumentOp<Kind.Command>? {
        let name = try name.required("op")
        guard let command = try command.command(named: name, in: bytes) else { return nil }
        // An edit must have it: else nobody could tell one of before a restore from one that makes
        // no sense.
        if Kind.isEdit(command) { _ = try seenEpoch.required("be") }
        return DocumentOp(
            number: number, at: try at.required("at"), seenVersion: seenVersion,
            seenEpoch: seenEpoch ?? .none, command: command)
    }
}
