/// Makes courses of the elements of a map.
///
/// Mappers draw a hole as a line from its tee to its basket, and say in three ways where it
/// belongs: by a relation that is a layout, by one that is a course, or by nothing but where it
/// lies. The first way that says something goes before the others, and what was guessed is told.
struct CourseSurvey {
    /// Courses of one name nearer than that are one.
    private static let sameCourseMetres = 500.0
    /// What lies in no course belongs to the nearest, if that is no farther away.
    private static let nearMetres = 1_000.0
    /// Baskets nearer than that are one.
    private static let sameBasketMetres = 20.0

    private(set) var courses: [ImportedCourse] = []
    private(set) var warnings: [ImportWarning]

    private let elements: [MapElement]
    private let byID: [String: MapElement]
    private let tees: Set<GroundPosition>
    private let baskets: Set<GroundPosition>
    private let teeNodes: [GroundPosition: MapElement]
    /// The courses of the map; those of one group are the same.
    private var sites: [Site] = []
    /// The sites from south to north: what is near is found among few, however many there are.
    private var sitesByLatitude: [Int] = []
    private var sitesByName: [String: [Int]] = [:]
    /// The sites by the id of their element, and by those of its members.
    private var sitesByID: [String: Int] = [:]
    private var sitesByMember: [String: Int] = [:]

    private struct Site {
        let element: MapElement
        let position: GroundPosition
        let name: String?
        var group: Int
        var basketCount = 0
        var teeCount = 0
        /// What lies here and is in no relation.
        var holes: [DrawnHole] = []
        var layouts: [ImportedLayout] = []

        var hasLayouts: Bool { !holes.isEmpty || !layouts.isEmpty }
    }

    /// The line of a hole, from its tee to its basket.
    struct DrawnHole {
        let element: MapElement
        let line: [GroundPosition]
        var tee: GroundPosition { line[0] }
        var basket: GroundPosition { line[line.count - 1] }
        /// Its number, or what stands for one.
        var reference: String? {
            if let reference = element.tag("ref") { return reference.trimmed }
            return element.tag("name").flatMap(MapValues.holeNumber)
        }

        /// In metres, along the line.
        var drawnMetres: Double {
            zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.metres(to: $1.1) }
        }
    }

    init(_ reading: MapReading) {
        elements = reading.elements
        warnings = reading.warnings
        byID = Dictionary(elements.map { ($0.id, $0) }) { first, _ in first }
        let teeElements = elements.filter { $0.isTee && $0.position != nil }
        teeNodes = Dictionary(teeElements.map { ($0.position!, $0) }) { first, _ in first }
        tees = Set(teeElements.compactMap(\.position))
        baskets = Set(elements.filter(\.isBasket).compactMap(\.position))
        findSites()
        countTeesAndBaskets()
        placeHoles()
        for site in sites.indices { sites[site].layouts += restLayout(of: site) }
        for group in groups() { courses.append(course(group)) }
    }

    private mutating func warn(_ code: ImportWarning.Code, _ place: String, _ detail: String = "") {
        warnings.append(ImportWarning(code, at: place, detail))
    }
}

// Which courses there are.
extension CourseSurvey {
    private mutating func findSites() {
        for element in elements where element.isCourse {
            let name = element.tag("name")?.trimmed
            if let name, MapValues.holeNumber(name) != nil {
                warn(.namedLikeHole, element.id, name)
                continue
            }
            let members = element.members.compactMap { byID[$0.id] }
            let position =
                element.position ?? GroundPosition(middleOf: members.compactMap(\.position))
            guard let position else {
                warn(.noPosition, element.id)
                continue
            }
            if name == nil { warn(.noName, element.id) }
            let key = name.map(Self.withoutBlanks)
            let namesakes = key.flatMap { sitesByName[$0] } ?? []
            let twin = namesakes.first {
                sites[$0].position.isNear(position, metres: Self.sameCourseMetres)
            }
            if let twin { warn(.courseTwice, element.id, sites[twin].element.id) }
            if let key { sitesByName[key, default: []].append(sites.count) }
            sitesByID[element.id] = sites.count
            for member in element.members where sitesByMember[member.id] == nil {
                sitesByMember[member.id] = sites.count
            }
            sites.append(
                Site(
                    element: element, position: position, name: name,
                    group: twin.map { sites[$0].group } ?? sites.count))
        }
        sitesByLatitude = sites.indices.sorted {
            sites[$0].position.latitudeE7 < sites[$1].position.latitudeE7
        }
    }

