import Documents
import Lobby

/// Courses with layouts for tests.
enum SampleCourse {
    static func id(_ number: UInt64) -> Identifier128 { Identifier128(high: 0xC0, low: number) }

    /// Tees `red` and `white`, of which the second has a par of its own on the last hole.
    static func layout(
        holes: Int, name: String = "Short", defaultTee: String? = "red",
        tees: [GameLayout.Tee] = [
            GameLayout.Tee(name: "red", colour: "#c8102e"), GameLayout.Tee(name: "white"),
        ],
        position: GameLayout.Position? = GameLayout.Position(
            latitudeE7: 641_350_000, longitudeE7: -218_950_000),
        utcMinutes: Int32 = 60, isUncounted: Bool = false, basket: GameLayout.Offset? = nil,
        whiteOnLast: GameLayout.Start = GameLayout.Start(par: 5, lengthMetres: 180)
    ) -> GameLayout {
        let rows = (0..<holes).map { hole in
            let starts = tees.indices.map { tee in
                hole == holes - 1 && tee == 1
                    ? whiteOnLast : GameLayout.Start(lengthMetres: Int32(60 + hole))
            }
            return GameLayout.Hole(basket: basket, starts: starts)
        }
        return GameLayout(
            course: id(1), layout: id(2), version: id(3), series: 2, position: position,
            utcMinutes: utcMinutes, isUncounted: isUncounted, name: name, defaultTee: defaultTee,
            tees: tees, holes: rows)
    }

    static func course(
        holes: Int, name: String? = "Meadow", par: Int64 = 4, layout: GameLayout? = nil
    ) -> GameCourse {
        GameCourse(
            name: name, holes: (0..<holes).map { Hole(label: "M\($0 + 1)", par: par) },
            layout: layout ?? self.layout(holes: holes))
    }

    /// With as many bytes as the limit allows, or more.
    static func largeLayout(extraBytes: Int) -> GameLayout {
        let tees = (0..<8).map { GameLayout.Tee(name: "\($0)") }
        let far = GameLayout.Offset(latitudeE6: -100_000, longitudeE6: -100_000)
        func layout(_ name: String, starts: Int) -> GameLayout {
            let rows = (0..<72).map { hole in
                GameLayout.Hole(
                    basket: nil,
                    starts: tees.indices.map { tee in
                        hole * tees.count + tee < starts
                            ? GameLayout.Start(par: 3, lengthMetres: 100, offset: far)
                            : GameLayout.Start()
                    })
            }
            return GameLayout(
                course: id(1), layout: id(2), version: id(3), series: 2,
                position: GameLayout.Position(latitudeE7: 0, longitudeE7: 0), utcMinutes: 0,
                name: name, tees: tees, holes: rows)
        }
        var starts = 0
        let most = LobbyLimits.layoutBytesMax + extraBytes
        while layout("x", starts: starts + 1).byteCount <= most { starts += 1 }
        let missing = most - layout("x", starts: starts).byteCount
        return layout(String(repeating: "x", count: 1 + missing), starts: starts)
    }
}
