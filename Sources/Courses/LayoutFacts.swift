package import Documents

/// What exactly a layout is: its holes with their pars, and each hole's tees with their lengths and
/// places. It never changes; a layout that changes has another version, whose id is made of its
/// facts, so that a phone without signal can make one.
package struct LayoutFacts: Hashable, Sendable {
    /// A tee as signs have it.
    package struct Tee: Hashable, Sendable {
        package let name: String
        /// As in `#c8102e`; empty if it has none.
        package let colour: String

        package init(name: String, colour: String = "") {
            self.name = name
            self.colour = colour
        }
    }

    /// From where a hole is played by those who play a tee.
    package struct Start: Hashable, Sendable {
        /// The place of the tee in the layout's.
        package let tee: Int
        /// The par from there; nil if it is the hole's.
        package let par: Int?
        package let lengthMetres: Int?
        package let position: GroundPosition?

        package init(
            tee: Int, par: Int? = nil, lengthMetres: Int? = nil, position: GroundPosition? = nil
        ) {
            self.tee = tee
            self.par = par
            self.lengthMetres = lengthMetres
            self.position = position
        }
    }

    package struct Hole: Hashable, Sendable {
        package let label: String
        package let par: Int
        package let basket: GroundPosition?
        package let starts: [Start]

        package init(
            label: String, par: Int, basket: GroundPosition? = nil, starts: [Start] = []
        ) {
            self.label = label
            self.par = par
            self.basket = basket
            self.starts = starts
        }
    }

    /// What is wrong with facts.
    package enum Fault: Error, Hashable, Sendable {
        case noHoles, tooManyHoles, tooManyTees, badName, badLabel, labelTwice, badPar, badLength
        case badTee, tooLarge, unreadable
    }

    package static let bytesMax = 8 * 1024

    package let name: String
    package let tees: [Tee]
    package let holes: [Hole]

    package init(name: String, tees: [Tee], holes: [Hole]) throws(Fault) {
        self.name = name
        self.tees = tees
        self.holes = holes
        guard Self.isText(name, bytesMax: ImportLimits.nameBytesMax) else { throw .badName }
        guard tees.count <= ImportLimits.teesPerHoleMax else { throw .tooManyTees }
        for tee in tees {
            guard Self.isText(tee.name, bytesMax: ImportLimits.nameBytesMax),
                tee.colour.isEmpty || Self.isColour(tee.colour)
            else { throw .badTee }
        }
        guard Set(tees.map(\.name)).count == tees.count else { throw .badTee }
        guard !holes.isEmpty else { throw .noHoles }
        guard holes.count <= ImportLimits.holesPerLayoutMax else { throw .tooManyHoles }
        for hole in holes { try check(hole) }
        guard Set(holes.map(\.label)).count == holes.count else { throw .labelTwice }
        guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    }

    private func check(_ hole: Hole) throws(Fault) {
        guard Self.isText(hole.label, bytesMax: ImportLimits.labelBytesMax) else {
            throw .badLabel
        }
        guard ImportLimits.pars.contains(hole.par) else { throw .badPar }
        for start in hole.starts {
            guard tees.indices.contains(start.tee) else { throw .badTee }
            if let par = start.par, !ImportLimits.pars.contains(par) { throw .badPar }
            if let length = start.lengthMetres, !ImportLimits.lengthsMetres.contains(length) {
                throw .badLength
            }
        }
        guard Set(hole.starts.map(\.tee)).count == hole.starts.count else { throw .badTee }
    }

    private static func isText(_ text: String, bytesMax: Int) -> Bool {
        (1...bytesMax).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func isColour(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "#") && (digits.count == 3 || digits.count == 6)
            && digits.allSatisfy { Hexadecimal.value([$0]) != nil && !(0x41...0x46).contains($0) }
    }
}

// Facts as bytes: canonical JSON, names in their order, no blanks, whole numbers only.
//
//     {"holes":[[label,par,[lat,lon],[[tee,par or 0,metres or 0,lat,lon],…]],…],
//      "name":…,"tees":[[name,colour],…]}
//
// A place that isn't known is an empty list, for the basket, or left out, behind a tee's metres.
extension LayoutFacts {
    package var bytes: [UInt8] { json.bytes }

    /// The first half of the facts' hash.
    package var version: Identifier128 { SHA256.half(of: bytes) }

    private var json: JSONValue { json(holes.map { Self.json($0, from: (0, 0)) }) }

    private func json(_ holes: [JSONValue]) -> JSONValue {
        [
            "holes": .array(holes), "name": .text(name),
            "tees": .array(tees.map { [.text($0.name), .text($0.colour)] }),
        ]
    }

    /// As facts travel where there are hundreds of them: each place is told as the way from the
    /// last basket before it, the first one's from `start`. Small numbers compress better.
    ///
    /// - Parameter start: where the course is; nil: the places begin at 0, 0.
    package func stepBytes(from start: GroundPosition?) -> [UInt8] {
        var last = (latitudeE7: start?.latitudeE7 ?? 0, longitudeE7: start?.longitudeE7 ?? 0)
        let steps = holes.map { hole in
            let basket = Self.json(hole.basket, from: last)
            if let place = hole.basket { last = (place.latitudeE7, place.longitudeE7) }
            return Self.json(hole, basket: basket, from: last)
        }
        return json(steps).bytes
    }

