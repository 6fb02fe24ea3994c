import API
import Club
import Courses
import Documents
import EventStore
import HTTP

/// What people say of courses for all to read, and whether these are as they are said to be.
extension Clerk {
    func courseComments(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let course = try catalogueEntry(call).course.id
        let count = Int(call.query["limit"]?.integer ?? Int64(APILimits.commentsMax))
        let behind = call.query["after"]?.identifier.map(CommentPlace.init(cursor:))
        let reader = try call.token == nil ? nil : caller(of: call).account
        let (items, next) = try read { (tables) throws(ClubFault) in
            let role =
                try reader.map { (id) throws(ClubFault) in
                    try tables.role(of: id, in: course)
                } ?? nil
            let found = try tables.comments(
                in: course, behind: behind, all: role != nil, of: reader, countMax: count + 1)
            var items: [JSONValue] = []
            for comment in found.prefix(count) {
                if let reader, try tables.areApart(reader, comment.account) { continue }
                items.append(try json(comment, for: reader, role, in: tables))
            }
            return (items, found.count > count ? found[count - 1].place.cursor : nil)
        }
        var page: JSONObject = ["items": .array(items)]
        page["next"] = next.map { .text("\($0)") }
        let tag = HTTPEntityTag("\(SHA256.half(of: JSONValue.object(page).bytes))")
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(.object(page), tag: tag)
    }

    func comment(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let id = try call.path.value("comment") { $0.identifier }
        let tip = call.body["tip"]
        let text = tip?["text"]?.string ?? call.body["text"]?.string ?? ""
        // What a child says isn't for everybody.
        guard try account(caller.account).age == .ofAge else {
            throw APIProblem(.guardianNeeded)
        }
        guard let entry = try read({ (tables) throws(ClubFault) in try tables.entry(course) })
        else { throw APIProblem(.notFound) }
        let hole = try tip.map { (tip) throws(APIProblem) in try Self.hole(tip, of: entry) }
        let (account, now) = (caller.account, host.wall())
        let isNew = try change(of: account) { (tables) throws(ClubFault) in
            try tables.put(
                CourseComment(
                    id: id, course: course, account: account, hole: hole, at: now, text: text))
        }
        return .json(try json(comment: id, for: account), status: isNew ? .created : .ok)
    }

    /// A comment as somebody sees it who has just written or marked it.
    private func json(
        comment id: Identifier128, for account: AccountID
    ) throws(APIProblem) -> JSONValue {
        try read { (tables) throws(ClubFault) in
            guard let kept = try tables.comment(id) else { throw .absent }
            let role = try tables.role(of: account, in: kept.course)
            return try json(kept, for: account, role, in: tables)
        }
    }

    /// The hole that a tip is about, which has to be there.
    private static func hole(
        _ tip: JSONValue, of entry: CatalogueEntry
    ) throws(APIProblem) -> CourseComment.Hole {
        guard let layout = entry.layouts.first(where: { $0.id == tip["layout"]?.identifier }),
            let label = tip["hole"]?.string,
            layout.facts.holes.contains(where: { $0.label == label })
        else { throw APIProblem(.notFound) }
        return CourseComment.Hole(layout: layout.id, label: label)
    }

    func removeComment(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let id = try call.path.value("comment") { $0.identifier }
        try change { (tables) throws(ClubFault) in
            guard try tables.comment(id)?.course == course else { return }
            try tables.remove(comment: id, of: caller.account)
        }
        return .nothing
    }

    func markComment(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let id = try call.path.value("comment") { $0.identifier }
        let mark = try call.body.value("mark") { $0.string }
        let account = caller.account
        let mayMark = try change(of: account) { (tables) throws(ClubFault) in
            let role = try tables.role(of: account, in: course)
            guard let comment = try tables.comment(id), comment.course == course,
                comment.state != .hidden || role != nil || comment.account == account
            else { throw .absent }
            switch (mark, comment.state) {
            case ("report", .shown): try tables.setState(.reported, ofComment: id)
            case ("report", _): break
            case _ where role == nil: return false
            case ("hide", _): try tables.setState(.hidden, ofComment: id)
            case (_, .hidden): return false
            case (_, .shown), (_, .reported), (_, .kept):
                try tables.setState(.kept, ofComment: id)
            }
            return true
        }
        guard mayMark else { throw APIProblem(.notYours) }
        return .json(try json(comment: id, for: account))
    }

    private func json(
        _ comment: CourseComment, for reader: AccountID?, _ role: CourseRole?,
        in tables: ClubTables
    ) throws(ClubFault) -> JSONValue {
        let persons = speakers.ask { $0.persons(of: comment.account) }
        var hasPlayed = false
        for person in persons where !hasPlayed {
            hasPlayed = try tables.hasPlayed(person, on: comment.course)
        }
        let isOwn = comment.account == reader
        let state =
            comment.state == .reported && role == nil
            ? CourseComment.State.shown.name : comment.state.name
        var json: JSONObject = [
            "id": .text("\(comment.id)"), "at": .integer(comment.at.milliseconds),
            "text": .text(comment.text), "own": .truth(isOwn), "played": .truth(hasPlayed),
            "state": .text(state),
            "may_hide": .truth(role != nil && comment.state != .hidden),
        ]
        json["by"] = try tables.account(comment.account).map { .text($0.name) }
        json["layout"] = comment.hole.map { .text("\($0.layout)") }
        json["hole"] = comment.hole.map { .text($0.label) }
        return .object(json)
    }

    func matchCourse(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let matches = try call.body.value("matches") { $0.truth }
        let (account, now) = (caller.account, host.wall())
        try change(of: account) { (tables) throws(ClubFault) in
            try tables.note(matches, course: course, by: account, now: now)
        }
        return .nothing
    }
}

extension CourseComment.State {
    package var name: String {
        switch self {
        case .shown, .kept: "shown"
        case .reported: "reported"
        case .hidden: "hidden"
        }
    }
}

extension CommentPlace {
    /// Half of the id is enough for a page to begin at, also once that comment is gone.
    fileprivate init(cursor: Identifier128) {
        self.init(
            at: WallTime(milliseconds: Int64(bitPattern: cursor.high)),
            id: Identifier128(high: cursor.low, low: 0))
    }

    fileprivate var cursor: Identifier128 {
        Identifier128(high: UInt64(bitPattern: at.milliseconds), low: id.high)
    }
}
