import Documents

// The forms in which courses come, and which one a file has.
extension CourseImport {
    package enum Form: String, Sendable {
        case overpass, geoJSON, metrix, folf, table
    }

    /// Reads a file in whatever of the forms it has. Nothing of it is taken if it is refused; what
    /// is odd in one that isn't is told.
    package init(file bytes: [UInt8]) throws(ImportRefusal) {
        guard bytes.count <= ImportLimits.fileBytesMax else {
            throw .tooLarge(bytesMax: ImportLimits.fileBytesMax)
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = Array(bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...])
        guard let string = String(validating: text, as: UTF8.self) else { throw .notUTF8 }
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try self.init(json: text)
        } else {
            try self.init(table: string)
        }
        guard courses.count <= ImportLimits.coursesMax else {
            throw .tooManyCourses(max: ImportLimits.coursesMax)
        }
        for place in courses.indices { courses[place].cutTexts(&warnings) }
        if warnings.count > ImportLimits.warningsMax {
            let more = warnings.count - ImportLimits.warningsMax
            warnings.removeLast(more)
            warnings.append(ImportWarning(.tooManyWarnings, at: "", "\(more)"))
        }
    }

    private init(json bytes: [UInt8]) throws(ImportRefusal) {
        let value: JSONValue
        do {
            value = try JSONValue(
                bytes, depthMax: ImportLimits.depthMax, fieldsMax: ImportLimits.fieldsMax)
        } catch {
            throw .unreadable
        }
        if let elements = value["elements"]?.elements {
            try self.init(map: MapReading(overpass: try Self.held(elements)), .overpass)
        } else if let features = value["features"]?.elements,
            value["type"]?.string == "FeatureCollection"
        {
            try self.init(map: MapReading(features: try Self.held(features)), .geoJSON)
        } else if let rows = value["courses"]?.elements ?? value.elements,
            MetrixCourseList.isOne(rows)
        {
            let list = MetrixCourseList.read(try Self.held(rows))
            self.init(form: .metrix, courses: list.courses, warnings: list.warnings)
            attribution = "Disc Golf Metrix"
        } else if let rows = value["courses"]?.elements,
            value["format"]?.string?.hasPrefix("folf.") == true
        {
            let read = FolfCourses.read(try Self.held(rows))
            self.init(form: .folf, courses: read.courses, warnings: read.warnings)
            licence = value["licence"]?.string ?? value["licence_of_courses"]?.string
            attribution = value["attribution"]?.string
        } else {
            throw .unknownForm
        }
    }

    private init(map reading: MapReading, _ form: Form) throws(ImportRefusal) {
        let survey = CourseSurvey(reading)
        self.init(form: form, courses: survey.courses, warnings: survey.warnings)
        licence = "ODbL 1.0"
        attribution = "© OpenStreetMap contributors"
    }

    static func held(_ elements: [JSONValue]) throws(ImportRefusal) -> [JSONValue] {
        guard elements.count <= ImportLimits.elementsMax else {
            throw .tooManyElements(max: ImportLimits.elementsMax)
        }
        return elements
    }
}

extension ImportedCourse {
    /// Cuts what is too long for a course of ours, and tells it.
    fileprivate mutating func cutTexts(_ warnings: inout [ImportWarning]) {
        let id = source
        func cut(_ text: String?, _ bytesMax: Int) -> String? {
            guard let text, text.utf8.count > bytesMax else { return text }
            warnings.append(ImportWarning(.textCut, at: id, text.cut(toBytes: bytesMax)))
            return text.cut(toBytes: bytesMax)
        }
        name = cut(name, ImportLimits.nameBytesMax)
        country = cut(country, ImportLimits.textBytesMax)
        place = cut(place, ImportLimits.textBytesMax)
        fee = cut(fee, ImportLimits.textBytesMax)
        access = cut(access, ImportLimits.textBytesMax)
        website = cut(website, ImportLimits.textBytesMax)
        for place in layouts.indices {
            layouts[place].name = cut(layouts[place].name, ImportLimits.nameBytesMax)
        }
    }
}
