import API
import Club
import Courses
import Documents
import EventStore
import HTTP
import Results

/// What rounds have come to, by the tables that follow from the logs.
extension Clerk {
    func myResults(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let count = Int(call.query["limit"]?.integer ?? Int64(APILimits.resultsMax))
        let persons = speakers.ask { Array($0.persons(of: caller.account)) }
        let after = ResultStamp(call.query["after"]?.identifier)
        // What a copy that was restored knows of begins anew.
        let behind = after.restored == store.restoredAt ? after.stamp : 0
        return try read { (tables) throws(ClubFault) in
            var (found, all): ([ResultRow], Int) = ([], 0)
            for person in persons {
                found += try tables.results(of: person, behind: behind, countMax: count + 1)
                all += try tables.resultCount(of: person)
            }
            found.sort { $0.stamp < $1.stamp }
            let page = found.prefix(count)
            var texts: [Int64: String] = [:]
            for key in Set(page.compactMap(\.key)) { texts[key] = try tables.text(ofKey: key) }
            let last = ResultStamp(
                restored: store.restoredAt, stamp: page.last?.stamp ?? behind)
            return .json([
                "items": .array(page.map { Self.json($0, key: $0.key.flatMap { texts[$0] }) }),
                "stamp": .text("\(last.identifier)"), "more": .truth(found.count > count),
                "count": .integer(Int64(all)),
            ])
        }
    }

    private static func json(_ row: ResultRow, key: String?) -> JSONValue {
        var json: JSONObject = [
            "lobby": .text("\(row.lobby.value)"), "round": .integer(Int64(row.round)),
            "player": .integer(Int64(row.player)), "day": .integer(row.day),
            "started": .integer(row.started.milliseconds),
            "unended": .truth(row.flags.contains(.unended)),
            "disputed": .integer(row.disputedCount),
            "pars": .array(row.pars.map { .integer(Int64($0)) }),
            "throws": .array(row.throws.map { .integer(Int64($0)) }),
        ]
        json["key"] = key.map(JSONValue.text)
        json["course"] = row.course.map { .text("\($0)") }
        json["minutes"] = row.minutes.map(JSONValue.integer)
        return .object(json)
    }

    /// Of the layouts as they are now.
    func courseFigures(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let entry = try catalogueEntry(call)
        let items = try figures.items(of: entry.course, now: host.monotonic()) {
            () throws(APIProblem) in
            do throws(ClubFault) {
                return try store.readResults { (tables) throws(ClubFault) in
                    try Self.figures(of: entry, in: tables)
                }
            } catch {
                throw APIProblem(error)
            }
        }
        return .json(["items": items])
    }

    /// How many groups play there at the moment, in a word.
    func courseCrowd(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let entry = try catalogueEntry(call)
        let holes = entry.layouts.filter { $0.status == .offered }.map(\.facts.holes.count).max()
        let (level, at) = crowds.level(of: entry.course.id, holes: holes ?? 0)
        return .json(["crowd": .text(level.rawValue), "at": .integer(at.milliseconds)])
    }

    private static func figures(
        of entry: CatalogueEntry, in tables: ClubTables
    ) throws(ClubFault) -> JSONValue {
        let played = entry.layouts.flatMap { layout -> [(layout: CourseLayout, tee: String?)] in
            let tees = layout.facts.tees
            return tees.isEmpty ? [(layout, nil)] : tees.map { (layout, $0.name) }
        }
        var items: [JSONValue] = []
        for (layout, tee) in played {
            var sums = CommonSums()
            let counted = [layout] + entry.layouts(countingAs: layout)
            for each in counted {
                let key = ResultKey(
                    layout: each.id, series: each.series, tee: tee,
                    labels: each.facts.holes.map(\.label))
                try tables.forEachResult(
                    of: key.text,
                    countMax: ClubLimits.figureRowsMax / played.count / counted.count
                ) { row in
                    sums.add(person: row.person, pars: row.pars, throws: row.throws)
                }
            }
            if let figures = sums.figures { items.append(json(figures, of: layout, tee)) }
        }
        return .array(items)
    }

    private static func json(
        _ figures: CommonFigures, of layout: CourseLayout, _ tee: String?
    ) -> JSONValue {
        var json: JSONObject = [
            "layout": .text("\(layout.id)"), "series": .integer(layout.series),
            "rounds": .integer(Int64(figures.rounds)), "people": .integer(Int64(figures.people)),
            "average_total_c": .integer(figures.averageTotalHundredths),
            "average_over_c": .integer(figures.averageOverHundredths),
            "best_total": .integer(figures.bestTotal),
            "holes": .array(figures.averageHundredthsByHole.map(JSONValue.integer)),
        ]
        json["tee"] = tee.map(JSONValue.text)
        return .object(json)
    }
}

/// How far somebody has fetched results, and of which copy of the data: in another one, stamps may
/// be of other results.
private struct ResultStamp {
    let restored: WallTime?
    let stamp: Int64

    init(restored: WallTime?, stamp: Int64) {
        (self.restored, self.stamp) = (restored, stamp)
    }

    /// From the beginning, if there is none.
    init(_ identifier: Identifier128?) {
        let restored = Int64(bitPattern: identifier?.high ?? 0)
        self.init(
            restored: restored == 0 ? nil : WallTime(milliseconds: restored),
            stamp: Int64(bitPattern: identifier?.low ?? 0))
    }

    var identifier: Identifier128 {
        Identifier128(
            high: UInt64(bitPattern: restored?.milliseconds ?? 0),
            low: UInt64(bitPattern: stamp))
    }
}
