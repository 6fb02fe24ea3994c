/// Courses as a table, a row for each tee of each hole: `course,layout,hole,par,tee,length_m,lat,
/// lon,basket_lat,basket_lon,country,place,website,fee,access`. The first three are needed; places
/// are degrees with a point. Rows of one course, layout and hole stand anywhere.
extension CourseImport {
    init(table text: String) throws(ImportRefusal) {
        let table = try TableText(text)
        guard let header = table.rows.first else { throw .unreadable }
        let names = header.fields.map { $0.lowercased() }
        guard names.contains("course"), names.contains("hole") else { throw .unknownForm }
        var reader = Reader(names: names)
        for row in table.rows.dropFirst() { reader.take(row) }
        for place in reader.courses.indices { reader.courses[place].countTeesAndBaskets() }
        self.init(form: .table, courses: reader.courses, warnings: reader.warnings)
    }

    private struct Reader {
        let names: [String]
        var courses: [ImportedCourse] = []
        var warnings: [ImportWarning] = []
        private var coursePlaces: [String: Int] = [:]
        private var layoutPlaces: [[String]: Int] = [:]
        private var holePlaces: [[String]: Int] = [:]

        init(names: [String]) { self.names = names }

        private mutating func warn(_ code: ImportWarning.Code, _ line: Int, _ detail: String = "") {
            warnings.append(ImportWarning(code, at: "\(line)", detail))
        }

        mutating func take(_ row: TableText.Row) {
            func text(_ name: String) -> String? {
                guard let place = names.firstIndex(of: name), place < row.fields.count,
                    !row.fields[place].isEmpty
                else { return nil }
                return row.fields[place]
            }
            guard let name = text("course"), let label = text("hole") else {
                return warn(.badRow, row.line)
            }
            guard let course = course(name, row.line) else { return }
            courses[course].country = courses[course].country ?? text("country")
            courses[course].place = courses[course].place ?? text("place")
            courses[course].website = courses[course].website ?? text("website")
            courses[course].fee = courses[course].fee ?? text("fee")
            courses[course].access = courses[course].access ?? text("access")
            guard let layout = layout(text("layout"), of: course, row.line),
                let hole = hole(label, of: layout, in: course, row.line)
            else { return }
            let tee = tee(
                named: text("tee"), at: position(text("lat"), text("lon"), row.line),
                length: text("length_m"), par: text("par"), row.line)
            let basket = position(text("basket_lat"), text("basket_lon"), row.line)
            add(tee.tee, parSaid: tee.isParSaid, basket, to: hole, layout, course, row.line)
        }

        private mutating func course(_ name: String, _ line: Int) -> Int? {
            if let place = coursePlaces[name] { return place }
            guard courses.count < ImportLimits.coursesMax else {
                warn(.badRow, line)
                return nil
            }
            coursePlaces[name] = courses.count
            courses.append(ImportedCourse(name: name, source: name))
            return courses.count - 1
        }

        private mutating func layout(_ name: String?, of course: Int, _ line: Int) -> Int? {
            let key = ["\(course)", name ?? ""]
            if let place = layoutPlaces[key] { return place }
            let place = courses[course].layouts.count
            guard place < ImportLimits.layoutsPerCourseMax else {
                warn(.tooManyLayouts, line)
                return nil
            }
            layoutPlaces[key] = place
            courses[course].layouts.append(ImportedLayout(name: name, source: nil, holes: []))
            return place
        }

        private mutating func hole(
            _ label: String, of layout: Int, in course: Int, _ line: Int
        ) -> Int? {
            let key = ["\(course)", "\(layout)", label]
            if let place = holePlaces[key] { return place }
            let place = courses[course].layouts[layout].holes.count
            guard place < ImportLimits.holesPerLayoutMax else {
                warn(.tooManyHoles, line)
                return nil
            }
            var short = label.cut(toBytes: ImportLimits.labelBytesMax)
            if short != label { warn(.textCut, line, label) }
            if courses[course].layouts[layout].holes.contains(where: { $0.label == short }) {
                warn(.labelTwice, line, short)
                short = courses[course].layouts[layout].freeLabel
            }
            holePlaces[key] = place
            courses[course].layouts[layout].holes.append(
                ImportedHole(label: short, par: 3, isParAssumed: true, tees: []))
            return place
        }

        private mutating func tee(
            named name: String?, at position: GroundPosition?, length: String?, par: String?,
            _ line: Int
        ) -> (tee: ImportedTee, isParSaid: Bool) {
            let known = par.flatMap(MapValues.par)
            if let par, known == nil { warn(.badPar, line, par) }
            if known == nil { warn(.parAssumed, line) }
            let metres = length.flatMap(MapValues.metres)
            if let length, metres == nil { warn(.badLength, line, length) }
            let tee = ImportedTee(
                name: name?.cut(toBytes: ImportLimits.nameBytesMax), position: position,
                lengthMetres: metres, par: known ?? 3)
            return (tee, known != nil)
        }

        private mutating func add(
            _ tee: ImportedTee, parSaid: Bool, _ basket: GroundPosition?, to place: Int,
            _ layout: Int, _ course: Int, _ line: Int
        ) {
            var hole = courses[course].layouts[layout].holes[place]
            guard hole.tees.count < ImportLimits.teesPerHoleMax else {
                return warn(.tooManyTees, line, hole.label)
            }
            guard !hole.tees.contains(where: { $0.name == tee.name }) else {
                return warn(.rowTwice, line, hole.label)
            }
            hole.basket = hole.basket ?? basket
            let drawn = tee.position.flatMap { at in hole.basket.map { at.metres(to: $0) } }
            let drawnMetres = drawn.flatMap { $0 < 1e6 ? Int($0.rounded()) : nil }
            var tee = tee
            tee.lengthMetres = tee.lengthMetres ?? drawnMetres
            if hole.tees.isEmpty {
                hole.par = tee.par
                hole.isParAssumed = !parSaid
                hole.lengthMetres = tee.lengthMetres
                hole.drawnMetres = drawnMetres
            }
            hole.tees.append(tee)
            courses[course].layouts[layout].holes[place] = hole
            courses[course].position = courses[course].position ?? tee.position ?? basket
        }

        private mutating func position(
            _ latitude: String?, _ longitude: String?, _ line: Int
        ) -> GroundPosition? {
            guard latitude != nil || longitude != nil else { return nil }
            if let latitude = latitude.flatMap(Double.init),
                let longitude = longitude.flatMap(Double.init),
                let position = GroundPosition(
                    latitudeDegrees: latitude, longitudeDegrees: longitude)
            {
                return position
            }
            warn(.badPosition, line)
            return nil
        }
    }
}