    private static func withoutBlanks(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace }
    }

    /// The site in whose area a place lies, or else the nearest one that is near.
    private func site(of place: GroundPosition) -> Int? {
        // A tenth of a degree is 11 km: no course is so wide.
        let (south, north) = (place.latitudeE7 - 1_000_000, place.latitudeE7 + 1_000_000)
        let first = sitesByLatitude.partitionPoint { sites[$0].position.latitudeE7 >= south }
        let near = sitesByLatitude[first...]
            .prefix { sites[$0].position.latitudeE7 <= north }.sorted()
        if let around = near.first(where: { sites[$0].element.contains(place) }) { return around }
        let distances = near.filter { sites[$0].position.isNear(place, metres: Self.nearMetres) }
            .map { (site: $0, metres: sites[$0].position.metres(to: place)) }
        let nearest = distances.min { ($0.metres, $0.site) < ($1.metres, $1.site) }
        return nearest?.site
    }

    private mutating func countTeesAndBaskets() {
        for element in elements where element.isTee || element.isBasket {
            guard let position = element.position, let site = site(of: position) else { continue }
            if element.isTee { sites[site].teeCount += 1 } else { sites[site].basketCount += 1 }
        }
    }

    private func groups() -> [[Int]] {
        Dictionary(grouping: sites.indices) { sites[$0].group }.values
            .map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// One course of those that are the same: the first that has layouts, with what only the others
    /// have.
    private mutating func course(_ group: [Int]) -> ImportedCourse {
        let main = group.first { sites[$0].hasLayouts } ?? group[0]
        let inOrder = [main] + group.filter { $0 != main }
        let elements = inOrder.map { sites[$0].element }
        func first(_ tags: String...) -> String? {
            elements.lazy.compactMap { element in
                tags.lazy.compactMap { element.tag($0) }.first
            }.first
        }
        var course = ImportedCourse(
            name: sites[main].name, source: sites[main].element.id,
            position: sites[main].position)
        course.holesDeclared = first("disc_golf:course", "holes", "disc_golf:holes")
            .flatMap(MapValues.holeCount)
        course.basketCount = group.reduce(0) { $0 + sites[$1].basketCount }
        course.teeCount = group.reduce(0) { $0 + sites[$1].teeCount }
        course.country = first("addr:country")
        course.place = first("addr:city", "is_in:city")
        course.fee = first("fee")
        course.access = first("access")
        course.website = first("website", "contact:website", "url")
        course.layouts = inOrder.flatMap { sites[$0].layouts }
        if course.layouts.count > ImportLimits.layoutsPerCourseMax {
            warn(.tooManyLayouts, course.source, "\(course.layouts.count)")
            course.layouts.removeLast(course.layouts.count - ImportLimits.layoutsPerCourseMax)
        }
        return course
    }
}

// Which holes belong to them.
extension CourseSurvey {
    private mutating func placeHoles() {
        var drawn: [String: DrawnHole] = [:]
        var inFile: [DrawnHole] = []
        for element in elements where element.isHole {
            guard let hole = drawnHole(element) else { continue }
            drawn[element.id] = hole
            inFile.append(hole)
        }
        var placed: Set<String> = []
        for relation in elements where relation.isLayout || relation.isHolesOfCourse {
            let holes = relation.members.compactMap { drawn[$0.id] }
            guard !holes.isEmpty else {
                if relation.isLayout { warn(.layoutWithoutHoles, relation.id) }
                continue
            }
            guard let site = site(of: relation, holes) else {
                warn(.holeWithoutCourse, relation.id)
                continue
            }
            let isNew = holes.filter { !placed.contains($0.element.id) }
            placed.formUnion(holes.map(\.element.id))
            if relation.isLayout {
                sites[site].layouts.append(layout(relation, holes))
            } else if !isNew.isEmpty {
                // Those that are in no layout make one.
                sites[site].layouts.append(
                    numbered(isNew, name: nil, source: relation.id, of: relation.id) { holes in
                        relation.isOrdered ? holes : nil
                    })
            }
        }
        for hole in inFile where !placed.contains(hole.element.id) {
            if let site = site(of: hole.tee) {
                sites[site].holes.append(hole)
            } else {
                warn(.holeWithoutCourse, hole.element.id)
            }
        }
    }