    private static func json(
        _ hole: Hole, basket: [JSONValue]? = nil, from last: (latitudeE7: Int64, longitudeE7: Int64)
    ) -> JSONValue {
        [
            .text(hole.label), .integer(Int64(hole.par)),
            .array(basket ?? json(hole.basket, from: last)),
            .array(
                hole.starts.map { start in
                    let numbers = [start.tee, start.par ?? 0, start.lengthMetres ?? 0]
                    return .array(
                        numbers.map { .integer(Int64($0)) } + json(start.position, from: last))
                }),
        ]
    }

    private static func json(
        _ position: GroundPosition?, from last: (latitudeE7: Int64, longitudeE7: Int64)
    ) -> [JSONValue] {
        guard let position else { return [] }
        return [
            .integer(position.latitudeE7 - last.latitudeE7),
            .integer(position.longitudeE7 - last.longitudeE7),
        ]
    }

    /// Reads facts; only the bytes that they would be written as.
    package init(bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.bytesMax else { throw .tooLarge }
        guard let json = try? JSONValue(bytes, depthMax: 5, fieldsMax: 3),
            let name = json["name"]?.string, let tees = json["tees"]?.elements,
            let holes = json["holes"]?.elements
        else { throw .unreadable }
        var (readTees, readHoles): ([Tee], [Hole]) = ([], [])
        for tee in tees { readTees.append(try Self.tee(tee)) }
        for hole in holes { readHoles.append(try Self.hole(hole)) }
        try self.init(name: name, tees: readTees, holes: readHoles)
        guard self.bytes == bytes else { throw .unreadable }
    }

    private static func tee(_ json: JSONValue) throws(Fault) -> Tee {
        guard let parts = json.elements, parts.count == 2, let name = parts[0].string,
            let colour = parts[1].string
        else { throw .unreadable }
        return Tee(name: name, colour: colour)
    }

    private static func hole(_ json: JSONValue) throws(Fault) -> Hole {
        guard let parts = json.elements, parts.count == 4, let label = parts[0].string,
            let par = parts[1].integer, let basket = parts[2].elements,
            let starts = parts[3].elements
        else { throw .unreadable }
        var read: [Start] = []
        for start in starts {
            guard let numbers = start.elements, numbers.count == 3 || numbers.count == 5
            else { throw .unreadable }
            read.append(
                Start(
                    tee: try number(numbers[0]), par: try unlessZero(number(numbers[1])),
                    lengthMetres: try unlessZero(number(numbers[2])),
                    position: try position(numbers.dropFirst(3))))
        }
        return Hole(
            label: label, par: try number(.integer(par)), basket: try position(basket[...]),
            starts: read)
    }

    private static func number(_ json: JSONValue) throws(Fault) -> Int {
        guard let number = json.integer.flatMap({ Int(exactly: $0) }) else { throw .unreadable }
        return number
    }

    private static func unlessZero(_ number: Int) -> Int? { number == 0 ? nil : number }

    private static func position(
        _ parts: ArraySlice<JSONValue>
    ) throws(Fault) -> GroundPosition? {
        if parts.isEmpty { return nil }
        guard parts.count == 2, let latitude = parts.first?.integer,
            let longitude = parts.last?.integer,
            let position = GroundPosition(latitudeE7: latitude, longitudeE7: longitude)
        else { throw .unreadable }
        return position
    }
}

extension LayoutFacts {
    /// Whether results there may be compared with those of an earlier version, as a suggestion for
    /// whoever saves it: the same holes with the same pars, and no way from a tee to its basket
    /// that has become longer or shorter by more than 10 m and a tenth.
    package func isComparable(with earlier: LayoutFacts) -> Bool {
        guard holes.map(\.label) == earlier.holes.map(\.label),
            holes.map(\.par) == earlier.holes.map(\.par)
        else { return false }
        return zip(holes, earlier.holes).allSatisfy { hole, before in
            before.starts.allSatisfy { start in
                let name = earlier.tees[start.tee].name
                let same = hole.starts.first { tees[$0.tee].name == name }
                guard let same else { return true }
                let pars = (same.par ?? hole.par, start.par ?? before.par)
                guard pars.0 == pars.1 else { return false }
                guard let length = same.lengthMetres, let old = start.lengthMetres else {
                    return true
                }
                let apart = abs(length - old)
                return apart <= 10 || apart * 10 <= old
            }
        }
    }
}

/// A par for a hole that has none, only ever as a suggestion.
package enum ParSuggestion {
    /// By the length from the tee to the basket.
    package static func par(lengthMetres: Int) -> Int {
        lengthMetres <= 120 ? 3 : lengthMetres <= 200 ? 4 : 5
    }

    /// By what a group has thrown: one less than what most of them needed; nil for fewer than two.
    package static func par(throws scores: [Int]) -> Int? {
        guard scores.count >= 2 else { return nil }
        let sorted = scores.sorted()
        // The lower of the two in the middle: a par is for those who play well.
        let median = sorted[(sorted.count - 1) / 2]
        return min(max(median - 1, 3), 5)
    }
}
