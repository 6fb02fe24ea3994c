import Courses
import Documents
import HTTP
import Lobby
import Testing

@testable import API
@testable import ClubDesk

@Suite("How busy a course is")
struct CourseCrowdTests {
    private let anna = TestToken(1)
    /// Nine holes, on which three groups are many.
    private static let meadow = SampleCatalogue.entries[0]

    private func level(_ desk: DeskFixture) -> String? {
        desk.ask(.get, "/courses/\(Self.meadow.course.id)/crowd")["crowd"]?.string
    }

    /// Looks at games that have been quiet for a while.
    private func settle(_ desk: DeskFixture, _ keeper: ResultKeeper) {
        keeper.sweep()
        desk.clock.advance(ResultKeeper.quietMilliseconds)
        keeper.sweep()
    }

    private func keeper(_ desk: DeskFixture) -> ResultKeeper {
        ResultKeeper(desk.store, desk.clerk.host, desk.clerk.crowds)
    }

    @Test("Two groups are nobody’s business, three are told, until they haven’t played for a while")
    func groups() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        desk.signUp("anna", as: anna)
        for number in 1...3 as ClosedRange<UInt64> {
            let lobby = desk.makeGame(number, as: anna)
            try desk.play(Self.meadow, in: lobby, rounds: 2, isOver: false)
            settle(desk, keeper)
            #expect(level(desk) == (number < 3 ? "quiet" : "busy"))
        }
        desk.clock.advance(UInt64(CourseCrowds.playingMilliseconds))
        keeper.sweep()
        #expect(level(desk) == "quiet")
        let unknown = "/courses/\(Identifier128(high: 9, low: 9))/crowd"
        #expect(desk.ask(.get, unknown).status == 404)
    }

    @Test("Games that are over, deleted, or not to be counted make no course busy")
    func uncounted() throws {
        let desk = try DeskFixture()
        let keeper = keeper(desk)
        desk.signUp("anna", as: anna)
        // Two count: any other would make three.
        for number in 1...5 as ClosedRange<UInt64> {
            let lobby = desk.makeGame(number, as: anna)
            try desk.play(
                Self.meadow, in: lobby, rounds: 2, isOver: number == 3, isUncounted: number == 4)
            if number == 2 {
                try desk.append([.deleted(WallTime(milliseconds: 1_800_000_000_000))], to: lobby)
            }
        }
        settle(desk, keeper)
        #expect(level(desk) == "quiet")
        try desk.play(Self.meadow, in: desk.makeGame(6, as: anna), rounds: 2, isOver: false)
        settle(desk, keeper)
        #expect(level(desk) == "busy")
    }

    @Test("A course is busy with a group for every three holes, and some play there from three on")
    func levels() {
        let crowds = CourseCrowds()
        let now = WallTime(milliseconds: 10_000_000_000)
        let (one, other) = (Identifier128(high: 1, low: 1), Identifier128(high: 1, low: 2))
        let levels = (1...7).map { number in
            let group = PlayingGroup(course: one, lastEntry: now)
            crowds.note(group, of: LobbyID(Identifier128(high: 2, low: UInt64(number))))
            crowds.count(now: now)
            return crowds.level(of: one, holes: 18).level
        }
        #expect(levels == [.quiet, .quiet, .some, .some, .some, .busy, .busy])
        #expect(crowds.level(of: other, holes: 18).level == .quiet)
        #expect(crowds.level(of: one, holes: 18).at == now)
        // It has gone to another course, and another has ended.
        let games = (1...2).map { LobbyID(Identifier128(high: 2, low: $0)) }
        crowds.note(PlayingGroup(course: other, lastEntry: now), of: games[0])
        crowds.note(nil, of: games[1])
        crowds.count(now: now)
        #expect(crowds.level(of: one, holes: 18).level == .some)
    }
}
