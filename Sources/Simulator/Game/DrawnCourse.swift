import Documents
import Lobby

/// Courses that people choose in simulated games: whatever comes, within the limits.
extension GameCourse {
    static func drawn(
        _ number: Int, holeCount: Int, using random: inout SeededRandom
    ) -> GameCourse {
        GameCourse(
            name: number % 3 == 0 ? nil : "Meadow \(number)",
            holes: (1...holeCount).map {
                Hole(label: "\($0)", par: Int64(random.between(2...6)))
            },
            layout: random.chance(70)
                ? GameLayout.drawn(holeCount: holeCount, using: &random) : nil)
    }
}

extension GameLayout {
    /// Its tees are some of `T0`, `T2`, `T4`…, and some holes have pars of their own from there.
    static func drawn(holeCount: Int, using random: inout SeededRandom) -> GameLayout {
        let tees = (0..<random.below(4)).map { Tee(name: "T\(2 * $0)", colour: "#c8102e") }
        let knowsPlaces = random.chance(50)
        func offset() -> Offset? {
            guard knowsPlaces, random.chance(80) else { return nil }
            return Offset(
                latitudeE6: Int32(random.between(-5_000...5_000)),
                longitudeE6: Int32(random.between(-5_000...5_000)))
        }
        let holes = (0..<holeCount).map { _ in
            let starts = tees.map { _ in
                Start(
                    par: random.chance(30) ? Int32(random.between(2...6)) : 0,
                    lengthMetres: random.chance(60) ? Int32(random.between(30...300)) : 0,
                    offset: offset())
            }
            return Hole(basket: offset(), starts: starts)
        }
        return GameLayout(
            course: random.identifier(), layout: random.identifier(),
            version: random.identifier(), series: UInt32(random.below(4)),
            position: knowsPlaces
                ? Position(latitudeE7: 641_350_000, longitudeE7: -218_950_000) : nil,
            utcMinutes: Int32(random.pick([0, 60, 330, -210])),
            isUncounted: random.chance(20), name: "\(holeCount) holes",
            defaultTee: random.chance(50) ? tees.last?.name : nil, tees: tees, holes: holes)
    }
}
