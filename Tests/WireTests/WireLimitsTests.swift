import Documents
import Lobby
import Testing

@testable import Wire

/// Counts that a peer controls, at their limit and one above.
struct WireLimitsTests {
    private func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    private func client(_ text: String) throws -> ClientMessage<Lobby> {
        try ClientMessage<Lobby>.decode(Array(text.utf8))
    }

    private func isTaken(_ text: String) -> Bool {
        (try? ServerMessage<Lobby>.decode(Array(text.utf8))) != nil
    }

    @Test("An op message has at most 64 ops")
    func ops() throws {
        func message(_ count: Int) -> String {
            #"{"type":"op","ops":"# + list(count) { #"{"n":\#($0 + 1),"at":0,"op":"leave"}"# } + "}"
        }
        guard case .ops(let ops) = try client(message(64)) else { throw Refusal.malformed }
        #expect(ops.map(\.number) == Array(1...64))
        #expect(throws: WireError.self) { try client(message(65)) }
    }

    @Test(
        "As many ops as an op message may have bytes for fit one, if each is as long as it may be")
    func opBytes() {
        let longest = [UInt8](repeating: 0x20, count: WireLimits.opBytesMax)
        let message = ClientMessage<Lobby>.ops(encoding: [longest])
        #expect(message.count <= WireLimits.clientMessageBytesMax)
    }

