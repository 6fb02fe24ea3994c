import Documents

/// An element of OpenStreetMap: a node, a way or a relation, with what it is tagged with.
struct MapElement: Sendable {
    /// As in `way/123`.
    let id: String
    let tags: [String: String]
    /// The point of a node; the points of a way; nothing of a relation.
    var line: [GroundPosition] = []
    /// The lines of the ways of which a relation's area is made.
    var outlines: [[GroundPosition]] = []
    /// Where it is said to lie, if only that is said.
    var centre: GroundPosition?
    var members: [Member] = []
    /// Whether the members stand in the order in which the relation has them.
    var isOrdered = true

    struct Member: Sendable {
        let id: String
    }

    var isNode: Bool { id.hasPrefix("node/") }
    var isClosed: Bool { line.count > 2 && line.first == line.last }

    var isCourse: Bool { tags["leisure"] == "disc_golf_course" }
    var isHole: Bool { tags["disc_golf"] == "hole" }
    var isTee: Bool { tags["disc_golf"] == "tee" }
    var isBasket: Bool { tags["disc_golf"] == "basket" }
    var isLayout: Bool { tags["type"] == "disc_golf_layout" }
    /// A relation that has the holes of a course, and says nothing of their order.
    var isHolesOfCourse: Bool { id.hasPrefix("relation/") && tags["type"] == "disc_golf_course" }

    /// The first of several tags that is there.
    func tag(_ names: String...) -> String? {
        for name in names {
            if let value = tags[name], !value.allSatisfy(\.isWhitespace) { return value }
        }
        return nil
    }

    /// Where it lies, as one point.
    var position: GroundPosition? {
        if let centre { return centre }
        let points = line.isEmpty ? outlines.flatMap(\.self) : line
        return GroundPosition(middleOf: isClosed ? Array(points.dropLast()) : points)
    }

    /// Whether a place lies in its area: whether a line from there to the east crosses its outline
    /// an odd number of times.
    func contains(_ place: GroundPosition) -> Bool {
        var isInside = false
        for outline in isClosed ? [line] : outlines {
            for (one, other) in zip(outline, outline.dropFirst()) {
                let isAbove = one.latitudeE7 > place.latitudeE7
                guard isAbove != (other.latitudeE7 > place.latitudeE7) else { continue }
                let share =
                    Double(place.latitudeE7 - one.latitudeE7)
                    / Double(other.latitudeE7 - one.latitudeE7)
                let crossing =
                    Double(one.longitudeE7) + share * Double(other.longitudeE7 - one.longitudeE7)
                if Double(place.longitudeE7) < crossing { isInside.toggle() }
            }
        }
        return isInside
    }
}

extension JSONValue {
    /// A number, whole or not.
    var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .fraction(let number): number
        default: nil
        }
    }

    /// A text, or a number as a text.
    var textOfScalar: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .fraction(let number): "\(number)"
        default: nil
        }
    }
}
