package import Documents

// Courses as JSON: as the API tells them, and as they are kept and changed by people.

extension Course {
    /// Without its country and credits.
    package var json: JSONObject {
        var json: JSONObject = [
            "id": .text("\(id)"), "name": .text(name), "status": .text(status.name),
            "source": .text(source), "since": .integer(created.year), "rev": .integer(revision),
        ]
        json["place"] = place.map(JSONValue.text)
        json["at"] = position?.json
        json["website"] = website.map(JSONValue.text)
        json["fee"] = fee.map(JSONValue.text)
        json["access"] = access.map(JSONValue.text)
        return json
    }
}

extension CourseLayout {
    /// Without what exactly it is, but for its version.
    package var json: JSONObject {
        var json: JSONObject = [
            "id": .text("\(id)"), "name": .text(name), "kind": .text(kind.name),
            "status": .text(status.name), "version": .text("\(version)"),
            "series": .integer(series), "holes": .integer(Int64(facts.holes.count)),
            "par": .integer(Int64(facts.par)),
        ]
        json["default_tee"] = defaultTee.map(JSONValue.text)
        json["ends_on"] = endsOn.map(JSONValue.text)
        json["same_as"] = sameAs.map {
            ["layout": .text("\($0.layout)"), "series": .integer($0.series)]
        }
        json["length_m"] = facts.lengthMetres.map { .integer(Int64($0)) }
        return json
    }

    /// With all that it is.
    package var whole: JSONValue {
        var json = json
        json["facts"] = .text(String(decoding: facts.bytes, as: UTF8.self))
        return .object(json)
    }

    /// A layout as somebody gives it. What follows from its facts isn't read.
    ///
    /// - Parameter known: its facts, unless they are given.
    package init(_ json: JSONValue, known: LayoutFacts? = nil) throws(CourseFault) {
        guard let id = json["id"]?.string.flatMap({ Identifier128($0) }) else {
            throw .badField("id")
        }
        guard let name = CourseText.name(json["name"]) else { throw .badField("name") }
        guard let kind = Kind.allCases.first(where: { $0.name == json["kind"]?.string }) else {
            throw .badField("kind")
        }
        guard let status = Status.allCases.first(where: { $0.name == json["status"]?.string })
        else { throw .badField("status") }
        guard let series = json["series"]?.integer, (0...Int64(UInt32.max)).contains(series)
        else { throw .badField("series") }
        let facts: LayoutFacts
        if let text = json["facts"]?.string {
            guard let read = try? LayoutFacts(bytes: Array(text.utf8)) else {
                throw .badField("facts")
            }
            facts = read
        } else if let known {
            facts = known
        } else {
            throw .badField("facts")
        }
        let tee = json["default_tee"]?.string
        guard tee == nil || facts.tees.contains(where: { $0.name == tee }) else {
            throw .badField("default_tee")
        }
        let endsOn = json["ends_on"]?.string
        guard endsOn.map(CourseText.isDay) ?? true else { throw .badField("ends_on") }
        let sameAs = try json["same_as"].map { (json) throws(CourseFault) in
            guard let layout = json["layout"]?.string.flatMap({ Identifier128($0) }),
                let series = json["series"]?.integer
            else { throw .badField("same_as") }
            return LayoutSeries(layout: layout, series: series)
        }
        self.init(
            id: id, name: name, kind: kind, status: status, series: series, defaultTee: tee,
            endsOn: endsOn, sameAs: sameAs, facts: facts)
    }
}

extension CatalogueEntry {
    /// The course with all that it is.
    package var whole: JSONObject {
        var json = course.json
        json["country"] = .text(course.country.description)
        json["licence"] = course.licence.map(JSONValue.text)
        json["credit"] = course.credit.map(JSONValue.text)
        json["layouts"] = .array(layouts.map(\.whole))
        return json
    }

    /// A course as somebody gives it.
    ///
    /// - Parameter id: of the course, whatever the JSON says.
    package init(
        _ json: JSONValue, id: Identifier128, revision: Int64, created: WallTime, now: WallTime
    ) throws(CourseFault) {
        guard let country = json["country"]?.string.flatMap(CountryCode.init) else {
            throw .badField("country")
        }
        let course = Course(
            id: id, name: "", country: country, source: Self.playersSource, revision: revision,
            created: created, changed: now)
        self.init(course: course, layouts: [])
        for field in CourseField.allCases {
            try set(field, to: json[field.rawValue] ?? .nothing)
        }
        guard let layouts = json["layouts"]?.elements,
            (1...CatalogueLimits.layoutsPerCourseMax).contains(layouts.count)
        else { throw .badField("layouts") }
        for layout in layouts { self.layouts.append(try CourseLayout(layout)) }
        guard Set(self.layouts.map(\.id)).count == layouts.count else {
            throw .badField("layouts")
        }
        try checkMerging(of: Set(self.layouts.map(\.id)))
    }

