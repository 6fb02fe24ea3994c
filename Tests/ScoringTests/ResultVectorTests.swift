import Foundation
import Scoring
import Testing

/// Tests/Vectors/results.json holds every client to the same results.
struct ResultVectorTests {
    @Test("Games come to what the golden file has")
    func results() throws {
        let made = ResultVectors.made
        if ResultVectors.isWriting { try Data(made).write(to: ResultVectors.file) }
        #expect(Array(try Data(contentsOf: ResultVectors.file)) == made, "see its README")
    }

    @Test("Everybody stands where whoever made up the case expects", arguments: ResultVectors.cases)
    func list(_ each: ResultVectors.Case) {
        let told = each.results.map { result in
            let place = result.place.map { "\($0)" } ?? "-"
            return "\(place)\(result.isShared ? "=" : "") \(result.name)"
        }
        #expect(told.joined(separator: ", ") == each.list, "\(each.name)")
    }

    @Test("A list of one game is that game's")
    func listOfOne() {
        for each in ResultVectors.cases where each.games.count == 1 {
            #expect(Standings.joint(each.standings) == each.results, "\(each.name)")
        }
    }

    @Test("Every case has a name of its own, and a game")
    func names() {
        let cases = ResultVectors.cases
        #expect(Set(cases.map(\.name)).count == cases.count)
        #expect(cases.allSatisfy { !$0.games.isEmpty })
    }
}
