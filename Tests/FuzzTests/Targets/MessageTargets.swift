import Documents
import Lobby

@testable import Wire

/// Any bytes as a client's message, and as an op between two that nothing is wrong with.
enum ClientMessageTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        try checkAmongOps(input)
        try checkMessage(input)
    }

    /// Checks that an op which is JSON and has a number is dealt with by it, whatever else it has,
    /// that one without isn't dealt with, and that neither touches its neighbours.
    private static func checkAmongOps(_ input: [UInt8]) throws(Finding) {
        guard JSONTree.isGrammatical(input) else { return }
        let (first, last) = (#"{"n":1,"at":5,"op":"leave"}"#, #"{"n":3,"at":5,"op":"leave"}"#)
        let message = ClientMessage<Lobby>.ops(encoding: [
            Array(first.utf8), input, Array(last.utf8),
        ])
        var decoded: [ReceivedOp<Command>]?
        if case .ops(let ops)? = try? ClientMessage<Lobby>.decode(message) { decoded = ops }
        guard let number = JSONTree.number(ofOp: input) else {
            return try expect(decoded == nil, "an op without a number")
        }
        guard let decoded, decoded.count == 3 else { throw Finding("an op that can't be numbered") }
        try expect(decoded.map(\.number) == [1, number, 3], "\(decoded.map(\.number))")
        let neighbours = [decoded[0], decoded[2]].map { (try? $0.op.get())?.command }
        try expect(neighbours == [.leave, .leave], "a neighbour is touched")
    }

    private static func checkMessage(_ input: [UInt8]) throws(Finding) {
        guard let message = try? ClientMessage<Lobby>.decode(input) else { return }
        let encoded: [UInt8]
        switch message {
        case .hello(let hello): encoded = ClientMessage<Lobby>.hello(encoding: hello)
        case .ops(let ops):
            try expect(ops.count <= WireLimits.opsPerMessageMax, "too many ops")
            return try checkOps(ops, in: input)
        case .ping(let time): encoded = ClientMessage<Lobby>.ping(encodingTime: time)
        case .history(let seq): encoded = ClientMessage<Lobby>.history(encodingAfter: seq)
        case .bye: encoded = ClientMessage<Lobby>.byeBytes()
        }
        try expect((try? ClientMessage<Lobby>.decode(encoded)) == message, "not the same again")
        try expectSaid(encoded, by: input)
    }

    /// Ops that make no sense have nothing but their number to be written.
    private static func checkOps(_ ops: [ReceivedOp<Command>], in input: [UInt8]) throws(Finding) {
        var bytes: [[UInt8]] = []
        for case .success(let op) in ops.map(\.op) {
            bytes.append(OpCoding<Lobby>.encode(op))
        }
        let encoded = ClientMessage<Lobby>.ops(encoding: bytes)
        guard case .ops(let again)? = try? ClientMessage<Lobby>.decode(encoded) else {
            throw Finding("its own ops can't be read")
        }
        let isLikeBefore =
            again.map(\.op)
            == ops.map(\.op).filter { if case .success = $0 { true } else { false } }
        try expect(isLikeBefore, "not the same ops again")
        if bytes.count == ops.count { try expectSaid(encoded, by: input) }
    }
}

/// Any bytes as a server's message.
enum ServerMessageTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        guard let message = try? ServerMessage<Lobby>.decode(input) else { return }
        let encoded = message.encode()
        let again: ServerMessage<Lobby>?
        do throws(WireError) {
            again = try ServerMessage<Lobby>.decode(encoded)
        } catch {
            throw Finding("its own bytes can't be read: \(error)")
        }
        try expect(again == message, "not the same again")
        try expect(again?.encode() == encoded, "not the same bytes again")
        try expectSaid(encoded, by: input, exceptFor: .serverDefaults)
    }
}

/// Foundation, too, finds in `input` what we have read there: each field of `encoded` that isn't
/// one of the writer's own has the value that it has in `input`.
func expectSaid(
    _ encoded: [UInt8], by input: [UInt8], exceptFor exceptions: OwnFields = .clientDefaults
) throws(Finding) {
    let reading = JSONTree.read(input)
    // A number beyond `Double` or a value too deep stands in a field that nobody has read.
    guard JSONTree.isComparable(input), !reading.hasDuplicates, !reading.hasHugeNumber,
        reading.error == nil
    else { return }
    guard case .object(let said)? = JSONTree.foundation(input) else {
        throw Finding("Foundation finds no message here")
    }
    guard case .object(let read)? = JSONTree.foundation(encoded) else {
        throw Finding("Foundation can't read what we write")
    }
    for (name, value) in read where !exceptions.names.contains(name) {
        let original = exceptions.meaning(of: name, in: said)
        try expect(
            original.map { value.isSaid(by: $0, exceptions) } ?? false,
            "\(name): \(value) but in the message \(String(describing: said[name]))")
    }
}

/// Fields that a writer adds or brings into its own form, and what is meant if one is missing.
struct OwnFields: Sendable {
    /// Not compared.
    var names: Set<String>
    var defaults: [String: JSONTree]
}

extension OwnFields {
    /// The meaning of a field; null means as much as absence, if that means something.
    fileprivate func meaning(of name: String, in fields: [String: JSONTree]) -> JSONTree? {
        guard let value = fields[name], value != .null else {
            return defaults[name] ?? fields[name]
        }
        return value
    }

    /// A code is written in its own form and a wrong token as zeros; an op's fields that say
    /// nothing are left out.
    static let clientDefaults = OwnFields(
        names: ["code", "token"],
        defaults: [
            "v": .number(0), "client": .string([]), "n": .number(0), "seq": .number(0),
            "hash": .string(Array("000000000000000000000000".utf8)),
            "epoch": .string(Array("0000000000000000".utf8)),
            "late_join": .bool(false), "course": .null, "holes": .array([]),
            "confirm": .bool(false), "blind": .bool(false), "scorers": .array([]),
        ])

    /// A snapshot's collections are in an order of their own. Refusals and errors are told in
    /// this version's words.
    static let serverDefaults = OwnFields(
        names: ["v", "limits", "lobby", "e", "code", "name", "text"],
        defaults: [
            "here": .array([]), "spectators": .number(0), "retry": .bool(false),
        ])
}

extension JSONTree {
    /// Whether `original`, which may hold more, says the same.
    fileprivate func isSaid(by original: JSONTree, _ exceptions: OwnFields) -> Bool {
        switch (self, original) {
        case (.array(let elements), .array(let originals)):
            return elements.count <= originals.count
                && zip(elements, originals).allSatisfy { $0.isSaid(by: $1, exceptions) }
        case (.object(let fields), .object(let originals)):
            return fields.allSatisfy { name, value in
                exceptions.names.contains(name)
                    || exceptions.meaning(of: name, in: originals).map {
                        value.isSaid(by: $0, exceptions)
                    } ?? false
            }
        case (.string(let text), .string(let other)):
            // Identifiers may be written in capitals.
            return text == other
                || String(decoding: text, as: UTF8.self)
                    == String(decoding: other, as: UTF8.self).lowercased()
        default: return self == original
        }
    }
}
