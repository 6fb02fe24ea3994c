import Documents
import Results
import Testing

@Suite("What everybody has thrown")
struct CommonFigureTests {
    private static func person(_ number: UInt64) -> PersonID {
        PersonID(Identifier128(high: 0, low: number))
    }

    private static func sums(_ results: [(UInt64?, [UInt8])], pars: [UInt8]) -> CommonSums {
        var sums = CommonSums()
        for (number, counts) in results {
            sums.add(person: number.map(person), pars: pars, throws: counts)
        }
        return sums
    }

    /// Four rounds of Anna, Ben and Cara, and one of a guest.
    private static let five: [(UInt64?, [UInt8])] = [
        (1, [3, 3]), (2, [3, 4]), (3, [2, 3]), (nil, [5, 5]), (1, [3, 2]),
    ]

    @Test("Five rounds by three people have means, of guests too, and the fewest throws")
    func figures() throws {
        let figures = try #require(Self.sums(Self.five, pars: [3, 3]).figures)
        #expect(figures.rounds == 5 && figures.people == 3)
        #expect(figures.averageTotalHundredths == 660)
        #expect(figures.averageOverHundredths == 60)
        #expect(figures.bestTotal == 5)
        #expect(figures.averageHundredthsByHole == [320, 340])
    }

    @Test("Nothing is told of four rounds, or of two people and guests")
    func floors() {
        #expect(Self.sums(Array(Self.five.dropLast()), pars: [3, 3]).figures == nil)
        let few = Self.five.filter { $0.0 != 3 } + [(1, [3, 3]), (nil, [4, 4])]
        #expect(few.count == 6)
        #expect(Self.sums(few, pars: [3, 3]).figures == nil)
        #expect(Self.sums(few + [(3, [2, 3])], pars: [3, 3]).figures?.rounds == 7)
    }

    @Test("A round with a hole that isn't scored, or of other holes, doesn't count")
    func incomplete() {
        let some: [(UInt64?, [UInt8])] = [(4, [3, 0]), (4, [0, 0]), (4, [3, 3, 3]), (4, [])]
        let all = Self.sums(Self.five + some, pars: [3, 3])
        #expect(all.figures == Self.sums(Self.five, pars: [3, 3]).figures)
    }

    @Test("Halves are rounded upwards, also below par")
    func halves() throws {
        func over(_ sum: UInt8) throws -> Int64 {
            let rounds = (1...8).map { (UInt64?.some($0), [$0 == 1 ? sum : UInt8(50)]) }
            return try #require(Self.sums(rounds, pars: [50]).figures).averageOverHundredths
        }
        // An eighth of a throw is 12.5 hundredths.
        #expect(try over(51) == 13)
        #expect(try over(49) == -12)
        #expect(try over(53) == 38)
        #expect(try over(47) == -37)
    }
}
