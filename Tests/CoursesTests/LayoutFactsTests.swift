import Documents
import Testing

@testable import Courses

@Suite("What a layout is")
struct LayoutFactsTests {
    private static let red = LayoutFacts.Tee(name: "red", colour: "#c8102e")
    private static let white = LayoutFacts.Tee(name: "white", colour: "#fff")

    private func facts(
        name: String = "9 - Par 27", tees: [LayoutFacts.Tee] = [red, white],
        _ holes: [LayoutFacts.Hole]
    ) throws(LayoutFacts.Fault) -> LayoutFacts {
        try LayoutFacts(name: name, tees: tees, holes: holes)
    }

    private func hole(
        _ label: String = "1", par: Int = 3, red: Int? = 80, white: Int? = nil, whitePar: Int? = nil
    ) -> LayoutFacts.Hole {
        var starts = [LayoutFacts.Start(tee: 0, lengthMetres: red)]
        if white != nil || whitePar != nil {
            starts.append(LayoutFacts.Start(tee: 1, par: whitePar, lengthMetres: white))
        }
        return LayoutFacts.Hole(label: label, par: par, starts: starts)
    }

    @Test("is written in one way, and its version is the first half of the hash of that")
    func bytes() throws {
        let basket = GroundPosition(latitudeE7: 641_000_000, longitudeE7: -219_000_000)
        let tee = GroundPosition(latitudeE7: 641_007_000, longitudeE7: -219_000_000)
        let layout = try facts([
            LayoutFacts.Hole(
                label: "10A", par: 3, basket: basket,
                starts: [.init(tee: 0, par: 4, lengthMetres: 78, position: tee), .init(tee: 1)])
        ])
        let text =
            #"{"holes":[["10A",3,[641000000,-219000000],[[0,4,78,641007000,-219000000],[1,0,0]]]],"#
            + ##""name":"9 - Par 27","tees":[["red","#c8102e"],["white","#fff"]]}"##
        #expect(String(decoding: layout.bytes, as: UTF8.self) == text)
        #expect(layout.version == SHA256.half(of: Array(text.utf8)))
        #expect(try LayoutFacts(bytes: Array(text.utf8)) == layout)
    }

    @Test("travels with places as ways from the basket before")
    func steps() throws {
        func place(_ latitude: Int64, _ longitude: Int64) -> GroundPosition? {
            GroundPosition(latitudeE7: latitude, longitudeE7: longitude)
        }
        let layout = try facts([
            LayoutFacts.Hole(
                label: "1", par: 3, basket: place(641_000_000, -219_000_000),
                starts: [.init(tee: 0, position: place(641_000_700, -219_000_090))]),
            LayoutFacts.Hole(
                label: "2", par: 3,
                starts: [.init(tee: 0, position: place(640_999_990, -219_000_005))]),
            LayoutFacts.Hole(label: "3", par: 3, basket: place(641_000_002, -219_000_001)),
        ])
        let text = { (start: GroundPosition?) in
            String(decoding: layout.stepBytes(from: start), as: UTF8.self)
        }
        let rest = #",[[0,0,0,700,-90]]],["2",3,[],[[0,0,0,-10,-5]]],["3",3,[2,-1],[]]],"#
        #expect(text(nil).hasPrefix(#"{"holes":[["1",3,[641000000,-219000000]"# + rest))
        #expect(
            text(place(641_000_100, -219_000_100)).hasPrefix(#"{"holes":[["1",3,[-100,100]"# + rest)
        )
    }

