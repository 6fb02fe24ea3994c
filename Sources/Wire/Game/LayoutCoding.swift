import Documents
import Lobby

/// The coding of layouts, and of the courses that a host exchanges. A reader takes whatever fits
/// the types: it is the rules of the game that refuse a layout which makes no sense.
extension ElementWriter {
    mutating func layout(_ layout: GameLayout) {
        json.beginObject()
        json.key("course")
        identifier(layout.course)
        json.key("layout")
        identifier(layout.layout)
        json.key("version")
        identifier(layout.version)
        json.key("series")
        json.integer(layout.series)
        if let position = layout.position {
            json.key("at")
            json.beginArray()
            json.integers([Int64(position.latitudeE7), Int64(position.longitudeE7)])
            json.endArray()
        }
        json.key("tz")
        json.integer(layout.utcMinutes)
        if layout.isUncounted {
            json.key("uncounted")
            json.bool(true)
        }
        json.key("name")
        text(layout.name)
        if let tee = layout.defaultTee {
            json.key("default_tee")
            text(tee)
        }
        json.key("tees")
        json.beginArray()
        for tee in layout.tees {
            json.beginArray()
            text(tee.name)
            json.string(tee.colour)
            json.endArray()
        }
        json.endArray()
        json.key("holes")
        json.beginArray()
        for hole in layout.holes { self.hole(hole) }
        json.endArray()
        json.endObject()
    }

    private mutating func hole(_ hole: GameLayout.Hole) {
        json.beginArray()
        json.beginArray()
        if let basket = hole.basket { offset(basket) }
        json.endArray()
        json.beginArray()
        for start in hole.starts {
            json.beginArray()
            self.start(start)
            json.endArray()
        }
        json.endArray()
        json.endArray()
    }

    /// What isn't known at the end is left out.
    private mutating func start(_ start: GameLayout.Start) {
        let knowsLength = start.lengthMetres != 0 || start.offset != nil
        if start.par != 0 || knowsLength { json.integer(start.par) }
        if knowsLength { json.integer(start.lengthMetres) }
        if let place = start.offset { offset(place) }
    }

    private mutating func offset(_ offset: GameLayout.Offset) {
        json.integers([Int64(offset.latitudeE6), Int64(offset.longitudeE6)])
    }

    /// As places of a positional array: the number, then the course.
    mutating func course(_ course: GameCourse, number: UInt8) {
        json.integer(number)
        text(orNull: course.name)
        holes(course.holes)
        if let layout = course.layout { self.layout(layout) } else { json.null() }
    }
}

extension ElementReader {
    mutating func layout() throws(WireError) -> GameLayout {
        var fields = LayoutFields()
        try self.fields { reader, key throws(WireError) in try fields.read(key, from: &reader) }
        return try fields.layout()
    }

    mutating func layoutOrNull() throws(WireError) -> GameLayout? {
        try json.isNull() ? nil : try layout()
    }

    /// The places of a course behind its number.
    mutating func course() throws(WireError) -> (course: GameCourse, number: UInt8) {
        let number = try json.integer(as: UInt8.self)
        try next()
        let name = try textOrNull()
        try next()
        let holes = try holes()
        try next()
        return (GameCourse(name: name, holes: holes, layout: try layoutOrNull()), number)
    }

    /// The numbers of a positional array that may end early; so many places are known.
    fileprivate mutating func numbers(knownCount: Int) throws(WireError) -> [Int32] {
        var numbers: [Int32] = []
        try json.beginArray()
        while try json.hasElement() {
            if numbers.count < knownCount {
                numbers.append(try json.integer())
            } else {
                try json.skip(depth: 5)
            }
        }
        return numbers
    }

    /// Two numbers; nil for none.
    fileprivate mutating func offset(
        _ numbers: ArraySlice<Int32>
    ) throws(WireError) -> GameLayout.Offset? {
        guard let latitude = numbers.first else { return nil }
        guard numbers.count > 1 else { throw unexpected() }
        return GameLayout.Offset(
            latitudeE6: latitude, longitudeE6: numbers[numbers.startIndex + 1])
    }

    fileprivate mutating func start() throws(WireError) -> GameLayout.Start {
        let numbers = try numbers(knownCount: 4)
        return GameLayout.Start(
            par: numbers.first ?? 0, lengthMetres: numbers.dropFirst().first ?? 0,
            offset: try offset(numbers.dropFirst(2)))
    }

    fileprivate mutating func layoutHole() throws(WireError) -> GameLayout.Hole {
        let basket = try offset(try numbers(knownCount: 2)[...])
        try next()
        let starts = try array(countMax: .max) { reader throws(WireError) in try reader.start() }
        return GameLayout.Hole(basket: basket, starts: starts)
    }

    fileprivate mutating func tee() throws(WireError) -> GameLayout.Tee {
        let name = try text()
        try next()
        return GameLayout.Tee(name: name, colour: try json.string())
    }
}

/// The fields of a layout as they come in, in any order.
private struct LayoutFields {
    private var course: Identifier128?
    private var layoutID: Identifier128?
    private var version: Identifier128?
    private var series: UInt32?
    private var position: GameLayout.Position?
    private var utcMinutes: Int32 = 0
    private var isUncounted = false
    private var name: String?
    private var defaultTee: String?
    private var tees: [GameLayout.Tee] = []
    private var holes: [GameLayout.Hole]?

    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "course": course = try reader.identifier()
        case "layout": layoutID = try reader.identifier()
        case "version": version = try reader.identifier()
        case "series": series = try reader.json.integer()
        case "at":
            guard let place = try reader.offset(try reader.numbers(knownCount: 2)[...]) else {
                throw reader.unexpected()
            }
            position = GameLayout.Position(
                latitudeE7: place.latitudeE6, longitudeE7: place.longitudeE6)
        case "tz": utcMinutes = try reader.json.integer()
        case "uncounted": isUncounted = try reader.json.bool()
        case "name": name = try reader.text()
        case "default_tee": defaultTee = try reader.text()
        case "tees":
            tees = try reader.list(countMax: .max) { reader throws(WireError) in
                try reader.tee()
            }
        case "holes":
            holes = try reader.list(countMax: .max) { reader throws(WireError) in
                try reader.layoutHole()
            }
        default: try reader.json.skip(depth: 2)
        }
    }

    func layout() throws(WireError) -> GameLayout {
        GameLayout(
            course: try course.required("course"), layout: try layoutID.required("layout"),
            version: try version.required("version"), series: try series.required("series"),
            position: position, utcMinutes: utcMinutes, isUncounted: isUncounted,
            name: try name.required("name"), defaultTee: defaultTee, tees: tees,
            holes: try holes.required("holes"))
    }
}
