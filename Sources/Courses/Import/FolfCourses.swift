import Documents

/// Courses in a form of ours: `{"format": "folf.courses", "version": 1, "licence": …,
/// "attribution": …, "courses": [{"id", "name", "at", "country", "place", "website", "fee",
/// "access", "layouts": [{"id", "name", "holes": [{"label", "par", "basket", "tees": [{"name",
/// "at", "length_m", "par"}]}]}]}]}`. Places are pairs of 10⁻⁷ degree, latitude first. What isn't
/// known is left out.
enum FolfCourses {
    static func read(_ rows: [JSONValue]) -> (courses: [ImportedCourse], warnings: [ImportWarning])
    {
        var reader = Reader()
        let courses = rows.enumerated().compactMap { reader.course($1, at: $0) }
        return (courses, reader.warnings)
    }

    private struct Reader {
        var warnings: [ImportWarning] = []
        private var known: Set<String> = []

        private mutating func warn(
            _ code: ImportWarning.Code, _ place: String, _ detail: String = ""
        ) {
            warnings.append(ImportWarning(code, at: place, detail))
        }

        mutating func course(_ row: JSONValue, at place: Int) -> ImportedCourse? {
            guard case .object = row else {
                warn(.badRow, "\(place + 1)")
                return nil
            }
            let id = Self.text(row["id"]) ?? "\(place + 1)"
            guard known.insert(id).inserted else {
                warn(.rowTwice, id)
                return nil
            }
            var course = ImportedCourse(name: Self.text(row["name"]), source: id)
            if course.name == nil { warn(.noName, id) }
            course.position = position(row["at"], of: id)
            course.country = Self.text(row["country"])
            course.place = Self.text(row["place"])
            course.website = Self.text(row["website"])
            course.fee = Self.text(row["fee"])
            course.access = Self.text(row["access"])
            let layouts = row["layouts"]?.elements ?? []
            if layouts.count > ImportLimits.layoutsPerCourseMax {
                warn(.tooManyLayouts, id, "\(layouts.count)")
            }
            for layout in layouts.prefix(ImportLimits.layoutsPerCourseMax) {
                course.layouts.append(self.layout(layout, of: id))
            }
            course.countTeesAndBaskets()
            return course
        }

        private mutating func layout(_ row: JSONValue, of course: String) -> ImportedLayout {
            let id = Self.text(row["id"])
            let place = id ?? course
            var layout = ImportedLayout(name: Self.text(row["name"]), source: id, holes: [])
            layout.endsOn = Self.text(row["ends_on"])
            let holes = row["holes"]?.elements ?? []
            if holes.isEmpty { warn(.layoutWithoutHoles, place) }
            if holes.count > ImportLimits.holesPerLayoutMax {
                warn(.tooManyHoles, place, "\(holes.count)")
            }
            for (number, hole) in holes.prefix(ImportLimits.holesPerLayoutMax).enumerated() {
                var hole = self.hole(hole, number: number + 1, of: place)
                if layout.holes.contains(where: { $0.label == hole.label }) {
                    warn(.labelTwice, place, hole.label)
                    hole.label = layout.freeLabel
                }
                layout.holes.append(hole)
            }
            return layout
        }

        private mutating func hole(
            _ row: JSONValue, number: Int, of place: String
        ) -> ImportedHole {
            var label = Self.text(row["label"]) ?? "\(number)"
            if label.utf8.count > ImportLimits.labelBytesMax {
                warn(.textCut, place, label)
                label = label.cut(toBytes: ImportLimits.labelBytesMax)
            }
            let par = par(row["par"], label, of: place)
            if par == nil { warn(.parAssumed, place, label) }
            let basket = position(row["basket"], of: place)
            let tees = row["tees"]?.elements ?? []
            if tees.count > ImportLimits.teesPerHoleMax { warn(.tooManyTees, place, label) }
            var hole = ImportedHole(
                label: label, par: par ?? 3, isParAssumed: par == nil, basket: basket, tees: [])
            for row in tees.prefix(ImportLimits.teesPerHoleMax) {
                let at = position(row["at"], of: place)
                hole.tees.append(
                    ImportedTee(
                        name: Self.text(row["name"])?.cut(toBytes: ImportLimits.nameBytesMax),
                        position: at, lengthMetres: length(row["length_m"], label, of: place),
                        par: self.par(row["par"], label, of: place) ?? hole.par))
            }
            if let first = hole.tees.first {
                let drawn = first.position.flatMap { tee in basket.map { tee.metres(to: $0) } }
                hole.drawnMetres = drawn.flatMap { $0 < 1e6 ? Int($0.rounded()) : nil }
                hole.lengthMetres = first.lengthMetres ?? hole.drawnMetres
            } else {
                hole.lengthMetres = length(row["length_m"], label, of: place)
            }
            return hole
        }

        private mutating func par(
            _ value: JSONValue?, _ label: String, of place: String
        ) -> Int? {
            guard let value, value != .nothing else { return nil }
            if let par = value.integer.flatMap({ Int(exactly: $0) }),
                ImportLimits.pars.contains(par)
            {
                return par
            }
            warn(.badPar, place, label)
            return nil
        }

        private mutating func length(
            _ value: JSONValue?, _ label: String, of place: String
        ) -> Int? {
            guard let value, value != .nothing else { return nil }
            if let metres = value.number?.rounded(), metres.isFinite, abs(metres) < 1e6,
                ImportLimits.lengthsMetres.contains(Int(metres))
            {
                return Int(metres)
            }
            warn(.badLength, place, label)
            return nil
        }

        private mutating func position(_ value: JSONValue?, of place: String) -> GroundPosition? {
            guard let value, value != .nothing else { return nil }
            if let pair = value.elements, pair.count == 2, let latitude = pair[0].integer,
                let longitude = pair[1].integer,
                let position = GroundPosition(latitudeE7: latitude, longitudeE7: longitude)
            {
                return position
            }
            warn(.badPosition, place)
            return nil
        }

        private static func text(_ value: JSONValue?) -> String? {
            guard let text = value?.string?.trimmed, !text.isEmpty else { return nil }
            return text
        }
    }
}
