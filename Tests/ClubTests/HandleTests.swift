import Club
import Testing

@Suite("Handles")
struct HandleTests {
    @Test("Capital letters are folded, and all else is refused with its reason")
    func reads() throws {
        #expect(try Handle("Bjork_1").text == "bjork_1")
        for (text, fault) in [
            ("ab", Handle.Fault.length), (String(repeating: "a", count: 21), .length),
            ("björk", .sign), ("a b", .sign), ("1ab", .noLetterFirst), ("_ab", .noLetterFirst),
            ("Admin", .reserved), ("f.o-l_f", .reserved),
        ] {
            #expect(throws: fault) { try Handle(text) }
        }
    }

    @Test(
        "Every name suggests a handle",
        arguments: [
            ("Jón Þór Ólafsson", "jon.thor.olafsson"), ("Æsa Guðný", "aesa.gudny"),
            ("Søren Åse", "soren.ase"), ("Weiß", "weiss"), ("Bo", "bo.player"),
            ("", "player"), ("山田", "player"), ("  --x--  y", "x-y"), ("Admin", "admin1"),
            ("007 James", "james"), ("I\u{307}zmir E\u{301}", "izmir.e"),
            ("Abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"),
        ])
    func suggests(_ name: String, _ handle: String) throws {
        #expect(Handle.suggestion(for: name).text == handle)
        _ = try Handle(handle)
    }

    @Test("A suggestion that is taken gets a number, and stays a handle")
    func numbers() throws {
        let long = try Handle("abcdefghijklmnopqrst")
        #expect(long.numbered(4_294_967_295).text == "abcdefghij4294967295")
        #expect(try Handle("ann").numbered(2).text == "ann2")
    }

    @Test("What was stored is read though its word was reserved since")
    func stored() {
        #expect(Handle(stored: "admin") != nil)
        #expect(Handle(stored: "Admin") == nil)
    }
}
