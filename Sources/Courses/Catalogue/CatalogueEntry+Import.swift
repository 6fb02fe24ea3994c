package import Documents

/// What an operator should look at, of a course that was imported or wasn't.
package struct CatalogueDoubt: Error, Hashable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        case noName = "no_name"
        /// Neither the file nor the operator says in which country it lies.
        case noCountry = "no_country"
        /// A layout that can't be kept as it is, which is left out.
        case layoutLeftOut = "layout_left_out"
        /// Places or lengths were too many to be kept.
        case factsCut = "facts_cut"
        /// A layout that the file doesn't have any more; it stays.
        case layoutMissing = "layout_missing"
        /// The store doesn't take it.
        case notKept = "not_kept"
    }

    package let code: Code
    package let detail: String

    package init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }
}

/// From a file's course to one of the catalogue. Ids are made of what the course is where it comes
/// from, so a file that is imported twice changes nothing; a layout that brings an id keeps it, as
/// in a file that was exported.
extension CatalogueEntry {
    /// - Parameter country: where it lies, unless the file says.
    package init(
        _ imported: ImportedCourse, country: CountryCode?, licence: String?, credit: String?,
        now: WallTime, doubts: inout [CatalogueDoubt]
    ) throws(CatalogueDoubt) {
        guard let name = imported.name else { throw CatalogueDoubt(.noName) }
        guard let country = imported.country.flatMap(CountryCode.init) ?? country else {
            throw CatalogueDoubt(.noCountry)
        }
        course = Course(
            id: Self.id(of: imported.source), name: name, country: country,
            place: imported.place,
            position: imported.position ?? Self.middle(of: imported), website: imported.website,
            fee: imported.fee, access: imported.access, source: imported.source,
            licence: licence, credit: credit, created: now, changed: now)
        layouts = []
        for (place, layout) in imported.layouts.prefix(CatalogueLimits.layoutsPerCourseMax)
            .enumerated() where !layout.holes.isEmpty
        {
            let name = layout.name ?? "\(layout.holes.count) - Par \(layout.par)"
            let mark = layout.source ?? "\(place)"
            do throws(LayoutFacts.Fault) {
                let (facts, isCut) = try LayoutFacts.of(layout, named: name)
                if isCut { doubts.append(CatalogueDoubt(.factsCut, name)) }
                layouts.append(
                    CourseLayout(
                        id: Identifier128(mark) ?? Self.id(of: imported.source + "#" + mark),
                        name: name,
                        defaultTee: facts.tees.first?.name,
                        endsOn: layout.endsOn, facts: facts))
            } catch {
                doubts.append(CatalogueDoubt(.layoutLeftOut, "\(name): \(error)"))
            }
        }
    }

    private static func id(of source: String) -> Identifier128 {
        SHA256.half(of: Array(source.utf8))
    }

    private static func middle(of imported: ImportedCourse) -> GroundPosition? {
        let holes = imported.layouts.flatMap(\.holes)
        return GroundPosition(
            middleOf: holes.compactMap { $0.tees.first?.position ?? $0.basket })
    }
}

/// What has become of a course that was imported.
package enum CatalogueOutcome: String, Sendable {
    case added, changed, unchanged
}

extension CatalogueEntry {
    /// What the catalogue has from now on, if a file has this and the catalogue had `old`.
    ///
    /// A layout that differs gets another version, of the same series if its results may be
    /// compared. One that the file doesn't have stays as it is.
    package func following(
        _ old: CatalogueEntry?, now: WallTime, doubts: inout [CatalogueDoubt]
    ) -> (entry: CatalogueEntry, outcome: CatalogueOutcome) {
        guard let old else { return (self, .added) }
        var entry = self
        entry.layouts = layouts.map { layout in
            guard let before = old.layouts.first(where: { $0.id == layout.id }) else {
                return layout
            }
            var layout = layout
            (layout.status, layout.kind) = (before.status, before.kind)
            (layout.series, layout.sameAs) = (before.series, before.sameAs)
            let isSame = layout.version == before.version
            if !isSame, !layout.facts.isComparable(with: before.facts) { layout.series += 1 }
            return layout
        }
        for before in old.layouts where !layouts.contains(where: { $0.id == before.id }) {
            doubts.append(CatalogueDoubt(.layoutMissing, before.name))
            entry.layouts.append(before)
        }
        entry.course = Course(
            id: old.course.id, name: course.name, status: old.course.status,
            country: course.country, place: course.place, position: course.position,
            website: course.website, fee: course.fee, access: course.access,
            source: old.course.source, licence: course.licence, credit: course.credit,
            revision: old.course.revision, created: old.course.created,
            changed: old.course.changed)
        guard entry != old else { return (old, .unchanged) }
        entry.course.revision += 1
        entry.course.changed = now
        return (entry, .changed)
    }
}

extension LayoutFacts {
    private static let unnamedTee = "main"
    private static let colours = [
        "red": "#c8102e", "white": "#ffffff", "blue": "#1d4ed8", "yellow": "#eab308",
        "gold": "#eab308", "green": "#15803d", "black": "#111111", "orange": "#ea580c",
    ]

    /// The facts of a layout as a file has it, without places or even lengths if they are too many.
    fileprivate static func of(
        _ layout: ImportedLayout, named name: String
    ) throws(Fault) -> (facts: LayoutFacts, isCut: Bool) {
        do throws(Fault) {
            return (try Self(layout, named: name, hasPositions: true, hasLengths: true), false)
        } catch .tooLarge {
            do throws(Fault) {
                return (try Self(layout, named: name, hasPositions: false, hasLengths: true), true)
            } catch .tooLarge {
                return (
                    try Self(layout, named: name, hasPositions: false, hasLengths: false), true
                )
            }
        }
    }

    private init(
        _ layout: ImportedLayout, named name: String, hasPositions: Bool, hasLengths: Bool
    ) throws(Fault) {
        var tees: [Tee] = []
        func place(of name: String?) -> Int {
            let name = name ?? Self.unnamedTee
            if let known = tees.firstIndex(where: { $0.name == name }) { return known }
            tees.append(Tee(name: name, colour: Self.colours[name.lowercased()] ?? ""))
            return tees.count - 1
        }
        var holes: [Hole] = []
        for hole in layout.holes {
            var starts: [Start] = []
            for tee in hole.tees {
                let place = place(of: tee.name)
                guard !starts.contains(where: { $0.tee == place }) else { continue }
                starts.append(
                    Start(
                        tee: place, par: tee.par == hole.par ? nil : tee.par,
                        lengthMetres: hasLengths ? Self.length(of: tee, hole) : nil,
                        position: hasPositions ? tee.position : nil))
            }
            if starts.isEmpty, hasLengths, let length = Self.usable(hole.lengthMetres) {
                starts = [Start(tee: place(of: nil), lengthMetres: length)]
            }
            holes.append(
                Hole(
                    label: hole.label, par: hole.par,
                    basket: hasPositions ? hole.basket : nil, starts: starts))
        }
        try self.init(name: name, tees: tees, holes: holes)
    }

    private static func length(of tee: ImportedTee, _ hole: ImportedHole) -> Int? {
        if let said = usable(tee.lengthMetres) { return said }
        guard let from = tee.position, let basket = hole.basket else { return nil }
        let metres = from.metres(to: basket)
        return metres < 1e6 ? usable(Int(metres.rounded())) : nil
    }

    private static func usable(_ length: Int?) -> Int? {
        length.flatMap { ImportLimits.lengthsMetres.contains($0) ? $0 : nil }
    }
}
