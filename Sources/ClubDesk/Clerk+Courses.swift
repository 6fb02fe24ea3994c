import API
import Club
import Compression
import Courses
import Documents
import EventStore
import HTTP

/// The catalogue of courses. As long as it is empty, invented courses stand in for it, so that
/// whoever tries a new server sees what there will be.
extension Clerk {
    func coursePacks() throws(APIProblem) -> APIAnswer {
        let countries = try read { (tables) throws(ClubFault) in try tables.countries() }
        let samples = Dictionary(grouping: SampleCatalogue.entries, by: \.course.country)
            .map { (country: $0.key, courseCount: $0.value.count) }
            .sorted { $0.country.description < $1.country.description }
        return .json([
            "items": .array(
                (countries.isEmpty ? samples : countries).map { country, count in
                    [
                        "country": .text(country.description),
                        "courses": .integer(Int64(count)),
                    ]
                })
        ])
    }

    func coursePack(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let country = try call.path.value("country") { $0.string.flatMap(CountryCode.init) }
        let tag = try catalogueTag(of: country)
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        let pack = try shelf.pack(of: country, tag) { () throws(APIProblem) in
            let json = try makePack(of: country).bytes
            return CourseShelf.Pack(tag: tag, json: json, compressed: Gzip.compress(json))
        }
        return .shared(pack.json, compressed: pack.compressed, tag: pack.tag)
    }

    func courses(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let country = try call.query.value("country") { $0.string.flatMap(CountryCode.init) }
        let count = Int(call.query["limit"]?.integer ?? Int64(ClubLimits.pageRowsMax))
        let wanted = call.query["name"]?.string.map { SearchName($0).loose }
        let last = try call.query["after"].map { (json) throws(APIProblem) in
            guard let id = json.identifier else { throw APIProblem(.badField, field: "after") }
            return id
        }
        let found = try read { (tables) throws(ClubFault) -> [Course] in
            var after: (String, Identifier128)?
            if let last {
                guard let course = try tables.course(last) else { return [] }
                after = (SearchName(course.name).folded, last)
            }
            return try tables.courses(
                in: country, with: wanted, after: after, countMax: count + 1)
        }
        var page: JSONObject = [
            "items": .array(found.prefix(count).map { .object($0.json) })
        ]
        if found.count > count { page["next"] = .text("\(found[count - 1].id)") }
        return .json(.object(page))
    }

    func course(_ call: APICall) throws(APIProblem) -> APIAnswer {
        if let shared = try sharedCourse(call) { return shared }
        let entry = try catalogueEntry(call)
        let tag = HTTPEntityTag("\(entry.course.revision)-\(entry.course.changed.milliseconds)")
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(.object(entry.whole), tag: tag)
    }

    /// The course that a call is about, which has to be there.
    func catalogueEntry(_ call: APICall) throws(APIProblem) -> CatalogueEntry {
        let id = try call.path.value("course") { $0.identifier }
        let kept = try read { (tables) throws(ClubFault) in try tables.entry(id) }
        let entry = kept ?? SampleCatalogue.entries.first { $0.course.id == id }
        guard let entry else { throw APIProblem(.notFound) }
        return entry
    }

    func exportCourses(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let country = try call.query.value("country") { $0.string.flatMap(CountryCode.init) }
        let tag = try catalogueTag(of: country)
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        let entries = try entries(in: country)
        let credits = Self.credits(of: entries)
        let file = FolfCoursesFile.json(
            entries, licence: credits.compactMap(\.licence).first,
            attribution: credits.isEmpty ? nil : credits.map(\.text).joined(separator: ", "))
        return .json(file, tag: tag)
    }

    /// Changes with each course of the country.
    private func catalogueTag(of country: CountryCode) throws(APIProblem) -> HTTPEntityTag {
        let (stamp, isEmpty) = try read { (tables) throws(ClubFault) in
            (try tables.catalogueStamp(of: country), try tables.countries().isEmpty)
        }
        guard let stamp else { return HTTPEntityTag(isEmpty ? "sample-1" : "none") }
        return HTTPEntityTag(
            "\(stamp.courseCount)-\(stamp.changed.milliseconds)-\(stamp.revisions)")
    }

    /// The courses of a country with their layouts; the invented ones if the catalogue is empty.
    private func entries(in country: CountryCode) throws(APIProblem) -> [CatalogueEntry] {
        do throws(ClubFault) {
            return try store.readCatalogue { (tables) throws(ClubFault) in
                if try tables.countries().isEmpty {
                    return SampleCatalogue.entries.filter { $0.course.country == country }
                }
                var entries: [CatalogueEntry] = []
                for course in try tables.courses(
                    in: country, after: nil, countMax: APILimits.packMax)
                {
                    entries.append(
                        CatalogueEntry(
                            course: course, layouts: try tables.layouts(of: course.id)))
                }
                return entries
            }
        } catch {
            throw APIProblem(error)
        }
    }

    private func makePack(of country: CountryCode) throws(APIProblem) -> JSONValue {
        let entries = try entries(in: country)
        let made = entries.map(\.course.changed).max() ?? WallTime(milliseconds: 0)
        let credits = Self.credits(of: entries)
        var pack: JSONObject = [
            "country": .text(country.description), "made": .integer(made.milliseconds),
            "credits": .array(
                credits.map { credit in
                    var json: JSONObject = ["text": .text(credit.text)]
                    json["licence"] = credit.licence.map(JSONValue.text)
                    return .object(json)
                }),
            "courses": .array(
                entries.map { entry in
                    var json = entry.course.json
                    json["layouts"] = .array(
                        entry.layouts.map { layout in
                            let steps = layout.facts.stepBytes(from: entry.course.position)
                            return layout.json("steps", steps)
                        })
                    return .object(json)
                }),
        ]
        if entries.first?.course.source.hasPrefix(SampleCatalogue.sourcePrefix) == true {
            pack["sample"] = .truth(true)
        }
        return .object(pack)
    }

    private struct Credit: Hashable {
        let text: String
        let licence: String?
    }

    private static func credits(of entries: [CatalogueEntry]) -> [Credit] {
        var known: Set<Credit> = []
        let credits = entries.compactMap { entry -> Credit? in
            guard let text = entry.course.credit else { return nil }
            let credit = Credit(text: text, licence: entry.course.licence)
            return known.insert(credit).inserted ? credit : nil
        }
        return Array(credits.prefix(APILimits.creditsMax))
    }
}

extension CourseLayout {
    /// With what it is exactly, in one of the forms that this has.
    fileprivate func json(_ form: String, _ facts: [UInt8]) -> JSONValue {
        var json = json
        json[form] = .text(String(decoding: facts, as: UTF8.self))
        return .object(json)
    }
}
