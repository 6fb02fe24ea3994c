package import Documents

/// Courses of the catalogue in the form of ours that can be imported again.
package enum FolfCoursesFile {
    /// - Parameters:
    ///   - licence: of all of them together.
    ///   - attribution: who is to be named.
    package static func json(
        _ entries: [CatalogueEntry], licence: String?, attribution: String?
    ) -> JSONValue {
        var file: JSONObject = [
            "format": "folf.courses", "version": 1,
            "courses": .array(entries.map(Self.json)),
        ]
        file["licence"] = licence.map(JSONValue.text)
        file["attribution"] = attribution.map(JSONValue.text)
        return .object(file)
    }

    private static func json(_ entry: CatalogueEntry) -> JSONValue {
        let course = entry.course
        var json: JSONObject = [
            "id": .text(course.source), "name": .text(course.name),
            "country": .text(course.country.description),
            "layouts": .array(entry.layouts.map(Self.json)),
        ]
        json["at"] = course.position.map(Self.json)
        json["place"] = course.place.map(JSONValue.text)
        json["website"] = course.website.map(JSONValue.text)
        json["fee"] = course.fee.map(JSONValue.text)
        json["access"] = course.access.map(JSONValue.text)
        return .object(json)
    }

    private static func json(_ layout: CourseLayout) -> JSONValue {
        let facts = layout.facts
        var json: JSONObject = [
            "id": .text("\(layout.id)"), "name": .text(layout.name),
            "holes": .array(facts.holes.map { Self.json($0, of: facts) }),
        ]
        json["ends_on"] = layout.endsOn.map(JSONValue.text)
        return .object(json)
    }

    private static func json(_ hole: LayoutFacts.Hole, of facts: LayoutFacts) -> JSONValue {
        var json: JSONObject = [
            "label": .text(hole.label), "par": .integer(Int64(hole.par)),
            "tees": .array(
                hole.starts.map { start in
                    var tee: JSONObject = ["name": .text(facts.tees[start.tee].name)]
                    tee["par"] = start.par.map { .integer(Int64($0)) }
                    tee["length_m"] = start.lengthMetres.map { .integer(Int64($0)) }
                    tee["at"] = start.position.map(Self.json)
                    return .object(tee)
                }),
        ]
        json["basket"] = hole.basket.map(Self.json)
        return .object(json)
    }

    private static func json(_ position: GroundPosition) -> JSONValue {
        [.integer(position.latitudeE7), .integer(position.longitudeE7)]
    }
}