    @Test("is read from nothing but what it is written as")
    func readsExactly() throws {
        let text = String(decoding: try facts([hole()]).bytes, as: UTF8.self)
        for (part, other) in [
            (":[[", ": [["), ("\"1\"", "\"\\u0031\""), (",3,", ",3.0,"), ("[0,0,80]", "[0,0,80,1]"),
            ("[0,0,80]", "[0,0,0,80]"), ("[]", "[1]"), ("{\"holes\"", "{\"more\":1,\"holes\""),
            ("[0,0,80]", "[9223372036854775807,0,80]"), ("80", "8e1"),
        ] {
            let changed = text.replacing(part, with: other)
            #expect(changed != text, "\(part)")
            #expect(throws: LayoutFacts.Fault.self, "\(part)") {
                try LayoutFacts(bytes: Array(changed.utf8))
            }
        }
    }

    @Test("has an end everywhere, and says which it has met")
    func limits() {
        func fault(_ make: () throws(LayoutFacts.Fault) -> LayoutFacts) -> LayoutFacts.Fault? {
            do throws(LayoutFacts.Fault) {
                _ = try make()
                return nil
            } catch { return error }
        }
        func of(_ holes: [LayoutFacts.Hole]) -> LayoutFacts.Fault? {
            fault { () throws(LayoutFacts.Fault) in try facts(holes) }
        }
        #expect(of([]) == .noHoles)
        #expect(of((1...73).map { hole("\($0)") }) == .tooManyHoles)
        #expect(of((1...72).map { hole("\($0)") }) == nil)
        #expect(of([hole(""), hole()]) == .badLabel && of([hole("123456789")]) == .badLabel)
        #expect(of([hole("1"), hole("1")]) == .labelTwice)
        #expect(of([hole(par: 0)]) == .badPar && of([hole(par: 21)]) == .badPar)
        #expect(of([hole(whitePar: 0)]) == .badPar)
        #expect(of([hole(red: 0)]) == .badLength && of([hole(red: 2_001)]) == .badLength)
        let twice = [LayoutFacts.Start(tee: 0), LayoutFacts.Start(tee: 0)]
        #expect(of([LayoutFacts.Hole(label: "1", par: 3, starts: twice)]) == .badTee)
        let unknown = [LayoutFacts.Start(tee: 2)]
        #expect(of([LayoutFacts.Hole(label: "1", par: 3, starts: unknown)]) == .badTee)
        for (name, tees, expected) in [
            ("", [Self.red], LayoutFacts.Fault.badName), ("a\nb", [Self.red], .badName),
            ("x", [Self.red, Self.red], .badTee), ("x", [.init(name: "r", colour: "red")], .badTee),
            ("x", [.init(name: "r", colour: "#FFF")], .badTee),
        ] {
            let found = fault { () throws(LayoutFacts.Fault) in
                try facts(name: name, tees: tees, [hole()])
            }
            #expect(found == expected, "\(name)")
        }
        let tees = (1...8).map { LayoutFacts.Tee(name: "tee \($0)") }
        let wide = (1...72).map { number in
            LayoutFacts.Hole(
                label: "\(number)", par: 3,
                starts: tees.indices.map {
                    .init(
                        tee: $0, par: 3, lengthMetres: 1_000,
                        position: GroundPosition(
                            latitudeE7: -899_999_999, longitudeE7: -1_799_999_999))
                })
        }
        let found = fault { () throws(LayoutFacts.Fault) in try facts(tees: tees, wide) }
        #expect(found == .tooLarge)
    }

    @Test("may be compared with an earlier one if holes and pars are the same, and lengths nearly")
    func series() throws {
        let before = try facts([hole("1", red: 80, white: 200), hole("2")])
        func isComparable(_ holes: [LayoutFacts.Hole]) throws -> Bool {
            try facts(name: "another name", holes).isComparable(with: before)
        }
        #expect(try isComparable([hole("1", red: 80, white: 200), hole("2")]))
        #expect(try isComparable([hole("1", red: 90, white: 220), hole("2")]))
        #expect(try !isComparable([hole("1", red: 91, white: 200), hole("2")]))
        #expect(try isComparable([hole("1", red: 80, white: 211), hole("2")]))
        #expect(try !isComparable([hole("1", red: 80, white: 221), hole("2")]))
        #expect(try isComparable([hole("1", red: nil), hole("2")]))
        #expect(try !isComparable([hole("1", par: 4, white: 200), hole("2")]))
        #expect(try !isComparable([hole("1", white: 200, whitePar: 4), hole("2")]))
        #expect(try !isComparable([hole("2"), hole("1")]))
        #expect(try !isComparable([hole("1")]))
    }

    @Test("A par is suggested by the length, or by what two or more have thrown")
    func pars() {
        #expect(
            [1, 120, 121, 200, 201, 900].map { ParSuggestion.par(lengthMetres: $0) }
                == [3, 3, 4, 4, 5, 5])
        #expect(ParSuggestion.par(throws: [3]) == nil && ParSuggestion.par(throws: []) == nil)
        #expect(ParSuggestion.par(throws: [4, 5]) == 3)
        #expect(ParSuggestion.par(throws: [9, 5, 5]) == 4)
        #expect(
            ParSuggestion.par(throws: [2, 2, 2]) == 3 && ParSuggestion.par(throws: [9, 9]) == 5)
    }
}
