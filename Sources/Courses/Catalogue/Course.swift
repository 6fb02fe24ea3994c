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
    /// What it has turned out to be: rounds of both count together. Only archived ones have that.
    package var sameAs: LayoutSeries?
    /// What exactly it is; its version is made of them.
    package var facts: LayoutFacts

    package init(
        id: Identifier128, name: String, kind: Kind = .lasting, status: Status = .offered,
        series: Int64 = 1, defaultTee: String? = nil, endsOn: String? = nil,
        sameAs: LayoutSeries? = nil, facts: LayoutFacts
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.status = status
        self.series = series
        self.defaultTee = defaultTee
        self.endsOn = endsOn
        self.sameAs = sameAs
        self.facts = facts
    }

    package var version: Identifier128 { facts.version }
}

/// The versions of a layout whose results may be compared.
package struct LayoutSeries: Hashable, Sendable {
    package let layout: Identifier128
    package let series: Int64

    package init(layout: Identifier128, series: Int64) {
        self.layout = layout
        self.series = series
    }
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

extension CatalogueEntry {
    /// The layouts whose rounds count as those of one of the course's, as that is now. One that has
    /// got another series since, or other holes, is on its own.
    package func layouts(countingAs layout: CourseLayout) -> [CourseLayout] {
        let now = LayoutSeries(layout: layout.id, series: layout.series)
        return layouts.filter { $0.sameAs == now && $0.facts.hasHoles(of: layout.facts) }
    }

    /// A layout that isn't played any more can be merged with one whose holes have the same labels
    /// and pars, and which isn't merged itself: so nothing counts in a circle.
    ///
    /// - Parameter merged: the layouts that are merged now. Of others the holes may have become
    ///   different: they count on their own then.
    func checkMerging(of merged: Set<Identifier128>) throws(CourseFault) {
        for layout in layouts {
            guard let same = layout.sameAs else { continue }
            guard layout.status == .archived, same.layout != layout.id,
                let other = layouts.first(where: { $0.id == same.layout }), other.sameAs == nil,
                !merged.contains(layout.id)
                    || (other.series == same.series && layout.facts.hasHoles(of: other.facts))
            else { throw .badField("same_as") }
        }
    }
}

/// The bounds of the catalogue.
package enum CatalogueLimits {
    package static let layoutsPerCourseMax = 50
}

extension LayoutFacts {
    package var par: Int { holes.reduce(0) { $0 + $1.par } }

    /// Whether the holes have the same labels and pars in the same order.
    fileprivate func hasHoles(of other: Self) -> Bool {
        holes.elementsEqual(other.holes) { ($0.label, $0.par) == ($1.label, $1.par) }
    }

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