    private mutating func drawnHole(_ element: MapElement) -> DrawnHole? {
        guard !element.isNode else {
            warn(.holeIsNode, element.id)
            return nil
        }
        guard element.line.count >= 2 else {
            warn(.noPosition, element.id)
            return nil
        }
        guard element.line.first != element.line.last else {
            warn(.holeClosed, element.id)
            return nil
        }
        let (first, last) = (element.line[0], element.line[element.line.count - 1])
        let isTurned =
            (baskets.contains(first) && !baskets.contains(last))
            || (tees.contains(last) && !tees.contains(first))
        if isTurned { warn(.holeTurned, element.id) }
        return DrawnHole(
            element: element, line: isTurned ? element.line.reversed() : element.line)
    }

    /// The course of a relation: itself, one that has it as a member or is its member, or that in
    /// which its first hole lies.
    private func site(of relation: MapElement, _ holes: [DrawnHole]) -> Int? {
        sitesByID[relation.id] ?? relation.members.lazy.compactMap { sitesByID[$0.id] }.first
            ?? sitesByMember[relation.id] ?? site(of: holes[0].tee)
    }

    /// The layout that a relation is: the number of a hole is its place there, whatever number the
    /// same line has elsewhere.
    private mutating func layout(_ relation: MapElement, _ members: [DrawnHole]) -> ImportedLayout {
        var layout = ImportedLayout(
            name: relation.tag("name")?.trimmed, source: relation.id,
            isOrderTrusted: relation.isOrdered, holes: [])
        if !relation.isOrdered { warn(.orderGuessed, relation.id) }
        for (place, hole) in held(members, of: relation.id).enumerated() {
            layout.holes.append(imported([hole], label: "\(place + 1)"))
        }
        return layout
    }

    private mutating func restLayout(of site: Int) -> [ImportedLayout] {
        let holes = sites[site].holes
        guard !holes.isEmpty else { return [] }
        let id = sites[site].element.id
        return [numbered(holes, name: nil, source: nil, of: id) { _ in nil }]
    }

    private mutating func held<Each>(_ holes: [Each], of id: String) -> [Each] {
        guard holes.count > ImportLimits.holesPerLayoutMax else { return holes }
        warn(.tooManyHoles, id, "\(holes.count)")
        return Array(holes.prefix(ImportLimits.holesPerLayoutMax))
    }
}

// In which order.
extension CourseSurvey {
    /// A layout of holes that have numbers; those that have none come behind, in the order that is
    /// known, or else as one would walk.
    private mutating func numbered(
        _ holes: [DrawnHole], name: String?, source: String?, of id: String,
        known: ([DrawnHole]) -> [DrawnHole]?
    ) -> ImportedLayout {
        var tees: [String: [DrawnHole]] = [:]
        var labels: [String] = []
        for hole in holes {
            // One line may be two holes of a round: "1;10".
            for part in (hole.reference ?? "").split(separator: ";") {
                let label = label(String(part).trimmed, of: hole.element.id)
                guard !label.isEmpty else { continue }
                guard let first = tees[label]?.first else {
                    labels.append(label)
                    tees[label] = [hole]
                    continue
                }
                if first.basket.metres(to: hole.basket) > Self.sameBasketMetres {
                    warn(.twoBaskets, hole.element.id, label)
                } else if tees[label]!.count == ImportLimits.teesPerHoleMax {
                    warn(.tooManyTees, hole.element.id, label)
                } else {
                    tees[label]!.append(hole)
                }
            }
        }
        labels.sort { Self.comesBefore($0, $1) }
        var groups = labels.map { (label: $0, holes: tees[$0]!) }
        let unnumbered = holes.filter { ($0.reference ?? "").isEmpty }
        let inOrder = known(unnumbered)
        let isGuessed = inOrder == nil && !unnumbered.isEmpty
        if isGuessed { warn(.orderGuessed, id) }
        var number = labels.compactMap { Self.number(of: $0) }.max() ?? 0
        for hole in inOrder ?? Self.walk(unnumbered, from: groups.last?.holes.first?.basket) {
            number += 1
            groups.append(("\(number)", [hole]))
        }
        return ImportedLayout(
            name: name, source: source, isOrderTrusted: !isGuessed,
            holes: held(groups, of: id).map { imported($0.holes, label: $0.label) })
    }

