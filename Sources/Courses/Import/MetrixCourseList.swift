import Documents

/// The list of courses that Disc Golf Metrix hands out: courses (type 1) and layouts (type 2),
/// which say by `ParentID` to which course they belong. It has no holes. `X` is the latitude and
/// `Y` the longitude; all values are texts, and often empty.
enum MetrixCourseList {
    static func isOne(_ rows: [JSONValue]) -> Bool {
        rows.contains { $0["ID"] != nil && $0["ParentID"] != nil }
    }

    static func read(_ rows: [JSONValue]) -> (courses: [ImportedCourse], warnings: [ImportWarning])
    {
        var warnings: [ImportWarning] = []
        var entries: [Entry] = []
        var known: Set<String> = []
        for (place, row) in rows.enumerated() {
            guard let entry = Entry(row) else {
                warnings.append(ImportWarning(.badRow, at: "\(place + 1)"))
                continue
            }
            guard known.insert(entry.id).inserted else {
                warnings.append(ImportWarning(.rowTwice, at: entry.id))
                continue
            }
            entries.append(entry)
        }
        // A layout whose course isn't in the list makes one: its name stands before the arrow.
        let parents = Set(entries.compactMap { known.contains($0.id) ? $0.parent : nil })
        var places: [String: Int] = [:]
        var courses: [ImportedCourse] = []
        func place(_ id: String, _ make: () -> ImportedCourse) -> Int {
            if let place = places[id] { return place }
            places[id] = courses.count
            courses.append(make())
            return courses.count - 1
        }
        for entry in entries where entry.parent == nil {
            let at = place(entry.id) { entry.course(id: entry.id, name: entry.name) }
            // One without a course above it is a course and its only layout.
            if entry.isLayout, !parents.contains(entry.id) {
                courses[at].layouts.append(entry.layout(name: nil))
            }
        }
        for entry in entries {
            guard let parent = entry.parent else { continue }
            let at = place(parent) { entry.course(id: parent, name: entry.courseName) }
            guard courses[at].layouts.count < ImportLimits.layoutsPerCourseMax else {
                warnings.append(ImportWarning(.tooManyLayouts, at: entry.id))
                continue
            }
            courses[at].layouts.append(entry.layout(name: entry.name))
            courses[at].position = courses[at].position ?? entry.position
        }
        for entry in entries where entry.isPositionBad {
            warnings.append(ImportWarning(.badPosition, at: entry.id))
        }
        for course in courses where course.name == nil {
            warnings.append(ImportWarning(.noName, at: course.source))
        }
        return (courses, warnings)
    }

    private struct Entry {
        let id: String
        let parent: String?
        let name: String?
        let courseName: String?
        let isLayout: Bool
        let country: String?
        let place: String?
        let position: GroundPosition?
        let isPositionBad: Bool
        let endsOn: String?

        init?(_ row: JSONValue) {
            func text(_ name: String) -> String? {
                guard let text = row[name]?.textOfScalar?.trimmed, !text.isEmpty else { return nil }
                return text.cut(toBytes: ImportLimits.textBytesMax)
            }
            guard let id = text("ID") else { return nil }
            self.id = id
            parent = text("ParentID").flatMap { $0 == "0" || $0 == id ? nil : $0 }
            name = text("Name").map(Self.plain)
            courseName = text("Fullname").map(Self.plain).flatMap(Self.beforeArrow)
            isLayout = text("Type") == "2"
            country = text("CountryCode")
            place = text("City") ?? text("Area")
            endsOn = text("Enddate")
            let (latitude, longitude) = (text("X"), text("Y"))
            position = Self.position(latitude, longitude)
            isPositionBad = position == nil && (latitude != nil || longitude != nil)
        }

        private static func position(_ latitude: String?, _ longitude: String?) -> GroundPosition? {
            guard let latitude = latitude.flatMap(Double.init),
                let longitude = longitude.flatMap(Double.init)
            else { return nil }
            return GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude)
        }

        func course(id: String, name: String?) -> ImportedCourse {
            var course = ImportedCourse(
                name: name?.cut(toBytes: ImportLimits.nameBytesMax), source: id)
            course.position = position
            course.country = country
            course.place = place
            return course
        }

        func layout(name: String?) -> ImportedLayout {
            ImportedLayout(
                name: name?.cut(toBytes: ImportLimits.nameBytesMax), source: id, holes: [],
                endsOn: endsOn)
        }

        /// Without the escapes of HTML, which stand there once or twice.
        private static func plain(_ text: String) -> String {
            var text = text
            for _ in 0..<2 { text = unescaped(text) }
            return text.trimmed
        }

        private static func unescaped(_ text: String) -> String {
            let signs = [
                "rarr": "→", "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'",
                "apos": "'", "nbsp": " ",
            ]
            var plain = ""
            var rest = text[...]
            while let start = rest.firstIndex(of: "&") {
                plain += rest[..<start]
                rest = rest[start...].dropFirst()
                guard let end = rest.firstIndex(of: ";"), let sign = signs[String(rest[..<end])]
                else {
                    plain += "&"
                    continue
                }
                plain += sign
                rest = rest[end...].dropFirst()
            }
            return plain + rest
        }

        private static func beforeArrow(_ text: String) -> String? {
            let name = text.split(separator: "→", maxSplits: 1).first.map { String($0).trimmed }
            return name.flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
