import Documents
import Foundation
import Lobby
import TestSupport
import Testing

@testable import Wire

/// An op's bytes never change once it is in a journal, so one that a server can't even number
/// would end every connection for ever. Whatever JSON can say is dealt with by its number.
struct OpFaultTests {
    private struct Case: Decodable {
        var op: String
        var n: OpNumber
        /// "op", or why it isn't one.
        var result: String
    }

    private static let before = #"{"n":1,"at":5,"op":"leave"}"#
    private static let after = #"{"n":3,"at":5,"op":"leave"}"#

    private static let cases: [Case] = {
        let file = Vectors.folder.appending(path: "ops.json")
        let cases = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode([Case].self, from: $0)
        }
        return cases ?? []
    }()

    private func ops(_ text: String) throws(WireError) -> [ReceivedOp<Command>] {
        let message = #"{"type":"op","ops":[\#(Self.before),\#(text),\#(Self.after)]}"#
        guard case .ops(let ops) = try ClientMessage<Lobby>.decode(Array(message.utf8)) else {
            throw .missing(field: "ops")
        }
        return ops
    }

    /// What becomes of `text` between two ops that nothing is wrong with; nil if those are
    /// touched.
    private func op(_ text: String) throws(WireError) -> ReceivedOp<Command>? {
        let ops = try ops(text)
        guard ops.count == 3, (try? ops[0].op.get())?.command == .leave,
            (try? ops[2].op.get())?.command == .leave, ops[0].number == 1, ops[2].number == 3
        else { return nil }
        #expect(ops[1].fingerprint == Fingerprint32.of(Array(text.utf8).span), "\(text)")
        return ops[1]
    }

    private struct LayoutCase: Decodable {
        var holes: Int
        var result: String
    }

    @Test("A layout is taken or refused as the golden file has it")
    func layouts() throws {
        let data = try Data(contentsOf: Vectors.folder.appending(path: "layouts.json"))
        let cases = try JSONDecoder().decode([LayoutCase].self, from: data)
        // Each stands in a line of its own, in which the layout comes first.
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(cases.count > 60)
        for (each, line) in zip(cases, lines) {
            let start = try #require(line.firstRange(of: #"{"layout":"#)).upperBound
            let end = try #require(line.ranges(of: #","holes":"#).last).lowerBound
            let holes = Array(repeating: #"["1",3]"#, count: each.holes).joined(separator: ",")
            let text = #"{"n":2,"at":5,"op":"layout","expect":0,"holes":[\#(holes)],"layout":"#
            #expect(try result(of: text + line[start..<end] + "}") == each.result, "\(line)")
        }
    }

    @Test("Half a surrogate pair in a text of a layout is a bad text, as in any of an op")
    func halfPair() throws {
        let id = String(repeating: "0a", count: 16)
        let text =
            #"{"n":2,"at":5,"op":"layout","expect":0,"holes":[["1",3]],"layout":{"#
            + #""course":"\#(id)","layout":"\#(id)","version":"\#(id)","series":1,"#
            + #""name":"\ud83d","holes":[[[],[]]]}}"#
        #expect(try result(of: text) == "bad_text")
    }

    private func result(of text: String) throws -> String {
        let received = try OpCoding<Lobby>.decode(Array(text.utf8))
        do throws(Refusal) {
            let op = try received.op.get()
            guard case .exchange(let course, _) = op.command else { return "another op" }
            try Lobby.check(course)
            return "op"
        } catch {
            return error.name
        }
    }

    @Test("Whatever is wrong with an op, it has its number, as the golden file has it")
    func golden() throws {
        #expect(Self.cases.count > 80)
        for each in Self.cases {
            let op = try #require(try op(each.op), "\(each.op)")
            #expect(op.number == each.n)
            let result: String
            switch op.op {
            case .success: result = "op"
            case .failure(let refusal): result = refusal.name
            }
            #expect(result == each.result, "\(each.op)")
        }
    }

    @Test("An op that is nested too deep is malformed, however deep it is")
    func deep() throws {
        func nested(_ count: Int, _ value: String = "1") -> String {
            let (head, tail) = (
                String(repeating: "[", count: count), String(repeating: "]", count: count)
            )
            return #"{"later":\#(head)\#(value)\#(tail),"n":2,"at":5,"op":"leave"}"#
        }
        #expect(throws: Never.self) { try op(nested(JSONReader.depthMax - 1))?.op.get() }
        for count in [JSONReader.depthMax, JSONReader.depthMax + 1, 100, 8_000] {
            #expect(throws: Refusal.malformed) { try op(nested(count))?.op.get() }
        }
        #expect(throws: Refusal.malformed) { try op(nested(7, #"{"a":null}"#))?.op.get() }
        let objects =
            String(repeating: #"{"a":"#, count: 2_000) + "0" + String(repeating: "}", count: 2_000)
        let text = #"{"n":2,"at":5,"op":"leave","later":\#(objects)}"#
        #expect(throws: Refusal.malformed) { try op(text)?.op.get() }
        // Deep ones that aren't JSON are none.
        #expect(throws: WireError.self) {
            try op(#"{"n":2,"x":"# + String(repeating: "[", count: 9_000))
        }
        #expect(throws: WireError.self) { try op(#"{"n":2,"x":[[[[[[[[[[[[[}]]]]]]]]]]]]]}"#) }
        #expect(throws: WireError.self) { try op(#"{"n":2,"x":[[[[[[[[[[[[[1 2]]]]]]]]]]]]]}"#) }
    }

    @Test(
        "An op that isn't JSON, or whose number can't be read, breaks its message",
        arguments: [
            "{}", "[]", "7", "null", "\"x\"", #"{"at":5,"op":"leave"}"#, #"{"n":0}"#, #"{"n":-1}"#,
            #"{"n":"2"}"#, #"{"n":2.0}"#, #"{"n":2e0}"#, #"{"n":null}"#, #"{"n":[2]}"#,
            #"{"n":9007199254740993}"#, #"{"n":2,"n":"x"}"#, #"{"n":2,"n":null}"#, #"{"n":2,}"#,
            #"{"n":2,"name":"\ud8"}"#, #"{"n":2,"name":"\x"}"#, #"{"n":2,"at":01}"#, #"{n:2}"#,
            #"{"n":2 "at":5}"#, #"{"n":2,"at":}"#, "{\"n\":2,\"name\":\"\u{1F}\"}", #"{"n":2"#,
        ])
    func unusable(text: String) {
        #expect(throws: WireError.self) { try ops(text) }
    }

    // MARK: Drawn ops

    private static let samples: [[(String, String)]] = {
        let samples = Vectors.messages.compactMap { message -> [(String, String)]? in
            guard case .op(let op) = message.content else { return nil }
            return fields(of: OpCoding<Lobby>.encode(op))
        }
        return samples
    }()

    /// The fields of an op as they stand there.
    private static func fields(of bytes: [UInt8]) -> [(String, String)] {
        var json = JSONReader(bytes)
        var fields: [(String, String)] = []
        do throws(WireError) {
            try json.beginObject()
            while try json.hasField() {
                let name = try json.string()
                try json.colon()
                fields.append((name, String(decoding: bytes[try json.skip()], as: UTF8.self)))
            }
        } catch {
            Issue.record("\(error)")
        }
        return fields
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "1", "-1", "1.5", "1e2", "1E-7", "255", "256",
        "4294967296", "9007199254740992", "-9007199254740993",
        "1\(String(repeating: "0", count: 500))",
        #""""#, #""x""#, #""\ud83d""#, #""\udc00\ud83d""#, #""\u0000""#, #""ÅÅ""#, "[]", "{}",
        "[1,7,1,0]", #"["setup",0]"#, #"["\ud800",0]"#, #"[["1",3]]"#, #"{"n":5,"op":"leave"}"#,
        #"{"a":{"b":[{}]}}"#,
    ]

    private func text(_ fields: [(String, String)]) -> String {
        "{" + fields.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + "}"
    }

    @Test(
        "Whatever values an op's fields have, its number is used up, and its neighbours stay",
        arguments: 0..<8 as Range<UInt64>)
    func drawn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = Array(Set(Self.samples.joined().map(\.0))).sorted().filter { $0 != "n" }
        #expect(names.count > 15)
        for _ in 0..<500 {
            var fields = random.pick(Self.samples)
            fields.removeAll { $0.0 == "n" }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let new = (random.pick(names + ["later", "\\ud83d"]), random.pick(Self.values))
                switch Int.random(in: 0..<3, using: &random) {
                case 0: fields.append(new)
                case 1: fields.insert(new, at: 0)
                default:
                    guard let place = fields.indices.randomElement(using: &random) else { continue }
                    fields[place].1 = new.1
                }
            }
            fields.insert(("n", "2"), at: Int.random(in: 0...fields.count, using: &random))
            let text = text(fields)
            let op = try #require(try op(text), "seed \(seed): \(text)")
            #expect(op.number == 2, "seed \(seed): \(text)")
            // In whichever order fields come, and with those that are overruled left out.
            var last: [(String, String)] = []
            for field in fields {
                last.removeAll { $0.0 == field.0 }
                last.append(field)
            }
            last.shuffle(using: &random)
            let again = try self.op(self.text(last))
            #expect(again?.op == op.op, "seed \(seed): \(text)")
            // Null says what absence says, but for a value.
            let present = last.filter { $0.1 != "null" || $0.0 == "value" }
            #expect(try self.op(self.text(present))?.op == op.op, "seed \(seed): \(text)")
        }
    }

    // MARK: Other messages

    @Test("In every message a field that is null is as good as none")
    func nullIsAbsent() throws {
        func hello(_ fields: String) throws -> ClientMessage<Lobby> {
            let rid = String(repeating: "1", count: 32)
            let who = #""person":"\#(rid)","token":"\#(rid + rid)""#
            let text = #"{"type":"hello",\#(who),"rid":"\#(rid)","lobby":"\#(rid)"\#(fields)}"#
            return try ClientMessage<Lobby>.decode(Array(text.utf8))
        }
        let names = [
            "v", "client", "create", "code", "invitation", "watch", "ticket", "as", "name", "knock",
            "epoch", "seq", "hash", "n", "heard",
        ]
        for name in names {
            #expect(try hello(#","\#(name)":null"#) == hello(""), "\(name)")
        }
        let required = [
            #"{"type":null}"#, #"{"type":"op","ops":null}"#, #"{"type":"ping","t":null}"#,
            #"{"type":"history","after":null}"#, #"{"type":"hello","rid":null,"code":"ABCDEF"}"#,
        ]
        for text in required {
            #expect(throws: WireError.self, "\(text)") {
                try ClientMessage<Lobby>.decode(Array(text.utf8))
            }
        }
        let presence = #"{"type":"presence","here":[1],"spectators":0"#
        #expect(
            try ServerMessage<Lobby>.decode(Array((presence + #","host_passes_in_ms":null}"#).utf8))
                == ServerMessage<Lobby>.decode(Array((presence + "}").utf8)))
    }
}