    /// Where courses come from that players have made here.
    package static let playersSource = "players"
    /// Under which they give them.
    package static let playersLicence = "ODbL 1.0"
}

/// What is wrong with a course that somebody gives.
package enum CourseFault: Error, Hashable, Sendable {
    case badField(String)
    /// A change that changes nothing.
    case nothingNew
    /// What is to be changed isn't any more what it was.
    case stale
    case tooManyLayouts
}

/// What a course has besides layouts that people may change.
package enum CourseField: String, CaseIterable, Sendable {
    case name, status, place, website, fee, access
    case position = "at"

    /// Whether a course can be without.
    var mayBeMissing: Bool { self != .name && self != .status }
}

extension CatalogueEntry {
    func value(of field: CourseField) -> JSONValue {
        switch field {
        case .name: .text(course.name)
        case .status: .text(course.status.name)
        case .place: JSONValue(course.place)
        case .website: JSONValue(course.website)
        case .fee: JSONValue(course.fee)
        case .access: JSONValue(course.access)
        case .position: course.position?.json ?? .nothing
        }
    }

    mutating func set(_ field: CourseField, to value: JSONValue) throws(CourseFault) {
        let fault = CourseFault.badField(field.rawValue)
        func text() throws(CourseFault) -> String? {
            if value == .nothing { return nil }
            guard let text = CourseText.text(value) else { throw fault }
            return text
        }
        switch field {
        case .name:
            guard let name = CourseText.name(value) else { throw fault }
            course.name = name
        case .status:
            let name = value == .nothing ? Course.Status.open.name : value.string
            guard let status = Course.Status.allCases.first(where: { $0.name == name }) else {
                throw fault
            }
            course.status = status
        case .place: course.place = try text()
        case .website:
            course.website = try text()
            guard course.website.map(CourseText.isAddress) ?? true else { throw fault }
        case .fee: course.fee = try text()
        case .access: course.access = try text()
        case .position:
            let numbers = value.elements?.compactMap(\.integer)
            guard value == .nothing || (numbers?.count == 2 && value.elements?.count == 2) else {
                throw fault
            }
            course.position = numbers.flatMap {
                GroundPosition(latitudeE7: $0[0], longitudeE7: $0[1])
            }
            guard value == .nothing || course.position != nil else { throw fault }
        }
    }
}

private enum CourseText {
    static func name(_ value: JSONValue?) -> String? {
        value.flatMap { text($0, bytesMax: ImportLimits.nameBytesMax) }
    }

    /// One line, with something to be seen in it.
    static func text(_ value: JSONValue, bytesMax: Int = ImportLimits.textBytesMax) -> String? {
        guard let text = value.string, (1...bytesMax).contains(text.utf8.count),
            text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }

    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") || text.hasPrefix("http://")
    }

    /// As in 2026-11-25.
    static func isDay(_ text: String) -> Bool {
        let signs = Array(text.utf8)
        return signs.count == 10
            && signs.indices.allSatisfy { place in
                place == 4 || place == 7
                    ? signs[place] == UInt8(ascii: "-") : (0x30...0x39).contains(signs[place])
            }
    }
}

extension GroundPosition {
    var json: JSONValue { [.integer(latitudeE7), .integer(longitudeE7)] }
}

extension JSONValue {
    fileprivate init(_ text: String?) { self = text.map(JSONValue.text) ?? .nothing }
}

extension Course.Status {
    package var name: String {
        switch self {
        case .open: "open"
        case .closed: "closed"
        case .seasonal: "seasonal"
        case .gone: "gone"
        }
    }
}

extension CourseLayout.Kind {
    package var name: String {
        switch self {
        case .lasting: "lasting"
        case .seasonal: "seasonal"
        case .temporary: "temporary"
        case .event: "event"
        }
    }
}

extension CourseLayout.Status {
    package var name: String {
        switch self {
        case .offered: "offered"
        case .notNow: "not_now"
        case .archived: "archived"
        }
    }
}

extension WallTime {
    /// Of UTC.
    fileprivate var year: Int64 { CalendarDate(daysSince1970: milliseconds / 86_400_000).year }
}
