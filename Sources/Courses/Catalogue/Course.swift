package import Documents

/// A place where disc golf is played, as the catalogue has it.
package struct Course: Hashable, Sendable {
    package enum Status: Int64, CaseIterable, Sendable { case open, closed, seasonal, gone }

    /// Made of the source, so that the same course is known again.
    package let id: Identifier128
    package var name: String
    package var status: Status
    package var country: CountryCode
    package var place: String?
    package var position: GroundPosition?
    package var website: String?
    package var fee: String?
    package var access: String?
    /// What it is in the place where it comes from, as in `osm:way/123`.
    package let source: String
    package var licence: String?
    /// Who is to be named where it is shown.
    package var credit: String?
    /// Counts the changes.
    package var revision: Int64
    package let created: WallTime
    package var changed: WallTime

    package init(
        id: Identifier128, name: String, status: Status = .open, country: CountryCode,
        place: String? = nil, position: GroundPosition? = nil, website: String? = nil,
        fee: String? = nil, access: String? = nil, source: String, licence: String? = nil,
        credit: String? = nil, revision: Int64 = 1, created: WallTime, changed: WallTime
    ) {
        self.id = id
        self.name = name
        self.status = status
        self.country = country
        self.place = place
        self.position = position
        self.website = website
        self.fee = fee
        self.access = access
        self.source = source
        self.licence = licence
        self.credit = credit
        self.revision = revision
        self.created = created
        self.changed = changed
    }
}

/// A way to play a course.
package struct CourseLayout: Hashable, Sendable {
    package enum Kind: Int64, CaseIterable, Sendable { case lasting, seasonal, temporary, event }
    package enum Status: Int64, CaseIterable, Sendable { case offered, notNow, archived }

    package let id: Identifier128
    package var name: String
    package var kind: Kind
    package var status: Status
    /// Which versions' results may be compared: those with the same number.
    package var series: Int64
    package var defaultTee: String?
    /// The first day on which it isn't played any more, as in 2026-11-25.
    package var endsOn: String?
    /// What exactly it is; its version is made of them.
    package var facts: LayoutFacts

    package init(
        id: Identifier128, name: String, kind: Kind = .lasting, status: Status = .offered,
        series: Int64 = 1, defaultTee: String? = nil, endsOn: String? = nil,
        facts: LayoutFacts
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.status = status
        self.series = series
        self.defaultTee = defaultTee
        self.endsOn = endsOn
        self.facts = facts
    }

    package var version: Identifier128 { facts.version }
}

/// A course with its layouts, in their order.
package struct CatalogueEntry: Hashable, Sendable {
    package var course: Course
    package var layouts: [CourseLayout]

    package init(course: Course, layouts: [CourseLayout]) {
        self.course = course
        self.layouts = layouts
    }
}

/// The bounds of the catalogue.
package enum CatalogueLimits {
    package static let layoutsPerCourseMax = 50
}

extension LayoutFacts {
    package var par: Int { holes.reduce(0) { $0 + $1.par } }

    /// From the first tee of each hole; nil if a hole's isn't known.
    package var lengthMetres: Int? {
        var sum = 0
        for hole in holes {
            guard let length = hole.starts.first?.lengthMetres else { return nil }
            sum += length
        }
        return sum
    }
}
