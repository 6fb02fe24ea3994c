import Documents
import Lobby
import Scoring
import Testing

/// Which tee counts for a player, and what the holes are worth from there.
struct TeeParTests {
    private func lobby(
        tee: String?, layout: GameLayout? = SampleCourse.layout(holes: 3)
    ) -> Lobby {
        var game = SampleGame(["Anna", "Ben"], rounds: [["345", "345"]])
        game.layout = layout
        if let tee {
            game.write([.text(tee)], CellKey(player: PlayerID(1), field: .tee))
        }
        return game.lobby
    }

    private func pars(_ lobby: Lobby) -> [Int64] { lobby.pars(of: PlayerID(1)) }

    @Test("A tee with a par of its own counts, on its hole alone and for its player alone")
    func ownPar() {
        let lobby = lobby(tee: "white")
        #expect(lobby.thrownTee(of: PlayerID(1))?.isSubstitute == false)
        #expect(pars(lobby) == [3, 4, 5])
        #expect(lobby.pars(of: PlayerID(2)) == [3, 4, 3])
        #expect(lobby.pars == [3, 4, 3])
        #expect(Scorecard(lobby).lines.map(\.pars) == [[3, 4, 5], [3, 4, 3]])
        #expect(Standings(lobby).results.map(\.tally.overPar) == [0, 2])
    }

    @Test("A tee is found by its name in capitals, but for one that has just that name")
    func capitals() {
        for name in ["White", "WHITE"] {
            let tee = lobby(tee: name).thrownTee(of: PlayerID(1))
            #expect(tee?.place == 1)
            #expect(tee?.isSubstitute == false)
            #expect(pars(lobby(tee: name)) == [3, 4, 5])
        }
        let names = ["rauður", "Rauður", "ΑΣ"]
        let tees = names.map { GameLayout.Tee(name: $0) }
        let layout = SampleCourse.layout(holes: 3, defaultTee: "rauður", tees: tees)
        let asked = ["RAUÐUR", "Rauður", "rauður", "ασ"]
        let places = asked.map { lobby(tee: $0, layout: layout).thrownTee(of: PlayerID(1))?.place }
        #expect(places == [0, 1, 0, 2])
    }

    @Test("Where a player's tee isn't there the default counts, and that is said")
    func substitute() {
        for name in ["gold", "Red ", "re\u{301}d", ""] {
            let tee = lobby(tee: name).thrownTee(of: PlayerID(1))
            #expect(tee?.place == 0)
            #expect(tee?.isSubstitute == true)
        }
    }

    @Test("Who has chosen no tee throws from the default, which takes nobody's place")
    func usual() {
        let layout = SampleCourse.layout(holes: 3, defaultTee: "white")
        let lobby = lobby(tee: nil, layout: layout)
        #expect(lobby.thrownTee(of: PlayerID(1))?.place == 1)
        #expect(lobby.thrownTee(of: PlayerID(1))?.isSubstitute == false)
        #expect(pars(lobby) == [3, 4, 5])
    }

    @Test("Without a layout, or with one that has no tees, the holes' pars count")
    func none() {
        let bare = SampleCourse.layout(holes: 3, defaultTee: nil, tees: [])
        for layout in [nil, bare] {
            let lobby = lobby(tee: "white", layout: layout)
            #expect(lobby.thrownTee(of: PlayerID(1)) == nil)
            #expect(pars(lobby) == [3, 4, 3])
        }
    }

    @Test("A layout with too few rows, as only a damaged log has, traps nowhere")
    func damaged() {
        let lobby = lobby(tee: "white", layout: SampleCourse.layout(holes: 1))
        #expect(pars(lobby) == [5, 4, 3])
    }
}
