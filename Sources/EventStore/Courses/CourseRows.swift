import Courses
import Documents

extension Course: ClubRow {
    static let table = ClubTable(
        "courses", .courses,
        [
            "course", "name", "status", "country", "place", "lat_e7", "lon_e7", "website", "fee",
            "access", "source", "licence", "credit", "revision", "created_ms", "changed_ms",
        ], derived: ["folded", "loose"])

    var values: [SQLiteValue] {
        [
            .identifier(id), .text(name), .integer(status.rawValue),
            .text(country.description), SQLiteValue(place), SQLiteValue(position?.latitudeE7),
            SQLiteValue(position?.longitudeE7), SQLiteValue(website), SQLiteValue(fee),
            SQLiteValue(access), .text(source), SQLiteValue(licence), SQLiteValue(credit),
            .integer(revision), SQLiteValue(created), SQLiteValue(changed),
        ]
    }

    /// The name as it is searched.
    var derived: [SQLiteValue] {
        let name = SearchName(name)
        return [.text(name.folded), .text(name.loose)]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let name = row.text(1),
            let status = Status(rawValue: row.integer(2)),
            let country = row.text(3).flatMap(CountryCode.init), let source = row.text(10)
        else { return nil }
        var position: GroundPosition?
        if !row.isNull(5), !row.isNull(6) {
            position = GroundPosition(latitudeE7: row.integer(5), longitudeE7: row.integer(6))
        }
        self.init(
            id: id, name: name, status: status, country: country, place: row.text(4),
            position: position, website: row.text(7), fee: row.text(8), access: row.text(9),
            source: source, licence: row.text(11), credit: row.text(12),
            revision: row.integer(13), created: row.moment(14), changed: row.moment(15))
    }
}

/// A layout without what it is exactly, which its version says.
struct LayoutRow: Equatable {
    var course: Identifier128
    var layout: Identifier128
    /// Among those of the course.
    var place: Int64
    var name: String
    var kind: CourseLayout.Kind
    var status: CourseLayout.Status
    var version: Identifier128
    var series: Int64
    var defaultTee: String?
    var endsOn: String?
    var sameAs: LayoutSeries?

    init(_ layout: CourseLayout, of course: Identifier128, at place: Int) {
        self.course = course
        self.layout = layout.id
        self.place = Int64(place)
        name = layout.name
        kind = layout.kind
        status = layout.status
        version = layout.version
        series = layout.series
        defaultTee = layout.defaultTee
        endsOn = layout.endsOn
        sameAs = layout.sameAs
    }
}

extension LayoutRow: ClubRow {
    static let table = ClubTable(
        "layouts", .layouts,
        [
            "course", "layout", "place", "name", "kind", "status", "version", "series",
            "default_tee", "ends_on", "same_as", "same_series",
        ], keyCount: 2, addedCount: 2)

    var values: [SQLiteValue] {
        [
            .identifier(course), .identifier(layout), .integer(place), .text(name),
            .integer(kind.rawValue), .integer(status.rawValue), .identifier(version),
            .integer(series), SQLiteValue(defaultTee), SQLiteValue(endsOn),
            SQLiteValue(sameAs?.layout), SQLiteValue(sameAs?.series),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let course = row.identifier(0), let layout = row.identifier(1),
            let name = row.text(3), let kind = CourseLayout.Kind(rawValue: row.integer(4)),
            let status = CourseLayout.Status(rawValue: row.integer(5)),
            let version = row.identifier(6), row.isNull(10) == row.isNull(11)
        else { return nil }
        (self.course, self.layout, place, self.name) = (course, layout, row.integer(2), name)
        (self.kind, self.status, self.version) = (kind, status, version)
        (series, defaultTee, endsOn) = (row.integer(7), row.text(8), row.text(9))
        sameAs = row.identifier(10).map { LayoutSeries(layout: $0, series: row.integer(11)) }
    }
}

/// What exactly a layout was from some time on.
struct LayoutVersionRow {
    var layout: Identifier128
    var version: Identifier128
    var series: Int64
    var made: WallTime
    var facts: [UInt8]
}

extension LayoutVersionRow: ClubRow {
    static let table = ClubTable(
        "layout_versions", .layoutVersions, ["layout", "version", "series", "made_ms", "facts"],
        keyCount: 2)

    var values: [SQLiteValue] {
        [
            .identifier(layout), .identifier(version), .integer(series), SQLiteValue(made),
            .blob(facts),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let layout = row.identifier(0), let version = row.identifier(1) else { return nil }
        (self.layout, self.version) = (layout, version)
        (series, made, facts) = (row.integer(2), row.moment(3), row.blob(4))
    }
}
