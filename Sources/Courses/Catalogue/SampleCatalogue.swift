import Documents

/// Invented courses, shown as long as a server has none of its own. Their names say that they are
/// invented, and nobody's licence is on them.
package enum SampleCatalogue {
    package static let sourcePrefix = "sample:"

    package static let entries: [CatalogueEntry] = [
        Plan(
            "1", "Example meadow", "IS", "Reykjavík", (641_400_000, -219_400_000), eastE7: 206,
            [
                (3, 62, .north), (3, 81, .northEast), (3, 74, .east), (4, 134, .southEast),
                (3, 69, .south), (3, 93, .southWest), (3, 58, .west), (3, 88, .northWest),
                (3, 77, .west),
            ]),
        Plan(
            "2", "Example shore", "IS", "Reykjavík", (641_550_000, -219_900_000), eastE7: 206,
            [
                (3, 55, .west), (3, 71, .northWest), (3, 66, .north), (3, 84, .east),
                (3, 60, .southEast), (3, 79, .south),
            ]),
        Plan(
            "3", "Example hill", "IS", "Akureyri", (656_800_000, -180_900_000), eastE7: 218,
            [
                (3, 72, .north), (3, 90, .north), (4, 128, .northEast), (3, 65, .east),
                (3, 83, .east), (5, 206, .southEast), (3, 70, .south), (3, 95, .south),
                (3, 76, .southWest), (3, 68, .west), (3, 87, .west), (4, 141, .northWest),
                (3, 61, .north), (3, 92, .east), (3, 73, .south), (4, 122, .south),
                (3, 80, .west), (3, 99, .northWest),
            ]),
        Plan(
            "4", "Example wood", "SE", "Stockholm", (593_200_000, 180_700_000), eastE7: 176,
            [
                (3, 64, .east), (3, 78, .southEast), (3, 91, .south), (3, 59, .south),
                (4, 131, .southWest), (3, 85, .west), (3, 70, .northWest), (3, 67, .north),
                (3, 82, .northEast), (3, 75, .north),
            ]),
        Plan(
            "5", "Example lake", "SE", "Uppsala", (598_600_000, 176_400_000), eastE7: 179,
            [
                (3, 70, .north), (3, 64, .east), (3, 98, .east), (4, 137, .south),
                (3, 56, .south), (3, 79, .southWest), (3, 90, .west), (3, 63, .northWest),
                (3, 86, .north),
            ]),
    ].map(\.entry)

    private enum Direction {
        case north, northEast, east, southEast, south, southWest, west, northWest

        /// A step of a thousand that way: to the north, to the east.
        var step: (north: Int64, east: Int64) {
            switch self {
            case .north: (1_000, 0)
            case .northEast: (707, 707)
            case .east: (0, 1_000)
            case .southEast: (-707, 707)
            case .south: (-1_000, 0)
            case .southWest: (-707, -707)
            case .west: (0, -1_000)
            case .northWest: (707, -707)
            }
        }
    }

    /// A course by its holes: par, metres and direction of each. The next tee is 20 m east of a
    /// basket.
    private struct Plan {
        let entry: CatalogueEntry

        /// - Parameter eastE7: units of 10⁻⁷ degree that a metre to the east has there.
        init(
            _ number: String, _ name: String, _ country: String, _ place: String,
            _ at: (Int64, Int64), eastE7: Int64, _ holes: [(Int, Int64, Direction)]
        ) {
            let source = sourcePrefix + number
            var imported = ImportedCourse(name: name + " (invented)", source: source)
            imported.country = country
            imported.place = place
            imported.position = GroundPosition(latitudeE7: at.0, longitudeE7: at.1)
            var (latitude, longitude) = at
            func step(_ metres: Int64, _ direction: Direction) -> GroundPosition? {
                GroundPosition(
                    latitudeE7: latitude + metres * direction.step.north * 90 / 1_000,
                    longitudeE7: longitude + metres * direction.step.east * eastE7 / 1_000)
            }
            var layout = ImportedLayout(name: "\(holes.count) holes", source: source, holes: [])
            for (number, (par, metres, direction)) in holes.enumerated() {
                let basket = step(metres, direction)
                let tees = [("red", Int64(0)), ("white", metres / 5)].map { name, nearer in
                    ImportedTee(
                        name: name, position: step(nearer, direction),
                        lengthMetres: Int(metres - nearer), par: par)
                }
                layout.holes.append(
                    ImportedHole(
                        label: "\(number + 1)", par: par, isParAssumed: false, basket: basket,
                        tees: tees))
                latitude = basket?.latitudeE7 ?? latitude
                longitude = (basket?.longitudeE7 ?? longitude) + 20 * eastE7
            }
            imported.layouts = [layout]
            var doubts: [CatalogueDoubt] = []
            let entry = try? CatalogueEntry(
                imported, country: nil, licence: nil,
                credit: "Invented examples of this program",
                now: WallTime(milliseconds: 1_767_225_600_000), doubts: &doubts)
            guard let entry, doubts.isEmpty, entry.layouts.count == 1 else {
                preconditionFailure("the examples can be kept")
            }
            self.entry = entry
        }
    }
}
