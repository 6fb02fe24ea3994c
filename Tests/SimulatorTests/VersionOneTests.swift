import Testing

@testable import Simulator

/// The reader of the client of version 1, which must not be fooled by what it checks.
struct VersionOneTests {
    private func read(_ text: String) throws -> VersionOneValue {
        try VersionOneReader.read(Array(text.utf8))
    }

    @Test("Each kind of value is read")
    func values() throws {
        let value = try read(
            #" {"a":[1,-2,0,true,false,null],"b":"x\n\"\u00e5\ud83d\ude00/","a":7}"#)
        #expect(value["a"] == .number(7))
        #expect(value["b"].text == "x\n\"å😀/")
        #expect(
            value.items[0].items.map(\.kind) == [.number, .number, .number, .bool, .bool, .null])
        #expect(value.items[0].items.map(\.number) == [1, -2, 0, 1, 0, 0])
        #expect(value["c"] == .null)
        #expect(try read("[]").items.isEmpty)
    }

    @Test(
        "What isn't JSON with integers is refused",
        arguments: [
            "", "{", "[1,]", "[1 2]", "{\"a\":}", "{\"a\"1}", "{1:2}", "tru", "1.5", "1e3",
            "9007199254740993", "\"", "\"\u{1}\"", #""\x""#, #""\ud800""#, #""\u12"#, "[]]", "-",
            String(repeating: "[", count: 100),
        ])
    func refused(text: String) {
        #expect(throws: VersionOneFault.self) { try read(text) }
    }

    @Test("Fields, places and messages of later versions are ignored")
    func later() throws {
        var client = VersionOneClient()
        client.connects(from: VersionOneClient.Position())
        let id = String(repeating: "a", count: 32)
        for message in [
            #"{"type":"wave","x":[{}]}"#,
            #"{"type":"welcome","v":1,"as":"spectator","person":"\#(id)","lobby":"\#(id)","#
                + #""epoch":"00000000000000aa","top":2,"last_n":0,"last_f":0,"now":1,"new":{},"#
                + #""limits":{"message_bytes":1,"ops":1,"ping_ms":1,"pong_ms":1,"more":1}}"#,
            #"{"type":"events","s":1,"h":"05","e":[["new",1,"ABCDEF","\#(id)",null,"#
                + #"[["1",3,9]],true,"\#(id)","Anna",1,"\#(id)","more"],"#
                + #"["late_join",false,"more"]]}"#,
        ] {
            try client.receive(Array(message.utf8))
        }
        #expect(client.position == .init(epoch: "00000000000000aa", seq: 2, proof: "05"))
        #expect(client.eventCount == 2)
        #expect(throws: VersionOneFault.self) {
            try client.receive(Array(#"{"type":"events","s":3,"h":"06","e":[["wave",1]]}"#.utf8))
        }
    }
}
