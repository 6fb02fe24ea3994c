public import Documents

/// What is known of the layout that is played, beside its holes: a copy of the course's facts as
/// they were that day, so that par by tee and the way to the basket need nothing else. It never
/// changes, and stands behind a reference: a lobby is copied often.
///
/// Nothing is checked against any list of courses: a phone without signal may have made this one.
public final class GameLayout: Sendable {
    /// A tee as its sign has it.
    public struct Tee: Hashable, Sendable {
        public var name: String
        /// As in `#c8102e`; empty if it has none.
        public var colour: String

        public init(name: String, colour: String = "") {
            self.name = name
            self.colour = colour
        }
    }

    /// A place in the world, in units of 10⁻⁷ degree of WGS 84.
    public struct Position: Hashable, Sendable {
        public var latitudeE7: Int32
        public var longitudeE7: Int32

        public init(latitudeE7: Int32, longitudeE7: Int32) {
            self.latitudeE7 = latitudeE7
            self.longitudeE7 = longitudeE7
        }
    }

    /// A place beside the layout's position, in units of 10⁻⁶ degree.
    public struct Offset: Hashable, Sendable {
        public var latitudeE6: Int32
        public var longitudeE6: Int32

        public init(latitudeE6: Int32, longitudeE6: Int32) {
            self.latitudeE6 = latitudeE6
            self.longitudeE6 = longitudeE6
        }
    }

    /// What differs from tee to tee on a hole.
    public struct Start: Hashable, Sendable {
        /// The par from there; 0: that of the hole.
        public var par: Int32
        /// 0: not known.
        public var lengthMetres: Int32
        public var offset: Offset?

        public init(par: Int32 = 0, lengthMetres: Int32 = 0, offset: Offset? = nil) {
            self.par = par
            self.lengthMetres = lengthMetres
            self.offset = offset
        }
    }

    public struct Hole: Hashable, Sendable {
        public var basket: Offset?
        /// One for each tee of the layout, in their order.
        public var starts: [Start]

        public init(basket: Offset? = nil, starts: [Start] = []) {
            self.basket = basket
            self.starts = starts
        }
    }

    public let course: Identifier128
    public let layout: Identifier128
    public let version: Identifier128
    /// The versions of a layout with the same number can be compared.
    public let series: UInt32
    /// Where it is; nil if no places are known.
    public let position: Position?
    /// How far the clocks there are ahead of Greenwich.
    public let utcMinutes: Int32
    /// Whether the game isn't to count when others are told how busy the course is.
    public let isUncounted: Bool
    public let name: String
    /// The tee of those who have chosen none that there is; nil if there are no tees.
    public let defaultTee: String?
    public let tees: [Tee]
    /// In the order of the card.
    public let holes: [Hole]

    /// - Parameter defaultTee: the first one if not given.
    public init(
        course: Identifier128, layout: Identifier128, version: Identifier128, series: UInt32,
        position: Position?, utcMinutes: Int32, isUncounted: Bool = false, name: String,
        defaultTee: String? = nil, tees: [Tee], holes: [Hole]
    ) {
        self.course = course
        self.layout = layout
        self.version = version
        self.series = series
        self.position = position
        self.utcMinutes = utcMinutes
        self.isUncounted = isUncounted
        self.name = name
        self.defaultTee = defaultTee ?? tees.first?.name
        self.tees = tees
        self.holes = holes
    }

    /// The place of a tee among the layout's; nil if it has none of that name.
    public func place(ofTee name: String) -> Int? {
        tees.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The place of the tee that somebody means who has written its name as on another course: with
    /// other letters small and capital, if none has just this name.
    public func place(ofMeantTee name: String) -> Int? {
        place(ofTee: name)
            ?? tees.firstIndex { small($0.name).utf8.elementsEqual(small(name).utf8) }
    }

    /// Each scalar by itself in lower case, as clients in other languages do it, too.
    private func small(_ name: String) -> String {
        name.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }

    /// What is known of a hole, from 0 on, as played from a tee.
    public func start(hole: Int, tee: Int) -> Start? {
        guard holes.indices.contains(hole), holes[hole].starts.indices.contains(tee) else {
            return nil
        }
        return holes[hole].starts[tee]
    }
}

extension GameLayout: Hashable {
    public static func == (left: GameLayout, right: GameLayout) -> Bool {
        left === right || left.ids == right.ids && left.facts == right.facts
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(name)
        hasher.combine(tees)
        hasher.combine(holes)
    }

    private var ids: [Identifier128] { [course, layout, version] }

    private struct Facts: Equatable {
        let series: UInt32
        let position: Position?
        let utcMinutes: Int32
        let isUncounted: Bool
        let name: String
        let defaultTee: String?
        let tees: [Tee]
        let holes: [Hole]
    }

    private var facts: Facts {
        Facts(
            series: series, position: position, utcMinutes: utcMinutes,
            isUncounted: isUncounted, name: name, defaultTee: defaultTee, tees: tees,
            holes: holes)
    }
}

/// What a game is played on: all that a host may exchange until the start.
public struct GameCourse: Hashable, Sendable {
    /// The course's name; nil for an unspecified course.
    public var name: String?
    /// The holes in the order of the card.
    public var holes: [Hole]
    public var layout: GameLayout?

    public init(name: String?, holes: [Hole], layout: GameLayout? = nil) {
        self.name = name
        self.holes = holes
        self.layout = layout
    }
}

/// What stays of the course that a game began with, once the host has exchanged it: clients that
/// know of no exchange go on showing that one's card.
public final class FirstCourse: Hashable, Sendable {
    public let name: String?
    public let holes: [Hole]

    public init(name: String?, holes: [Hole]) {
        self.name = name
        self.holes = holes
    }

    public static func == (left: FirstCourse, right: FirstCourse) -> Bool {
        left.name == right.name && left.holes == right.holes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(holes)
    }
}
