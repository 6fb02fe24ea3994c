package import Club
package import Courses
package import Documents

/// The catalogue of courses.
extension ClubTables {
    /// What changes whenever a course of a country does; nil for one without courses.
    package func catalogueStamp(of country: CountryCode) throws(ClubFault) -> CatalogueStamp? {
        let sums = try integers(
            3, "SELECT count(*), max(changed_ms), sum(revision) FROM courses WHERE country = ?1",
            [.text(country.description)])
        guard sums.count == 3, sums[0] > 0 else { return nil }
        return CatalogueStamp(
            courseCount: Int(sums[0]), changed: WallTime(milliseconds: sums[1]),
            revisions: sums[2])
    }

    /// The countries that have courses, with their number, in their order.
    package func countries() throws(ClubFault) -> [(country: CountryCode, courseCount: Int)] {
        var countries: [(CountryCode, Int)] = []
        var last = ""
        // One step of the index for each, instead of looking at every course.
        while let next = try country(behind: last) {
            let count = try count(
                Course.table, where: "country = ?1", [.text(next.description)])
            countries.append((next, count))
            last = next.description
        }
        return countries
    }

    private func country(behind last: String) throws(ClubFault) -> CountryCode? {
        let found: [Course] = try rows(
            where: "country > ?1 ORDER BY country, folded, course LIMIT 1", [.text(last)])
        return found.first?.country
    }

    /// The courses of a country, by name: those behind `after`, whose name as it is searched has
    /// `loose` in it, if that is given.
    package func courses(
        in country: CountryCode, with loose: String? = nil, after: (folded: String, Identifier128)?,
        countMax: Int
    ) throws(ClubFault) -> [Course] {
        var condition = "country = ?1 AND (folded, course) > (?2, ?3)"
        var values: [SQLiteValue] = [
            .text(country.description), .text(after?.folded ?? ""),
            .identifier(after?.1 ?? Identifier128(high: 0, low: 0)), .integer(Int64(countMax)),
        ]
        if let loose {
            condition += " AND instr(loose, ?5) > 0"
            values.append(.text(loose))
        }
        return try rows(
            where: condition + " ORDER BY folded, course LIMIT ?4", values)
    }

    package func course(_ id: Identifier128) throws(ClubFault) -> Course? {
        try row(key: .identifier(id))
    }

    /// The layouts of a course, in their order, each as it is now.
    package func layouts(of course: Identifier128) throws(ClubFault) -> [CourseLayout] {
        let found: [LayoutRow] = try rows(where: "course = ?1", [.identifier(course)])
        var layouts: [CourseLayout] = []
        for row in found.sorted(by: { ($0.place, $0.layout) < ($1.place, $1.layout) }) {
            guard let facts = try facts(of: row.layout, version: row.version) else { continue }
            layouts.append(
                CourseLayout(
                    id: row.layout, name: row.name, kind: row.kind, status: row.status,
                    series: row.series, defaultTee: row.defaultTee, endsOn: row.endsOn,
                    sameAs: row.sameAs, facts: facts))
        }
        return layouts
    }

    /// What a layout was in a version, also in one that was played long ago; nil if there is none,
    /// or it isn't as it was written.
    package func facts(
        of layout: Identifier128, version: Identifier128
    ) throws(ClubFault) -> LayoutFacts? {
        let row: LayoutVersionRow? = try row(key: .identifier(layout), .identifier(version))
        guard let facts = row.flatMap({ try? LayoutFacts(bytes: $0.facts) }),
            facts.version == version
        else { return nil }
        return facts
    }

    package func entry(_ id: Identifier128) throws(ClubFault) -> CatalogueEntry? {
        guard let course = try course(id) else { return nil }
        return CatalogueEntry(course: course, layouts: try layouts(of: id))
    }

    /// Puts a course in the place of what the catalogue has of it. Versions of its layouts that
    /// were there stay.
    package func put(_ entry: CatalogueEntry, now: WallTime) throws(ClubFault) {
        let id = SQLiteValue.identifier(entry.course.id)
        if try course(entry.course.id) == nil {
            try require(
                .courses, Course.table, where: "country = ?1",
                .text(entry.course.country.description))
            try add(entry.course)
        } else {
            try replace(by: entry.course)
        }
        try delete(LayoutRow.table, where: "course = ?1", id)
        for (place, layout) in entry.layouts.enumerated() {
            try add(LayoutRow(layout, of: entry.course.id, at: place))
            try keepVersion(of: layout, now: now)
        }
    }

    private func keepVersion(of layout: CourseLayout, now: WallTime) throws(ClubFault) {
        let known: LayoutVersionRow? = try row(
            key: .identifier(layout.id), .identifier(layout.version))
        guard known == nil else { return }
        try require(
            .layoutVersions, LayoutVersionRow.table, where: "layout = ?1",
            .identifier(layout.id))
        try add(
            LayoutVersionRow(
                layout: layout.id, version: layout.version, series: layout.series, made: now,
                facts: layout.facts.bytes))
    }
}

/// What changes whenever a course does.
package struct CatalogueStamp: Hashable, Sendable {
    package let courseCount: Int
    package let changed: WallTime
    package let revisions: Int64
}