    @Test("The longest op that the rules let pass is far from what a message can carry")
    func longestOp() throws {
        let sign = "\""
        let setup = GameSetup(
            course: String(repeating: sign, count: LobbyLimits.courseBytesMax),
            holes: Array(
                repeating: Hole(
                    label: String(repeating: sign, count: LobbyLimits.labelBytesMax),
                    par: LobbyLimits.parRange.upperBound), count: LobbyLimits.holesMax),
            allowsLateJoin: true, invitation: Identifier128(high: .max, low: .max),
            watch: Identifier128(high: .max, low: .max),
            hostName: String(repeating: sign, count: LobbyLimits.nameBytesMax),
            hostPlayer: PlayerID(.max))
        let time = WallTime(milliseconds: 1 << 53)
        let nonce = Identifier128(high: .max, low: .max)
        let author = Game.author(1)
        let op = Op(
            number: 1 << 53, at: time, seenVersion: 1 << 53, seenEpoch: Epoch(.max),
            command: .create(setup, nonce: nonce))
        #expect(throws: Never.self) {
            try Lobby.create(
                LobbyID(maker: author.person, nonce: nonce), op, by: author, received: time,
                code: nil)
        }
        #expect(OpCoding<Lobby>.encode(op).count < WireLimits.opBytesMax / 2)
    }

    private func hello(_ fields: String) -> String {
        #"{"type":"hello","rid":"\#(String(repeating: "1", count: 32))",\#(fields)}"#
    }

    @Test("The name of a client's software has at most 64 bytes")
    func clientName() throws {
        func text(_ count: Int) -> String {
            let person = String(repeating: "0", count: 32)
            return hello(
                #""person":"\#(person)","token":"x","code":"ABCDEF","#
                    + #""client":"\#(String(repeating: "x", count: count))""#)
        }
        _ = try client(text(WireLimits.clientNameBytesMax))
        #expect(throws: WireError.self) { try client(text(WireLimits.clientNameBytesMax + 1)) }
    }

    @Test("Events, members, columns, siblings and late edits are counted")
    func counts() {
        let zeros = String(repeating: "0", count: 32)
        let noProof = PositionProof.none.description
        func events(_ count: Int) -> String {
            #"{"type":"events","s":1,"h":"\#(noProof)","e":"#
                + list(count) { _ in #"["late_join",true]"# } + "}"
        }
        #expect(isTaken(events(WireLimits.eventsPerMessageMax)))
        #expect(!isTaken(events(WireLimits.eventsPerMessageMax + 1)))

        func siblings(_ count: Int) -> String {
            #"{"type":"events","s":99,"h":"\#(noProof)","e":[["cell",1,1,1,0,"#
                + list(count) { "[\($0),3,1,\($0),0,0]" } + "]]}"
        }
        #expect(isTaken(siblings(LobbyLimits.siblingsMax)))
        #expect(!isTaken(siblings(LobbyLimits.siblingsMax + 1)))

        func here(_ count: Int) -> String {
            #"{"type":"presence","spectators":0,"here":"# + list(count, String.init) + "}"
        }
        #expect(isTaken(here(DocumentLimits.membersMax)))
        #expect(!isTaken(here(DocumentLimits.membersMax + 1)))

        func snapshot(_ field: String, _ value: String) -> String {
            #"{"type":"snapshot","epoch":"0000000000000001","s":1,"h":"\#(noProof)","#
                + #""lobby":{"id":"\#(zeros)","start":0,"invitation":"\#(zeros)","#
                + #""\#(field)":\#(value)}}"#
        }
        func members(_ count: Int) -> String {
            snapshot("members", list(count) { #"[\#($0 + 1),"\#(zeros)",0,0,0,"A"]"# })
        }
        #expect(isTaken(members(DocumentLimits.membersMax)))
        #expect(!isTaken(members(DocumentLimits.membersMax + 1)))
        func columns(_ count: Int) -> String {
            snapshot("players", list(count) { #"[\#($0 + 1),0,"A",0]"# })
        }
        #expect(isTaken(columns(LobbyLimits.columnsMax)))
        #expect(!isTaken(columns(LobbyLimits.columnsMax + 1)))
        func late(_ count: Int) -> String {
            snapshot("late", list(count) { "[\($0),0,1,1,1,0,3,1,1,0]" })
        }
        #expect(isTaken(late(LobbyLimits.quarantineEverMax)))
        #expect(!isTaken(late(LobbyLimits.quarantineEverMax + 1)))
        func stage(_ round: Int) -> String { snapshot("stage", #"["playing",\#(round)]"#) }
        #expect(isTaken(stage(LobbyLimits.roundsMax)))
        #expect(!isTaken(stage(LobbyLimits.roundsMax + 1)))
        let misnumbered = #"[[2,"\#(zeros)",0,0,0,"A"]]"#
        #expect(!isTaken(snapshot("members", misnumbered)))
    }

    @Test("No number in a cell is so large that sums of them overflow, whoever has made them up")
    func numbersInCells() {
        let noProof = PositionProof.none.description
        func event(_ number: String) -> String {
            #"{"type":"events","s":9,"h":"\#(noProof)","e":[["cell",1,1,1,0,"#
                + "[[9,\(number),1,1,0,0]]]]}"
        }
        for number in ["0", "-990", "4294967295", "-2147483648"] {
            #expect(isTaken(event(number)), "\(number)")
        }
        for number in ["4294967296", "-2147483649", "9007199254740991", "1.5"] {
            #expect(!isTaken(event(number)), "\(number)")
        }
    }

    @Test("A malformed op comes out refused with its number; its neighbours aren't touched")
    func malformedAmongGood() throws {
        let good = #"{"n":1,"at":5,"op":"leave"}"#
        let zeros = String(repeating: "0", count: 32)
        func set(_ fields: String) -> String {
            let comma = fields.isEmpty ? "" : ","
            return #"{"n":2,"at":5,"be":"0000000000000000","op":"set"\#(comma)\#(fields)}"#
        }
        let bad = [
            #"{"n":2,"at":5,"op":"fly"}"#, #"{"n":2,"at":5}"#, #"{"n":2,"op":"leave"}"#,
            #"{"n":2,"at":"x","op":"leave"}"#, #"{"n":2,"at":5,"op":7}"#,
            set(""), set(#""cell":[1,1,1]"#),
            set(#""cell":[1,1,1,23],"value":3"#),
            set(#""cell":[256,1,1,0],"value":3"#),
            set(#""cell":[1,1,1,0],"value":3.5"#),
            set(#""cell":[1,1,1,0],"value":"3""#),
            set(#""cell":[1,1,1,0],"value":[3]"#),
            set(#""cell":[0,1,0,1],"value":3"#),
            #"{"n":2,"at":5,"bv":1,"op":"set","cell":[1,1,1,0],"value":3}"#,
            #"{"n":2,"at":9007199254740993,"op":"leave"}"#,
            #"{"n":2,"at":5,"op":"leave","bv":-1}"#, #"{"n":2,"at":5,"op":"leave","be":"zz"}"#,
            #"{"n":2,"at":5,"op":"kick","person":"1"}"#, #"{"n":2,"at":5,"op":"kick"}"#,
            #"{"n":2,"at":5,"op":"move","from":["setup",0]}"#,
            #"{"n":2,"at":5,"op":"move","from":["setup",0],"to":["flying",1]}"#,
            #"{"n":2,"at":5,"op":"appoint","person":"\#(zeros)","role":7}"#,
            #"{"n":2,"at":5,"op":"settle","late":1}"#, #"{"n":2,"at":5,"op":"late_join"}"#,
            #"{"n":2,"at":5,"op":"add","player":4294967296,"name":"A"}"#,
        ]
        for bad in bad {
            let text = #"{"type":"op","ops":[\#(good),\#(bad),{"n":3,"at":5,"op":"leave"}]}"#
            guard case .ops(let ops) = try client(text) else { throw Refusal.malformed }
            #expect(ops.map(\.number) == [1, 2, 3])
            let isUnknown = bad.contains("fly\"}")
            #expect(ops[1].op == .failure(isUnknown ? .unknownCommand : .malformed), "\(bad)")
            #expect((try? ops[0].op.get())?.command == .leave)
            #expect((try? ops[2].op.get())?.command == .leave)
        }
    }

    @Test(
        "An op without a number of its own breaks its message",
        arguments: [
            "{}", "[]", "7", #"{"n":0,"at":5,"op":"leave"}"#, #"{"n":-1,"at":5,"op":"leave"}"#,
            #"{"n":"1","at":5,"op":"leave"}"#, #"{"n":1.5,"at":5,"op":"leave"}"#,
        ])
    func withoutNumber(op: String) {
        #expect(throws: WireError.self) { try client(#"{"type":"op","ops":[\#(op)]}"#) }
    }

    @Test("A hello needs a replica, a way in, a person and a token")
    func incompleteHello() throws {
        let zeros = String(repeating: "0", count: 32)
        #expect(throws: WireError.missing(field: "rid")) {
            try client(#"{"type":"hello","code":"ABCDEF"}"#)
        }
        #expect(throws: WireError.missing(field: "lobby")) {
            try client(hello(#""token":"x","person":"\#(zeros)""#))
        }
        #expect(throws: WireError.missing(field: "token")) {
            try client(hello(#""code":"ABCDEF","person":"\#(zeros)""#))
        }
        #expect(throws: WireError.missing(field: "person")) {
            try client(hello(#""code":"ABCDEF","token":"x""#))
        }
        let wrong = try client(hello(#""code":"l0l","token":"x","person":"\#(zeros)""#))
        guard case .hello(let hello) = wrong else { throw Refusal.malformed }
        #expect(hello.entry == .code(nil))
        #expect(hello.credentials.token == Token(String(repeating: "0", count: 64)))
        #expect(hello.version == 0)
    }
}
