package import Documents

extension CourseImport {
    /// What `folfd import courses --dry-run` prints.
    package var json: JSONValue {
        [
            "courses": .array(courses.map { Self.object($0, idName) }),
            "warnings": .array(
                warnings.map { [.text($0.code.rawValue), .text($0.place), .text($0.detail)] }),
            "licence": Self.text(licence), "attribution": Self.text(attribution),
        ]
    }

    /// How the ids of the elements are called.
    private var idName: String { form == .overpass || form == .geoJSON ? "osm" : "source" }

    private static func object(_ course: ImportedCourse, _ idName: String) -> JSONValue {
        var object: JSONObject = ["name": text(course.name)]
        object[idName] = .text(course.source)
        object["at"] = place(course.position)
        object["holes_declared"] = number(course.holesDeclared)
        object["baskets"] = .integer(Int64(course.basketCount))
        object["tees"] = .integer(Int64(course.teeCount))
        object["fee"] = text(course.fee)
        object["access"] = text(course.access)
        object["website"] = text(course.website)
        if let country = course.country { object["country"] = .text(country) }
        if let place = course.place { object["place"] = .text(place) }
        object["layouts"] = .array(course.layouts.map { self.object($0, idName) })
        return .object(object)
    }

    private static func object(_ layout: ImportedLayout, _ idName: String) -> JSONValue {
        var object: JSONObject = ["name": text(layout.name)]
        object[idName] = text(layout.source)
        object["order_trusted"] = .truth(layout.isOrderTrusted)
        object["holes"] = .array(layout.holes.map { self.object($0, idName) })
        object["par"] = .integer(Int64(layout.par))
        if let day = layout.endsOn { object["ends_on"] = .text(day) }
        return .object(object)
    }

    private static func object(_ hole: ImportedHole, _ idName: String) -> JSONValue {
        [
            "label": .text(hole.label), "par": .integer(Int64(hole.par)),
            "par_assumed": .truth(hole.isParAssumed), "length_m": number(hole.lengthMetres),
            "drawn_m": number(hole.drawnMetres), "basket": place(hole.basket),
            "tees": .array(
                hole.tees.map { tee in
                    var object: JSONObject = [
                        "name": text(tee.name), "at": place(tee.position),
                        "length_m": number(tee.lengthMetres), "par": .integer(Int64(tee.par)),
                    ]
                    object[idName] = text(tee.source)
                    return .object(object)
                }),
        ]
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .nothing }

    private static func number(_ number: Int?) -> JSONValue {
        number.map { .integer(Int64($0)) } ?? .nothing
    }

    private static func place(_ position: GroundPosition?) -> JSONValue {
        guard let position else { return .nothing }
        return [.integer(position.latitudeE7), .integer(position.longitudeE7)]
    }
}