    /// From hole to hole, always to the nearest tee.
    private static func walk(
        _ holes: [DrawnHole], from start: GroundPosition?
    ) -> [DrawnHole] {
        var (left, walked): ([DrawnHole], [DrawnHole]) = (holes, [])
        var place = start
        while !left.isEmpty {
            let nearest = place.map { place in
                left.indices.min {
                    place.metres(to: left[$0].tee) < place.metres(to: left[$1].tee)
                }!
            }
            let next = left.remove(at: nearest ?? 0)
            walked.append(next)
            place = next.basket
        }
        return walked
    }

    private static func number(of label: String) -> Int? {
        Int(label.prefix { $0.isASCII && $0.isNumber })
    }

    /// 2 before 10, 10 before 10A; what has no number comes last.
    private static func comesBefore(_ one: String, _ other: String) -> Bool {
        let (first, second) = (number(of: one) ?? .max, number(of: other) ?? .max)
        return (first, one) < (second, other)
    }

    private mutating func label(_ text: String, of id: String) -> String {
        guard text.utf8.count > ImportLimits.labelBytesMax else { return text }
        warn(.textCut, id, text)
        return text.cut(toBytes: ImportLimits.labelBytesMax)
    }
}

// What they are like.
extension CourseSurvey {
    /// A hole with its tees, of which the first says what it is like.
    private mutating func imported(_ holes: [DrawnHole], label: String) -> ImportedHole {
        let tees = holes.map { tee($0) }
        return ImportedHole(
            label: label, par: tees[0].tee.par, isParAssumed: tees[0].isParAssumed,
            lengthMetres: tees[0].tee.lengthMetres, drawnMetres: tees[0].drawnMetres,
            basket: holes[0].basket, tees: tees.map(\.tee))
    }

    private mutating func tee(
        _ hole: DrawnHole
    ) -> (tee: ImportedTee, isParAssumed: Bool, drawnMetres: Int) {
        let (element, id) = (hole.element, hole.element.id)
        let par = element.tag("par", "disc_golf:par")
        let known = par.flatMap(MapValues.par)
        if known == nil {
            if let par { warn(.badPar, id, par) }
            warn(.parAssumed, id)
        }
        let drawn = hole.drawnMetres
        let drawnMetres = Int(drawn.rounded())
        let said = element.tag("dist", "disc_golf:length", "length", "distance", "disc_golf:dist")
        let length = said.flatMap(MapValues.metres)
        if let said, length == nil { warn(.badLength, id, said) }
        if let length {
            let apart = abs(Double(length) - drawn)
            if apart > 10, apart > 0.25 * drawn {
                warn(.lengthDiffers, id, "\(length) m, drawn \(drawnMetres) m")
            }
        }
        let name =
            element.tag("tee", "tee:colour", "colour")
            ?? teeNodes[hole.tee]?.tag("tee", "colour", "name")
        let tee = ImportedTee(
            name: name?.trimmed.cut(toBytes: ImportLimits.nameBytesMax), position: hole.tee,
            lengthMetres: length ?? drawnMetres, par: known ?? 3, source: id)
        return (tee, known == nil, drawnMetres)
    }
}

extension Collection where Index == Int {
    /// The first place of which something is true that is true of all behind it as well.
    fileprivate func partitionPoint(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
